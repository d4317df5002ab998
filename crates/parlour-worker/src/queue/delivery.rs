//! What the queue does with a claimed job: run it in this process, or publish it to an external queue.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlour_domain::ist::{HOUR_MS, MINUTE_MS};
use parlour_integrations::clock::Clock;
use parlour_integrations::external_queue::{ExternalQueue, QueueFailure};
use parlour_store::jobs::queue::ClaimedJob;

use super::schedules::ScheduleOwner;
use crate::jobs::{self, JobError};
use crate::retry_waits::retry_wait_millis;
use crate::worker_context::WorkerContext;

/// A job is published this long before it is due. Until then it stays here, where a change can still cancel it.
const PUBLISH_AHEAD_MS: i64 = 10 * MINUTE_MS;
/// How often a job is offered to an external queue that fails: for about a day.
const MAX_PUBLISH_ATTEMPTS: i64 = 48;

#[derive(Debug)]
pub enum Delivery {
    /// The built-in queue: jobs run in this process.
    BuiltIn(Box<dyn JobRunner>),
    /// An external queue calls the job routes.
    External(ExternalQueue),
}

/// Runs a claimed job. The product has one implementation, `InProcess`; tests replace it to slow jobs down or fail them.
pub trait JobRunner: std::fmt::Debug + Send + Sync {
    fn run<'a>(&'a self, worker: &'a WorkerContext, job: &'a ClaimedJob) -> BoxFuture<'a, Result<(), JobError>>;
}

#[derive(Debug)]
struct InProcess;

impl JobRunner for InProcess {
    fn run<'a>(&'a self, worker: &'a WorkerContext, job: &'a ClaimedJob) -> BoxFuture<'a, Result<(), JobError>> {
        jobs::run_claimed(worker, job).map(|outcome| outcome.map(drop)).boxed()
    }
}

/// Why a job was not done. The texts hold no personal data: they are logged, stored and shown to administrators.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeliveryError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Publish(#[from] QueueFailure),
}

impl Delivery {
    pub fn in_process() -> Self {
        Self::BuiltIn(Box::new(InProcess))
    }

    pub(super) async fn deliver(&self, worker: &WorkerContext, job: &ClaimedJob) -> Result<(), DeliveryError> {
        match self {
            Self::BuiltIn(runner) => runner.run(worker, job).await?,
            Self::External(queue) => {
                // The external queue follows real time, also where a test's business clock stands still.
                let wait = job.due_at.millis_since(worker.app.clock.now()) / 1_000;
                let not_before = (wait > 0).then(|| Clock::real_unix_seconds() + wait);
                queue.publish(&job.kind, &job.payload, &job.id, not_before).await?;
            }
        }
        Ok(())
    }

    /// How long before its due time a job is claimed.
    pub(super) fn claim_ahead_millis(&self) -> i64 {
        match self {
            Self::BuiltIn(_) => 0,
            Self::External(_) => PUBLISH_AHEAD_MS,
        }
    }

    pub(super) fn schedule_owner(&self) -> ScheduleOwner {
        match self {
            Self::BuiltIn(_) => ScheduleOwner::All,
            Self::External(_) => ScheduleOwner::InternalOnly,
        }
    }
}

impl DeliveryError {
    /// How long to wait before the next attempt; `None` parks the job. A failing job is parked soon. An external queue
    /// that does not answer says nothing about the job, which is offered to it for a day.
    pub(super) fn retry_wait_millis(&self, attempts: i64) -> Option<i64> {
        let wait = retry_wait_millis(attempts);
        match self {
            Self::Job(error) => wait.filter(|_| error.is_retryable()),
            Self::Publish(_) => wait.or_else(|| (attempts < MAX_PUBLISH_ATTEMPTS).then_some(HOUR_MS / 2)),
        }
    }
}
