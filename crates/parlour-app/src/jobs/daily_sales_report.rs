//! How the day went, in the evening.

use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;

use super::JobError;
use super::report_emails::{self, ReportChannels, ReportRequest};
use crate::worker_context::WorkerContext;

/// Of the day on which it was to run. What it says is added up when it is sent.
pub(super) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<(), JobError> {
    let request = ReportRequest::of(worker, slot);
    let day = request.at.ist_date();
    report_emails::enqueue_report_emails(
        worker,
        EmailKind::DailySalesReport,
        day,
        request,
        ReportChannels::EmailAndChat,
    )
    .await
}
