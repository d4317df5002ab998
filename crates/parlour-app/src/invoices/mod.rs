//! What is billed.

mod issue;

pub use issue::{Bought, IssueRefusal, Item, Sale, Taxes, issue};
