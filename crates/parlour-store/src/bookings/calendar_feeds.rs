//! Calendars that people share with their own programs, and the bookings on them. The address holds the secret, the
//! database only its hash.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, FromRow, SqlValue, Tx, insert, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone)]
pub struct CalendarFeed {
    pub id: String,
    pub created_at: Timestamp,
}
row! { CalendarFeed { id, created_at } }

#[derive(Debug)]
pub struct NewCalendarFeed<'a> {
    pub id: &'a str,
    pub user_id: &'a UserId,
    pub kind: FeedKind,
    pub secret_hash: &'a str,
}

/// Replaces the user's earlier feeds of this kind.
pub fn replace_feed(tx: &mut Tx<'_>, feed: &NewCalendarFeed<'_>, now: Timestamp) -> Result<(), DbError> {
    tx.execute("delete from calendar_feeds where user_id = $1 and kind = $2", params![feed.user_id, feed.kind])?;
    insert! { tx.run, "calendar_feeds", feed { id, user_id, kind, secret_hash, created_at: now } }
}

/// Revokes the current feed and returns its id, if there is one.
pub fn revoke_feed(tx: &mut Tx<'_>, user: &UserId, kind: FeedKind, now: Timestamp) -> Result<Option<String>, DbError> {
    tx.one_value(
        "update calendar_feeds set revoked_at = $3 where user_id = $1 and kind = $2 and revoked_at is null
         returning id",
        params![user, kind, now],
    )
}

pub fn find_current_feed(conn: &mut Conn<'_>, user: &UserId, kind: FeedKind) -> Result<Option<CalendarFeed>, DbError> {
    conn.one(
        sql!(select!(CalendarFeed, ""), " from calendar_feeds where user_id = $1 and kind = $2 and revoked_at is null"),
        params![user, kind],
    )
}

/// The user whose calendar the secret opens. Former staff have no staff calendar.
pub fn find_owner(conn: &mut Conn<'_>, secret_hash: &str, kind: FeedKind) -> Result<Option<UserId>, DbError> {
    conn.one_value(
        "select u.id from calendar_feeds f join users u on u.id = f.user_id
         where f.secret_hash = $1 and f.kind = $2 and f.revoked_at is null and u.anonymised_at is null
             and (f.kind = 'customer' or u.role <> 'customer')",
        params![secret_hash, kind],
    )
}

/// A booking with what a calendar shows of it.
#[derive(Debug, Clone)]
pub struct CalendarBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    pub reschedule_count: i64,
    pub undo_count: i64,
    pub time_offer_count: i64,
    pub updated_at: Timestamp,
    pub branch_name: String,
    pub branch_address: String,
    /// Whom the visit is for, if not for the customer.
    pub guest_name: Option<String>,
    /// In the order of the booking.
    pub services: Vec<CalendarBookingService>,
}
row! { CalendarBooking {
    id, booking_number, status, booking_date, start_time, end_time, reschedule_count, undo_count,
    time_offer_count, updated_at,
    branch_name: "h.name", branch_address: "h.address", guest_name; services
} }

#[derive(Debug, Clone)]
pub struct CalendarBookingService {
    pub name: String,
    pub duration_minutes: i64,
    /// Whether the calendar's owner does it.
    pub is_own: bool,
}
row! { CalendarBookingService { name: "service_name_snapshot", duration_minutes; is_own } }

/// The bookings on a customer's calendar, in their order; the earliest are left out where there are too many.
pub fn list_customer_bookings(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
    most: i64,
) -> Result<Vec<CalendarBooking>, DbError> {
    collect_calendar_bookings(
        conn,
        sql!(
            select!(CalendarBooking, "b"),
            ", s.service_name_snapshot, s.duration_minutes, false from (select id from bookings where customer_id = $1 and booking_date between $2 and $3
                   order by booking_date desc, start_time desc, id desc limit $4) page
                 join bookings b on b.id = page.id join branches h on h.id = b.branch_id
                 join booking_services s on s.booking_id = b.id
             order by b.booking_date, b.start_time, b.id, s.display_order"
        ),
        params![user, from, to, most],
    )
}

/// The bookings on a member of staff's calendar, in their order; the earliest are left out where there are too many.
pub fn list_staff_bookings(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
    most: i64,
) -> Result<Vec<CalendarBooking>, DbError> {
    collect_calendar_bookings(
        conn,
        sql!(
            select!(CalendarBooking, "b"),
            ", s.service_name_snapshot, s.duration_minutes, coalesce(t.user_id = $1, false) from (select distinct v.booking_date, v.booking_id
                   from staff p join booking_services v on v.staff_id = p.id
                   where p.user_id = $1 and v.booking_date between $2 and $3
                   order by v.booking_date desc, v.booking_id desc limit $4) page
                 join bookings b on b.id = page.booking_id join branches h on h.id = b.branch_id
                 join booking_services s on s.booking_id = b.id left join staff t on t.id = s.staff_id
             order by b.booking_date, b.start_time, b.id, s.display_order"
        ),
        params![user, from, to, most],
    )
}

/// A booking as a calendar shows it, if it is this customer's.
pub fn find_own_calendar_booking(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
) -> Result<Option<CalendarBooking>, DbError> {
    let found = collect_calendar_bookings(
        conn,
        sql!(
            select!(CalendarBooking, "b"),
            ", s.service_name_snapshot, s.duration_minutes, false from bookings b join branches h on h.id = b.branch_id join booking_services s on s.booking_id = b.id
             where b.id = $1 and b.customer_id = $2 order by s.display_order"
        ),
        params![id, customer],
    )?;
    Ok(found.into_iter().next())
}

/// A row's last column is whether the calendar's owner does the service.
fn collect_calendar_bookings(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<CalendarBooking>, DbError> {
    conn.all_grouped::<CalendarBooking, BookingId>(sql, params, |booking, columns| {
        let service = CalendarBookingService::from_row(columns)?;
        booking.services.push(CalendarBookingService { is_own: columns.take()?, ..service });
        Ok(())
    })
}
