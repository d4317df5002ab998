//! Processes the rows of a job in batches, each in its own transaction.

use parlour_app::notifications::notify::{NewNotification, notify};
use parlour_app::request_context::RequestContext;
use parlour_domain::ist::Timestamp;
use parlour_store::jobs::cleanup::{CleanupBatch, DeletedRows};
use parlour_store::notifications::recipients;
use parlour_store::{DbError, Tx};

use super::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

/// How many rows a batch processed, and the cursor of the next batch.
#[derive(Debug)]
pub(super) struct BatchResult<P> {
    pub(super) processed: u64,
    pub(super) next: Option<P>,
}

/// The rows that a batch deletes, oldest first.
pub(super) fn delete_range(from: Timestamp, until: Timestamp) -> CleanupBatch {
    CleanupBatch { from, until, limit: BATCH_SIZE }
}

/// Deletes in batches; each continues where the one before ended.
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

/// The cursor after the last row, if the batch was full.
pub(super) fn next_cursor<T, P>(rows: &[T], position: impl FnOnce(&T) -> P) -> Option<P> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count >= BATCH_SIZE);
    rows.last().filter(|_| is_full).map(position)
}

/// Runs batches until there is no next one and returns how many rows were processed.
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

/// Notifies a user unless they were erased; true if the notification is new.
pub(super) fn notify_unless_erased(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    notification: &NewNotification<'_>,
) -> Result<bool, DbError> {
    Ok(recipients::lock_recipient(tx, notification.user_id)? && notify(tx, context, notification)?.is_new)
}
