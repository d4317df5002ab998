//! The desk takes a request.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes};

use super::follow_up;
use super::in_hand::{DeskRefusal, branch_of, check_staff, put_back, take_in};
use crate::availability::{Chooser, occupy};
use crate::occasion::Occasion;

/// One member of staff does all of it.
pub fn approve(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    staff: &StaffId,
) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Pending])?;
    check_staff(tx, staff)?;
    let branch = branch_of(tx, &before)?;
    desk_changes::assign(tx, id, staff, occasion.now)?;
    desk_changes::confirm(tx, id, occasion.now)?;
    let booking = put_back(tx, occasion, "booking.approve", &before)?;
    occupy(tx, &branch, &booking, Chooser::Desk, occasion.now)?;
    follow_up::watch_for_noshow(tx, occasion, &booking)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingConfirmed, &booking)?;
    Ok(booking)
}
