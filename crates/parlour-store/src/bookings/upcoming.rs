//! Bookings that are about to begin.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

/// A confirmed booking whose customer has reminders enabled.
#[derive(Debug, Clone)]
pub struct UpcomingBooking {
    pub id: BookingId,
    pub customer_id: UserId,
    pub booking_number: String,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub branch_name: String,
    pub created_at: Timestamp,
}
row! { UpcomingBooking {
    id, customer_id, booking_number, booking_date, start_time,
    branch_name: "(select n.name from branches n where n.id = b.branch_id)", created_at,
} }

impl UpcomingBooking {
    pub fn starts_at(&self) -> Timestamp {
        Timestamp::from_ist(self.booking_date, self.start_time)
    }
}

/// Where the next bookings begin.
#[derive(Debug, Clone)]
pub struct UpcomingBookingCursor {
    pub booking_date: NaiveDate,
    pub created_at: Timestamp,
    pub id: String,
}

impl UpcomingBookingCursor {
    /// Before the first of a day.
    pub fn start_of(booking_date: NaiveDate) -> Self {
        Self { booking_date, created_at: Timestamp::FAR_PAST, id: String::new() }
    }

    pub fn of(booking: &UpcomingBooking) -> Self {
        Self { booking_date: booking.booking_date, created_at: booking.created_at, id: booking.id.as_str().to_owned() }
    }
}

/// The bookings that begin after the first time, and at or before the second.
pub fn list_starting_between(
    conn: &mut Conn<'_>,
    after: Timestamp,
    until: Timestamp,
    from: &UpcomingBookingCursor,
    limit: i64,
) -> Result<Vec<UpcomingBooking>, DbError> {
    // Branch and reminder setting are looked up row by row, so that the index alone decides which rows there are.
    conn.all(
        sql!(
            select!(UpcomingBooking, "b"),
            " from bookings b
             where b.status = 'confirmed' and (b.booking_date, b.created_at, b.id) > ($1, $2, $3)
                 and b.booking_date <= $4 and (b.booking_date, b.start_time) <= ($4, $5)
                 and (b.booking_date, b.start_time) > ($6, $7)
                 and coalesce((select p.appointment_reminders_enabled from profiles p where p.user_id = b.customer_id),
                     true)
             order by b.booking_date, b.created_at, b.id limit $8"
        ),
        params![
            from.booking_date,
            from.created_at,
            from.id,
            until.ist_date(),
            until.ist_time(),
            after.ist_date(),
            after.ist_time(),
            limit
        ],
    )
}
