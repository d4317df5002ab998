//! Deactivates offers that have ended.

use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::OfferId;
use parlour_domain::ist::Timestamp;
use parlour_store::jobs::expiring_records;
use parlour_store::offers::offer_records;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext) -> Result<u64, JobError> {
    run_in_batches(worker, (Timestamp::FAR_PAST.ist_date(), String::new()), |tx, context, (end_date, id)| {
        let mut ended = expiring_records::list_ended_active_offers(
            tx,
            context.now.ist_date(),
            BatchCursor { at: *end_date, id },
            BATCH_SIZE,
        )?;
        let next = next_cursor(&ended, |(id, end_date)| (*end_date, id.to_string()));
        // All runs lock offers in the same order, so that they cannot deadlock.
        ended.sort();
        let mut processed = 0;
        for (id, _) in &ended {
            processed += u64::from(deactivate_offer(tx, context, id)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

fn deactivate_offer(tx: &mut Tx<'_>, context: &RequestContext, id: &OfferId) -> Result<bool, DbError> {
    offer_records::lock_offer(tx, id)?;
    // Read again under the lock: a manager may have extended it.
    let found = offer_records::by_id(tx, id)?;
    let Some(before) = found.filter(|offer| offer.is_active && offer.end_date < context.now.ist_date()) else {
        return Ok(false);
    };
    let mut after = before.clone();
    (after.is_active, after.updated_at) = (false, context.now);
    offer_records::save(tx, &after)?;
    let change = AuditedChange {
        action: AuditAction::OfferExpire,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(true)
}
