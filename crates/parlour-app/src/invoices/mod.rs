//! Invoices: issuing, printing and sending.

mod amounts;
mod correct_payments;
mod credit_note_document;
mod document;
mod invoice_document;
mod issue;
mod locked_invoice;
mod pdf_jobs;
mod send;

pub use amounts::{InvoiceAmounts, InvoiceItem, SellingBranch};
pub use correct_payments::{
    CorrectionFieldError, CorrectionRefusal, PaymentCorrection, correct_payments, validate_correction,
};
pub use issue::{GivenDiscount, IssueRefusal, Purchase, Sale, issue};
pub use pdf_jobs::enqueue_missing_pdf;
pub use send::{SendInvoiceRefusal, send};

pub use credit_note_document::build_credit_note_document;
pub use document::{BillingDocument, build_document};
pub use invoice_document::build_payable_invoice;
pub use pdf_jobs::{enqueue_credit_note_pdf, enqueue_invoice_pdf, is_recent_enough_to_notify, schedule_pdf_retry};

pub(crate) use locked_invoice::lock_invoice_and_customer;
