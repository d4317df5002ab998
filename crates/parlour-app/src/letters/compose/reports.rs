//! Letters to those who run the salon, and the same for their chat.

use parlour_domain::ist::parse_date;
use parlour_domain::letter::LetterKind;
use parlour_domain::period::Period;
use parlour_store::letters::Outgoing;
use parlour_store::{Conn, DbError};

use super::head;
use crate::backstage::Backstage;
use crate::letters::{
    Letter, daily_sales_report, gst_in_brief, monthly_gst_summary, sales_in_brief, weekly_report,
};
use crate::reports::figures;

pub(super) fn write(conn: &mut Conn<'_>, asked: &Outgoing) -> Result<Option<Letter>, DbError> {
    let Some(days) = days(asked) else { return Ok(None) };
    let salon = head(conn)?;
    Ok(match asked.kind {
        LetterKind::DailySalesReport => Some(daily_sales_report(&figures::sales(conn, days)?, &salon)),
        LetterKind::WeeklyReport => Some(weekly_report(&figures::sales(conn, days)?, &salon)),
        LetterKind::MonthlyGstSummary => Some(monthly_gst_summary(&figures::gst(conn, days)?, &salon)),
        _ => None,
    })
}

/// A report in a few lines.
pub async fn for_chat(backstage: &Backstage, letter: &Outgoing) -> Result<Option<String>, DbError> {
    let letter = letter.clone();
    let told = backstage.app.db.snapshot(move |conn: &mut Conn<'_>| -> Result<Option<String>, DbError> {
        let Some(days) = days(&letter) else { return Ok(None) };
        Ok(Some(match letter.kind {
            LetterKind::MonthlyGstSummary => gst_in_brief(&figures::gst(conn, days)?),
            _ => sales_in_brief(&figures::sales(conn, days)?),
        }))
    });
    told.await
}

/// The period is the first of them.
fn days(asked: &Outgoing) -> Option<Period> {
    figures::days_of(asked.kind, parse_date(&asked.period)?)
}
