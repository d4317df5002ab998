//! Alerts the desk to a booking request without an answer, and rejects it when it is too old.

use parlour_app::bookings::{UnansweredOutcome, handle_unanswered_request};

use crate::jobs::{JobError, JobPayload, Outcome};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let none = Outcome::Stale { action: "none", notified: 0 };
    let Some(booking) = payload.booking_id.clone() else { return Ok(none) };
    let (context, requested_at) = (worker.context(), payload.requested_at);
    let alerting = worker.app.db.write(move |tx| handle_unanswered_request(tx, &context, &booking, requested_at));
    Ok(match alerting.await? {
        UnansweredOutcome::Answered => none,
        UnansweredOutcome::Rejected => Outcome::Stale { action: "rejected", notified: 1 },
        UnansweredOutcome::Alerted(notified) => Outcome::Stale { action: "alerted", notified },
    })
}
