//! The customer did not come.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes, occupancy};

use super::follow_up;
use super::in_hand::{DeskRefusal, put_back, take_in};
use crate::occasion::Occasion;

/// What it means for the customer's standing is worked out in the background.
pub fn mark_noshow(tx: &mut Tx<'_>, occasion: &Occasion, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Confirmed])?;
    desk_changes::miss(tx, id, occasion.now)?;
    occupancy::release(tx, id)?;
    follow_up::withdraw(tx, id)?;
    put_back(tx, occasion, "booking.noshow", &before)
}
