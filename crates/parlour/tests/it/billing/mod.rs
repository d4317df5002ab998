mod credit_note_races;
mod credit_notes;
mod customer_invoices;
mod desk_invoices;
mod invoice_pdfs;
mod invoice_search;
mod invoicing_service;
mod printed_documents;
