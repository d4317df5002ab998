//! A confirmed visit should be over, and nobody has said that it began: the desk is asked, and decides. Whoever asks for
//! this has waited until then; of a visit that was moved meanwhile, until another end.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::{DbError, Tx};

use super::follow_up;
use super::in_hand::{DeskRefusal, take_in};
use crate::occasion::Occasion;

/// How many this was news to. A visit that was moved has another end, and is asked after again then. Whoever does not say
/// which end they waited for has waited for this one.
pub(crate) fn look_for_customer(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    awaited: Option<Timestamp>,
) -> Result<u64, DbError> {
    let booking = match take_in(tx, id, &[BookingStatus::Confirmed]) {
        Ok(booking) => booking,
        Err(DeskRefusal::Db(error)) => return Err(error),
        Err(_) => return Ok(0),
    };
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    if awaited.is_some_and(|awaited| awaited != ends_at) {
        return Ok(0);
    }
    follow_up::alert_desk(tx, occasion, NotificationType::NoshowCheck, &booking, &ends_at.to_string())
}
