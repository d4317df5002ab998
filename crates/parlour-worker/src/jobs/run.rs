//! Runs a job by its name: for the queue, for the job routes and for the command line.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use parlour_domain::job::Job;
use parlour_store::jobs::queue::ClaimedJob;

use super::bookings::{
    appointment_reminders, noshow_check, noshow_escalation, post_service_followup, stale_booking_alert,
};
use super::cleanup::{retention, session_cleanup};
use super::customers::{birthday_emails, gems_auto_expire, gems_expiry_reminder, lead_followups, offer_auto_expire};
use super::files::{apply_import, delete_file, make_export};
use super::invoices::invoice_pdf;
use super::memberships::{
    membership_auto_expire, membership_expired_notice, membership_expiry, membership_usage_nudges,
};
use super::reports::{daily_sales_report, monthly_gst_summary, nightly_sales_summary, weekly_report};
use super::{JobError, JobPayload, Outcome};
use crate::worker_context::{Integrations, WorkerContext};

/// Enough for the largest job of the largest salon.
const CLAIMED_JOB_TIMEOUT: Duration = Duration::from_mins(15);

/// Runs a job. A scheduled job works for the time of its slot, which may be past.
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
        Job::ApplyImport => apply_import::run(worker, payload).await?,
        Job::MakeExport => make_export::run(worker, payload).await?,
        Job::DeleteFile => delete_file::run(worker, payload).await?,
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

/// Runs a job and reports to its monitor, without making the caller wait for the monitor. A panic is a failure.
pub async fn run_and_ping_heartbeat(
    worker: &WorkerContext,
    job: Job,
    payload: &JobPayload,
) -> Result<Outcome, JobError> {
    let result = run_catching_panics(worker, job, payload).await;
    spawn_heartbeat(worker, job, result.is_ok());
    result
}

/// Runs a job that the queue has claimed, in this process, with a time limit.
pub async fn run_claimed(worker: &WorkerContext, claimed: &ClaimedJob) -> Result<Outcome, JobError> {
    let job = Job::parse(&claimed.kind).ok_or(JobError::UnknownJob)?;
    let payload =
        JobPayload::parse(claimed.payload.as_bytes(), worker.app.clock.now()).ok_or(JobError::UnreadablePayload)?;
    let running = run_catching_panics(worker, job, &payload);
    let result = tokio::time::timeout(CLAIMED_JOB_TIMEOUT, running).await.unwrap_or(Err(JobError::TimedOut));
    spawn_heartbeat(worker, job, result.is_ok());
    result
}

async fn run_catching_panics(worker: &WorkerContext, job: Job, payload: &JobPayload) -> Result<Outcome, JobError> {
    let running = AssertUnwindSafe(run(worker, job, payload)).catch_unwind();
    running.await.unwrap_or(Err(JobError::Panicked))
}

fn spawn_heartbeat(worker: &WorkerContext, job: Job, is_ok: bool) {
    let integrations = Arc::clone(&worker.integrations);
    tokio::spawn(async move { ping_heartbeat(&integrations, job, is_ok).await });
}

/// `InvoicePdf` has no heartbeat: it runs per invoice, not on a schedule.
pub async fn ping_heartbeat(integrations: &Integrations, job: Job, is_ok: bool) {
    if let Some(heartbeats) = integrations.heartbeats.as_ref().filter(|_| job != Job::InvoicePdf) {
        heartbeats.ping(job.as_str(), is_ok).await;
    }
}

fn done_outcome(run: Result<(), JobError>) -> Result<Outcome, JobError> {
    run.map(|()| Outcome::Done)
}
