//! The sales of a day or a week, beside those of the day or week before.

use chrono::{Days, NaiveDate};
use parlour_app::reports::period_summary::PeriodSummary;
use parlour_app::reports::{DayCloseReport, MethodRow, Report, ServiceRow, ServicesReport, average_bill};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::report::period::Period;
use parlour_store::reports::summaries::{self, ReportedBranch};
use parlour_store::reports::{ReportScope, day_activity};
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

/// How many services a report lists.
const TOP_SERVICE_COUNT: usize = 5;

/// The sales of a day or of a week, for the daily and the weekly report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalesEmailFigures {
    pub from: NaiveDate,
    /// Included.
    pub to: NaiveDate,
    /// The sums over all branches.
    pub totals: SalesTotals,
    /// The period that the report compares with.
    pub previous: Option<PreviousPeriod>,
    /// The branches that are open or had any business.
    pub branches: Vec<BranchSales>,
    pub payments: Vec<PaymentMethodTotal>,
    /// The best-selling service first.
    pub top_services: Vec<SoldService>,
    /// The bars of the chart, from left to right.
    pub bars: Vec<ChartBar>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SalesTotals {
    /// Payments less refunds.
    pub takings_paise: i64,
    /// Paid invoices.
    pub invoices: i64,
    /// What is left of an invoice on average. None if no sale remains.
    pub average_bill_paise: Option<i64>,
    /// Apart from the takings.
    pub tips_paise: i64,
    /// Bookings made in the period, for any date.
    pub bookings_requested: i64,
    /// Bookings of the period that were completed; the next two count bookings of the period as well.
    pub bookings_completed: i64,
    pub bookings_cancelled: i64,
    pub bookings_noshow: i64,
    pub new_customers: i64,
    pub memberships_sold: i64,
    pub gems_earned: i64,
    pub gems_redeemed: i64,
}

impl SalesTotals {
    fn of(summary: &PeriodSummary) -> Self {
        let taken = summary.takings.taken;
        Self {
            takings_paise: summary.takings.net_paise,
            invoices: taken.invoice_count,
            average_bill_paise: average_bill(summary.remaining),
            tips_paise: summary.takings.tips.tips_paise,
            bookings_requested: summary.requested_count,
            bookings_completed: summary.appointments.completed_count,
            bookings_cancelled: summary.appointments.cancelled_count,
            bookings_noshow: summary.appointments.noshow_count,
            new_customers: summary.new_customer_count,
            memberships_sold: summary.billed.membership_count,
            gems_earned: summary.gems.gems_earned,
            gems_redeemed: summary.gems.gems_redeemed,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousPeriod {
    /// `the day before`, `the week before`.
    pub name: String,
    pub totals: SalesTotals,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchSales {
    pub name: String,
    pub totals: SalesTotals,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMethodTotal {
    pub method: PaymentMethod,
    pub invoices: i64,
    pub paise: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldService {
    pub name: String,
    pub times: i64,
    pub paise: i64,
}

/// One bar of the chart: a day or an hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartBar {
    /// `Mon 1`, `11 am`.
    pub label: String,
    pub paise: i64,
    /// The amount of the same day or hour in the previous period.
    pub previous_paise: Option<i64>,
}

/// Computes the sales of all branches and of each branch, together with the previous period of the same length. The bars
/// are labelled in the language of the texts.
pub fn compute_sales(conn: &mut Conn<'_>, period: Period, texts: Texts) -> Result<SalesEmailFigures, DbError> {
    let all_branches = ReportScope { period, branch: None };
    let before = ReportScope { period: period.previous(), branch: None };
    let is_day = period.day_count() == 1;
    let summary = PeriodSummary::compute(conn, &all_branches)?;
    let text = texts.report_email();
    let name = if is_day { text.day_before() } else { text.week_before() };
    let previous =
        PreviousPeriod { name: name.to_owned(), totals: SalesTotals::of(&PeriodSummary::compute(conn, &before)?) };
    let payment = |row: &MethodRow| PaymentMethodTotal {
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
        totals: SalesTotals::of(&summary),
        previous: Some(previous),
        branches: compute_branch_sales(conn, period)?,
        payments: summary.methods.iter().map(payment).collect(),
        top_services: services.into_iter().take(TOP_SERVICE_COUNT).map(sold).collect(),
        bars: if is_day { hourly_bars(conn, period.from, texts)? } else { daily_bars(conn, period, texts)? },
    })
}

fn compute_branch_sales(conn: &mut Conn<'_>, period: Period) -> Result<Vec<BranchSales>, DbError> {
    let mut found = Vec::new();
    for ReportedBranch { id, name, is_open, .. } in summaries::list_reported_branches(conn)? {
        let totals = SalesTotals::of(&PeriodSummary::compute(conn, &ReportScope { period, branch: Some(id) })?);
        if is_open || totals != SalesTotals::default() {
            found.push(BranchSales { name, totals });
        }
    }
    Ok(found)
}

/// The takings of each day, and of the same day a week before.
fn daily_bars(conn: &mut Conn<'_>, period: Period, texts: Texts) -> Result<Vec<ChartBar>, DbError> {
    let takings = |conn: &mut Conn<'_>, day: NaiveDate| -> Result<i64, DbError> {
        let scope = ReportScope { period: Period::of_day(day), branch: None };
        Ok(DayCloseReport::compute(conn, &scope, day)?.totals.net_paise)
    };
    let both = period.days().zip(period.previous().days());
    let bar = |(day, before): (NaiveDate, NaiveDate)| {
        Ok(ChartBar {
            label: texts.format_weekday_and_number(day),
            paise: takings(conn, day)?,
            previous_paise: Some(takings(conn, before)?),
        })
    };
    both.map(bar).collect()
}

/// The takings of each hour and of the same hour the day before, without empty hours at both ends.
fn hourly_bars(conn: &mut Conn<'_>, day: NaiveDate, texts: Texts) -> Result<Vec<ChartBar>, DbError> {
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
            label: texts.format_short_time(Timestamp::ist_midnight(day).plus_millis(hour * HOUR_MS).ist_time()),
            paise: takings(day, hour)?,
            previous_paise: Some(takings(before, hour)?),
        });
    }
    let is_busy = |bar: &ChartBar| bar.paise != 0 || bar.previous_paise != Some(0);
    bars.truncate(bars.iter().rposition(is_busy).map_or(0, |last| last + 1));
    bars.drain(..bars.iter().position(is_busy).unwrap_or(0));
    Ok(bars)
}
