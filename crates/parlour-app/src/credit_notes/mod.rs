//! Credit notes for invoices.

mod issue;

pub use issue::{CreditRefusal, credit};
