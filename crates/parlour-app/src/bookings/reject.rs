//! The desk rejects a request.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_changes, occupancy};

use super::follow_up_jobs;
use super::locked_booking::{DeskRefusal, lock_in_status, reload_and_audit};
use super::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// The customer reads the reason.
pub fn reject(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, reason: &str) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    desk_changes::reject(tx, id, reason, context.now)?;
    occupancy::release_booking(tx, id)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingReject, &before)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    notify_customer(tx, context, CustomerEvent::Rejected, &booking)?;
    Ok(booking)
}
