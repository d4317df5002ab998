//! The customer is here, and it begins.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes};

use super::follow_up;
use super::in_hand::{DeskRefusal, put_back, take_in};
use crate::occasion::Occasion;

pub fn start(tx: &mut Tx<'_>, occasion: &Occasion, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Confirmed])?;
    desk_changes::start(tx, id, occasion.now)?;
    // Nobody need look for the customer any more.
    follow_up::withdraw(tx, id)?;
    put_back(tx, occasion, "booking.start", &before)
}
