pub(crate) mod credit_note_races;
pub(crate) mod credit_notes;
pub(crate) mod customer_invoices;
pub(crate) mod desk_invoices;
pub(crate) mod invoice_pdfs;
pub(crate) mod invoice_search;
pub(crate) mod invoicing_service;
