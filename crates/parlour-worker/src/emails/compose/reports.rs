//! Composes the reports to the owners, as e-mails and as chat messages.

use parlour_domain::ist::parse_date;
use parlour_domain::report::period::Period;
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

use super::inputs::default_salon_contact;
use crate::emails::figures::{ReportKind, compute_gst, compute_sales};
use crate::emails::{
    EmailMessage, daily_sales_email, gst_chat_text, monthly_gst_email, sales_chat_text, weekly_sales_email,
};
use crate::worker_context::WorkerContext;

pub(super) fn compose_report(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    texts: Texts,
) -> Result<Option<EmailMessage>, DbError> {
    let Some((kind, period)) = parse_report(outgoing) else { return Ok(None) };
    let salon = default_salon_contact(conn)?;
    Ok(Some(match kind {
        ReportKind::DailySales => daily_sales_email(&compute_sales(conn, period, texts)?, &salon, texts),
        ReportKind::WeeklySales => weekly_sales_email(&compute_sales(conn, period, texts)?, &salon, texts),
        ReportKind::MonthlyGst => monthly_gst_email(&compute_gst(conn, period)?, &salon, texts),
    }))
}

/// A chat is read by several people, whoever they are.
const CHAT_TEXTS: Texts = Texts::ENGLISH;

/// The report in a few lines.
pub async fn compose_chat_text(worker: &WorkerContext, email: &OutgoingEmail) -> Result<Option<String>, DbError> {
    let Some((kind, period)) = parse_report(email) else { return Ok(None) };
    let texts = CHAT_TEXTS;
    let text = worker.app.db.snapshot(move |conn| -> Result<String, DbError> {
        Ok(match kind {
            ReportKind::DailySales | ReportKind::WeeklySales => {
                sales_chat_text(&compute_sales(conn, period, texts)?, texts)
            }
            ReportKind::MonthlyGst => gst_chat_text(&compute_gst(conn, period)?, texts),
        })
    });
    text.await.map(Some)
}

/// The period of the row is the first day of the report.
fn parse_report(outgoing: &OutgoingEmail) -> Option<(ReportKind, Period)> {
    let kind = ReportKind::of_email(outgoing.kind)?;
    Some((kind, kind.period(parse_date(&outgoing.period)?)))
}
