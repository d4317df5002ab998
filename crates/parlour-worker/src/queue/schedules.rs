//! The schedules: when a slot comes, one of all processes queues its job.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use parlour_app::job_payload::JobPayload;
use parlour_app::request_context::RequestContext;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::jobs::queue;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use crate::worker_context::WorkerContext;

/// The slots known to have started, so that the database is asked only when a new one comes.
#[derive(Debug, Default)]
pub(super) struct StartedSlots(Mutex<BTreeMap<Job, Timestamp>>);

/// Which schedules this process follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScheduleOwner {
    All,
    /// An external queue follows the others.
    InternalOnly,
}

impl StartedSlots {
    /// Queues the job of every slot that has come. Of several missed slots only the last one is queued: jobs that must
    /// cover each day catch up by themselves.
    pub(super) async fn start_due(&self, worker: &WorkerContext, owner: ScheduleOwner) -> Result<(), DbError> {
        let context = worker.context();
        let due = self.due(context.now, owner);
        if due.is_empty() {
            return Ok(());
        }
        let slots = due.clone();
        worker
            .app
            .db
            .write(move |tx| slots.iter().try_for_each(|(job, slot)| start_slot(tx, &context, *job, *slot)))
            .await?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(due);
        Ok(())
    }

    fn due(&self, now: Timestamp, owner: ScheduleOwner) -> Vec<(Job, Timestamp)> {
        let started = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = Job::ALL.iter().filter(|job| owner == ScheduleOwner::All || job.is_internal());
        let latest_slot = ours.filter_map(|job| Some((*job, job.schedule()?.latest_slot(now))));
        latest_slot.filter(|(job, slot)| started.get(job).is_none_or(|started| started < slot)).collect()
    }
}

/// A schedule that is new to this database first runs at its next slot.
fn start_slot(tx: &mut Tx<'_>, context: &RequestContext, job: Job, slot: Timestamp) -> Result<(), DbError> {
    let last = queue::find_last_started_slot(tx, job)?;
    if last.is_some_and(|last| last >= slot) || !queue::start_slot(tx, job, slot, context.now)? || last.is_none() {
        return Ok(());
    }
    let run = QueuedJob {
        id: &context.new_id(),
        kind: job.as_str(),
        payload: &JobPayload::for_slot(slot).to_json(),
        subject: &JobSubject::Schedule(job).to_string(),
        dedup_key: &format!("schedule:{job}:{}", slot.millis()),
        due_at: context.now,
    };
    queued_jobs::enqueue(tx, &run, context.now)
}
