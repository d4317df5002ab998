//! The day close report: compares the takings with what was billed, and the cash with what was counted.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_store::billing::cash_movements::CashMovement;
use parlour_store::billing::day_closes::DayClose;
use parlour_store::reports::payments::{self, PaymentTotals, RefundTotals, TipTotals, UnpaidTotals};
use parlour_store::reports::sales::{self, BilledTotals};
use parlour_store::reports::{ReportScope, cash};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Takings {
    #[serde(flatten)]
    pub taken: PaymentTotals,
    #[serde(flatten)]
    pub unpaid: UnpaidTotals,
    #[serde(flatten)]
    pub given_back: RefundTotals,
    /// What should be there: taken less given back.
    pub net_paise: i64,
    /// Apart from the takings.
    #[serde(flatten)]
    pub tips: TipTotals,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodRow {
    pub payment_method: PaymentMethod,
    #[serde(flatten)]
    pub takings: Takings,
}

/// What came in and went out, by method.
#[derive(Debug)]
pub struct MethodTakings {
    /// An invoice that was paid by two methods counts once.
    pub totals: Takings,
    /// Every method there is.
    pub methods: Vec<MethodRow>,
}

/// How cash came and went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashFlow {
    pub payments_paise: i64,
    pub tips_paise: i64,
    pub refunds_paise: i64,
    /// Negative if more was taken out than put in.
    pub movements_paise: i64,
    /// Payments and tips less refunds, and movements. With the float it is the cash that is expected.
    pub change_paise: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayCloseReport {
    #[serde(flatten)]
    pub covered: Covered,
    /// Of the day's invoices.
    pub invoiced: BilledTotals,
    /// An invoice that was paid by two methods counts once.
    pub totals: Takings,
    /// What was billed and neither paid nor noted as unpaid: 0, unless something is wrong with the books.
    pub difference_paise: i64,
    /// Every method there is.
    pub methods: Vec<MethodRow>,
    pub cash: CashFlow,
    /// The close of one branch and day. Null if the day is open, or if the report covers more.
    pub day_close: Option<DayClose>,
    /// All days that are closed, by day.
    pub day_closes: Vec<DayClose>,
    /// The oldest first.
    pub cash_movements: Vec<CashMovement>,
}

impl Takings {
    fn new(taken: PaymentTotals, unpaid: UnpaidTotals, given_back: RefundTotals, tips: TipTotals) -> Self {
        let net_paise = taken.taken_paise - given_back.given_back_paise;
        Self { taken, unpaid, given_back, net_paise, tips }
    }

    fn cells(&self) -> [Cell; 9] {
        [
            Cell::Integer(self.taken.invoice_count),
            Cell::Rupees(self.taken.taken_paise),
            Cell::Integer(self.given_back.credit_note_count),
            Cell::Rupees(self.given_back.given_back_paise),
            Cell::Rupees(self.net_paise),
            Cell::Integer(self.unpaid.unpaid_count),
            Cell::Rupees(self.unpaid.unpaid_paise),
            Cell::Integer(self.tips.tip_count),
            Cell::Rupees(self.tips.tips_paise),
        ]
    }
}

impl CashFlow {
    fn new(methods: &[MethodRow], movements: &[CashMovement]) -> Self {
        let cash = methods.iter().find(|row| row.payment_method == PaymentMethod::Cash);
        let cash = cash.map(|row| row.takings).unwrap_or_default();
        let movements_paise: i64 = movements.iter().map(|movement| movement.amount_paise).sum();
        Self {
            payments_paise: cash.taken.taken_paise,
            tips_paise: cash.tips.tips_paise,
            refunds_paise: cash.given_back.given_back_paise,
            movements_paise,
            change_paise: cash.net_paise + cash.tips.tips_paise + movements_paise,
        }
    }
}

impl MethodTakings {
    pub fn compute(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Self, DbError> {
        let taken = payments::sum_payments_by_method(conn, scope)?;
        let unpaid = payments::sum_unpaid_by_method(conn, scope)?;
        let given_back = payments::sum_refunds_by_method(conn, scope)?;
        let tips = payments::sum_tips_by_method(conn, scope)?;
        let row = |method: &PaymentMethod| MethodRow {
            payment_method: *method,
            takings: Takings::new(
                taken.get(method).copied().unwrap_or_default(),
                unpaid.get(method).copied().unwrap_or_default(),
                given_back.get(method).copied().unwrap_or_default(),
                tips.get(method).copied().unwrap_or_default(),
            ),
        };
        let methods = PaymentMethod::ALL.iter().map(row).collect();
        let mut totals = Takings::new(total(&taken), total(&unpaid), total(&given_back), total(&tips));
        totals.taken.invoice_count = payments::count_paid_invoices(conn, scope)?;
        totals.given_back.credit_note_count = payments::count_refunded_credit_notes(conn, scope)?;
        Ok(Self { totals, methods })
    }
}

/// The sums of all methods.
fn total<F: Copy + Default + AddAssign>(by_method: &BTreeMap<PaymentMethod, F>) -> F {
    by_method.values().fold(F::default(), |mut sum, one| {
        sum += *one;
        sum
    })
}

impl Report for DayCloseReport {
    const NAME: &'static str = "day-close";
    const TABLES: &'static [&'static str] = &["methods", "summary", "movements", "closes"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let mut invoiced = BilledTotals::default();
        for (_, day) in sales::sum_billed_by_day(conn, scope)? {
            invoiced += day;
        }
        let MethodTakings { totals, methods } = MethodTakings::compute(conn, scope)?;
        let accounted_for = totals.taken.taken_paise + totals.unpaid.unpaid_paise;
        let day_closes = cash::list_day_closes(conn, scope)?;
        let is_one_day = scope.branch.is_some() && scope.period.day_count() == 1;
        let cash_movements = cash::list_cash_movements(conn, scope)?;
        Ok(Self {
            covered: Covered::by(scope),
            difference_paise: invoiced.total_amount_paise - accounted_for,
            invoiced,
            totals,
            cash: CashFlow::new(&methods, &cash_movements),
            methods,
            day_close: day_closes.first().filter(|_| is_one_day).cloned(),
            day_closes,
            cash_movements,
        })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |name: &str, takings: &Takings| {
            let mut row = vec![Cell::text(name)];
            row.extend(takings.cells());
            row
        };
        let mut rows: Vec<_> = self.methods.iter().map(|one| row(one.payment_method.as_str(), &one.takings)).collect();
        rows.push(row("Total", &self.totals));
        let summary = [
            ("Invoices", Cell::Integer(self.invoiced.invoice_count)),
            ("Membership sessions", Cell::Integer(self.invoiced.session_count)),
            ("Billed (INR)", Cell::Rupees(self.invoiced.total_amount_paise)),
            ("Taken (INR)", Cell::Rupees(self.totals.taken.taken_paise)),
            ("Unpaid (INR)", Cell::Rupees(self.totals.unpaid.unpaid_paise)),
            ("Difference (INR)", Cell::Rupees(self.difference_paise)),
            ("Tips (INR)", Cell::Rupees(self.totals.tips.tips_paise)),
            ("Cash movements (INR)", Cell::Rupees(self.cash.movements_paise)),
            ("Change of cash (INR)", Cell::Rupees(self.cash.change_paise)),
        ];
        let summary = summary.map(|(what, cell)| vec![Cell::text(what), cell]);
        vec![
            Table { name: Self::TABLES[0], columns: &COLUMNS, rows },
            Table { name: Self::TABLES[1], columns: &["Figure", "Value"], rows: Vec::from(summary) },
            Table {
                name: Self::TABLES[2],
                columns: &["Date", "Branch", "Amount (INR)", "Reason"],
                rows: self.cash_movements.iter().map(movement_cells).collect(),
            },
            Table {
                name: Self::TABLES[3],
                columns: &CLOSE_COLUMNS,
                rows: self.day_closes.iter().map(close_cells).collect(),
            },
        ]
    }
}

const COLUMNS: [&str; 10] = [
    "Payment method",
    "Invoices",
    "Taken (INR)",
    "Credit notes",
    "Given back (INR)",
    "Net (INR)",
    "Unpaid invoices",
    "Unpaid (INR)",
    "Tips",
    "Tips (INR)",
];

const CLOSE_COLUMNS: [&str; 7] =
    ["Date", "Branch", "Opening float (INR)", "Expected (INR)", "Counted (INR)", "Difference (INR)", "Note"];

fn movement_cells(movement: &CashMovement) -> Vec<Cell> {
    vec![
        Cell::Day(movement.date),
        Cell::text(movement.branch_id.as_str()),
        Cell::Rupees(movement.amount_paise),
        Cell::text(&movement.reason),
    ]
}

fn close_cells(close: &DayClose) -> Vec<Cell> {
    vec![
        Cell::Day(close.date),
        Cell::text(close.branch_id.as_str()),
        Cell::Rupees(close.opening_float_paise),
        Cell::Rupees(close.expected_cash_paise),
        Cell::Rupees(close.counted_cash_paise),
        Cell::Rupees(close.difference_paise),
        Cell::optional(close.note.as_deref()),
    ]
}
