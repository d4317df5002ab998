//! Counts a no-show in the customer's record, once.

use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::NOSHOWS_UNTIL_APPROVAL;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::{booking_acts, desk_changes, no_shows};
use parlour_store::customers::profiles;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError, JobPayload};
use crate::worker_context::WorkerContext;

/// Counts one no-show, or all that are not counted yet.
pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<u64, JobError> {
    if let Some(id) = payload.booking_id.clone() {
        let context = worker.context();
        let counted = worker.app.db.write(move |tx| count_missed_booking(tx, &context, &id));
        return Ok(u64::from(counted.await?));
    }
    run_in_batches(worker, String::new(), |tx, context, from| {
        let missed = no_shows::list_uncounted_no_shows(tx, from, BATCH_SIZE)?;
        let next = next_cursor(&missed, BookingId::to_string);
        let mut processed = 0;
        for id in &missed {
            processed += u64::from(count_missed_booking(tx, context, id)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

pub fn count_missed_booking(tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId) -> Result<bool, DbError> {
    let Some(customer) = desk_changes::lock_booking(tx, id)? else { return Ok(false) };
    if !no_shows::mark_no_show_counted(tx, id, context.now)? {
        return Ok(false);
    }
    profiles::create_if_missing(tx, &context.new_id(), &customer, context.now)?;
    let before = no_shows::lock_no_show_record(tx, &customer, context.now)?;
    let after = no_shows::add_no_show(tx, &customer, id, NOSHOWS_UNTIL_APPROVAL, context.now)?;
    if let Some((before, after)) = before.as_ref().zip(after.as_ref()) {
        // For the case that the desk takes it back.
        booking_acts::record_counted_no_show(tx, id, after.noshow_count, before.consecutive_completed_bookings)?;
    }
    let change = AuditedChange {
        action: AuditAction::CustomerNoshow,
        record_id: customer.as_str(),
        concerns: Some(&customer),
        before: before.as_ref().and_then(state_json),
        after: after.as_ref().and_then(state_json),
    };
    audit::record(tx, context, change)?;
    Ok(true)
}
