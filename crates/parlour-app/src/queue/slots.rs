//! The schedules: when a slot has come, one process of all begins it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::work::{self, Work};
use parlour_store::{DbError, Tx, queue};

use crate::backstage::Backstage;
use crate::jobs;
use crate::occasion::Occasion;

/// The slots that are known to have begun, so that the database is asked only when a new one has come.
#[derive(Debug, Default)]
pub(super) struct Slots(Mutex<BTreeMap<Job, Timestamp>>);

/// Whose schedules are kept here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    All,
    /// The others are an external queue's.
    OurOwn,
}

impl Slots {
    /// Writes the work of every slot that has come. Of several that were missed, the last: jobs that owe something to
    /// each day make up for the others themselves.
    pub(super) async fn begin_due(&self, backstage: &Backstage, keeps: Keeps) -> Result<(), DbError> {
        let occasion = backstage.occasion();
        let due = self.due(occasion.now, keeps);
        if due.is_empty() {
            return Ok(());
        }
        let slots = due.clone();
        backstage
            .app
            .db
            .write(move |tx| slots.iter().try_for_each(|(job, slot)| begin(tx, &occasion, *job, *slot)))
            .await?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(due);
        Ok(())
    }

    fn due(&self, now: Timestamp, keeps: Keeps) -> Vec<(Job, Timestamp)> {
        let begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = Job::ALL.iter().filter(|job| keeps == Keeps::All || job.is_our_own());
        let latest = ours.filter_map(|job| Some((*job, job.schedule()?.latest(now))));
        latest.filter(|(job, slot)| begun.get(job).is_none_or(|begun| begun < slot)).collect()
    }
}

/// A schedule that is new here has its first run at its next slot: nobody was owed the one before.
fn begin(tx: &mut Tx<'_>, occasion: &Occasion, job: Job, slot: Timestamp) -> Result<(), DbError> {
    let last = queue::last_slot(tx, job)?;
    if last.is_some_and(|last| last >= slot)
        || !queue::begin_slot(tx, job, slot, occasion.now)?
        || last.is_none()
    {
        return Ok(());
    }
    let run = Work {
        id: &occasion.new_id(),
        kind: job.as_str(),
        payload: &jobs::payload_of(slot),
        subject: &format!("schedule:{job}"),
        dedup_key: &format!("schedule:{job}:{}", slot.millis()),
        due_at: occasion.now,
    };
    work::schedule(tx, &run, occasion.now)
}
