//! Sends the sales report of the day in the evening.

use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;

use super::report_emails::{self, ReportChannels, ReportRequest};
use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

/// Reports on the day of the slot. The figures are computed when the report is sent.
pub(in crate::jobs) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<(), JobError> {
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
