//! A job's work in steps: some rows at a time, each step a transaction of its own.

use parlour_domain::ist::Timestamp;
use parlour_store::leftovers::{Deleted, Span};
use parlour_store::{DbError, Tx, recipients};

use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{Telling, tell};

/// What one step has done, and from where the next goes on, if there is one.
#[derive(Debug)]
pub(super) struct Step<P> {
    pub(super) processed: u64,
    pub(super) next: Option<P>,
}

/// The rows that a step deletes, oldest first.
pub(super) fn span(from: Timestamp, until: Timestamp) -> Span {
    Span { from, until, limit: BATCH }
}

/// Deletes in steps, each from the time on where the one before ended.
pub(super) async fn delete_in_steps(
    backstage: &Backstage,
    delete: impl Fn(&mut Tx<'_>, Timestamp) -> Result<Deleted, DbError> + Clone + Send + 'static,
) -> Result<u64, JobError> {
    in_steps(backstage, Timestamp::FAR_PAST, move |tx, _, from| {
        let Deleted { count, last } = delete(tx, *from)?;
        Ok(Step { processed: count, next: (count >= BATCH.unsigned_abs()).then_some(last) })
    })
    .await
}

/// After the last of these rows, if there are as many as were asked for.
pub(super) fn after<T, P>(rows: &[T], position: impl FnOnce(&T) -> P) -> Option<P> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count >= BATCH);
    rows.last().filter(|_| is_full).map(position)
}

/// Goes on until there is no next step; the sum of what was processed.
pub(super) async fn in_steps<P: Send + 'static>(
    backstage: &Backstage,
    from: P,
    step: impl Fn(&mut Tx<'_>, &Occasion, &P) -> Result<Step<P>, DbError> + Clone + Send + 'static,
) -> Result<u64, JobError> {
    let mut processed = 0;
    let mut next = Some(from);
    while let Some(position) = next {
        let (step, occasion) = (step.clone(), backstage.occasion());
        let done = backstage.app.db.write(move |tx| step(tx, &occasion, &position)).await?;
        processed += done.processed;
        next = done.next;
    }
    Ok(processed)
}

/// Tells someone, unless they have been erased; true if it was news.
pub(super) fn tell_person(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    telling: &Telling<'_>,
) -> Result<bool, DbError> {
    Ok(recipients::hold(tx, telling.user_id)? && tell(tx, occasion, telling)?.is_news)
}
