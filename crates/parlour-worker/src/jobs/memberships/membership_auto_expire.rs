//! Sets memberships that have ended to expired.

use parlour_app::memberships::expire_overdue;
use parlour_db::cursor::BatchCursor;
use parlour_domain::ist::Timestamp;
use parlour_store::jobs::expiring_records;
use parlour_store::notifications::recipients;

use crate::jobs::batches::{BatchResult, next_cursor, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext) -> Result<u64, JobError> {
    let start = (Timestamp::FAR_PAST, String::new());
    run_in_batches(worker, start, |tx, context, (expires_at, id)| {
        let mut overdue = expiring_records::list_overdue_memberships(
            tx,
            context.now,
            BatchCursor { at: *expires_at, id },
            BATCH_SIZE,
        )?;
        let next = next_cursor(&overdue, |last| (last.expires_at, last.id.clone()));
        overdue.sort_by(|one, other| one.user_id.cmp(&other.user_id));
        let mut processed = 0;
        for membership in &overdue {
            // The customer first, in the order of ids, as merging customers does.
            recipients::lock_recipient(tx, &membership.user_id)?;
            processed += u64::from(expire_overdue(tx, context, &membership.user_id)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}
