//! Handlers that both apps have.

pub(crate) mod auth;
pub(crate) mod booking_details;
pub(crate) mod calendar;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod lead_details;
pub(crate) mod media;
pub(crate) mod notifications;
pub(crate) mod push;
pub(crate) mod realtime;
pub(crate) mod service_ids;
pub(crate) mod sessions;
mod stored_file;

use parlour_store::billing::invoices::{Invoice, InvoiceCursor};

/// The cursor of a list after this invoice.
pub(crate) fn invoice_cursor(invoice: &Invoice) -> InvoiceCursor {
    InvoiceCursor { invoice_date: invoice.invoice_date, id: invoice.id.clone() }
}
