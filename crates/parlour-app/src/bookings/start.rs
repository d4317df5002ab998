//! The customer is here, and it begins.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_in_status, reload_and_audit};
use crate::request_context::RequestContext;

pub fn start(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Confirmed])?;
    desk_changes::start(tx, id, context.now)?;
    // Nobody need look for the customer any more.
    follow_up::withdraw_jobs(tx, id)?;
    reload_and_audit(tx, context, "booking.start", &before)
}
