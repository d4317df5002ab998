//! Asks the desk whether the customer came to a confirmed booking that should be over but was never started.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_store::{DbError, Tx};

use crate::bookings::locked_booking::{DeskRefusal, lock_in_status};
use crate::bookings::notifications::{DeskEvent, notify_desk};
use crate::request_context::RequestContext;

/// Returns how many people were notified. `expected_ends_at` is the end for which the job was queued: a booking that
/// was moved since has a job of its own for the new end. Without it, the present end counts.
pub fn alert_possible_noshow(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    expected_ends_at: Option<Timestamp>,
) -> Result<u64, DbError> {
    let booking = match lock_in_status(tx, id, &[BookingStatus::Confirmed]) {
        Ok(booking) => booking,
        Err(DeskRefusal::Db(error)) => return Err(error),
        Err(_) => return Ok(0),
    };
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    if expected_ends_at.is_some_and(|expected| expected != ends_at) {
        return Ok(0);
    }
    notify_desk(tx, context, DeskEvent::PossibleNoshow(ends_at), &booking)
}
