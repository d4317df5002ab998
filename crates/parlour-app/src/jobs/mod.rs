//! The jobs: one file each. Each may run twice, at any time, and reads no more at once than a few hundred rows.

mod appointment_reminders;
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
mod post_service_followup;
mod report_letters;
mod retention;
mod session_cleanup;
mod stale_booking_alert;
mod steps;
mod told;
mod weekly_report;

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::DbError;
use serde_json::{Value, json};

use crate::backstage::{Backstage, Outside};
pub(crate) use noshow_escalation::count as count_noshow;
pub use told::Told;

/// How many rows one transaction of a job takes.
pub(crate) const BATCH: i64 = 200;

#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// Somebody else's service failed; no personal data.
    #[error("{0}")]
    Outside(String),
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
pub async fn run(backstage: &Backstage, job: Job, told: &Told) -> Result<Outcome, JobError> {
    let at = told.slot.unwrap_or_else(|| backstage.app.clock.now());
    let processed = match job {
        Job::AppointmentReminders => appointment_reminders::run(backstage, told.slot).await?,
        Job::MembershipExpiry => membership_expiry::run(backstage, at).await?,
        Job::BirthdayEmails => birthday_emails::run(backstage, at).await?,
        Job::LeadFollowups => lead_followups::run(backstage, at).await?,
        Job::GemsExpiryReminder => gems_expiry_reminder::run(backstage, at).await?,
        Job::MembershipUsageNudges => membership_usage_nudges::run(backstage, at).await?,
        Job::MembershipAutoExpire => membership_auto_expire::run(backstage).await?,
        Job::OfferAutoExpire => offer_auto_expire::run(backstage).await?,
        Job::GemsAutoExpire => gems_auto_expire::run(backstage).await?,
        Job::SessionCleanup => session_cleanup::run(backstage).await?,
        Job::Retention => retention::run(backstage).await?,
        Job::NoshowEscalation => noshow_escalation::run(backstage, told).await?,
        Job::DailySalesReport => return reported(daily_sales_report::run(backstage, told.slot).await),
        Job::WeeklyReport => return reported(weekly_report::run(backstage, told.slot).await),
        Job::NightlySalesSummary => return reported(nightly_sales_summary::run(backstage, at).await),
        Job::MonthlyGstSummary => return reported(monthly_gst_summary::run(backstage, told.slot).await),
        Job::PostServiceFollowup => return post_service_followup::run(backstage, told).await,
        Job::StaleBookingAlert => return stale_booking_alert::run(backstage, told).await,
        Job::NoshowCheck => return noshow_check::run(backstage, told).await,
        Job::MembershipExpiredNotice => return membership_expired_notice::run(backstage, told).await,
        Job::InvoicePdf => return invoice_pdf::run(backstage, told).await,
    };
    Ok(Outcome::Processed(processed))
}

/// Runs a job and tells whoever watches over it from outside how it went, without making the caller wait for that. A
/// panic is a failure like any other.
pub async fn run_and_report(backstage: &Backstage, job: Job, told: &Told) -> Result<Outcome, JobError> {
    let running = AssertUnwindSafe(run(backstage, job, told)).catch_unwind();
    let ran = running.await.unwrap_or_else(|_| Err(JobError::Outside("it panicked".to_owned())));
    let (outside, is_ok) = (std::sync::Arc::clone(&backstage.outside), ran.is_ok());
    tokio::spawn(async move { report(&outside, job, is_ok).await });
    ran
}

/// An invoice is drawn for every visit: that is no heart that beats.
pub async fn report(outside: &Outside, job: Job, is_ok: bool) {
    if let Some(heartbeats) = outside.heartbeats.as_ref().filter(|_| job != Job::InvoicePdf) {
        heartbeats.ping(job.as_str(), is_ok).await;
    }
}

fn reported(run: Result<(), JobError>) -> Result<Outcome, JobError> {
    run.map(|()| Outcome::Done)
}

/// When a schedule's own time counts and not the time at which somebody came to it.
pub fn payload_of(slot: Timestamp) -> String {
    json!({ "slot": slot }).to_string()
}
