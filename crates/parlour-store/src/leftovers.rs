//! Rows that nobody needs any more, some at a time, the oldest first. Each step goes on from where the last ended: on
//! Postgres it would otherwise pass by all that is deleted already.

use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;

use crate::db::{DbError, Tx};
use crate::params;

/// The rows of one step: from the one time to the other, at most so many.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub from: Timestamp,
    pub until: Timestamp,
    pub limit: i64,
}

/// How many were deleted, and of what time the last of them was.
#[derive(Debug, Clone, Copy)]
pub struct Deleted {
    pub count: u64,
    pub last: Timestamp,
}

impl Deleted {
    fn of(rows: &[(Timestamp,)], span: Span) -> Self {
        let last = rows.iter().map(|(at,)| *at).max().unwrap_or(span.until);
        Self { count: u64::try_from(rows.len()).unwrap_or(u64::MAX), last }
    }
}

fn delete(tx: &mut Tx<'_>, sql: &'static str, span: Span) -> Result<Deleted, DbError> {
    let rows = tx.all::<(Timestamp,)>(sql, params![span.from, span.until, span.limit])?;
    Ok(Deleted::of(&rows, span))
}

/// Those that are over.
pub fn delete_sessions(tx: &mut Tx<'_>, span: Span) -> Result<Deleted, DbError> {
    delete(
        tx,
        "delete from sessions where token_hash in
             (select token_hash from sessions where expires_at >= $1 and expires_at <= $2
              order by expires_at limit $3)
         returning expires_at",
        span,
    )
}

/// Answers that are not given again.
pub fn delete_answers(tx: &mut Tx<'_>, span: Span) -> Result<Deleted, DbError> {
    delete(
        tx,
        "delete from idempotency_keys where (scope, key) in
             (select scope, key from idempotency_keys where created_at >= $1 and created_at <= $2
              order by created_at limit $3)
         returning created_at",
        span,
    )
}

pub fn delete_done_work(tx: &mut Tx<'_>, span: Span) -> Result<Deleted, DbError> {
    delete(
        tx,
        "delete from work where id in
             (select id from work where done_at is not null and done_at >= $1 and done_at <= $2
              order by done_at limit $3)
         returning done_at",
        span,
    )
}

/// Letters that went out, or never will.
pub fn delete_letters(tx: &mut Tx<'_>, span: Span) -> Result<Deleted, DbError> {
    delete(
        tx,
        "delete from email_sends where id in
             (select id from email_sends where created_at >= $1 and created_at <= $2 and status <> 'pending'
              order by created_at limit $3)
         returning created_at",
        span,
    )
}

pub fn delete_log(tx: &mut Tx<'_>, span: Span) -> Result<Deleted, DbError> {
    delete(
        tx,
        "delete from audit_log where id in
             (select id from audit_log where created_at >= $1 and created_at <= $2 order by created_at, id limit $3)
         returning created_at",
        span,
    )
}

/// The newest slot stays: it says since when the schedule has run.
pub fn delete_slots(tx: &mut Tx<'_>, job: Job, span: Span) -> Result<Deleted, DbError> {
    let rows = tx.all::<(Timestamp,)>(
        "delete from schedule_runs where schedule = $1 and slot_at in
             (select slot_at from schedule_runs where schedule = $1 and slot_at >= $2 and slot_at <= $3
                  and slot_at < (select max(slot_at) from schedule_runs where schedule = $1)
              order by slot_at limit $4)
         returning slot_at",
        params![job, span.from, span.until, span.limit],
    )?;
    Ok(Deleted::of(&rows, span))
}
