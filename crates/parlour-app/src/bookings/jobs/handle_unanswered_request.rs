//! Reminds the desk of a request without an answer, and rejects a customer's request after a day.

use parlour_domain::booking::{AUTO_REJECT_AFTER_MS, BookingStatus};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::{DbError, Tx};

use crate::bookings::desk::reject::reject_locked;
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_in_status};
use crate::bookings::notifications::{DeskEvent, notify_desk};
use crate::request_context::RequestContext;

/// The reason that the customer reads.
const UNANSWERED_REASON: &str =
    "We are sorry, nobody could confirm this visit in time. Please ask for another time, or call us.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnansweredOutcome {
    /// The request no longer waits for an answer.
    Answered,
    Rejected,
    /// How many people were notified.
    Alerted(u64),
}

/// The age of a request counts from when the customer made it, or made it pending again by moving a confirmed booking, or
/// from when the desk offered another time.
/// `expected_requested_at` is the time for which the job was queued: a request that is younger has a job of its own.
pub fn handle_unanswered_request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    expected_requested_at: Option<Timestamp>,
) -> Result<UnansweredOutcome, DbError> {
    match remind_or_reject(tx, context, id, expected_requested_at) {
        Ok(outcome) => Ok(outcome),
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
    if expected_requested_at.is_some_and(|expected| expected != requested_at) {
        return Ok(UnansweredOutcome::Answered);
    }
    if context.now.millis_since(requested_at) > AUTO_REJECT_AFTER_MS {
        return after_a_day(tx, context, &booking, requested_at);
    }
    let notified = notify_desk(tx, context, DeskEvent::Unanswered(requested_at), &booking)?;
    follow_up_jobs::schedule_rejection_check(tx, context, id, requested_at)?;
    Ok(UnansweredOutcome::Alerted(notified))
}

fn after_a_day(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
    requested_at: Timestamp,
) -> Result<UnansweredOutcome, DeskRefusal> {
    if !booking_records::is_made_at_desk(tx, &booking.id)? {
        reject_locked(tx, context, booking, UNANSWERED_REASON)?;
        return Ok(UnansweredOutcome::Rejected);
    }
    // The desk has promised this visit to its customer, so only the desk takes it back. It is reminded once more.
    let day_later = requested_at.plus_millis(AUTO_REJECT_AFTER_MS);
    notify_desk(tx, context, DeskEvent::Unanswered(day_later), booking)
        .map(UnansweredOutcome::Alerted)
        .map_err(DeskRefusal::from)
}
