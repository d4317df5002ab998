//! A job's work in steps: some rows at a time, each step a transaction of its own.

use parlour_domain::ist::Timestamp;
use parlour_store::jobs::cleanup::{CleanupBatch, DeletedRows};
use parlour_store::notifications::recipients;
use parlour_store::{DbError, Tx};

use super::{BATCH_SIZE, JobError};
use crate::notifications::notify::{NewNotification, notify};
use crate::request_context::RequestContext;
use crate::worker_context::WorkerContext;

/// What one step has done, and from where the next goes on, if there is one.
#[derive(Debug)]
pub(super) struct BatchResult<P> {
    pub(super) processed: u64,
    pub(super) next: Option<P>,
}

/// The rows that a step deletes, oldest first.
pub(super) fn delete_range(from: Timestamp, until: Timestamp) -> CleanupBatch {
    CleanupBatch { from, until, limit: BATCH_SIZE }
}

/// Deletes in steps, each from the time on where the one before ended.
pub(super) async fn delete_in_batches(
    worker: &WorkerContext,
    delete: impl Fn(&mut Tx<'_>, Timestamp) -> Result<DeletedRows, DbError> + Clone + Send + 'static,
) -> Result<u64, JobError> {
    run_in_batches(worker, Timestamp::FAR_PAST, move |tx, _, from| {
        let DeletedRows { count, last } = delete(tx, *from)?;
        Ok(BatchResult { processed: count, next: (count >= BATCH_SIZE.unsigned_abs()).then_some(last) })
    })
    .await
}

/// After the last of these rows, if there are as many as were asked for.
pub(super) fn next_cursor<T, P>(rows: &[T], position: impl FnOnce(&T) -> P) -> Option<P> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count >= BATCH_SIZE);
    rows.last().filter(|_| is_full).map(position)
}

/// Goes on until there is no next step; the sum of what was processed.
pub(super) async fn run_in_batches<P: Send + 'static>(
    worker: &WorkerContext,
    from: P,
    step: impl Fn(&mut Tx<'_>, &RequestContext, &P) -> Result<BatchResult<P>, DbError> + Clone + Send + 'static,
) -> Result<u64, JobError> {
    let mut processed = 0;
    let mut next = Some(from);
    while let Some(position) = next {
        let (step, context) = (step.clone(), worker.context());
        let done = worker.app.db.write(move |tx| step(tx, &context, &position)).await?;
        processed += done.processed;
        next = done.next;
    }
    Ok(processed)
}

/// Tells someone, unless they have been erased; true if it was news.
pub(super) fn notify_unless_erased(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
) -> Result<bool, DbError> {
    Ok(recipients::lock_recipient(tx, notification.user_id)? && notify(tx, context, notification)?.is_new)
}
