//! The jobs: one file each. Each may run twice, at any time, and reads no more at once than a few hundred rows.

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
mod payload;
mod post_service_followup;
mod report_emails;
mod retention;
mod session_cleanup;
mod stale_booking_alert;
mod weekly_report;

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::DbError;
use serde_json::{Value, json};

use crate::worker_context::{Integrations, WorkerContext};

pub use payload::JobPayload;

pub use noshow_escalation::count_missed_booking;

/// How many rows one transaction of a job takes.
pub(crate) const BATCH_SIZE: i64 = 200;

#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// Somebody else's service failed; no personal data.
    #[error("{0}")]
    Integrations(String),
}

/// What a job answers, each in the contract's own shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Processed(u64),
    Sent(bool),
    Notified(u64),
    Stale {
        action: &'static str,
        notified: u64,
    },
    Invoice {
        attached: bool,
        /// Why nothing was attached or sent.
        reason: Option<String>,
        sent: bool,
    },
}

impl Outcome {
    pub fn body(&self) -> Value {
        match self {
            Self::Done => json!({ "success": true }),
            Self::Processed(processed) => json!({ "success": true, "processed": processed }),
            Self::Sent(sent) => json!({ "success": true, "sent": sent }),
            Self::Notified(notified) => json!({ "success": true, "notified": notified }),
            Self::Stale { action, notified } => {
                json!({ "success": true, "action": action, "notified": notified })
            }
            Self::Invoice { attached, reason, sent } => {
                json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
            }
        }
    }
}

/// Runs a job for the time that it was asked for. Whatever it says goes to a log and to a monitor, so it names nobody.
pub async fn run(worker: &WorkerContext, job: Job, payload: &JobPayload) -> Result<Outcome, JobError> {
    let at = payload.slot.unwrap_or_else(|| worker.app.clock.now());
    let processed = match job {
        Job::AppointmentReminders => appointment_reminders::run(worker, payload.slot).await?,
        Job::MembershipExpiry => membership_expiry::run(worker, at).await?,
        Job::BirthdayEmails => birthday_emails::run(worker, at).await?,
        Job::LeadFollowups => lead_followups::run(worker, at).await?,
        Job::GemsExpiryReminder => gems_expiry_reminder::run(worker, at).await?,
        Job::MembershipUsageNudges => membership_usage_nudges::run(worker, at).await?,
        Job::MembershipAutoExpire => membership_auto_expire::run(worker).await?,
        Job::OfferAutoExpire => offer_auto_expire::run(worker).await?,
        Job::GemsAutoExpire => gems_auto_expire::run(worker).await?,
        Job::SessionCleanup => session_cleanup::run(worker).await?,
        Job::Retention => retention::run(worker).await?,
        Job::NoshowEscalation => noshow_escalation::run(worker, payload).await?,
        Job::DailySalesReport => return done_outcome(daily_sales_report::run(worker, payload.slot).await),
        Job::WeeklyReport => return done_outcome(weekly_report::run(worker, payload.slot).await),
        Job::NightlySalesSummary => return done_outcome(nightly_sales_summary::run(worker, at).await),
        Job::MonthlyGstSummary => return done_outcome(monthly_gst_summary::run(worker, payload.slot).await),
        Job::PostServiceFollowup => return post_service_followup::run(worker, payload).await,
        Job::StaleBookingAlert => return stale_booking_alert::run(worker, payload).await,
        Job::NoshowCheck => return noshow_check::run(worker, payload).await,
        Job::MembershipExpiredNotice => return membership_expired_notice::run(worker, payload).await,
        Job::InvoicePdf => return invoice_pdf::run(worker, payload).await,
    };
    Ok(Outcome::Processed(processed))
}

/// Runs a job and tells whoever watches over it from integrations how it went, without making the caller wait for that. A
/// panic is a failure like any other.
pub async fn run_and_ping_heartbeat(
    worker: &WorkerContext,
    job: Job,
    payload: &JobPayload,
) -> Result<Outcome, JobError> {
    let running = AssertUnwindSafe(run(worker, job, payload)).catch_unwind();
    let result = running.await.unwrap_or_else(|_| Err(JobError::Integrations("it panicked".to_owned())));
    let (integrations, is_ok) = (std::sync::Arc::clone(&worker.integrations), result.is_ok());
    tokio::spawn(async move { ping_heartbeat(&integrations, job, is_ok).await });
    result
}

/// An invoice is drawn for every visit: that is no heart that beats.
pub async fn ping_heartbeat(integrations: &Integrations, job: Job, is_ok: bool) {
    if let Some(heartbeats) = integrations.heartbeats.as_ref().filter(|_| job != Job::InvoicePdf) {
        heartbeats.ping(job.as_str(), is_ok).await;
    }
}

fn done_outcome(run: Result<(), JobError>) -> Result<Outcome, JobError> {
    run.map(|()| Outcome::Done)
}

/// When a schedule's own time counts and not the time at which somebody came to it.
pub fn slot_payload(slot: Timestamp) -> String {
    json!({ "slot": slot }).to_string()
}
