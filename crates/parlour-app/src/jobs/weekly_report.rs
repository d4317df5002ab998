//! How the week went, beside the one before.

use chrono::Days;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;

use super::JobError;
use super::report_emails::{self, ReportChannels, ReportRequest};
use crate::worker_context::WorkerContext;

/// Of the seven whole days before the one on which it was to run.
pub(super) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<(), JobError> {
    let request = ReportRequest::of(worker, slot);
    let first = request.at.ist_date() - Days::new(7);
    report_emails::enqueue_report_emails(
        worker,
        EmailKind::WeeklyReport,
        first,
        request,
        ReportChannels::EmailAndChat,
    )
    .await
}
