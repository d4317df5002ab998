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

/// A report that is sent to the owners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportKind {
    DailySales,
    WeeklySales,
    MonthlyGst,
}

impl ReportKind {
    /// `None` for e-mails that are no reports.
    pub fn of_email(kind: EmailKind) -> Option<Self> {
        match kind {
            EmailKind::DailySalesReport => Some(Self::DailySales),
            EmailKind::WeeklyReport => Some(Self::WeeklySales),
            EmailKind::MonthlyGstSummary => Some(Self::MonthlyGst),
            EmailKind::BookingConfirmed
            | EmailKind::BookingRescheduled
            | EmailKind::BookingCancelled
            | EmailKind::BookingRejected
            | EmailKind::BookingChanged
            | EmailKind::BookingRestored
            | EmailKind::BookingTimeOffered
            | EmailKind::Reminder24h
            | EmailKind::Reminder1h
            | EmailKind::MembershipCreated
            | EmailKind::MembershipExpired
            | EmailKind::BirthdayOffer
            | EmailKind::ReviewRequest
            | EmailKind::Invoice
            | EmailKind::CreditNote
            | EmailKind::Invitation
            | EmailKind::Test => None,
        }
    }

    /// The days that the report covers, given the first one.
    pub fn period(self, first: NaiveDate) -> Period {
        let to = match self {
            Self::DailySales => first,
            Self::WeeklySales => first + Days::new(6),
            Self::MonthlyGst => last_of_month(first),
        };
        Period { from: first, to }
    }
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn the_first_day_of_a_report_gives_its_period() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let first = day("2028-02-01");
        assert_eq!(ReportKind::DailySales.period(first), Period::of_day(first));
        assert_eq!(ReportKind::WeeklySales.period(first), Period { from: first, to: day("2028-02-07") });
        assert_eq!(ReportKind::MonthlyGst.period(first), Period { from: first, to: day("2028-02-29") });
    }

    #[test]
    fn every_report_e_mail_has_its_kind() {
        assert!(EmailKind::ALL.iter().all(|kind| kind.is_report() == ReportKind::of_email(*kind).is_some()));
    }
}
