//! Deletes rows that are no longer needed, a batch at a time, the oldest first. Each step goes on from where the last ended: on
//! Postgres it would otherwise pass by all that is deleted already.

use parlour_db::{DbError, Tx, params};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;

/// The rows of one step: from the one time to the other, at most so many.
#[derive(Debug, Clone, Copy)]
pub struct CleanupBatch {
    pub from: Timestamp,
    pub until: Timestamp,
    pub limit: i64,
}

/// How many were deleted, and of what time the last of them was.
#[derive(Debug, Clone, Copy)]
pub struct DeletedRows {
    pub count: u64,
    pub last: Timestamp,
}

impl DeletedRows {
    fn of(rows: &[(Timestamp,)], batch: CleanupBatch) -> Self {
        let last = rows.iter().map(|(at,)| *at).max().unwrap_or(batch.until);
        Self { count: u64::try_from(rows.len()).unwrap_or(u64::MAX), last }
    }
}

fn delete_batch(tx: &mut Tx<'_>, sql: &'static str, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    let rows = tx.all::<(Timestamp,)>(sql, params![batch.from, batch.until, batch.limit])?;
    Ok(DeletedRows::of(&rows, batch))
}

/// Deletes sessions that have expired.
pub fn delete_expired_sessions(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from sessions where token_hash in
             (select token_hash from sessions where expires_at >= $1 and expires_at <= $2
              order by expires_at limit $3)
         returning expires_at",
        batch,
    )
}

/// Deletes stored responses that are too old to be repeated.
pub fn delete_idempotency_keys(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from idempotency_keys where (scope, key) in
             (select scope, key from idempotency_keys where created_at >= $1 and created_at <= $2
              order by created_at limit $3)
         returning created_at",
        batch,
    )
}

pub fn delete_finished_jobs(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from queued_jobs where id in
             (select id from queued_jobs where done_at is not null and done_at >= $1 and done_at <= $2
              order by done_at limit $3)
         returning done_at",
        batch,
    )
}

/// Deletes occupied time of past days: nobody can book it any more.
pub fn delete_past_occupied_times(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from occupied_times where (staff_id, first_slot_at, holder_id, is_offer) in
             (select staff_id, first_slot_at, holder_id, is_offer from occupied_times
              where first_slot_at >= $1 and first_slot_at <= $2 order by first_slot_at limit $3)
         returning first_slot_at",
        batch,
    )
}

/// Deletes e-mails that were sent or have failed.
pub fn delete_finished_emails(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from emails where id in
             (select id from emails where created_at >= $1 and created_at <= $2 and status <> 'pending'
              order by created_at limit $3)
         returning created_at",
        batch,
    )
}

/// Deletes notifications, read or not. What is still to be sent stays, however old.
pub fn delete_old_notifications(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from notifications where id in
             (select id from notifications where created_at >= $1 and created_at <= $2 and status <> 'pending'
              order by created_at, id limit $3)
         returning created_at",
        batch,
    )
}

pub fn delete_audit_log(tx: &mut Tx<'_>, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    delete_batch(
        tx,
        "delete from audit_log where id in
             (select id from audit_log where created_at >= $1 and created_at <= $2 order by created_at, id limit $3)
         returning created_at",
        batch,
    )
}

/// The newest slot stays: it says since when the schedule has run.
pub fn delete_schedule_runs(tx: &mut Tx<'_>, job: Job, batch: CleanupBatch) -> Result<DeletedRows, DbError> {
    let rows = tx.all::<(Timestamp,)>(
        "delete from schedule_runs where schedule = $1 and slot_at in
             (select slot_at from schedule_runs where schedule = $1 and slot_at >= $2 and slot_at <= $3
                  and slot_at < (select max(slot_at) from schedule_runs where schedule = $1)
              order by slot_at limit $4)
         returning slot_at",
        params![job, batch.from, batch.until, batch.limit],
    )?;
    Ok(DeletedRows::of(&rows, batch))
}
