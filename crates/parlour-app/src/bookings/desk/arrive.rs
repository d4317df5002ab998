//! The customer has come, and waits.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use crate::bookings::locked_booking::{DeskRefusal, lock_in_status, record_act, reload_and_audit};
use crate::request_context::RequestContext;

/// A customer who has arrived already keeps the time of the first arrival.
pub fn arrive(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Confirmed])?;
    if before.arrived_at.is_some() {
        return Ok(before);
    }
    record_act(tx, context, BookingAct::Arrive, &before, false)?;
    desk_changes::arrive(tx, id, context.now)?;
    reload_and_audit(tx, context, AuditAction::BookingArrive, &before)
}
