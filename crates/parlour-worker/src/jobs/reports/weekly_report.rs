//! Sends the sales report of the week.

use chrono::Days;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;

use super::report_emails::{self, ReportChannels, ReportRequest};
use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

/// Reports on the seven days before the day of the slot.
pub(in crate::jobs) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<(), JobError> {
    let request = ReportRequest::of(worker, slot);
    let first = request.at.ist_date() - Days::new(7);
    report_emails::enqueue_report_emails(worker, EmailKind::WeeklyReport, first, request, ReportChannels::EmailAndChat)
        .await
}
