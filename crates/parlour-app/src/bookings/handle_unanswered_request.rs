//! Nobody has answered a request: the desk is reminded of it, and after a day it is as good as refused.

use parlour_domain::booking::{AUTO_REJECT_AFTER_MS, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_store::bookings::booking_records;
use parlour_store::{DbError, Tx};

use super::locked_booking::{DeskRefusal, lock_in_status};
use super::{follow_up, reject};
use crate::request_context::RequestContext;

/// Told to the customer.
const UNANSWERED_REASON: &str =
    "We are sorry, nobody could confirm this visit in time. Please ask for another time, or call us.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnansweredOutcome {
    /// There is nothing to answer any more.
    Answered,
    Rejected,
    /// How many this was news to.
    Alerted(u64),
}

/// The age counts from when the customer asked, or asked anew by moving a confirmed visit. Whoever has waited since they
/// asked before finds that answered; what was asked anew is chased in its own time.
pub(crate) fn handle_unanswered_request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    expected_requested_at: Option<Timestamp>,
) -> Result<UnansweredOutcome, DbError> {
    match remind_or_reject(tx, context, id, expected_requested_at) {
        Ok(chased) => Ok(chased),
        Err(DeskRefusal::Db(error)) => Err(error),
        Err(_) => Ok(UnansweredOutcome::Answered),
    }
}

fn remind_or_reject(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    expected_requested_at: Option<Timestamp>,
) -> Result<UnansweredOutcome, DeskRefusal> {
    let booking = lock_in_status(tx, id, &[BookingStatus::Pending])?;
    let requested_at = booking_records::find_requested_at(tx, id)?.ok_or(DeskRefusal::Unknown)?;
    if expected_requested_at.is_some_and(|expected_requested_at| expected_requested_at != requested_at) {
        return Ok(UnansweredOutcome::Answered);
    }
    if context.now.millis_since(requested_at) > AUTO_REJECT_AFTER_MS {
        reject(tx, context, id, UNANSWERED_REASON)?;
        return Ok(UnansweredOutcome::Rejected);
    }
    let asked = requested_at.to_string();
    let told =
        follow_up::notify_desk_in_period(tx, context, NotificationType::StaleBooking, &booking, &asked)?;
    follow_up::schedule_rejection_check(tx, context, id, requested_at)?;
    Ok(UnansweredOutcome::Alerted(told))
}
