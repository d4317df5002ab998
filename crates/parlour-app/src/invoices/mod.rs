//! What is billed.

mod credit;
mod follow_up;
mod issue;
mod paper;
mod print;
mod send;

pub use credit::{CreditRefusal, credit};
pub use follow_up::print_missing;
pub(crate) use follow_up::{bring, is_news, print_later};
pub use issue::{Bought, IssueRefusal, Item, Sale, Taxes, issue};
pub(crate) use paper::{Paper, shows_tax};
pub(crate) use print::{Printed, print};
pub use send::{SendRefusal, send};
