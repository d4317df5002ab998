//! The totals of a period, for the salon or one branch.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::report::average;
use parlour_store::reports::day_activity::{self, BookingOutcomes, GemsTotals};
use parlour_store::reports::sales::{self, BilledTotals, CreditedTotals};
use parlour_store::reports::{ReportScope, customer_visits};
use parlour_store::{Conn, DbError};

use super::Report;
use super::day_close::{DayCloseReport, MethodRow, Takings};
use super::email_figures::SalesTotals;

/// The totals of a period, as the nightly summary stores them and report e-mails show them. They use the sums of the
/// reports.
#[derive(Debug)]
pub(crate) struct PeriodSummary {
    pub(crate) billed: BilledTotals,
    pub(crate) credited: CreditedTotals,
    pub(crate) takings: Takings,
    /// One row for each payment method.
    pub(crate) methods: Vec<MethodRow>,
    pub(crate) requested_count: i64,
    pub(crate) appointments: BookingOutcomes,
    pub(crate) gems: GemsTotals,
    /// Customers whose first visit it was, at this branch if there is one.
    pub(crate) new_customer_count: i64,
}

impl PeriodSummary {
    pub(crate) fn compute(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<Self, DbError> {
        let mut credited = CreditedTotals::default();
        for (_, day) in sales::sum_credited_by_day(conn, scope)? {
            credited += day;
        }
        let day_close = DayCloseReport::compute(conn, scope, scope.period.to)?;
        Ok(Self {
            billed: day_close.invoiced,
            credited,
            takings: day_close.totals,
            methods: day_close.methods,
            requested_count: day_activity::count_requested_bookings(conn, scope)?,
            appointments: day_activity::count_booking_outcomes(conn, scope)?,
            gems: day_activity::sum_gems(conn, scope)?,
            new_customer_count: customer_visits::sum_customer_arrivals(conn, scope, scope.period)?.new_count,
        })
    }

    /// What was paid with this method, without deducting refunds.
    pub(crate) fn paid_paise(&self, method: PaymentMethod) -> i64 {
        let row = self.methods.iter().find(|row| row.payment_method == method);
        row.map_or(0, |row| row.takings.taken.taken_paise)
    }

    pub(super) fn totals(&self) -> SalesTotals {
        let taken = self.takings.taken;
        SalesTotals {
            takings_paise: self.takings.net_paise,
            invoices: taken.invoice_count,
            average_bill_paise: average(taken.taken_paise, taken.invoice_count),
            bookings_requested: self.requested_count,
            bookings_completed: self.appointments.completed_count,
            bookings_cancelled: self.appointments.cancelled_count,
            bookings_noshow: self.appointments.noshow_count,
            new_customers: self.new_customer_count,
            memberships_sold: self.billed.membership_count,
            gems_earned: self.gems.gems_earned,
            gems_redeemed: self.gems.gems_redeemed,
        }
    }
}
