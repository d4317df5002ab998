//! The desk cancels a booking.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingAct;
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::occupancy;

use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking, record_act, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;

/// Never counts as a late cancellation of the customer. The desk can take it back on the same day.
pub fn cancel_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    reason: &str,
    tell_customer: bool,
) -> Result<Booking, DeskRefusal> {
    let before = lock_booking(tx, id)?;
    if !before.status.is_upcoming() {
        return Err(DeskRefusal::NotUpcoming);
    }
    record_act(tx, context, BookingAct::Cancel, &before, tell_customer)?;
    booking_records::cancel(tx, id, Some(reason), false, context.now)?;
    occupancy::release_booking(tx, id)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingCancel, &before)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    if tell_customer {
        notify_customer(tx, context, CustomerEvent::Cancelled, &booking)?;
    }
    Ok(booking)
}
