//! What was sold, day by day, beside the days before.

use chrono::NaiveDate;
use parlour_domain::period::Period;
use parlour_store::reports::Scope;
use parlour_store::reports::sales::{self, Billed, Credited};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Covered, Entry, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesFigures {
    #[serde(flatten)]
    pub billed: Billed,
    #[serde(flatten)]
    pub credited: Credited,
    /// What was billed less what was credited.
    pub net_amount_paise: i64,
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
    fn add(&mut self, billed: Option<Billed>, credited: Option<Credited>) {
        self.billed += billed.unwrap_or_default();
        self.credited += credited.unwrap_or_default();
        self.net_amount_paise = self.billed.total_amount_paise - self.credited.credited_paise;
    }
}

impl Report for SalesReport {
    const NAME: &'static str = "sales";
    const TABLES: &'static [&'static str] = &["days"];

    fn compute(conn: &mut Conn<'_>, scope: &Scope, _: NaiveDate) -> Result<Self, DbError> {
        let before = Scope { period: scope.period.previous(), branch: scope.branch.clone() };
        let (current, totals) = days(conn, scope)?;
        let (previous, previous_totals) = days(conn, &before)?;
        let day = |((date, figures), (previous_date, previous))| SalesDay {
            date,
            figures,
            previous_date,
            previous,
        };
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
        let row = |first: Entry, figures: &SalesFigures, second: Entry, previous: &SalesFigures| {
            let mut row = vec![first];
            row.extend(entries(figures));
            row.extend([
                second,
                Entry::Whole(previous.billed.invoice_count),
                Entry::Rupees(previous.net_amount_paise),
            ]);
            row
        };
        let mut rows: Vec<_> = self
            .series
            .iter()
            .map(|day| row(Entry::Day(day.date), &day.figures, Entry::Day(day.previous_date), &day.previous))
            .collect();
        rows.push(row(Entry::text("Total"), &self.totals, Entry::Nothing, &self.previous_totals));
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 17] = [
    "Date",
    "Invoices",
    "Visits",
    "Memberships sold",
    "Membership sessions",
    "Subtotal (INR)",
    "Discount (INR)",
    "Paid with gems (INR)",
    "Taxable value (INR)",
    "GST (INR)",
    "Total (INR)",
    "Credit notes",
    "Credited (INR)",
    "Net (INR)",
    "Previous date",
    "Previous invoices",
    "Previous net (INR)",
];

fn entries(figures: &SalesFigures) -> [Entry; 13] {
    let SalesFigures { billed, credited, net_amount_paise } = figures;
    [
        Entry::Whole(billed.invoice_count),
        Entry::Whole(billed.visit_count),
        Entry::Whole(billed.membership_count),
        Entry::Whole(billed.session_count),
        Entry::Rupees(billed.subtotal_paise),
        Entry::Rupees(billed.discount_paise),
        Entry::Rupees(billed.redeemed_value_paise),
        Entry::Rupees(billed.taxable_value_paise),
        Entry::Rupees(billed.gst_amount_paise),
        Entry::Rupees(billed.total_amount_paise),
        Entry::Whole(credited.credit_note_count),
        Entry::Rupees(credited.credited_paise),
        Entry::Rupees(*net_amount_paise),
    ]
}

/// Every day, those without any business too, and all of them together.
fn days(
    conn: &mut Conn<'_>,
    scope: &Scope,
) -> Result<(Vec<(NaiveDate, SalesFigures)>, SalesFigures), DbError> {
    let (billed, credited) = (sales::billed(conn, scope)?, sales::credited(conn, scope)?);
    let mut totals = SalesFigures::default();
    let days = scope.period.days().map(|day| {
        let (billed, credited) = (billed.get(&day).copied(), credited.get(&day).copied());
        let mut figures = SalesFigures::default();
        figures.add(billed, credited);
        totals.add(billed, credited);
        (day, figures)
    });
    let days = days.collect();
    Ok((days, totals))
}
