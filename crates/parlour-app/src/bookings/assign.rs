//! Somebody else does it.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes};

use super::in_hand::{DeskRefusal, branch_of, check_staff, put_back, take};
use crate::availability::{Chooser, occupy};
use crate::occasion::Occasion;

/// Whatever has become of the booking: who did it is also put right afterwards.
pub fn assign(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    staff: &StaffId,
) -> Result<Booking, DeskRefusal> {
    let before = take(tx, id)?;
    check_staff(tx, staff)?;
    let branch = branch_of(tx, &before)?;
    desk_changes::assign(tx, id, staff, occasion.now)?;
    let booking = put_back(tx, occasion, "booking.assign", &before)?;
    // Of what is over nobody's time is kept.
    if matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed | BookingStatus::InProgress)
    {
        occupy(tx, &branch, &booking, Chooser::Desk, occasion.now)?;
    }
    Ok(booking)
}
