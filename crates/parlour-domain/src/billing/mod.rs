pub mod amount_format;
pub mod gst;
pub mod gstin;
pub mod invoice;
pub mod invoice_document;
pub mod money;
