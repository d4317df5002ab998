//! Credit notes for invoices.

mod issue;

pub use issue::{CreditFields, CreditRefusal, NewCreditNote, credit, validate_credit};
