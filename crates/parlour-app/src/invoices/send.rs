//! The desk sends an invoice once more.

use parlour_domain::ids::InvoiceId;
use parlour_store::billing;
use parlour_store::work::Work;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, Change};
use crate::occasion::Occasion;

const INVOICE_PDF: &str = "invoice-pdf";

#[derive(Debug, thiserror::Error)]
pub enum SendRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the customer has no e-mail address")]
    NoEmail,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// It is rendered and mailed soon. Where that waits to be done already, also for the first time after the visit, it is
/// done once.
pub fn send(tx: &mut Tx<'_>, occasion: &Occasion, id: &InvoiceId) -> Result<(), SendRefusal> {
    let invoice = billing::recipient(tx, id)?.ok_or(SendRefusal::Unknown)?;
    if invoice.email.is_none() {
        return Err(SendRefusal::NoEmail);
    }
    let booking = invoice.booking_id;
    // Named in the payload too: each time it is asked for, one more letter goes.
    let work_id = occasion.new_id();
    let later = Work {
        id: &work_id,
        kind: INVOICE_PDF,
        payload: &json!({ "invoiceId": id, "bookingId": booking, "workId": work_id }).to_string(),
        subject: &format!("invoice:{id}"),
        dedup_key: &format!("{INVOICE_PDF}:{id}"),
        due_at: occasion.now,
    };
    let first_time = booking.map(|booking| format!("booking:{booking}")).unwrap_or_default();
    if !billing::queue_unless_waiting(tx, &later, &first_time, occasion.now)? {
        return Ok(());
    }
    let change = Change {
        action: "invoice.send",
        record_id: id.as_str(),
        concerns: Some(&invoice.customer_id),
        before: None,
        after: None,
    };
    Ok(audit::record(tx, occasion, change)?)
}
