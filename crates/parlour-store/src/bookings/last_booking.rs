//! The last completed booking of a customer, to book the same again.

use parlour_db::{Conn, DbError, params};
use parlour_domain::ids::{BookingId, StaffId, UserId};

use crate::bookings::booking_records::{CustomerBooking, find_customer_booking};

pub fn find_last_completed(conn: &mut Conn<'_>, customer: &UserId) -> Result<Option<CustomerBooking>, DbError> {
    let id = conn.one_value::<BookingId>(
        "select b.id from bookings b where b.customer_id = $1 and b.status = 'completed'
         order by b.booking_date desc, b.start_time desc, b.id desc limit 1",
        params![customer],
    )?;
    Ok(id.map(|id| find_customer_booking(conn, &id, customer)).transpose()?.flatten())
}

/// Who looked after the customer at the last completed booking.
pub fn find_last_staff(conn: &mut Conn<'_>, customer: &UserId) -> Result<Option<StaffId>, DbError> {
    let last = find_last_completed(conn, customer)?;
    Ok(last.and_then(|last| last.booking.services.into_iter().find_map(|line| line.service.staff_id)))
}
