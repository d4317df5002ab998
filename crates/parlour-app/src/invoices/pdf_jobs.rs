//! What is to be done about an invoice once it is written.

use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::billing::desk_invoices;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::request_context::RequestContext;

/// Where nobody could print it, it is tried again after this long, then after twice as long, and so on.
const FIRST_RETRY_AFTER_MS: i64 = 10 * MINUTE_MS;
/// The last time is a week after the sale.
const RETRIES: u32 = 11;

/// It is printed and mailed at once, as that of a visit is.
pub(crate) fn enqueue_invoice_pdf(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
) -> Result<(), DbError> {
    let payload = json!({ "invoiceId": id }).to_string();
    // The key by which whoever sends it once more finds that it waits already.
    let key = format!("{}:{id}", Job::InvoicePdf);
    schedule_pdf_job(tx, context, id, (&payload, &key), context.now)
}

/// It has a credit note, which is printed too, and brought to the customer while that is news. Of the invoice nobody
/// hears again.
pub(crate) fn enqueue_credit_note_pdf(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
) -> Result<(), DbError> {
    let key = format!("{}:{id}:credit-note", Job::InvoicePdf);
    schedule_pdf_job(tx, context, id, (&silent_payload(id), &key), context.now)
}

/// For whoever looks for a paper that is not there: what is missing is made, unless that waits to be done already.
pub fn enqueue_missing_pdf(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), DbError> {
    let Some(invoice) = desk_invoices::find_recipient(tx, id)? else { return Ok(()) };
    let work = QueuedJob {
        id: &context.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload: &silent_payload(id),
        subject: &job_subject(id),
        dedup_key: &format!("{}:{id}:paper", Job::InvoicePdf),
        due_at: context.now,
    };
    let first_time = invoice.booking_id.map(|booking| format!("booking:{booking}")).unwrap_or_default();
    queued_jobs::enqueue_unless_queued(tx, &work, &first_time, context.now)?;
    Ok(())
}

/// Whether what was written then may still be told as news: as long as it may take to be printed.
pub(crate) fn is_recent_enough_to_notify(written_at: Timestamp, now: Timestamp) -> bool {
    now < written_at.plus_millis(FIRST_RETRY_AFTER_MS << (RETRIES - 1))
}

/// Somebody failed to print what was written then. After a week it is left to whoever looks for it.
pub(crate) fn schedule_pdf_retry(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    written_at: Timestamp,
) -> Result<(), DbError> {
    let waits = (0..RETRIES).map(|times| written_at.plus_millis(FIRST_RETRY_AFTER_MS << times));
    // Whoever is asked twice comes to the same time, and so to one piece of work.
    let Some(due_at) = waits.into_iter().find(|due_at| *due_at > context.now) else { return Ok(()) };
    let key = format!("{}:{id}:{}", Job::InvoicePdf, due_at.millis());
    schedule_pdf_job(tx, context, id, (&silent_payload(id), &key), due_at)
}

fn schedule_pdf_job(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    (payload, dedup_key): (&str, &str),
    due_at: Timestamp,
) -> Result<(), DbError> {
    let work = QueuedJob {
        id: &context.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload,
        subject: &job_subject(id),
        dedup_key,
        due_at,
    };
    queued_jobs::enqueue(tx, &work, context.now)
}

fn silent_payload(id: &InvoiceId) -> String {
    json!({ "invoiceId": id, "quiet": true }).to_string()
}

fn job_subject(id: &InvoiceId) -> String {
    format!("invoice:{id}")
}
