//! The desk cannot take a request.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes, occupancy};

use super::follow_up;
use super::in_hand::{DeskRefusal, put_back, take_in};
use crate::occasion::Occasion;

/// The customer is told the reason.
pub fn reject(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    reason: &str,
) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Pending])?;
    desk_changes::reject(tx, id, reason, occasion.now)?;
    occupancy::release(tx, id)?;
    let booking = put_back(tx, occasion, "booking.reject", &before)?;
    follow_up::withdraw(tx, id)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingRejected, &booking)?;
    Ok(booking)
}
