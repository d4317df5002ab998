//! The job queue: claims, their outcome, and the slots of scheduled jobs.

use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, sql};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;

/// A job that a process has claimed and will run.
#[derive(Debug, Clone)]
pub struct ClaimedJob {
    pub id: String,
    pub kind: String,
    pub payload: String,
    pub due_at: Timestamp,
    /// How often it has failed.
    pub attempts: i64,
}
row! { ClaimedJob { id, kind, payload, due_at, attempts } }

/// A process has the job to itself until `until`, unless it renews the claim. After that others may claim it.
#[derive(Debug, Clone, Copy)]
pub struct JobClaim<'a> {
    pub by: &'a str,
    pub until: Timestamp,
    pub most: i64,
}

/// Which jobs a process would claim.
#[derive(Debug, Clone, Copy)]
pub struct DueJobFilter<'a> {
    pub now: Timestamp,
    /// Jobs that are due by this time: now, or later for a queue that claims jobs in advance. Failed jobs are never
    /// claimed in advance.
    pub due_by: Timestamp,
    /// Kinds that are not claimed. An empty text excludes nothing.
    pub except: [&'a str; 2],
}

/// No process works on it: $1 is the present, $2 when it has to be due; $3 and $4 are kinds that are left out.
const IS_DUE: &str = "done_at is null and parked_at is null and try_at <= $2 and due_at <= $2
     and (attempts = 0 or try_at <= $1) and (claimed_until is null or claimed_until <= $1) and kind not in ($3, $4)";

/// Whether any of the requested jobs can be claimed.
pub fn is_any_due(conn: &mut Conn<'_>, requested: &DueJobFilter<'_>) -> Result<bool, DbError> {
    let [one, other] = requested.except;
    conn.exists(
        sql!("select id from queued_jobs where ", IS_DUE, " order by try_at, id limit 1"),
        params![requested.now, requested.due_by, one, other],
    )
}

/// Claims jobs, the longest overdue first. Processes that claim at the same time get different jobs.
pub fn claim_due(
    tx: &mut Tx<'_>,
    claim: JobClaim<'_>,
    requested: &DueJobFilter<'_>,
) -> Result<Vec<ClaimedJob>, DbError> {
    let [one, other] = requested.except;
    let JobClaim { by, until, most } = claim;
    tx.all(
        sql!(
            "update queued_jobs set claimed_by = $5, claimed_until = $6
             where id in (select id from queued_jobs where ",
            IS_DUE,
            " order by try_at, id limit $7 for update skip locked)
             returning ",
            columns!(ClaimedJob, "")
        ),
        params![requested.now, requested.due_by, one, other, by, until, most],
    )
}

/// Extends a claim: the job is still running.
pub fn renew_claim(tx: &mut Tx<'_>, id: &str, by: &str, until: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update queued_jobs set claimed_until = $3 where id = $1 and claimed_by = $2 and done_at is null",
        params![id, by, until],
    )
}

/// Marks a job as done, also if the claim was lost meanwhile: the job has run.
pub fn mark_done(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update queued_jobs set done_at = $2, parked_at = null, claimed_by = null, claimed_until = null, last_error = null
         where id = $1 and done_at is null",
        params![id, now],
    )
}

/// Records a failure and when to try again. Only the holder of the claim may: another may have done the job meanwhile.
pub fn postpone(tx: &mut Tx<'_>, id: &str, by: &str, try_at: Timestamp, error: &str) -> Result<(), DbError> {
    tx.run(
        "update queued_jobs set attempts = attempts + 1, try_at = $3, claimed_by = null, claimed_until = null,
             last_error = $4
         where id = $1 and claimed_by = $2 and done_at is null",
        params![id, by, try_at, error],
    )
}

/// Gives a job up after too many failures.
pub fn park(tx: &mut Tx<'_>, id: &str, by: &str, now: Timestamp, error: &str) -> Result<(), DbError> {
    tx.run(
        "update queued_jobs set attempts = attempts + 1, parked_at = $3, claimed_by = null, claimed_until = null,
             last_error = $4
         where id = $1 and claimed_by = $2 and done_at is null",
        params![id, by, now, error],
    )
}

/// The last slot of a schedule that was begun, or counted as begun when the schedule was new here.
pub fn find_last_started_slot(conn: &mut Conn<'_>, job: Job) -> Result<Option<Timestamp>, DbError> {
    conn.one_value("select slot_at from schedule_runs where schedule = $1 order by slot_at desc limit 1", params![job])
}

/// True for the process that starts the slot first.
pub fn start_slot(tx: &mut Tx<'_>, job: Job, slot: Timestamp, now: Timestamp) -> Result<bool, DbError> {
    insert! { tx.changes_row, "schedule_runs", {
        schedule: job, slot_at: slot, created_at: now,
    }, "on conflict (schedule, slot_at) do nothing" }
}

/// How many jobs were given up.
pub fn count_parked(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    conn.number("select count(*) from queued_jobs where parked_at is not null", params![])
}
