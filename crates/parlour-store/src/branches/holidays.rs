//! Days on which a branch stays closed.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, select, sql};
use parlour_domain::ids::{BranchId, HolidayId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::ACTIVE_STATUSES;
use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HolidayRow {
    pub id: HolidayId,
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// The name of the holiday; empty if none was entered.
    pub name: String,
    pub created_at: Timestamp,
}
row! { HolidayRow { id, branch_id, date: "holiday_date", name, created_at } }

/// Which holidays.
#[derive(Debug, Clone)]
pub struct HolidayFilter {
    /// `None` for the holidays of all branches.
    pub branch: Option<BranchId>,
    pub from: NaiveDate,
    pub to: NaiveDate,
}

/// A page in the order of the days, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &HolidayFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<HolidayRow>, i64), DbError> {
    let branch = filter.branch.as_ref().map_or("", BranchId::as_str);
    let rows = conn.all(
        sql!(
            select!(HolidayRow, ""),
            " from branch_holidays
             where ($1 = '' or branch_id = $1) and holiday_date between $2 and $3
             order by holiday_date, branch_id limit $4 offset $5"
        ),
        params![branch, filter.from, filter.to, limit, offset],
    )?;
    let count = conn.number(
        "select count(*) from branch_holidays
         where ($1 = '' or branch_id = $1) and holiday_date between $2 and $3",
        params![branch, filter.from, filter.to],
    )?;
    Ok((rows, count))
}

/// A holiday, and how many bookings that are still to come stand on it.
#[derive(Debug, Clone)]
pub struct HolidayWithBookings {
    pub holiday: HolidayRow,
    pub upcoming_bookings: i64,
}
row! { HolidayWithBookings { holiday: [HolidayRow], upcoming_bookings: (UPCOMING_BOOKINGS) } }

/// Of the holiday `h`.
const UPCOMING_BOOKINGS: &str = sql!(
    "(select count(*) from bookings b
      where b.branch_id = h.branch_id and b.booking_date = h.holiday_date and b.status in ",
    ACTIVE_STATUSES,
    ")"
);

/// The holidays of all branches from this day on, in the order of the days.
pub fn list_with_bookings(
    conn: &mut Conn<'_>,
    from: NaiveDate,
    limit: i64,
    offset: i64,
) -> Result<Vec<HolidayWithBookings>, DbError> {
    conn.all(
        sql!(
            select!(HolidayWithBookings, "h"),
            " from branch_holidays h where h.holiday_date >= $1
             order by h.holiday_date, h.branch_id limit $2 offset $3"
        ),
        params![from, limit, offset],
    )
}

/// False if the branch already has a holiday that day.
pub fn insert(tx: &mut Tx<'_>, holiday: &HolidayRow) -> Result<bool, DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    insert! { tx.changes_row, "branch_holidays", holiday {
        id, branch_id, holiday_date: holiday.date, name, created_at,
    }, "on conflict (branch_id, holiday_date) do nothing" }
}

pub fn find_on_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Option<HolidayRow>, DbError> {
    conn.one(
        sql!(
            select!(HolidayRow, ""),
            " from branch_holidays
             where branch_id = $1 and holiday_date = $2"
        ),
        params![branch, date],
    )
}

/// The holidays of a branch, or of all, on these days.
pub fn list_between(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<HolidayRow>, DbError> {
    conn.all(
        sql!(
            select!(HolidayRow, ""),
            " from branch_holidays
             where ($1 = '' or branch_id = $1) and holiday_date between $2 and $3 order by holiday_date, branch_id"
        ),
        params![branch.map_or("", BranchId::as_str), from, to],
    )
}

/// All holidays of a branch by name.
pub fn list_names(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Vec<(NaiveDate, String)>, DbError> {
    conn.all_with("select holiday_date, name from branch_holidays where branch_id = $1", params![branch], |columns| {
        Ok((columns.take()?, columns.take()?))
    })
}

/// The holidays of the branch at which the user works now.
pub fn list_own_between(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<HolidayRow>, DbError> {
    conn.all(
        sql!(
            select!(HolidayRow, "h"),
            " from staff t join branch_holidays h on h.branch_id = t.branch_id
             where t.user_id = $1 and t.is_active and h.holiday_date between $2 and $3 order by h.holiday_date"
        ),
        params![user, from, to],
    )
}

pub fn branch_exists(conn: &mut Conn<'_>, branch: &BranchId) -> Result<bool, DbError> {
    conn.exists("select 1 from branches where id = $1", params![branch])
}

/// The number of upcoming bookings of a branch on that day.
pub fn count_upcoming_bookings(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<i64, DbError> {
    conn.number(
        sql!(
            "select count(*) from bookings where branch_id = $1 and booking_date = $2
             and status in ",
            ACTIVE_STATUSES
        ),
        params![branch, date],
    )
}

/// Deletes a holiday and returns it, if there was one.
pub fn delete(tx: &mut Tx<'_>, id: &HolidayId) -> Result<Option<HolidayRow>, DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    tx.one(sql!("delete from branch_holidays where id = $1 returning ", columns!(HolidayRow, "")), params![id])
}
