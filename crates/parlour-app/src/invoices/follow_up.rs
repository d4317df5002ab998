//! What is to be done about an invoice once it is written.

use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::work::{self, Work};
use parlour_store::{DbError, Tx, billing};
use serde_json::json;

use crate::occasion::Occasion;

/// Where nobody could print it, it is tried again after this long, then after twice as long, and so on.
const FIRST_WAIT_MS: i64 = 10 * MINUTE_MS;
/// The last time is a week after the sale.
const WAITS: u32 = 11;

/// It is printed and mailed at once, as that of a visit is.
pub(crate) fn bring(tx: &mut Tx<'_>, occasion: &Occasion, id: &InvoiceId) -> Result<(), DbError> {
    let payload = json!({ "invoiceId": id }).to_string();
    // The key by which whoever sends it once more finds that it waits already.
    let key = format!("{}:{id}", Job::InvoicePdf);
    later(tx, occasion, id, (&payload, &key), occasion.now)
}

/// It has a credit note, which is printed too, and brought to the customer while that is news. Of the invoice nobody
/// hears again.
pub(crate) fn print_credit_note(tx: &mut Tx<'_>, occasion: &Occasion, id: &InvoiceId) -> Result<(), DbError> {
    let key = format!("{}:{id}:credit-note", Job::InvoicePdf);
    later(tx, occasion, id, (&quietly(id), &key), occasion.now)
}

/// For whoever looks for a paper that is not there: what is missing is made, unless that waits to be done already.
pub fn print_missing(tx: &mut Tx<'_>, occasion: &Occasion, id: &InvoiceId) -> Result<(), DbError> {
    let Some(invoice) = billing::recipient(tx, id)? else { return Ok(()) };
    let work = Work {
        id: &occasion.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload: &quietly(id),
        subject: &subject(id),
        dedup_key: &format!("{}:{id}:paper", Job::InvoicePdf),
        due_at: occasion.now,
    };
    let first_time = invoice.booking_id.map(|booking| format!("booking:{booking}")).unwrap_or_default();
    billing::queue_unless_waiting(tx, &work, &first_time, occasion.now)?;
    Ok(())
}

/// Whether what was written then may still be told as news: as long as it may take to be printed.
pub(crate) fn is_news(written_at: Timestamp, now: Timestamp) -> bool {
    now < written_at.plus_millis(FIRST_WAIT_MS << (WAITS - 1))
}

/// Somebody failed to print what was written then. After a week it is left to whoever looks for it.
pub(crate) fn print_later(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &InvoiceId,
    written_at: Timestamp,
) -> Result<(), DbError> {
    let waits = (0..WAITS).map(|times| written_at.plus_millis(FIRST_WAIT_MS << times));
    // Whoever is asked twice comes to the same time, and so to one piece of work.
    let Some(due_at) = waits.into_iter().find(|due_at| *due_at > occasion.now) else { return Ok(()) };
    let key = format!("{}:{id}:{}", Job::InvoicePdf, due_at.millis());
    later(tx, occasion, id, (&quietly(id), &key), due_at)
}

fn later(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &InvoiceId,
    (payload, dedup_key): (&str, &str),
    due_at: Timestamp,
) -> Result<(), DbError> {
    let work = Work {
        id: &occasion.new_id(),
        kind: Job::InvoicePdf.as_str(),
        payload,
        subject: &subject(id),
        dedup_key,
        due_at,
    };
    work::schedule(tx, &work, occasion.now)
}

fn quietly(id: &InvoiceId) -> String {
    json!({ "invoiceId": id, "quiet": true }).to_string()
}

fn subject(id: &InvoiceId) -> String {
    format!("invoice:{id}")
}
