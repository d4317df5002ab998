//! Somebody of the staff says that a visit is over, so that the desk can ask for the money.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, UserId};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use crate::bookings::locked_booking::{DeskRefusal, lock_own_in_status, reload_and_audit};
use crate::request_context::RequestContext;

/// Any of its staff can say so. A booking that is finished already keeps its time.
pub fn finish(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    id: &BookingId,
) -> Result<Booking, DeskRefusal> {
    let before = lock_own_in_status(tx, user, id, BookingStatus::InProgress)?;
    if before.finished_at.is_some() {
        return Ok(before);
    }
    desk_changes::set_finished(tx, id, Some(context.now), context.now)?;
    reload_and_audit(tx, context, AuditAction::BookingFinish, &before)
}

/// Any of its staff can take it back. Nothing changes if the booking is not finished.
pub fn take_back_finish(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    id: &BookingId,
) -> Result<Booking, DeskRefusal> {
    let before = lock_own_in_status(tx, user, id, BookingStatus::InProgress)?;
    if before.finished_at.is_none() {
        return Ok(before);
    }
    desk_changes::set_finished(tx, id, None, context.now)?;
    reload_and_audit(tx, context, AuditAction::BookingTakeBackFinish, &before)
}
