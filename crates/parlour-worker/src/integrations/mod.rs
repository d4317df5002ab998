//! The integrations: their configuration and status, tests, and retries of parked jobs.

mod overview;
mod probe;
mod retry;
mod send_test;

pub use overview::{IntegrationView, find_integration, list_integrations};
pub use probe::{IntegrationProbes, ProbeResult, probe, record_probe_result};
pub use retry::{RetryRefusal, retry_parked_job};
pub use send_test::send_test;
