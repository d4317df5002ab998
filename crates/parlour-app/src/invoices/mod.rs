//! Invoices: issuing, printing and sending.

mod amounts;
mod invoice_document;
mod issue;
mod pdf_jobs;
mod send;

pub use amounts::{InvoiceAmounts, InvoiceItem, SellingBranch, TaxPolicy};
pub use issue::{GivenDiscount, IssueRefusal, Purchase, Sale, issue};
pub use pdf_jobs::enqueue_missing_pdf;
pub use send::{SendInvoiceRefusal, send};

pub use invoice_document::{BillingDocument, build_document, shows_tax};
pub use pdf_jobs::{enqueue_credit_note_pdf, enqueue_invoice_pdf, is_recent_enough_to_notify, schedule_pdf_retry};
