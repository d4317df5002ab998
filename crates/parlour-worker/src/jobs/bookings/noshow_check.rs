//! Alerts the desk to a confirmed booking that should be over.

use parlour_app::bookings::alert_possible_noshow;

use crate::jobs::{JobError, JobPayload, Outcome};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let Some(booking) = payload.booking_id.clone() else { return Ok(Outcome::Notified(0)) };
    let (context, ends_at) = (worker.context(), payload.ends_at);
    let checking = worker.app.db.write(move |tx| alert_possible_noshow(tx, &context, &booking, ends_at));
    Ok(Outcome::Notified(checking.await?))
}
