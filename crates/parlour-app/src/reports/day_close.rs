//! Whether what is in the till is what was billed.

use chrono::NaiveDate;
use parlour_domain::invoice::PaymentMethod;
use parlour_store::reports::Scope;
use parlour_store::reports::sales::{self, Billed};
use parlour_store::reports::takings::{self, GivenBack, Taken};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Covered, Entry, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Takings {
    #[serde(flatten)]
    pub taken: Taken,
    #[serde(flatten)]
    pub given_back: GivenBack,
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
    pub invoiced: Billed,
    pub totals: Takings,
    /// What was billed and neither paid nor noted as unpaid: 0, unless something is wrong with the books.
    pub difference_paise: i64,
    /// Every method there is.
    pub methods: Vec<MethodRow>,
}

impl Takings {
    fn add(&mut self, taken: Taken, given_back: GivenBack) {
        self.taken += taken;
        self.given_back += given_back;
        self.net_paise = self.taken.taken_paise - self.given_back.given_back_paise;
    }

    fn entries(&self) -> [Entry; 7] {
        [
            Entry::Whole(self.taken.invoice_count),
            Entry::Rupees(self.taken.taken_paise),
            Entry::Whole(self.given_back.credit_note_count),
            Entry::Rupees(self.given_back.given_back_paise),
            Entry::Rupees(self.net_paise),
            Entry::Whole(self.taken.unpaid_count),
            Entry::Rupees(self.taken.unpaid_paise),
        ]
    }
}

impl Report for DayCloseReport {
    const NAME: &'static str = "day-close";
    const TABLES: &'static [&'static str] = &["methods", "summary"];

    fn compute(conn: &mut Conn<'_>, scope: &Scope, _: NaiveDate) -> Result<Self, DbError> {
        let mut invoiced = Billed::default();
        for (_, day) in sales::billed(conn, scope)? {
            invoiced += day;
        }
        let mut totals = Takings::default();
        let mut methods = Vec::with_capacity(PaymentMethod::ALL.len());
        for &payment_method in PaymentMethod::ALL {
            let taken = takings::taken(conn, scope, payment_method)?;
            let given_back = takings::given_back(conn, scope, payment_method)?;
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
            let mut row = vec![Entry::text(name)];
            row.extend(takings.entries());
            row
        };
        let mut rows: Vec<_> =
            self.methods.iter().map(|one| row(one.payment_method.as_str(), &one.takings)).collect();
        rows.push(row("Total", &self.totals));
        let summary = [
            ("Invoices", Entry::Whole(self.invoiced.invoice_count)),
            ("Membership sessions", Entry::Whole(self.invoiced.session_count)),
            ("Billed (INR)", Entry::Rupees(self.invoiced.total_amount_paise)),
            ("Taken (INR)", Entry::Rupees(self.totals.taken.taken_paise)),
            ("Unpaid (INR)", Entry::Rupees(self.totals.taken.unpaid_paise)),
            ("Difference (INR)", Entry::Rupees(self.difference_paise)),
        ];
        let summary = summary.map(|(what, entry)| vec![Entry::text(what), entry]);
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
