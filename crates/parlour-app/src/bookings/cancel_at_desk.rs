//! The desk calls a visit off.

use parlour_domain::ids::BookingId;
use parlour_domain::notification::NotificationType;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::occupancy;

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_booking, reload_and_audit};
use crate::request_context::RequestContext;

/// However late it is, it is not the customer's lateness.
pub fn cancel_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    reason: &str,
) -> Result<Booking, DeskRefusal> {
    let before = lock_booking(tx, id)?;
    if !before.status.is_upcoming() {
        return Err(DeskRefusal::NotUpcoming);
    }
    booking_records::cancel(tx, id, Some(reason), false, context.now)?;
    occupancy::release_booking(tx, id)?;
    let booking = reload_and_audit(tx, context, "booking.cancel", &before)?;
    follow_up::withdraw_jobs(tx, id)?;
    follow_up::notify_customer(tx, context, NotificationType::BookingCancelled, &booking)?;
    Ok(booking)
}
