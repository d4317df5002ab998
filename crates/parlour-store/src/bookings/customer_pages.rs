//! A customer's bookings as the pages of the customer app show them: open ones, past ones, and one booking.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, FromRow, SqlValue, columns, params, row, select, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

use crate::bookings::booking_records::{BookingServiceWithStaff, BookingState, CustomerBooking};

/// Where the next page of past bookings begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastBookingCursor {
    pub booking_date: NaiveDate,
    pub id: BookingId,
}
parlour_db::cursor! { PastBookingCursor { booking_date, id } }

impl PastBookingCursor {
    pub fn of(booking: &CustomerBooking) -> Self {
        Self { booking_date: booking.booking.booking_date, id: booking.booking.id.clone() }
    }
}

/// Pending and confirmed bookings and those in progress, the next one first.
pub fn list_open_bookings(conn: &mut Conn<'_>, customer: &UserId) -> Result<Vec<CustomerBooking>, DbError> {
    read_bookings(
        conn,
        sql!(
            select!(CustomerBooking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from bookings b left join booking_services s on s.booking_id = b.id
             where b.customer_id = $1 and b.status in ('pending', 'confirmed', 'in_progress')
             order by b.booking_date, b.start_time, b.id, s.display_order"
        ),
        params![customer],
    )
}

/// Bookings that are over or do not take place, the latest day first, from after a position on.
pub fn past_page(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&PastBookingCursor>,
    limit: i64,
) -> Result<Vec<CustomerBooking>, DbError> {
    // The first page starts at a day after all bookings.
    let far_future = Timestamp::FAR_FUTURE.utc().date_naive();
    let (booking_date, id) = after.map_or((far_future, ""), |at| (at.booking_date, at.id.as_str()));
    read_bookings(
        conn,
        sql!(
            select!(CustomerBooking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from (select * from bookings p where p.customer_id = $1
                     and p.status in ('completed', 'cancelled', 'no_show', 'rejected')
                     and (p.booking_date, p.id) < ($2, $3)
                     order by p.booking_date desc, p.id desc limit $4) b
                 left join booking_services s on s.booking_id = b.id
             order by b.booking_date desc, b.id desc, s.display_order"
        ),
        params![customer, booking_date, id, limit],
    )
}

fn read_bookings(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<CustomerBooking>, DbError> {
    conn.all_grouped::<CustomerBooking, BookingId>(sql, params, |found, columns| {
        found.booking.set_state(BookingState::from_row(columns)?);
        found.booking.services.extend(Option::<BookingServiceWithStaff>::from_row(columns)?);
        Ok(())
    })
}

/// What the page of one booking shows besides the fields of the contract.
#[derive(Debug, Clone)]
pub struct BookingHistory {
    /// How often the customer moved it; `reschedule_count` also has the desk's moves.
    pub customer_reschedule_count: i64,
    pub is_late_cancellation: bool,
    pub started_at: Option<Timestamp>,
    pub noshow_at: Option<Timestamp>,
}
row! { BookingHistory { customer_reschedule_count, is_late_cancellation, started_at, noshow_at } }

pub fn find_history(conn: &mut Conn<'_>, id: &BookingId, customer: &UserId) -> Result<Option<BookingHistory>, DbError> {
    conn.one(
        sql!(select!(BookingHistory, ""), " from bookings where id = $1 and customer_id = $2"),
        params![id, customer],
    )
}

/// Whether the booking is this customer's.
pub fn is_own_booking(conn: &mut Conn<'_>, id: &BookingId, customer: &UserId) -> Result<bool, DbError> {
    conn.exists("select 1 from bookings where id = $1 and customer_id = $2", params![id, customer])
}
