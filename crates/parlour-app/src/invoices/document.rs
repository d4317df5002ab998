//! The printed forms of an invoice: its own, and that of each of its credit notes.

use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::ids::InvoiceId;
use parlour_store::{Conn, DbError};

use super::credit_note_document::build_credit_note_document;
use super::invoice_document::build_invoice;

/// A document that an invoice can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillingDocument {
    Invoice,
    /// With the id of the credit note.
    CreditNote(String),
}

impl BillingDocument {
    /// The path of the PDF on the customer app.
    pub fn path(&self, id: &InvoiceId) -> String {
        match self {
            Self::Invoice => format!("/api/invoices/{id}/pdf"),
            Self::CreditNote(note) => format!("/api/invoices/{id}/credit-notes/{note}/pdf"),
        }
    }
}

/// None if there is no such document.
pub fn build_document(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<Option<InvoiceDocument>, DbError> {
    match document {
        BillingDocument::Invoice => build_invoice(conn, id),
        BillingDocument::CreditNote(note) => build_credit_note_document(conn, note),
    }
}
