//! Queues the jobs about files.

use parlour_app::job_payload::JobPayload;
use parlour_app::request_context::RequestContext;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

/// Every call queues a job: the one that is running may queue the next.
pub(crate) fn enqueue_file_job(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    job: Job,
    file: &str,
    due_at: Timestamp,
) -> Result<(), DbError> {
    let id = context.new_id();
    let queued = QueuedJob {
        id: &id,
        kind: job.as_str(),
        payload: &JobPayload::for_file(file).to_json(),
        subject: &JobSubject::File(file).to_string(),
        dedup_key: &format!("{job}:{file}:{id}"),
        due_at,
    };
    queued_jobs::enqueue(tx, &queued, context.now)
}
