//! The totals of a period, for the salon or one branch.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_store::reports::day_activity::{self, BookingOutcomes, GemsTotals};
use parlour_store::reports::sales::{self, BilledTotals, CreditedTotals, RemainingTotals};
use parlour_store::reports::{ReportScope, customer_visits};
use parlour_store::{Conn, DbError};

use super::Report;
use super::day_close::{DayCloseReport, MethodRow, Takings};

/// The totals of a period, as the nightly summary stores them and report e-mails show them. They use the sums of the
/// reports.
#[derive(Debug)]
pub struct PeriodSummary {
    pub billed: BilledTotals,
    pub credited: CreditedTotals,
    pub remaining: RemainingTotals,
    pub takings: Takings,
    /// One row for each payment method.
    pub methods: Vec<MethodRow>,
    pub requested_count: i64,
    pub appointments: BookingOutcomes,
    pub gems: GemsTotals,
    /// Customers whose first visit it was, at this branch if there is one.
    pub new_customer_count: i64,
}

impl PeriodSummary {
    pub fn compute(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Self, DbError> {
        let mut credited = CreditedTotals::default();
        for (_, day) in sales::sum_credited_by_day(conn, scope)? {
            credited += day;
        }
        let mut remaining = RemainingTotals::default();
        for (_, day) in sales::sum_remaining_by_day(conn, scope)? {
            remaining += day;
        }
        let day_close = DayCloseReport::compute(conn, scope, scope.period.to)?;
        Ok(Self {
            billed: day_close.invoiced,
            credited,
            remaining,
            takings: day_close.totals,
            methods: day_close.methods,
            requested_count: day_activity::count_requested_bookings(conn, scope)?,
            appointments: day_activity::count_booking_outcomes(conn, scope)?,
            gems: day_activity::sum_gems(conn, scope)?,
            new_customer_count: customer_visits::sum_customer_arrivals(conn, scope, scope.period)?.new_count,
        })
    }

    /// What was paid with this method, without deducting refunds.
    pub fn paid_paise(&self, method: PaymentMethod) -> i64 {
        let row = self.methods.iter().find(|row| row.payment_method == method);
        row.map_or(0, |row| row.takings.taken.taken_paise)
    }
}
