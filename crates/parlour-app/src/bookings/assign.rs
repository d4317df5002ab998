//! Somebody else does it.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use super::locked_booking::{
    DeskRefusal, check_staff_active, lock_booking, lock_booking_branch, reload_and_audit,
};
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::request_context::RequestContext;

/// Whatever has become of the booking: who did it is also put right afterwards.
pub fn assign(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    staff: &StaffId,
) -> Result<Booking, DeskRefusal> {
    let before = lock_booking(tx, id)?;
    check_staff_active(tx, staff)?;
    let branch = lock_booking_branch(tx, &before)?;
    desk_changes::assign_staff(tx, id, staff, context.now)?;
    let booking = reload_and_audit(tx, context, "booking.assign", &before)?;
    // Of what is over nobody's time is kept.
    if matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed | BookingStatus::InProgress)
    {
        occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    }
    Ok(booking)
}
