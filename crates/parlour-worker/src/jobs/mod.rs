//! The jobs, one file each. A job may run twice and at any time, and reads at most a few hundred rows at once.

mod appointment_reminders;
mod batches;
mod birthday_emails;
mod daily_sales_report;
mod gems_auto_expire;
mod gems_expiry_reminder;
mod invoice_pdf;
mod lead_followups;
mod membership_auto_expire;
mod membership_expired_notice;
mod membership_expiry;
mod membership_usage_nudges;
mod monthly_gst_summary;
mod nightly_sales_summary;
mod noshow_check;
mod noshow_escalation;
mod offer_auto_expire;
mod outcome;
mod post_service_followup;
mod render_pdf;
mod report_emails;
mod retention;
mod run;
mod session_cleanup;
mod stale_booking_alert;
mod weekly_report;

pub use parlour_app::job_payload::JobPayload;

pub use noshow_escalation::count_missed_booking;
pub use outcome::{JobError, Outcome};
pub use render_pdf::render_unstored_pdf;
pub use run::{ping_heartbeat, run, run_and_ping_heartbeat, run_claimed};

/// How many rows one transaction of a job changes.
pub(crate) const BATCH_SIZE: i64 = 200;
