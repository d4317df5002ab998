//! The queue: claims due jobs, runs or publishes them, and records the outcome.

mod delivery;
mod running_jobs;
mod schedules;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use parlour_domain::integration::Integration;
use parlour_domain::ist::{MINUTE_MS, SECOND_MS, Timestamp};
use parlour_store::jobs::integration_status;
use parlour_store::jobs::queue::{self, ClaimedJob, DueJobFilter, JobClaim};
use parlour_store::{Conn, DbError, Tx};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::worker_context::WorkerContext;
use running_jobs::{ClaimCapacity, MAX_RUNNING_PER_KIND, RunningJobs};
use schedules::StartedSlots;

use delivery::DeliveryError;
pub use delivery::{Delivery, JobRunner};

/// How long a claim lasts. It is renewed while the job runs; when a process dies, another one takes the job soon.
const LEASE_MS: i64 = 30 * SECOND_MS;
const CLAIM_RENEWAL_INTERVAL: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(500);
const DATABASE_ERROR_PAUSE: Duration = Duration::from_secs(5);
/// How often a success is recorded for the list of integrations.
const SUCCESS_RECORDED_EVERY_MS: i64 = MINUTE_MS;

/// The queue of one process. Several processes share the jobs of one database.
#[derive(Debug)]
pub struct QueueWorker {
    worker: WorkerContext,
    delivery: Delivery,
    /// Marks the claims of this process.
    worker_id: String,
    slots: StartedSlots,
    counters: Arc<QueueCounters>,
    success_recorded_at: AtomicI64,
    renewal_interval: Duration,
}

/// What this process has done since it started, for the metrics.
#[derive(Debug, Default)]
pub struct QueueCounters {
    pub delivered: AtomicU64,
    pub failed: AtomicU64,
    pub parked: AtomicU64,
}

impl QueueWorker {
    pub fn new(worker: WorkerContext, delivery: Delivery) -> Self {
        let worker_id = worker.app.rng.random_letters::<16>();
        Self {
            worker,
            delivery,
            worker_id,
            slots: StartedSlots::default(),
            counters: Arc::default(),
            success_recorded_at: AtomicI64::new(i64::MIN),
            renewal_interval: CLAIM_RENEWAL_INTERVAL,
        }
    }

    /// Renews claims at another interval, for tests.
    #[must_use]
    pub fn with_renewal_interval(self, renewal_interval: Duration) -> Self {
        Self { renewal_interval, ..self }
    }

    pub fn counters(&self) -> Arc<QueueCounters> {
        Arc::clone(&self.counters)
    }

    /// Runs everything that is due and returns how many jobs that was.
    pub async fn drain(&self) -> Result<usize, DbError> {
        let mut done = 0;
        loop {
            self.slots.start_due(&self.worker, self.delivery.schedule_owner()).await?;
            let claimed = self.claim(ClaimCapacity { most: MAX_RUNNING_PER_KIND, except: Default::default() }).await?;
            if claimed.is_empty() {
                return Ok(done);
            }
            done += claimed.len();
            futures_util::future::join_all(claimed.into_iter().map(|job| self.deliver_and_record(job))).await;
        }
    }

    /// Runs due jobs until `stop` ends, then waits for the running ones. Dropping the future cancels them.
    pub async fn run(self: Arc<Self>, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut running = RunningJobs::default();
        // Polls also while jobs run: another kind may have free places.
        let mut poll = interval_at(Instant::now() + POLL_INTERVAL, POLL_INTERVAL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if let Err(error) = self.start_due_jobs(&mut running).await {
                tracing::warn!(%error, "cannot read the due jobs");
                poll.reset_after(DATABASE_ERROR_PAUSE);
            }
            tokio::select! {
                biased;
                () = &mut stop => break,
                _ = poll.tick() => {}
                () = running.wait_for_capacity(), if !running.is_empty() => {}
            }
        }
        running.wait_for_all().await;
    }

    async fn start_due_jobs(self: &Arc<Self>, running: &mut RunningJobs) -> Result<(), DbError> {
        self.slots.start_due(&self.worker, self.delivery.schedule_owner()).await?;
        let Some(capacity) = running.capacity() else { return Ok(()) };
        for job in self.claim(capacity).await? {
            let queue = Arc::clone(self);
            running.spawn(job.kind.clone(), async move { queue.deliver_and_record(job).await });
        }
        Ok(())
    }

    async fn claim(&self, capacity: ClaimCapacity) -> Result<Vec<ClaimedJob>, DbError> {
        let db = &self.worker.app.db;
        let now = self.worker.app.clock.now();
        let due_by = now.plus_millis(self.delivery.claim_ahead_millis());
        let ClaimCapacity { most, except } = capacity;
        let excluded = except.clone();
        let is_any_due = move |conn: &mut Conn<'_>| {
            queue::is_any_due(conn, &DueJobFilter { now, due_by, except: except.each_ref().map(String::as_str) })
        };
        if !db.read(is_any_due).await? {
            return Ok(Vec::new());
        }
        let (by, until) = (self.worker_id.clone(), now.plus_millis(LEASE_MS));
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let claim = move |tx: &mut Tx<'_>| {
            let wanted = DueJobFilter { now, due_by, except: excluded.each_ref().map(String::as_str) };
            queue::claim_due(tx, JobClaim { by: &by, until, most }, &wanted)
        };
        db.write(claim).await
    }

    /// Runs or publishes one job and renews its claim meanwhile.
    async fn deliver_and_record(&self, job: ClaimedJob) {
        let outcome = {
            let mut delivering = std::pin::pin!(self.delivery.deliver(&self.worker, &job));
            let mut renewal = tokio::time::interval(self.renewal_interval);
            renewal.tick().await;
            loop {
                tokio::select! {
                    outcome = &mut delivering => break outcome,
                    _ = renewal.tick() => self.renew(&job).await,
                }
            }
        };
        if let Err(error) = self.record_outcome(&job, outcome).await {
            // The claim runs out and the job runs again: every job may run twice.
            tracing::warn!(%error, job = %job.kind, "cannot record the outcome of a job");
        }
    }

    async fn renew(&self, job: &ClaimedJob) {
        let (id, by) = (job.id.clone(), self.worker_id.clone());
        let until = self.worker.app.clock.now().plus_millis(LEASE_MS);
        let renewed = self.worker.app.db.write(move |tx| queue::renew_claim(tx, &id, &by, until)).await;
        if let Err(error) = renewed {
            tracing::warn!(%error, job = %job.kind, "cannot renew the claim of a job");
        }
    }

    async fn record_outcome(&self, job: &ClaimedJob, outcome: Result<(), DeliveryError>) -> Result<(), DbError> {
        let (id, by, now) = (job.id.clone(), self.worker_id.clone(), self.worker.app.clock.now());
        let db = &self.worker.app.db;
        let Err(error) = outcome else {
            self.counters.delivered.fetch_add(1, Ordering::Relaxed);
            let records_success = self.should_record_success(now);
            let recorded = db.write(move |tx| {
                if records_success {
                    integration_status::record_success(tx, Integration::Queue, now)?;
                }
                queue::mark_done(tx, &id, now)
            });
            return recorded.await;
        };
        self.counters.failed.fetch_add(1, Ordering::Relaxed);
        let wait = error.retry_wait_millis(job.attempts);
        let error = error.to_string();
        tracing::warn!(job = %job.kind, attempts = job.attempts + 1, parked = wait.is_none(), error, "a job failed");
        if wait.is_none() {
            self.counters.parked.fetch_add(1, Ordering::Relaxed);
        }
        let recorded = db.write(move |tx| {
            integration_status::record_error(tx, Integration::Queue, &error, now)?;
            match wait {
                Some(millis) => queue::postpone(tx, &id, &by, now.plus_millis(millis), &error),
                None => queue::park(tx, &id, &by, now, &error),
            }
        });
        recorded.await
    }

    fn should_record_success(&self, now: Timestamp) -> bool {
        let recorded_at = self.success_recorded_at.load(Ordering::Relaxed);
        let is_old = now.millis().saturating_sub(recorded_at) >= SUCCESS_RECORDED_EVERY_MS;
        is_old
            && self
                .success_recorded_at
                .compare_exchange(recorded_at, now.millis(), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}
