//! Other times that the desk offers for requests.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{DbError, Tx, params, sql};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;

use super::booking_records::{NO_OFFERED_TIME, NewBookingTime};

#[derive(Debug, Clone, Copy)]
pub struct NewTimeOffer<'a> {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub staff_id: &'a StaffId,
    pub expires_at: Timestamp,
}

/// Offers another time for a request, instead of one that was offered before. The age of the request counts from now.
pub fn offer(tx: &mut Tx<'_>, id: &BookingId, offer: &NewTimeOffer<'_>, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update bookings set offered_date = $2, offered_start_time = $3, offered_staff_id = $4, offer_expires_at = $5,
             time_offer_count = time_offer_count + 1, requested_at = $6, updated_at = $6
         where id = $1",
        params![id, offer.booking_date, offer.start_time, offer.staff_id, offer.expires_at, now],
    )
}

/// Withdraws the offered time. The request stays as it is.
pub fn end_offer(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.run(sql!("update bookings set updated_at = $2, ", NO_OFFERED_TIME, " where id = $1"), params![id, now])
}

/// Confirms a request for the offered time.
pub fn accept(tx: &mut Tx<'_>, id: &BookingId, at: NewBookingTime, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set status = 'confirmed', confirmed_at = $5, booking_date = $2, start_time = $3,
                 end_time = $4, updated_at = $5, ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, at.booking_date, at.start_time, at.end_time, now],
    )
}
