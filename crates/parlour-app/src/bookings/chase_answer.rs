//! Nobody has answered a request: the desk is reminded of it, and after a day it is as good as refused.

use parlour_domain::booking::{BookingStatus, REJECTED_AFTER_MS};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::{DbError, Tx, bookings};

use super::follow_up;
use super::in_hand::{DeskRefusal, take_in};
use super::reject;
use crate::occasion::Occasion;

/// Told to the customer.
const NOBODY_ANSWERED: &str =
    "We are sorry, nobody could confirm this visit in time. Please ask for another time, or call us.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chased {
    /// There is nothing to answer any more.
    Answered,
    Rejected,
    /// How many this was news to.
    Alerted(u64),
}

/// The age counts from when the customer asked, or asked anew by moving a confirmed visit. Whoever has waited since they
/// asked before finds that answered; what was asked anew is chased in its own time.
pub(crate) fn chase_answer(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    awaited: Option<Timestamp>,
) -> Result<Chased, DbError> {
    match chase(tx, occasion, id, awaited) {
        Ok(chased) => Ok(chased),
        Err(DeskRefusal::Db(error)) => Err(error),
        Err(_) => Ok(Chased::Answered),
    }
}

fn chase(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &BookingId,
    awaited: Option<Timestamp>,
) -> Result<Chased, DeskRefusal> {
    let booking = take_in(tx, id, &[BookingStatus::Pending])?;
    let requested_at = bookings::requested_at(tx, id)?.ok_or(DeskRefusal::Unknown)?;
    if awaited.is_some_and(|awaited| awaited != requested_at) {
        return Ok(Chased::Answered);
    }
    if occasion.now.millis_since(requested_at) > REJECTED_AFTER_MS {
        reject(tx, occasion, id, NOBODY_ANSWERED)?;
        return Ok(Chased::Rejected);
    }
    let asked = requested_at.to_string();
    let told = follow_up::alert_desk(tx, occasion, NotificationType::StaleBooking, &booking, &asked)?;
    follow_up::watch_for_rejection(tx, occasion, id, requested_at)?;
    Ok(Chased::Alerted(told))
}
