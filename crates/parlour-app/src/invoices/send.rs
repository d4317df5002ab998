//! The desk sends an invoice once more.

use parlour_domain::ids::InvoiceId;
use parlour_store::billing::desk_invoices;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

const INVOICE_PDF_JOB: &str = "invoice-pdf";

#[derive(Debug, thiserror::Error)]
pub enum SendInvoiceRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the customer has no e-mail address")]
    NoEmail,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// It is rendered and mailed soon. Where that waits to be done already, also for the first time after the visit, it is
/// done once.
pub fn send(tx: &mut Tx<'_>, context: &RequestContext, id: &InvoiceId) -> Result<(), SendInvoiceRefusal> {
    let invoice = desk_invoices::find_recipient(tx, id)?.ok_or(SendInvoiceRefusal::Unknown)?;
    if invoice.email.is_none() {
        return Err(SendInvoiceRefusal::NoEmail);
    }
    let booking = invoice.booking_id;
    // Named in the payload too: each time it is asked for, one more letter goes.
    let work_id = context.new_id();
    let later = QueuedJob {
        id: &work_id,
        kind: INVOICE_PDF_JOB,
        payload: &json!({ "invoiceId": id, "bookingId": booking, "workId": work_id }).to_string(),
        subject: &format!("invoice:{id}"),
        dedup_key: &format!("{INVOICE_PDF_JOB}:{id}"),
        due_at: context.now,
    };
    let first_time = booking.map(|booking| format!("booking:{booking}")).unwrap_or_default();
    if !queued_jobs::enqueue_unless_queued(tx, &later, &first_time, context.now)? {
        return Ok(());
    }
    let change = AuditedChange {
        action: "invoice.send",
        record_id: id.as_str(),
        concerns: Some(&invoice.customer_id),
        before: None,
        after: None,
    };
    Ok(audit::record(tx, context, change)?)
}
