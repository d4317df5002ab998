//! A confirmed visit should be over, and nobody has said that it began: the desk is asked, and decides. Whoever asks for
//! this has waited until then; of a visit that was moved meanwhile, until another end.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_store::{DbError, Tx};

use super::follow_up;
use super::locked_booking::{DeskRefusal, lock_in_status};
use crate::request_context::RequestContext;

/// How many this was news to. A visit that was moved has another end, and is asked after again then. Whoever does not say
/// which end they waited for has waited for this one.
pub(crate) fn alert_possible_noshow(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    expected_ends_at: Option<Timestamp>,
) -> Result<u64, DbError> {
    let booking = match lock_in_status(tx, id, &[BookingStatus::Confirmed]) {
        Ok(booking) => booking,
        Err(DeskRefusal::Db(error)) => return Err(error),
        Err(_) => return Ok(0),
    };
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    if expected_ends_at.is_some_and(|expected_ends_at| expected_ends_at != ends_at) {
        return Ok(0);
    }
    follow_up::notify_desk_in_period(
        tx,
        context,
        NotificationType::NoshowCheck,
        &booking,
        &ends_at.to_string(),
    )
}
