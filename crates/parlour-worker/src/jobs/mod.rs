//! The jobs, one file each. A job may run twice and at any time, and reads at most a few hundred rows at once.

mod batches;
mod bookings;
mod cleanup;
mod customers;
mod files;
mod invoices;
mod memberships;
mod outcome;
mod reports;
mod run;

pub use parlour_app::job_payload::JobPayload;

pub use bookings::noshow_escalation::count_missed_booking;
pub use invoices::render_pdf::render_unstored_pdf;
pub use outcome::{JobError, Outcome};
pub use run::{ping_heartbeat, run, run_and_ping_heartbeat, run_claimed};

/// How many rows one transaction of a job changes.
pub(crate) const BATCH_SIZE: i64 = 200;
