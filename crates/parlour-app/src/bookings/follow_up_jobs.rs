//! The jobs that follow from a change to a booking, queued in its transaction.

use parlour_domain::booking::{
    AUTO_REJECT_CHECK_AFTER_MS, BookingStatus, NOSHOW_CHECK_AFTER_MS, REVIEW_REQUEST_AFTER_MS, STALE_AFTER_MS,
};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use crate::job_payload::JobPayload;
use crate::request_context::RequestContext;

/// Reminds the desk of a request that is not answered within two hours.
pub(super) fn schedule_stale_alert(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    requested_at: Timestamp,
) -> Result<(), DbError> {
    let payload = JobPayload { requested_at: Some(requested_at), ..JobPayload::for_booking(booking) };
    let due_at = requested_at.plus_millis(STALE_AFTER_MS);
    schedule(tx, context, booking, BookingJob { job: Job::StaleBookingAlert, payload, due_at })
}

/// Looks at a request again once it is old enough to be rejected.
pub(super) fn schedule_rejection_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    requested_at: Timestamp,
) -> Result<(), DbError> {
    let payload = JobPayload { requested_at: Some(requested_at), ..JobPayload::for_booking(booking) };
    let due_at = requested_at.plus_millis(AUTO_REJECT_CHECK_AFTER_MS);
    schedule(tx, context, booking, BookingJob { job: Job::StaleBookingAlert, payload, due_at })
}

/// Asks the desk about a confirmed booking that has not begun by its end. Jobs for the booking's earlier state are
/// withdrawn.
pub(super) fn replace_jobs_with_noshow_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    withdraw_jobs(tx, &booking.id)?;
    let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
    let payload = JobPayload { ends_at: Some(ends_at), ..JobPayload::for_booking(&booking.id) };
    let due_at = ends_at.plus_millis(NOSHOW_CHECK_AFTER_MS);
    schedule(tx, context, &booking.id, BookingJob { job: Job::NoshowCheck, payload, due_at })
}

/// Follows a change of start or length. An unanswered request keeps its age, and so its alert.
pub(super) fn update_jobs_after_time_change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    if booking.status == BookingStatus::Confirmed {
        replace_jobs_with_noshow_check(tx, context, booking)?;
    }
    Ok(())
}

/// Queues again what an act of the desk withdrew, due as it was. A job that was due before the act has run.
pub(super) fn restore_jobs(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
    acted_at: Timestamp,
) -> Result<(), DbError> {
    if booking.status == BookingStatus::Confirmed {
        let ends_at = Timestamp::from_ist(booking.booking_date, booking.end_time);
        if acted_at < ends_at.plus_millis(NOSHOW_CHECK_AFTER_MS) {
            replace_jobs_with_noshow_check(tx, context, booking)?;
        }
        return Ok(());
    }
    let Some(requested_at) = booking_records::find_requested_at(tx, &booking.id)? else { return Ok(()) };
    if acted_at < requested_at.plus_millis(STALE_AFTER_MS) {
        schedule_stale_alert(tx, context, &booking.id, requested_at)
    } else {
        schedule_rejection_check(tx, context, &booking.id, requested_at)
    }
}

/// Renders and sends the invoice now, and asks the customer for a review a day later.
pub(super) fn schedule_jobs_after_completion(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
) -> Result<(), DbError> {
    let payload = JobPayload::for_booking(booking);
    let invoice = BookingJob { job: Job::InvoicePdf, payload: payload.clone(), due_at: context.now };
    schedule(tx, context, booking, invoice)?;
    let due_at = context.now.plus_millis(REVIEW_REQUEST_AFTER_MS);
    schedule(tx, context, booking, BookingJob { job: Job::PostServiceFollowup, payload, due_at })
}

/// Removes the queued jobs about a booking.
pub(super) fn withdraw_jobs(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    queued_jobs::cancel_by_subject(tx, &JobSubject::Booking(booking).to_string())
}

struct BookingJob {
    job: Job,
    /// Names the booking, and its state at this moment where that may change: a job that is parked or in an external
    /// queue cannot be withdrawn, and compares the two.
    payload: JobPayload,
    due_at: Timestamp,
}

fn schedule(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &BookingId,
    BookingJob { job, payload, due_at }: BookingJob,
) -> Result<(), DbError> {
    let queued = QueuedJob {
        id: &context.new_id(),
        kind: job.as_str(),
        payload: &payload.to_json(),
        subject: &JobSubject::Booking(booking).to_string(),
        dedup_key: &format!("{job}:{booking}:{}", due_at.millis()),
        due_at,
    };
    queued_jobs::enqueue(tx, &queued, context.now)
}
