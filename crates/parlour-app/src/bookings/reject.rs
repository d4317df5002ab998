//! The desk cannot take a request.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::notification::NotificationType;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_changes, occupancy};

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_in_status, reload_and_audit};
use crate::request_context::RequestContext;

/// The customer is told the reason.
pub fn reject(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    reason: &str,
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    desk_changes::reject(tx, id, reason, context.now)?;
    occupancy::release_booking(tx, id)?;
    let booking = reload_and_audit(tx, context, "booking.reject", &before)?;
    follow_up::withdraw_jobs(tx, id)?;
    follow_up::notify_customer(tx, context, NotificationType::BookingRejected, &booking)?;
    Ok(booking)
}
