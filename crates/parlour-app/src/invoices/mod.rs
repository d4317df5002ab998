//! Invoices: issuing, printing and sending.

mod credit_note_document;
mod invoice_document;
mod issue;
mod pdf_jobs;
mod send;

pub use issue::{InvoiceItem, IssueRefusal, Purchase, Sale, TaxPolicy, issue};
pub use pdf_jobs::enqueue_missing_pdf;
pub use send::{SendInvoiceRefusal, send};

pub use credit_note_document::build_credit_note_document;
pub use invoice_document::{BillingDocument, build_document, build_payable_invoice, shows_tax};
pub use pdf_jobs::{enqueue_credit_note_pdf, enqueue_invoice_pdf, is_recent_enough_to_notify, schedule_pdf_retry};
