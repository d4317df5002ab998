//! What the letters to those who run the salon tell: of a day, a week, a month.

use chrono::{Days, NaiveDate};
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::letter::LetterKind;
use parlour_domain::period::{Period, last_of_month};
use parlour_store::reports::{Scope, daybook};
use parlour_store::summaries::{self, ReportedBranch};
use parlour_store::{Conn, DbError};

use super::Report;
use super::day_close::DayCloseReport;
use super::daybook::Daybook;
use super::gst::{GstReport, GstRow};
use super::services::{ServiceRow, ServicesReport};
use crate::letters::figures::{
    Bar, BranchFigures, GstBranch, GstFigures, GstLine, Payment, Previous, SalesFigures, SoldService, TaxSum,
    Totals,
};

/// Nobody reads more of a list.
const TOP_SERVICES: usize = 5;

/// The days that a report is about: what is kept of them with a letter is the first.
pub fn days_of(kind: LetterKind, first: NaiveDate) -> Option<Period> {
    let to = match kind {
        LetterKind::DailySalesReport => first,
        LetterKind::WeeklyReport => first + Days::new(6),
        LetterKind::MonthlyGstSummary => last_of_month(first),
        _ => return None,
    };
    Some(Period { from: first, to })
}

/// Of all branches, and of each that takes customers or did anything, beside as many days before.
pub fn sales(conn: &mut Conn<'_>, period: Period) -> Result<SalesFigures, DbError> {
    let everywhere = Scope { period, branch: None };
    let before = Scope { period: period.previous(), branch: None };
    let is_day = period.days_long() == 1;
    let book = Daybook::compute(conn, &everywhere)?;
    let name = if is_day { "the day before" } else { "the week before" };
    let previous = Previous { name: name.to_owned(), totals: Daybook::compute(conn, &before)?.totals() };
    let payment = |row: &super::MethodRow| Payment {
        method: row.payment_method,
        invoices: row.takings.taken.invoice_count,
        paise: row.takings.net_paise,
    };
    let services = ServicesReport::compute(conn, &everywhere, period.to)?.services;
    let sold = |row: ServiceRow| SoldService {
        name: row.name,
        times: row.figures.sold.count,
        paise: row.figures.sold.revenue_paise,
    };
    Ok(SalesFigures {
        from: period.from,
        to: period.to,
        totals: book.totals(),
        previous: Some(previous),
        branches: branches(conn, period)?,
        payments: book.methods.iter().map(payment).collect(),
        top_services: services.into_iter().take(TOP_SERVICES).map(sold).collect(),
        bars: if is_day { hours(conn, period.from)? } else { days(conn, period)? },
    })
}

fn branches(conn: &mut Conn<'_>, period: Period) -> Result<Vec<BranchFigures>, DbError> {
    let mut found = Vec::new();
    for ReportedBranch { id, name, is_open, .. } in summaries::branches(conn)? {
        let totals = Daybook::compute(conn, &Scope { period, branch: Some(id) })?.totals();
        if is_open || totals != Totals::default() {
            found.push(BranchFigures { name, totals });
        }
    }
    Ok(found)
}

/// The takings of each day, beside the same day of the week before.
fn days(conn: &mut Conn<'_>, period: Period) -> Result<Vec<Bar>, DbError> {
    let takings = |conn: &mut Conn<'_>, day: NaiveDate| -> Result<i64, DbError> {
        let scope = Scope { period: Period::of_day(day), branch: None };
        Ok(DayCloseReport::compute(conn, &scope, day)?.totals.net_paise)
    };
    let both = period.days().zip(period.previous().days());
    let bar = |(day, before): (NaiveDate, NaiveDate)| {
        Ok(Bar {
            label: day.format("%a %-d").to_string(),
            paise: takings(conn, day)?,
            previous_paise: Some(takings(conn, before)?),
        })
    };
    both.map(bar).collect()
}

/// The takings of each hour from the first to the last in which there were any, today or the day before.
fn hours(conn: &mut Conn<'_>, day: NaiveDate) -> Result<Vec<Bar>, DbError> {
    let before = day - Days::new(1);
    let mut takings = |day: NaiveDate, hour: i64| -> Result<i64, DbError> {
        let from = Timestamp::ist_midnight(day).plus_millis(hour * HOUR_MS);
        let until = from.plus_millis(HOUR_MS);
        Ok(daybook::paid(conn, day, from, until)? - daybook::given_back(conn, day, from, until)?)
    };
    let mut bars = Vec::with_capacity(24);
    for hour in 0..24 {
        bars.push(Bar {
            label: label_of_hour(hour),
            paise: takings(day, hour)?,
            previous_paise: Some(takings(before, hour)?),
        });
    }
    let is_busy = |bar: &Bar| bar.paise != 0 || bar.previous_paise != Some(0);
    bars.truncate(bars.iter().rposition(is_busy).map_or(0, |last| last + 1));
    bars.drain(..bars.iter().position(is_busy).unwrap_or(0));
    Ok(bars)
}

/// `11 am`.
fn label_of_hour(hour: i64) -> String {
    let half = if hour < 12 { "am" } else { "pm" };
    format!("{} {half}", if hour % 12 == 0 { 12 } else { hour % 12 })
}

/// The tax of a month, of each branch that billed or credited anything in it.
pub fn gst(conn: &mut Conn<'_>, month: Period) -> Result<GstFigures, DbError> {
    let line = |row: GstRow| GstLine {
        sac: row.sac,
        rate_basis_points: row.gst_rate_basis_points,
        billed: TaxSum {
            value_paise: row.amounts.taxable_value_paise,
            cgst_paise: row.amounts.cgst_paise,
            sgst_paise: row.amounts.sgst_paise,
        },
        credited: TaxSum {
            value_paise: row.credited.taxable_value_paise,
            cgst_paise: row.credited.cgst_paise,
            sgst_paise: row.credited.sgst_paise,
        },
    };
    let mut branches = Vec::new();
    for ReportedBranch { id, name, gstin, .. } in summaries::branches(conn)? {
        let rates = GstReport::compute(conn, &Scope { period: month, branch: Some(id) }, month.to)?.rates;
        if !rates.is_empty() {
            branches.push(GstBranch { name, gstin, lines: rates.into_iter().map(line).collect() });
        }
    }
    Ok(GstFigures { month: month.from, branches })
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn a_letter_s_first_day_says_which_days_it_is_about() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let (first, days) = (day("2028-02-01"), |kind| days_of(kind, day("2028-02-01")));
        assert_eq!(days(LetterKind::DailySalesReport), Some(Period::of_day(first)));
        assert_eq!(days(LetterKind::WeeklyReport), Some(Period { from: first, to: day("2028-02-07") }));
        assert_eq!(days(LetterKind::MonthlyGstSummary), Some(Period { from: first, to: day("2028-02-29") }));
        let reports = LetterKind::ALL.iter().filter(|kind| kind.is_report());
        assert!(reports.into_iter().all(|kind| days(*kind).is_some()));
        assert_eq!(days(LetterKind::Invoice), None);
    }

    #[test]
    fn hours_are_told_as_people_say_them() {
        assert_eq!([0, 9, 12, 13, 23].map(label_of_hour), ["12 am", "9 am", "12 pm", "1 pm", "11 pm"]);
    }
}
