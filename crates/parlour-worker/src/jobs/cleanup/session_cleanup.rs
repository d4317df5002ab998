//! Deletes expired sessions, invitations that have lapsed, and old rows that are not needed any more.

use chrono::Months;
use parlour_app::users;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::Tx;
use parlour_store::jobs::cleanup;

use crate::jobs::JobError;
use crate::jobs::batches::{delete_in_batches, delete_range};
use crate::worker_context::WorkerContext;

const STORED_RESPONSE_RETENTION_MS: i64 = DAY_MS;
const FINISHED_JOB_RETENTION_MS: i64 = 7 * DAY_MS;
const SLOT_RETENTION_MS: i64 = 90 * DAY_MS;
const EMAIL_RETENTION: Months = Months::new(24);
const INVITATIONS_PER_TRANSACTION: i64 = 50;

/// Returns the number of deleted sessions; other rows do not count.
pub(in crate::jobs) async fn run(worker: &WorkerContext) -> Result<u64, JobError> {
    let now = worker.app.clock.now();
    let old = now.plus_millis(-STORED_RESPONSE_RETENTION_MS);
    delete_in_batches(worker, move |tx, from| cleanup::delete_idempotency_keys(tx, delete_range(from, old))).await?;
    let old = now.plus_millis(-FINISHED_JOB_RETENTION_MS);
    delete_in_batches(worker, move |tx, from| cleanup::delete_finished_jobs(tx, delete_range(from, old))).await?;
    // Yesterday's bookings may still be going on.
    let old = Timestamp::ist_midnight(now.ist_date()).plus_days(-1).plus_millis(-1);
    delete_in_batches(worker, move |tx, from| cleanup::delete_past_occupied_times(tx, delete_range(from, old))).await?;
    let old = now.plus_millis(-SLOT_RETENTION_MS);
    for job in Job::ALL {
        delete_in_batches(worker, move |tx, from| cleanup::delete_schedule_runs(tx, *job, delete_range(from, old)))
            .await?;
    }
    let old = Timestamp::ist_midnight(now.ist_date() - EMAIL_RETENTION);
    delete_in_batches(worker, move |tx, from| cleanup::delete_finished_emails(tx, delete_range(from, old))).await?;
    remove_lapsed_invitations(worker).await?;
    delete_in_batches(worker, move |tx, from| cleanup::delete_expired_sessions(tx, delete_range(from, now))).await
}

async fn remove_lapsed_invitations(worker: &WorkerContext) -> Result<(), JobError> {
    loop {
        let context = worker.context();
        let remove = move |tx: &mut Tx<'_>| users::remove_lapsed_invitations(tx, &context, INVITATIONS_PER_TRANSACTION);
        if worker.app.db.write(remove).await? == 0 {
            return Ok(());
        }
    }
}
