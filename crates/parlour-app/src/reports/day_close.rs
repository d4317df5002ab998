//! The day close report: compares the takings with what was billed.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_store::reports::ReportScope;
use parlour_store::reports::payments::{self, PaymentTotals, RefundTotals};
use parlour_store::reports::sales::{self, BilledTotals};
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
    pub given_back: RefundTotals,
    /// What should be there: taken less given back.
    pub net_paise: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodRow {
    pub payment_method: PaymentMethod,
    #[serde(flatten)]
    pub takings: Takings,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayCloseReport {
    #[serde(flatten)]
    pub covered: Covered,
    /// Of the day's invoices.
    pub invoiced: BilledTotals,
    pub totals: Takings,
    /// What was billed and neither paid nor noted as unpaid: 0, unless something is wrong with the books.
    pub difference_paise: i64,
    /// Every method there is.
    pub methods: Vec<MethodRow>,
}

impl Takings {
    fn add(&mut self, taken: PaymentTotals, given_back: RefundTotals) {
        self.taken += taken;
        self.given_back += given_back;
        self.net_paise = self.taken.taken_paise - self.given_back.given_back_paise;
    }

    fn cells(&self) -> [Cell; 7] {
        [
            Cell::Integer(self.taken.invoice_count),
            Cell::Rupees(self.taken.taken_paise),
            Cell::Integer(self.given_back.credit_note_count),
            Cell::Rupees(self.given_back.given_back_paise),
            Cell::Rupees(self.net_paise),
            Cell::Integer(self.taken.unpaid_count),
            Cell::Rupees(self.taken.unpaid_paise),
        ]
    }
}

impl Report for DayCloseReport {
    const NAME: &'static str = "day-close";
    const TABLES: &'static [&'static str] = &["methods", "summary"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let mut invoiced = BilledTotals::default();
        for (_, day) in sales::sum_billed_by_day(conn, scope)? {
            invoiced += day;
        }
        let mut totals = Takings::default();
        let mut methods = Vec::with_capacity(PaymentMethod::ALL.len());
        for &payment_method in PaymentMethod::ALL {
            let taken = payments::sum_payments(conn, scope, payment_method)?;
            let given_back = payments::sum_refunds(conn, scope, payment_method)?;
            let mut takings = Takings::default();
            takings.add(taken, given_back);
            totals.add(taken, given_back);
            methods.push(MethodRow { payment_method, takings });
        }
        let accounted_for = totals.taken.taken_paise + totals.taken.unpaid_paise;
        let difference_paise = invoiced.total_amount_paise - accounted_for;
        Ok(Self { covered: Covered::by(scope), invoiced, totals, difference_paise, methods })
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
            ("Unpaid (INR)", Cell::Rupees(self.totals.taken.unpaid_paise)),
            ("Difference (INR)", Cell::Rupees(self.difference_paise)),
        ];
        let summary = summary.map(|(what, cell)| vec![Cell::text(what), cell]);
        vec![
            Table { name: Self::TABLES[0], columns: &COLUMNS, rows },
            Table { name: Self::TABLES[1], columns: &["Figure", "Value"], rows: Vec::from(summary) },
        ]
    }
}

const COLUMNS: [&str; 8] = [
    "Payment method",
    "Invoices",
    "Taken (INR)",
    "Credit notes",
    "Given back (INR)",
    "Net (INR)",
    "Unpaid invoices",
    "Unpaid (INR)",
];
