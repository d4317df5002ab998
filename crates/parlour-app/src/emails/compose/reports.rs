//! Letters to those who run the salon, and the same for their chat.

use parlour_domain::ist::parse_date;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::report::period::Period;
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};

use super::default_salon_contact;
use crate::emails::{
    EmailMessage, daily_sales_email, gst_chat_text, monthly_gst_email, sales_chat_text, weekly_sales_email,
};
use crate::reports::email_figures;
use crate::worker_context::WorkerContext;

pub(super) fn compose_report(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
) -> Result<Option<EmailMessage>, DbError> {
    let Some(days) = report_period(outgoing) else { return Ok(None) };
    let salon = default_salon_contact(conn)?;
    Ok(match outgoing.kind {
        EmailKind::DailySalesReport => {
            Some(daily_sales_email(&email_figures::compute_sales(conn, days)?, &salon))
        }
        EmailKind::WeeklyReport => {
            Some(weekly_sales_email(&email_figures::compute_sales(conn, days)?, &salon))
        }
        EmailKind::MonthlyGstSummary => {
            Some(monthly_gst_email(&email_figures::compute_gst(conn, days)?, &salon))
        }
        _ => None,
    })
}

/// A report in a few lines.
pub async fn compose_chat_text(
    worker: &WorkerContext,
    email: &OutgoingEmail,
) -> Result<Option<String>, DbError> {
    let email = email.clone();
    let told = worker.app.db.snapshot(move |conn: &mut Conn<'_>| -> Result<Option<String>, DbError> {
        let Some(days) = report_period(&email) else { return Ok(None) };
        Ok(Some(match email.kind {
            EmailKind::MonthlyGstSummary => gst_chat_text(&email_figures::compute_gst(conn, days)?),
            _ => sales_chat_text(&email_figures::compute_sales(conn, days)?),
        }))
    });
    told.await
}

/// The period is the first of them.
fn report_period(outgoing: &OutgoingEmail) -> Option<Period> {
    email_figures::report_period(outgoing.kind, parse_date(&outgoing.period)?)
}
