//! What is billed.

mod credit;
mod issue;
mod send;

pub use credit::{CreditRefusal, credit};
pub use issue::{Bought, IssueRefusal, Item, Sale, Taxes, issue};
pub use send::{SendRefusal, send};
