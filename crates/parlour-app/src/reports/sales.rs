//! The sales report: each day beside the same day of the previous period.

use chrono::NaiveDate;
use parlour_domain::report::average;
use parlour_domain::report::period::Period;
use parlour_store::reports::ReportScope;
use parlour_store::reports::sales::{self, BilledTotals, CreditedTotals, RemainingTotals};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesFigures {
    #[serde(flatten)]
    pub billed: BilledTotals,
    #[serde(flatten)]
    pub credited: CreditedTotals,
    /// What was billed less what was credited.
    pub net_amount_paise: i64,
    #[serde(flatten)]
    pub remaining: RemainingTotals,
    /// What is left of an invoice on average, rounded half up. Null if no sale remains.
    pub average_bill_paise: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesDay {
    pub date: NaiveDate,
    #[serde(flatten)]
    pub figures: SalesFigures,
    pub previous_date: NaiveDate,
    pub previous: SalesFigures,
}

/// The previous period has as many days and ends the day before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub previous_from: NaiveDate,
    pub previous_to: NaiveDate,
    pub totals: SalesFigures,
    pub previous_totals: SalesFigures,
    /// Every day of the period, in order, with the one that has its place in the previous period.
    pub series: Vec<SalesDay>,
}

impl SalesFigures {
    /// Of several days together.
    pub fn sum<'a>(days: impl IntoIterator<Item = &'a Self>) -> Self {
        days.into_iter().fold(Self::default(), |mut sum, day| {
            sum.add(day.billed, day.credited, day.remaining);
            sum
        })
    }

    fn add(&mut self, billed: BilledTotals, credited: CreditedTotals, remaining: RemainingTotals) {
        self.billed += billed;
        self.credited += credited;
        self.remaining += remaining;
        self.net_amount_paise = self.billed.total_amount_paise - self.credited.credited_paise;
        self.average_bill_paise = average_bill(self.remaining);
    }
}

/// Of invoices of which something is left. None if no sale remains.
pub fn average_bill(remaining: RemainingTotals) -> Option<i64> {
    (remaining.remaining_count > 0).then(|| average(remaining.remaining_paise, remaining.remaining_count))
}

impl Report for SalesReport {
    const NAME: &'static str = "sales";
    const TABLES: &'static [&'static str] = &["days"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let before = ReportScope { period: scope.period.previous(), branch: scope.branch.clone() };
        let (current, totals) = compute_days(conn, scope)?;
        let (previous, previous_totals) = compute_days(conn, &before)?;
        let day = |((date, figures), (previous_date, previous))| SalesDay { date, figures, previous_date, previous };
        let Period { from: previous_from, to: previous_to } = before.period;
        Ok(Self {
            covered: Covered::by(scope),
            previous_from,
            previous_to,
            totals,
            previous_totals,
            series: current.into_iter().zip(previous).map(day).collect(),
        })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |first: Cell, figures: &SalesFigures, second: Cell, previous: &SalesFigures| {
            let mut row = vec![first];
            row.extend(sales_cells(figures));
            row.extend([second, Cell::Integer(previous.billed.invoice_count), Cell::Rupees(previous.net_amount_paise)]);
            row
        };
        let mut rows: Vec<_> = self
            .series
            .iter()
            .map(|day| row(Cell::Day(day.date), &day.figures, Cell::Day(day.previous_date), &day.previous))
            .collect();
        rows.push(row(Cell::text("Total"), &self.totals, Cell::Empty, &self.previous_totals));
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 20] = [
    "Date",
    "Invoices",
    "Visits",
    "Memberships sold",
    "Membership sessions",
    "Subtotal (INR)",
    "Discount (INR)",
    "Discount by hand (INR)",
    "Paid with gems (INR)",
    "Taxable value (INR)",
    "GST (INR)",
    "Rounding (INR)",
    "Total (INR)",
    "Credit notes",
    "Credited (INR)",
    "Net (INR)",
    "Average bill (INR)",
    "Previous date",
    "Previous invoices",
    "Previous net (INR)",
];

fn sales_cells(figures: &SalesFigures) -> [Cell; 16] {
    let SalesFigures { billed, credited, net_amount_paise, average_bill_paise, .. } = figures;
    [
        Cell::Integer(billed.invoice_count),
        Cell::Integer(billed.visit_count),
        Cell::Integer(billed.membership_count),
        Cell::Integer(billed.session_count),
        Cell::Rupees(billed.subtotal_paise),
        Cell::Rupees(billed.discount_paise),
        Cell::Rupees(billed.hand_discount_paise),
        Cell::Rupees(billed.redeemed_value_paise),
        Cell::Rupees(billed.taxable_value_paise),
        Cell::Rupees(billed.gst_amount_paise),
        Cell::Rupees(billed.rounding_paise),
        Cell::Rupees(billed.total_amount_paise),
        Cell::Integer(credited.credit_note_count),
        Cell::Rupees(credited.credited_paise),
        Cell::Rupees(*net_amount_paise),
        average_bill_paise.map_or(Cell::Empty, Cell::Rupees),
    ]
}

/// Every day of the period, also without sales, and the totals.
fn compute_days(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<(Vec<(NaiveDate, SalesFigures)>, SalesFigures), DbError> {
    let (billed, credited) = (sales::sum_billed_by_day(conn, scope)?, sales::sum_credited_by_day(conn, scope)?);
    let remaining = sales::sum_remaining_by_day(conn, scope)?;
    let mut totals = SalesFigures::default();
    let days = scope.period.days().map(|day| {
        let billed = billed.get(&day).copied().unwrap_or_default();
        let credited = credited.get(&day).copied().unwrap_or_default();
        let remaining = remaining.get(&day).copied().unwrap_or_default();
        let mut figures = SalesFigures::default();
        figures.add(billed, credited, remaining);
        totals.add(billed, credited, remaining);
        (day, figures)
    });
    let days = days.collect();
    Ok((days, totals))
}
