//! The customers report: new, returning and lost customers.

use chrono::{Days, NaiveDate};
use parlour_domain::report::{RETAINED_WITHIN_DAYS, basis_points};
use parlour_store::reports::ReportScope;
use parlour_store::reports::customer_visits::{self, CustomerArrivals};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

/// The customers of a month, or of the part of it that the period has.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerMonth {
    #[schema(example = "2027-03")]
    pub month: String,
    pub visit_count: i64,
    pub customer_count: i64,
    /// Those whose first visit this was; at the branch, where one is named.
    pub new_count: i64,
    pub returning_count: i64,
    /// Those who came again on a later day, within 90 days of their first visit of the month.
    pub retained_count: i64,
    /// Of the customers of the month, in hundredths of a per cent.
    pub retention_basis_points: i64,
    /// Whether nobody can be retained any more.
    pub is_final: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub visit_count: i64,
    /// Different people.
    pub customer_count: i64,
    pub new_count: i64,
    pub returning_count: i64,
    /// Everyone who has come by the end of the period.
    pub known_count: i64,
    /// Those of them who have not come in its last 90 days.
    pub lapsed_count: i64,
    pub months: Vec<CustomerMonth>,
}

impl Report for CustomersReport {
    const NAME: &'static str = "customers";
    const TABLES: &'static [&'static str] = &["months", "summary"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, today: NaiveDate) -> Result<Self, DbError> {
        let mut all = CustomerArrivals::default();
        let (mut months, mut visit_count) = (Vec::new(), 0);
        for month in scope.period.months() {
            let arrivals = customer_visits::sum_customer_arrivals(conn, scope, month)?;
            let visits = customer_visits::count_visits(conn, scope, month)?;
            visit_count += visits;
            all += arrivals;
            months.push(CustomerMonth {
                month: month.from.format("%Y-%m").to_string(),
                visit_count: visits,
                customer_count: arrivals.customer_count,
                new_count: arrivals.new_count,
                returning_count: arrivals.customer_count - arrivals.new_count,
                retained_count: arrivals.retained_count,
                retention_basis_points: basis_points(arrivals.retained_count, arrivals.customer_count),
                is_final: month.to + Days::new(RETAINED_WITHIN_DAYS) < today,
            });
        }
        let known = customer_visits::count_known_customers(conn, scope)?;
        Ok(Self {
            covered: Covered::by(scope),
            visit_count,
            customer_count: all.first_in_period_count,
            new_count: all.new_count,
            returning_count: all.first_in_period_count - all.new_count,
            known_count: known.customer_count,
            lapsed_count: known.lapsed_count,
            months,
        })
    }

    fn tables(&self) -> Vec<Table> {
        let month = |one: &CustomerMonth| {
            vec![
                Cell::text(&one.month),
                Cell::Integer(one.visit_count),
                Cell::Integer(one.customer_count),
                Cell::Integer(one.new_count),
                Cell::Integer(one.returning_count),
                Cell::Integer(one.retained_count),
                Cell::Percent(one.retention_basis_points),
                Cell::text(if one.is_final { "yes" } else { "no" }),
            ]
        };
        let summary = [
            ("Visits", self.visit_count),
            ("Customers", self.customer_count),
            ("New", self.new_count),
            ("Returning", self.returning_count),
            ("Known by the end", self.known_count),
            ("Lapsed", self.lapsed_count),
        ];
        let summary = summary.map(|(what, count)| vec![Cell::text(what), Cell::Integer(count)]);
        vec![
            Table { name: Self::TABLES[0], columns: &COLUMNS, rows: self.months.iter().map(month).collect() },
            Table { name: Self::TABLES[1], columns: &["Figure", "Count"], rows: Vec::from(summary) },
        ]
    }
}

const COLUMNS: [&str; 8] =
    ["Month", "Visits", "Customers", "New", "Returning", "Came again within 90 days", "Retention (%)", "Final"];
