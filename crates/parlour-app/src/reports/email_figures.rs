//! What the letters to those who run the salon tell: of a day, a week, a month.

use chrono::{Days, NaiveDate};
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::report::period::{Period, last_of_month};
use parlour_store::reports::summaries::{self, ReportedBranch};
use parlour_store::reports::{ReportScope, day_activity};
use parlour_store::{Conn, DbError};

use super::Report;
use super::day_close::DayCloseReport;
use super::gst::{GstReport, GstRow};
use super::period_summary::PeriodSummary;
use super::services::{ServiceRow, ServicesReport};
use crate::emails::report_figures::{
    BranchGst, BranchSales, ChartBar, GstEmailFigures, GstLine, PaymentMethodTotal, PreviousPeriod,
    SalesEmailFigures, SalesTotals, SoldService, TaxAmounts,
};

/// Nobody reads more of a list.
const TOP_SERVICE_COUNT: usize = 5;

/// The days that a report is about: what is kept of them with a letter is the first.
pub fn report_period(kind: EmailKind, first: NaiveDate) -> Option<Period> {
    let to = match kind {
        EmailKind::DailySalesReport => first,
        EmailKind::WeeklyReport => first + Days::new(6),
        EmailKind::MonthlyGstSummary => last_of_month(first),
        _ => return None,
    };
    Some(Period { from: first, to })
}

/// Of all branches, and of each that takes customers or did anything, beside as many days before.
pub fn compute_sales(conn: &mut Conn<'_>, period: Period) -> Result<SalesEmailFigures, DbError> {
    let all_branches = ReportScope { period, branch: None };
    let before = ReportScope { period: period.previous(), branch: None };
    let is_day = period.day_count() == 1;
    let summary = PeriodSummary::compute(conn, &all_branches)?;
    let name = if is_day { "the day before" } else { "the week before" };
    let previous =
        PreviousPeriod { name: name.to_owned(), totals: PeriodSummary::compute(conn, &before)?.totals() };
    let payment = |row: &super::MethodRow| PaymentMethodTotal {
        method: row.payment_method,
        invoices: row.takings.taken.invoice_count,
        paise: row.takings.net_paise,
    };
    let services = ServicesReport::compute(conn, &all_branches, period.to)?.services;
    let sold = |row: ServiceRow| SoldService {
        name: row.name,
        times: row.figures.sold.count,
        paise: row.figures.sold.revenue_paise,
    };
    Ok(SalesEmailFigures {
        from: period.from,
        to: period.to,
        totals: summary.totals(),
        previous: Some(previous),
        branches: compute_branch_sales(conn, period)?,
        payments: summary.methods.iter().map(payment).collect(),
        top_services: services.into_iter().take(TOP_SERVICE_COUNT).map(sold).collect(),
        bars: if is_day { hourly_bars(conn, period.from)? } else { daily_bars(conn, period)? },
    })
}

fn compute_branch_sales(conn: &mut Conn<'_>, period: Period) -> Result<Vec<BranchSales>, DbError> {
    let mut found = Vec::new();
    for ReportedBranch { id, name, is_open, .. } in summaries::list_reported_branches(conn)? {
        let totals = PeriodSummary::compute(conn, &ReportScope { period, branch: Some(id) })?.totals();
        if is_open || totals != SalesTotals::default() {
            found.push(BranchSales { name, totals });
        }
    }
    Ok(found)
}

/// The takings of each day, beside the same day of the week before.
fn daily_bars(conn: &mut Conn<'_>, period: Period) -> Result<Vec<ChartBar>, DbError> {
    let takings = |conn: &mut Conn<'_>, day: NaiveDate| -> Result<i64, DbError> {
        let scope = ReportScope { period: Period::of_day(day), branch: None };
        Ok(DayCloseReport::compute(conn, &scope, day)?.totals.net_paise)
    };
    let both = period.days().zip(period.previous().days());
    let bar = |(day, before): (NaiveDate, NaiveDate)| {
        Ok(ChartBar {
            label: day.format("%a %-d").to_string(),
            paise: takings(conn, day)?,
            previous_paise: Some(takings(conn, before)?),
        })
    };
    both.map(bar).collect()
}

/// The takings of each hour from the first to the last in which there were any, today or the day before.
fn hourly_bars(conn: &mut Conn<'_>, day: NaiveDate) -> Result<Vec<ChartBar>, DbError> {
    let before = day - Days::new(1);
    let mut takings = |day: NaiveDate, hour: i64| -> Result<i64, DbError> {
        let from = Timestamp::ist_midnight(day).plus_millis(hour * HOUR_MS);
        let until = from.plus_millis(HOUR_MS);
        Ok(day_activity::sum_paid_between(conn, day, from, until)?
            - day_activity::sum_credited_between(conn, day, from, until)?)
    };
    let mut bars = Vec::with_capacity(24);
    for hour in 0..24 {
        bars.push(ChartBar {
            label: hour_label(hour),
            paise: takings(day, hour)?,
            previous_paise: Some(takings(before, hour)?),
        });
    }
    let is_busy = |bar: &ChartBar| bar.paise != 0 || bar.previous_paise != Some(0);
    bars.truncate(bars.iter().rposition(is_busy).map_or(0, |last| last + 1));
    bars.drain(..bars.iter().position(is_busy).unwrap_or(0));
    Ok(bars)
}

/// `11 am`.
fn hour_label(hour: i64) -> String {
    let half = if hour < 12 { "am" } else { "pm" };
    format!("{} {half}", if hour % 12 == 0 { 12 } else { hour % 12 })
}

/// The tax of a month, of each branch that billed or credited anything in it.
pub fn compute_gst(conn: &mut Conn<'_>, month: Period) -> Result<GstEmailFigures, DbError> {
    let line = |row: GstRow| GstLine {
        sac: row.sac,
        rate_basis_points: row.gst_rate_basis_points,
        billed: TaxAmounts {
            value_paise: row.amounts.taxable_value_paise,
            cgst_paise: row.amounts.cgst_paise,
            sgst_paise: row.amounts.sgst_paise,
        },
        credited: TaxAmounts {
            value_paise: row.credited.taxable_value_paise,
            cgst_paise: row.credited.cgst_paise,
            sgst_paise: row.credited.sgst_paise,
        },
    };
    let mut branches = Vec::new();
    for ReportedBranch { id, name, gstin, .. } in summaries::list_reported_branches(conn)? {
        let rates =
            GstReport::compute(conn, &ReportScope { period: month, branch: Some(id) }, month.to)?.rates;
        if !rates.is_empty() {
            branches.push(BranchGst { name, gstin, lines: rates.into_iter().map(line).collect() });
        }
    }
    Ok(GstEmailFigures { month: month.from, branches })
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn a_letter_s_first_day_says_which_days_it_is_about() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let (first, daily_bars) = (day("2028-02-01"), |kind| report_period(kind, day("2028-02-01")));
        assert_eq!(daily_bars(EmailKind::DailySalesReport), Some(Period::of_day(first)));
        assert_eq!(daily_bars(EmailKind::WeeklyReport), Some(Period { from: first, to: day("2028-02-07") }));
        assert_eq!(
            daily_bars(EmailKind::MonthlyGstSummary),
            Some(Period { from: first, to: day("2028-02-29") })
        );
        let reports = EmailKind::ALL.iter().filter(|kind| kind.is_report());
        assert!(reports.into_iter().all(|kind| daily_bars(*kind).is_some()));
        assert_eq!(daily_bars(EmailKind::Invoice), None);
    }

    #[test]
    fn hours_are_told_as_people_say_them() {
        assert_eq!([0, 9, 12, 13, 23].map(label_of_hour), ["12 am", "9 am", "12 pm", "1 pm", "11 pm"]);
    }
}
