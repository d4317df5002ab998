//! The desk sends an invoice again.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::InvoiceId;
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_store::billing::desk_invoices;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::job_payload::JobPayload;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum SendInvoiceRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the customer has no e-mail address")]
    NoEmail,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Queues the rendering and the e-mail, unless they are queued already, also for the first time.
pub fn send(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), SendInvoiceRefusal> {
    let invoice = desk_invoices::find_recipient(tx, id)?.ok_or(SendInvoiceRefusal::Unknown)?;
    if invoice.email.is_none() {
        return Err(SendInvoiceRefusal::NoEmail);
    }
    let booking = invoice.booking_id;
    // In the payload too, so that every request sends one more e-mail.
    let job_id = context.new_id();
    let job = Job::InvoicePdf;
    let payload =
        JobPayload { booking_id: booking.clone(), job_id: Some(job_id.clone()), ..JobPayload::for_invoice(id) };
    let queued = QueuedJob {
        id: &job_id,
        kind: job.as_str(),
        payload: &payload.to_json(),
        subject: &JobSubject::Invoice(id).to_string(),
        dedup_key: &format!("{job}:{id}"),
        due_at: context.now,
    };
    let first_time = booking.map(|id| JobSubject::Booking(&id).to_string()).unwrap_or_default();
    if !queued_jobs::enqueue_unless_queued(tx, &queued, &first_time, context.now)? {
        return Ok(());
    }
    let change = AuditedChange {
        action: AuditAction::InvoiceSend,
        record_id: id.as_str(),
        concerns: Some(&invoice.customer_id),
        before: None,
        after: None,
    };
    Ok(audit::record(tx, context, change)?)
}
