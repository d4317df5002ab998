//! The figures of the reports that are sent to the owners by e-mail and chat: of a day, a week or a month.

mod gst;
mod sales;

use chrono::{Days, NaiveDate};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::report::period::{Period, last_of_month};

pub use gst::{BranchGst, GstEmailFigures, GstLine, TaxAmounts, compute_gst};
pub use sales::{
    BranchSales, ChartBar, PaymentMethodTotal, PreviousPeriod, SalesEmailFigures, SalesTotals, SoldService,
    compute_sales,
};

/// The days that a report covers; its e-mail row stores the first. `None` for other e-mails.
pub fn report_period(kind: EmailKind, first: NaiveDate) -> Option<Period> {
    let to = match kind {
        EmailKind::DailySalesReport => first,
        EmailKind::WeeklyReport => first + Days::new(6),
        EmailKind::MonthlyGstSummary => last_of_month(first),
        _ => return None,
    };
    Some(Period { from: first, to })
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn the_first_day_of_a_report_gives_its_period() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let (first, period) = (day("2028-02-01"), |kind| report_period(kind, day("2028-02-01")));
        assert_eq!(period(EmailKind::DailySalesReport), Some(Period::of_day(first)));
        assert_eq!(period(EmailKind::WeeklyReport), Some(Period { from: first, to: day("2028-02-07") }));
        assert_eq!(period(EmailKind::MonthlyGstSummary), Some(Period { from: first, to: day("2028-02-29") }));
        let reports = EmailKind::ALL.iter().filter(|kind| kind.is_report());
        assert!(reports.into_iter().all(|kind| period(*kind).is_some()));
        assert_eq!(period(EmailKind::Invoice), None);
    }
}
