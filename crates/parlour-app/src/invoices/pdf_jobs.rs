//! Queues the rendering of invoices and credit notes as PDF.

use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::billing::desk_invoices;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use crate::job_payload::JobPayload;
use crate::request_context::RequestContext;

/// The wait before the first retry. Every further wait is twice as long.
const FIRST_RETRY_AFTER_MS: i64 = 10 * MINUTE_MS;
/// The last retry is a week after the sale.
const RETRIES: u32 = 11;

/// Renders and sends the invoice at once.
pub fn enqueue_invoice_pdf(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), DbError> {
    let payload = JobPayload::for_invoice(id).to_json();
    // The same key as that of `send`, which so finds that the job is queued already.
    let dedup_key = format!("{}:{id}", Job::InvoicePdf);
    schedule_pdf_job(tx, context, id, PdfJob { payload, dedup_key, due_at: context.now })
}

/// Renders the credit note, and sends it while it is recent. The invoice is not sent again.
pub fn enqueue_credit_note_pdf(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    note: &str,
) -> Result<(), DbError> {
    // With the note in the key: a job that is running already may not have read it.
    let dedup_key = format!("{}:{id}:credit-note:{note}", Job::InvoicePdf);
    let job = PdfJob { payload: silent_payload(id), dedup_key, due_at: context.now };
    schedule_pdf_job(tx, context, id, job)
}

/// Renders the invoice anew after a correction of its payments. It is not sent again.
pub(super) fn enqueue_corrected_pdf(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), DbError> {
    // Every correction has its own job: a job that is running already may have read the earlier payments.
    let dedup_key = format!("{}:{id}:{}", Job::InvoicePdf, context.new_id());
    let job = PdfJob { payload: silent_payload(id), dedup_key, due_at: context.now };
    schedule_pdf_job(tx, context, id, job)
}

/// Renders a document that somebody looked for and that is missing, unless that is queued already.
pub fn enqueue_missing_pdf(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), DbError> {
    let Some(invoice) = desk_invoices::find_recipient(tx, id)? else { return Ok(()) };
    let queued = QueuedJob {
        id: &context.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload: &silent_payload(id),
        subject: &JobSubject::Invoice(id).to_string(),
        dedup_key: &format!("{}:{id}:paper", Job::InvoicePdf),
        due_at: context.now,
    };
    let first_time = invoice.booking_id.map(|id| JobSubject::Booking(&id).to_string()).unwrap_or_default();
    queued_jobs::enqueue_unless_queued(tx, &queued, &first_time, context.now)?;
    Ok(())
}

/// Whether the customer is still notified of a document that was written at this time: as long as it is retried.
pub fn is_recent_enough_to_notify(written_at: Timestamp, now: Timestamp) -> bool {
    now < written_at.plus_millis(FIRST_RETRY_AFTER_MS << (RETRIES - 1))
}

/// Queues the next retry after a failure. After a week the document is rendered only when somebody looks for it.
pub fn schedule_pdf_retry(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    written_at: Timestamp,
) -> Result<(), DbError> {
    let retries = (0..RETRIES).map(|times| written_at.plus_millis(FIRST_RETRY_AFTER_MS << times));
    // A second call comes to the same time and key, and so queues nothing.
    let Some(due_at) = retries.into_iter().find(|due_at| *due_at > context.now) else { return Ok(()) };
    let dedup_key = format!("{}:{id}:{}", Job::InvoicePdf, due_at.millis());
    schedule_pdf_job(tx, context, id, PdfJob { payload: silent_payload(id), dedup_key, due_at })
}

struct PdfJob {
    payload: String,
    dedup_key: String,
    due_at: Timestamp,
}

fn schedule_pdf_job(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    PdfJob { payload, dedup_key, due_at }: PdfJob,
) -> Result<(), DbError> {
    let queued = QueuedJob {
        id: &context.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload: &payload,
        subject: &JobSubject::Invoice(id).to_string(),
        dedup_key: &dedup_key,
        due_at,
    };
    queued_jobs::enqueue(tx, &queued, context.now)
}

fn silent_payload(id: &InvoiceId) -> String {
    JobPayload { skips_notification: true, ..JobPayload::for_invoice(id) }.to_json()
}
