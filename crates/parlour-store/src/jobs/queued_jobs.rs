//! Jobs to run later. A row is written in the transaction of the change that causes it.

use parlour_db::{Conn, DbError, Tx, insert, params};
use parlour_domain::ist::Timestamp;

/// Since when the job that waits longest is due. `None` if no job is due. A failed job counts from its next
/// attempt.
pub fn find_oldest_due_at(conn: &mut Conn<'_>, now: Timestamp) -> Result<Option<Timestamp>, DbError> {
    conn.one_value(
        "select try_at from queued_jobs
         where done_at is null and parked_at is null and try_at <= $1 and due_at <= $1 order by try_at, id limit 1",
        params![now],
    )
}

#[derive(Debug, Clone, Copy)]
pub struct QueuedJob<'a> {
    pub id: &'a str,
    /// The job that does it.
    pub kind: &'a str,
    /// The job's payload, as JSON.
    pub payload: &'a str,
    /// The record it is about, `booking:ID`.
    pub subject: &'a str,
    /// At most one open job has this key.
    pub dedup_key: &'a str,
    pub due_at: Timestamp,
}

pub fn enqueue(tx: &mut Tx<'_>, work: &QueuedJob<'_>, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "queued_jobs", work {
        id, kind, payload, subject, dedup_key, due_at, try_at: work.due_at, created_at: now,
    }, "on conflict (dedup_key) where done_at is null and parked_at is null do nothing" }
}

/// False if an open job of this kind exists for this subject or the other one; nothing is written then.
pub fn enqueue_unless_queued(
    tx: &mut Tx<'_>,
    work: &QueuedJob<'_>,
    other_subject: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    tx.changes_row(
        "insert into queued_jobs (id, kind, payload, subject, dedup_key, due_at, try_at, created_at)
         select $1, $2, $3, $4, $5, $6, $6, $7 where not exists
             (select 1 from queued_jobs where subject = $8 and kind = $2 and done_at is null and parked_at is null)
         on conflict (dedup_key) where done_at is null and parked_at is null do nothing",
        params![work.id, work.kind, work.payload, work.subject, work.dedup_key, work.due_at, now, other_subject],
    )
}

/// Deletes the open jobs of a record.
pub fn cancel_by_subject(tx: &mut Tx<'_>, subject: &str) -> Result<(), DbError> {
    tx.run("delete from queued_jobs where subject = $1 and done_at is null and parked_at is null", params![subject])
}

/// Deletes the open jobs that are due by then.
pub fn cancel_due_by(tx: &mut Tx<'_>, by: Timestamp) -> Result<(), DbError> {
    tx.run("delete from queued_jobs where due_at <= $1 and done_at is null and parked_at is null", params![by])
}
