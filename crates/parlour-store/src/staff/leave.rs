//! Leave: days off, asked for, and decided once.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, LeaveId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::staff::leave::LeaveStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::ACTIVE_STATUSES;
use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveRow {
    pub id: LeaveId,
    pub staff_id: StaffId,
    pub start_date: NaiveDate,
    /// The last day off.
    pub end_date: NaiveDate,
    pub reason: Option<String>,
    pub status: LeaveStatus,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { LeaveRow {
    id, staff_id, start_date, end_date, reason, status, decided_by, decided_at, created_at, updated_at,
} }

pub fn insert(tx: &mut Tx<'_>, leave: &LeaveRow) -> Result<(), DbError> {
    insert! { tx.run, "staff_leave", leave {
        id, staff_id, start_date, end_date, reason, status, decided_by, decided_at, created_at, updated_at,
    } }
}

/// Leave with the names of the staff member and of the manager who decided it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffLeave {
    #[serde(flatten)]
    pub leave: LeaveRow,
    pub staff_name: String,
    pub branch_id: BranchId,
    pub decided_by_name: Option<String>,
    #[serde(skip)]
    pub user_id: UserId,
}
row! { StaffLeave {
    leave: [LeaveRow], staff_name: "t.display_name", branch_id: "t.branch_id", decided_by_name: "d.name",
    user_id: "t.user_id",
} }

/// A page of everybody's, the latest first; `status` may be empty.
pub fn page(
    conn: &mut Conn<'_>,
    status: Option<LeaveStatus>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<StaffLeave>, i64), DbError> {
    let Some(status) = status else {
        let rows = conn.all(
            sql!(
                select!(StaffLeave, "l"),
                " from (select id from staff_leave order by start_date desc, id desc limit $1 offset $2) page
                     join staff_leave l on l.id = page.id join staff t on t.id = l.staff_id
                     left join users d on d.id = l.decided_by
                 order by l.start_date desc, l.id desc"
            ),
            params![limit, offset],
        )?;
        return Ok((rows, conn.number("select count(*) from staff_leave", params![])?));
    };
    let rows = conn.all(
        sql!(
            select!(StaffLeave, "l"),
            " from (select id from staff_leave where status = $3 order by start_date desc, id desc limit $1 offset $2) page
                 join staff_leave l on l.id = page.id join staff t on t.id = l.staff_id
                 left join users d on d.id = l.decided_by
             order by l.start_date desc, l.id desc"
        ),
        params![limit, offset, status],
    )?;
    let count = conn.number("select count(*) from staff_leave where status = $1", params![status])?;
    Ok((rows, count))
}

/// A request that waits for an answer.
#[derive(Debug, Clone)]
pub struct PendingLeave {
    pub found: StaffLeave,
    /// How many visits that are still to come it touches.
    pub affected_count: i64,
}
row! { PendingLeave { found: [StaffLeave], affected_count: (AFFECTED_COUNT) } }

/// Of the leave `l`.
const AFFECTED_COUNT: &str = sql!(
    "(select count(*) from bookings b
      where b.id in (select s.booking_id from booking_services s
                     where s.staff_id = l.staff_id and s.booking_date between l.start_date and l.end_date)
          and b.status in ",
    ACTIVE_STATUSES,
    ")"
);

/// A page of the requests that wait for an answer, the first days first.
pub fn list_pending(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<PendingLeave>, DbError> {
    conn.all(
        sql!(
            select!(PendingLeave, "l"),
            " from (select id from staff_leave where status = 'pending' order by start_date, id limit $1 offset $2) page
                 join staff_leave l on l.id = page.id join staff t on t.id = l.staff_id
                 left join users d on d.id = l.decided_by
             order by l.start_date, l.id"
        ),
        params![limit, offset],
    )
}

/// A page of one's own, the latest first, under whichever profile it was asked for.
pub fn own_page(conn: &mut Conn<'_>, user: &UserId, limit: i64, offset: i64) -> Result<(Vec<LeaveRow>, i64), DbError> {
    let rows = conn.all(
        sql!(
            select!(LeaveRow, "l"),
            " from staff t join staff_leave l on l.staff_id = t.id where t.user_id = $1
             order by l.start_date desc, l.id desc limit $2 offset $3"
        ),
        params![user, limit, offset],
    )?;
    let count = conn.number(
        "select count(*) from staff t join staff_leave l on l.staff_id = t.id where t.user_id = $1",
        params![user],
    )?;
    Ok((rows, count))
}

/// One's own leave that touches some days, and was not refused.
pub fn list_own_between(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<LeaveRow>, DbError> {
    conn.all(
        sql!(
            select!(LeaveRow, "l"),
            " from staff t join staff_leave l on l.staff_id = t.id
             where t.user_id = $1 and l.start_date <= $3 and l.end_date >= $2 and l.status <> 'rejected'
             order by l.start_date, l.id"
        ),
        params![user, from, to],
    )
}

/// Approved and pending leave on that day.
pub fn list_for_day(conn: &mut Conn<'_>, date: NaiveDate) -> Result<Vec<LeaveRow>, DbError> {
    conn.all(
        sql!(
            select!(LeaveRow, ""),
            " from staff_leave where start_date <= $1 and end_date >= $1 and status <> 'rejected'
             order by start_date, id"
        ),
        params![date],
    )
}

/// Approved and pending leave of the active staff of a branch, or of all, that touches some days.
pub fn list_between(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<LeaveRow>, DbError> {
    conn.all(
        sql!(
            select!(LeaveRow, "l"),
            " from staff t join staff_leave l on l.staff_id = t.id
             where t.is_active and ($1 = '' or t.branch_id = $1) and l.start_date <= $3 and l.end_date >= $2
                 and l.status <> 'rejected'
             order by l.start_date, l.id"
        ),
        params![branch.map_or("", BranchId::as_str), from, to],
    )
}

/// How many requests of the staff of a branch, or of all, wait for an answer.
pub fn count_pending(conn: &mut Conn<'_>, branch: Option<&BranchId>) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from staff_leave l join staff t on t.id = l.staff_id
         where l.status = 'pending' and ($1 = '' or t.branch_id = $1)",
        params![branch.map_or("", BranchId::as_str)],
    )
}

pub fn find(conn: &mut Conn<'_>, id: &LeaveId) -> Result<Option<StaffLeave>, DbError> {
    conn.one(
        sql!(
            select!(StaffLeave, "l"),
            " from staff_leave l join staff t on t.id = l.staff_id left join users d on d.id = l.decided_by
             where l.id = $1"
        ),
        params![id],
    )
}

/// The profile that somebody works under, kept as it is until the transaction ends: of two requests for the same days
/// that race, the second sees the first.
pub fn lock_own_staff_profile(tx: &mut Tx<'_>, user: &UserId) -> Result<Option<StaffId>, DbError> {
    tx.one_value("select id from staff where user_id = $1 and is_active for no key update", params![user])
}

/// Whether pending or approved leave of the staff member includes one of the days.
pub fn overlaps_existing_leave(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from staff_leave
         where staff_id = $1 and start_date <= $3 and end_date >= $2 and status <> 'rejected' limit 1",
        params![staff, from, to],
    )
}

/// Decides a pending request; false if there is none.
pub fn decide(
    tx: &mut Tx<'_>,
    id: &LeaveId,
    outcome: LeaveStatus,
    by: &UserId,
    now: Timestamp,
) -> Result<bool, DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    tx.changes_row(
        "update staff_leave set status = $2, decided_by = $3, decided_at = $4, updated_at = $4
         where id = $1 and status = 'pending'",
        params![id, outcome, by, now],
    )
}

/// Deletes one's own request while it is pending; false if it is not.
pub fn withdraw(tx: &mut Tx<'_>, id: &LeaveId, user: &UserId) -> Result<bool, DbError> {
    tx.changes_row(
        "delete from staff_leave where id = $1 and status = 'pending'
             and staff_id in (select id from staff where user_id = $2)",
        params![id, user],
    )
}

/// A visit that somebody is booked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffectedBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    #[schema(value_type = String, example = "11:15:00")]
    pub end_time: NaiveTime,
}
row! { AffectedBooking { id, booking_number, status, booking_date, start_time, end_time } }

/// The visits that are still to come on those days for which somebody is booked, in their order, and how many there are.
pub fn list_affected_bookings(
    conn: &mut Conn<'_>,
    leave: &LeaveRow,
    limit: i64,
) -> Result<(Vec<AffectedBooking>, i64), DbError> {
    let rows = conn.all(
        sql!(
            select!(AffectedBooking, ""),
            " from bookings
             where id in (select booking_id from booking_services
                          where staff_id = $1 and booking_date between $2 and $3)
                 and status in ",
            ACTIVE_STATUSES,
            "
             order by booking_date, start_time, id limit $4"
        ),
        params![leave.staff_id, leave.start_date, leave.end_date, limit],
    )?;
    let count = conn.number(
        sql!(
            "select count(*) from bookings
             where id in (select booking_id from booking_services
                          where staff_id = $1 and booking_date between $2 and $3)
                 and status in ",
            ACTIVE_STATUSES
        ),
        params![leave.staff_id, leave.start_date, leave.end_date],
    )?;
    Ok((rows, count))
}
