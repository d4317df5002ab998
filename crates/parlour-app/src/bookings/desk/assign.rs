//! The desk assigns a booking to another member of staff.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::BookingId;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use super::chosen_staff::{ChosenStaff, lock_chosen_staff};
use super::offer_time::keep_offer_if_possible;
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::bookings::locked_booking::{DeskRefusal, lock_booking, lock_booking_branch, reload_and_audit};
use crate::request_context::RequestContext;

/// In any status: who did the work can be corrected afterwards.
pub fn assign(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    chosen: &ChosenStaff,
) -> Result<Booking, DeskRefusal> {
    let before = lock_booking(tx, id)?;
    let branch = lock_booking_branch(tx, &before)?;
    lock_chosen_staff(tx, &before, chosen)?;
    desk_changes::assign_staff(tx, id, &chosen.staff_id, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingAssign, &before)?;
    // A booking that is over takes no staff time.
    if booking.status.is_open() {
        occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    }
    keep_offer_if_possible(tx, context, &branch, booking)
}
