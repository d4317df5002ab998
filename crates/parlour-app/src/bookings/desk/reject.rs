//! The desk rejects a request.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_changes, occupancy};

use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_in_status, record_act, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// The customer reads the reason. The desk can take it back on the same day.
pub fn reject(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, reason: &str) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    record_act(tx, context, BookingAct::Reject, &before, true)?;
    reject_locked(tx, context, &before, reason)
}

/// Rejects a pending booking that is locked, for good.
pub(in crate::bookings) fn reject_locked(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &Booking,
    reason: &str,
) -> Result<Booking, DeskRefusal> {
    desk_changes::reject(tx, &before.id, reason, context.now)?;
    occupancy::release_booking(tx, &before.id)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingReject, before)?;
    follow_up_jobs::withdraw_jobs(tx, &before.id)?;
    notify_customer(tx, context, CustomerEvent::Rejected, &booking)?;
    Ok(booking)
}
