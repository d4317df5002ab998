pub mod credit_notes;
pub mod day_closes;
pub mod desk_invoice_list;
pub mod desk_invoices;
pub mod invoice_documents;
pub mod invoices;
pub mod payment_corrections;
pub mod payments;
