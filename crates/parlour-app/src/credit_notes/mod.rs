//! Credit notes for invoices.

mod issue;
mod preview;

pub use issue::{CreditFields, CreditRefusal, NewCreditNote, credit, validate_credit};
pub use preview::{CreditPreview, preview_credit};
