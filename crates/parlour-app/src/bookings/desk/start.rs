//! The customer has come, and the booking begins.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_in_status, record_act, reload_and_audit};
use crate::request_context::RequestContext;

pub fn start(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Confirmed])?;
    start_locked(tx, context, &before)
}

/// The desk can take it back, whoever started the booking.
pub(in crate::bookings) fn start_locked(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &Booking,
) -> Result<Booking, DeskRefusal> {
    record_act(tx, context, BookingAct::Start, before, false)?;
    desk_changes::start(tx, &before.id, context.now)?;
    // The customer is here, so no no-show check is needed.
    follow_up_jobs::withdraw_jobs(tx, &before.id)?;
    reload_and_audit(tx, context, AuditAction::BookingStart, before)
}
