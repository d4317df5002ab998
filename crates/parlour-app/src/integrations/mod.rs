//! The services of others: whether they are set up, how they did, and what could not be done.

mod overview;
mod probe;
mod retry;
mod send_test;

pub use overview::{IntegrationView, all, one};
pub use probe::{Finding, Integrations, note, probe};
pub use retry::{RetryRefusal, retry};
pub use send_test::send_test;
