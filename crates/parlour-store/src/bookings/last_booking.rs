//! The last completed booking of a customer, to book the same again.

use parlour_db::{Conn, DbError, params};
use parlour_domain::ids::{BookingId, UserId};

use crate::bookings::booking_records::{CustomerBooking, find_customer_booking};

pub fn find_last_completed(conn: &mut Conn<'_>, customer: &UserId) -> Result<Option<CustomerBooking>, DbError> {
    let id = conn.one_value::<BookingId>(
        "select b.id from bookings b where b.customer_id = $1 and b.status = 'completed'
         order by b.booking_date desc, b.start_time desc, b.id desc limit 1",
        params![customer],
    )?;
    Ok(id.map(|id| find_customer_booking(conn, &id, customer)).transpose()?.flatten())
}
