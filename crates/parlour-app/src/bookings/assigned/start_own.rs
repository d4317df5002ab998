//! Somebody of the staff begins with their customer.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, UserId};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;

use crate::bookings::desk::start::start_locked;
use crate::bookings::locked_booking::{DeskRefusal, lock_own_in_status};
use crate::request_context::RequestContext;

/// As the desk starts a booking, which can take it back.
pub fn start_own(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    id: &BookingId,
) -> Result<Booking, DeskRefusal> {
    let before = lock_own_in_status(tx, user, id, BookingStatus::Confirmed)?;
    start_locked(tx, context, &before)
}
