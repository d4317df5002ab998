//! Somebody else does it.

use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes};

use super::in_hand::{DeskRefusal, check_staff, put_back, take};
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
    desk_changes::assign(tx, id, staff, occasion.now)?;
    put_back(tx, occasion, "booking.assign", &before)
}
