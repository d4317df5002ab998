//! The desk calls a visit off.

use parlour_domain::ids::BookingId;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::{self, Booking};
use parlour_store::{Tx, occupancy};

use super::follow_up;
use super::in_hand::{DeskRefusal, put_back, take};
use crate::occasion::Occasion;

/// However late it is, it is not the customer's lateness.
pub fn cancel_at_desk(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    reason: &str,
) -> Result<Booking, DeskRefusal> {
    let before = take(tx, id)?;
    if !before.status.is_ahead() {
        return Err(DeskRefusal::NotAhead);
    }
    bookings::cancel(tx, id, Some(reason), false, occasion.now)?;
    occupancy::release(tx, id)?;
    let booking = put_back(tx, occasion, "booking.cancel", &before)?;
    follow_up::withdraw(tx, id)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingCancelled, &booking)?;
    Ok(booking)
}
