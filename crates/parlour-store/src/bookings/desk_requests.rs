//! Requests that wait for an answer of the desk, and what the sheet of a visit shows besides the booking.

use chrono::{Days, NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, columns, params, row, select, sql};
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BookingId, BranchId};
use parlour_domain::ist::Timestamp;

use super::ACTIVE_STATUSES;
use super::booking_records::{BookingServiceWithStaff, BookingState};
use super::customer_fields::{TAGS_IN_ORDER, TAGS_OF};
use super::desk_bookings::{DeskBooking, collect_desk_bookings, list_with_ids};

/// Where the next page of requests begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestCursor {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub id: BookingId,
}
parlour_db::cursor! { RequestCursor { booking_date, start_time, id } }

/// Those of days that are over come last: nobody waits for them at the door. Few wait at a time, so they are sorted
/// after the index of those that wait has found them.
const OF_PAGE: &str = " from bookings b
     where b.status = 'pending' and b.branch_id = $1 and (b.booking_date < $2, b.booking_date, b.start_time, b.id) > ($3, $4, $5, $6)
     order by b.booking_date < $2, b.booking_date, b.start_time, b.id limit $7";

/// The requests of a branch that wait for an answer, today's first, then by their start, from after a position on.
pub fn list_waiting(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    today: NaiveDate,
    after: Option<&RequestCursor>,
    limit: i64,
) -> Result<Vec<DeskBooking>, DbError> {
    let start = RequestCursor { booking_date: today, start_time: NaiveTime::MIN, id: BookingId::new("") };
    let RequestCursor { booking_date, start_time, id } = after.unwrap_or(&start);
    let is_over = *booking_date < today;
    collect_desk_bookings(
        conn,
        sql!(
            select!(DeskBooking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from (select b.id",
            OF_PAGE,
            ") page join bookings b on b.id = page.id join users u on u.id = b.customer_id
                 left join booking_services s on s.booking_id = b.id
             order by b.booking_date < $2, b.booking_date, b.start_time, b.id, s.display_order"
        ),
        sql!(TAGS_OF, "(select customer_id from (select b.customer_id", OF_PAGE, ") page)", TAGS_IN_ORDER),
        params![branch, today, is_over, booking_date, start_time, id, limit],
    )
}

/// The requests of a branch that were declined from a moment on, the latest first.
pub fn list_declined(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    since: Timestamp,
    limit: i64,
) -> Result<Vec<DeskBooking>, DbError> {
    // A request lapses within a day: its own day lies at most two days before. That leaves few rows of the index.
    let first_day = since.ist_date() - Days::new(2);
    let ids: Vec<BookingId> = conn.all_values(
        "select id from bookings
         where status = 'rejected' and booking_date >= $2 and branch_id = $1 and rejected_at >= $3
         order by rejected_at desc, id limit $4",
        params![branch, first_day, since, limit],
    )?;
    list_with_ids(conn, &ids)
}

/// Another booking that needs somebody of this one at the same time.
#[derive(Debug, Clone)]
pub struct ConflictingBooking {
    pub id: BookingId,
    pub customer_name: String,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    pub staff_name: String,
}
row! { ConflictingBooking {
    id, customer_name: "u.name", start_time, end_time, staff_name: "(select t.display_name from staff t where t.id = m.staff_id)",
} }

/// By time. Several services of the same person are several rows.
pub fn list_conflicting(conn: &mut Conn<'_>, id: &BookingId) -> Result<Vec<ConflictingBooking>, DbError> {
    conn.all(
        sql!(
            select!(ConflictingBooking, "c"),
            " from bookings b join booking_services m on m.booking_id = b.id
                 join booking_services o on o.staff_id = m.staff_id and o.booking_date = b.booking_date
                 join bookings c on c.id = o.booking_id join users u on u.id = c.customer_id
             where b.id = $1 and b.status in ",
            ACTIVE_STATUSES,
            " and c.id <> b.id and c.start_time < b.end_time and c.end_time > b.start_time and c.status in ",
            ACTIVE_STATUSES,
            " order by c.start_time, c.id"
        ),
        params![id],
    )
}

/// Another booking of the same customer at the same time, at any branch.
#[derive(Debug, Clone)]
pub struct OwnBooking {
    pub branch_id: BranchId,
    pub branch_name: String,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
}
row! { OwnBooking {
    branch_id, branch_name: "(select n.name from branches n where n.id = c.branch_id)", start_time, end_time,
} }

/// By time. A booking for a guest is none of the customer's own.
pub fn list_own_at_same_time(conn: &mut Conn<'_>, id: &BookingId) -> Result<Vec<OwnBooking>, DbError> {
    conn.all(
        sql!(
            select!(OwnBooking, "c"),
            " from bookings b join bookings c on c.customer_id = b.customer_id
             where b.id = $1 and b.status in ",
            ACTIVE_STATUSES,
            " and c.id <> b.id and c.booking_date = b.booking_date and c.start_time < b.end_time and c.end_time > b.start_time
                 and coalesce(c.guest_name, '') = coalesce(b.guest_name, '') and c.status in ",
            ACTIVE_STATUSES,
            " order by c.start_time, c.id"
        ),
        params![id],
    )
}

/// Something that happened to a booking.
#[derive(Debug, Clone)]
pub struct BookingEvent {
    pub action: String,
    /// The app, or `job` or `command`.
    pub origin: String,
    pub actor_name: Option<String>,
    pub created_at: Timestamp,
    /// The booking before and after it got another time or person, as JSON.
    pub before_json: Option<String>,
    pub after_json: Option<String>,
}
row! { BookingEvent {
    action, origin, actor_name: "u.name", created_at,
    before_json: "case when a.action in ('booking.place', 'booking.reschedule', 'booking.assign')
                  then a.before_json end",
    after_json: "case when a.action in ('booking.place', 'booking.reschedule', 'booking.assign')
                 then a.after_json end",
} }

/// What happened to a booking, the latest first.
pub fn list_events(conn: &mut Conn<'_>, id: &BookingId, limit: i64) -> Result<Vec<BookingEvent>, DbError> {
    conn.all(
        sql!(
            select!(BookingEvent, "a"),
            " from audit_log a left join users u on u.id = a.actor_id
             where a.record_type = 'booking' and a.record_id = $1
             order by a.created_at desc, a.id desc limit $2"
        ),
        params![id, limit],
    )
}

/// The booking before and after the last time that this was done to it, as JSON.
pub fn find_last_states(
    conn: &mut Conn<'_>,
    id: &BookingId,
    action: AuditAction,
) -> Result<Option<(String, String)>, DbError> {
    conn.one(
        "select before_json, after_json from audit_log
         where record_type = 'booking' and record_id = $1 and action = $2
             and before_json is not null and after_json is not null
         order by created_at desc, id desc limit 1",
        params![id, action.as_str()],
    )
}
