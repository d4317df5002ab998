//! Queues a report for all recipients and for the chat.

use chrono::NaiveDate;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::DbError;
use parlour_store::notifications::emails::{CHAT_RECIPIENT, EmailDestination, NewEmail, enqueue_email};

use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::jobs) enum ReportChannels {
    EmailOnly,
    EmailAndChat,
}

/// The time that a report is for, and who requested it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::jobs) struct ReportRequest {
    pub(in crate::jobs) at: Timestamp,
    /// Requested by hand, not by the schedule.
    is_manual: bool,
}

impl ReportRequest {
    pub(in crate::jobs) fn of(worker: &WorkerContext, slot: Option<Timestamp>) -> Self {
        Self { at: slot.unwrap_or_else(|| worker.app.clock.now()), is_manual: slot.is_none() }
    }

    /// A scheduled report is sent once; a report by hand is sent each time it is requested.
    fn subject(self) -> String {
        let minute = || format!("{} {}", self.at.ist_date(), self.at.ist_time().format("%H:%M"));
        if self.is_manual { minute() } else { String::new() }
    }
}

/// Queues the report on the days from `first` on, once for each recipient.
pub(in crate::jobs) async fn enqueue_report_emails(
    worker: &WorkerContext,
    kind: EmailKind,
    first: NaiveDate,
    request: ReportRequest,
    channels: ReportChannels,
) -> Result<(), JobError> {
    let recipients = worker.integrations.report_recipients.clone();
    let is_for_chat = channels == ReportChannels::EmailAndChat && worker.integrations.chat.is_some();
    if recipients.is_empty() && !is_for_chat {
        tracing::info!(report = %kind, "no recipients of reports are configured");
        return Ok(());
    }
    let (context, subject, period) = (worker.context(), request.subject(), first.to_string());
    let written = worker.app.db.write(move |tx| -> Result<(), DbError> {
        let addresses = recipients.iter().map(EmailAddress::as_str).chain(is_for_chat.then_some(CHAT_RECIPIENT));
        addresses.into_iter().try_for_each(|to| {
            let (id, to) = (context.new_id(), EmailDestination::Address(to));
            let email = NewEmail { id: &id, kind, to, subject: &subject, period: &period };
            enqueue_email(tx, &email, context.now).map(drop)
        })
    });
    Ok(written.await?)
}
