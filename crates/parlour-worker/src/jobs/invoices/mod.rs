//! Jobs that print invoices and credit notes.

pub(super) mod invoice_pdf;
pub(super) mod render_pdf;
mod uploaded_logo;
