//! A day or some days of the salon, or of one branch of it, added up.

use parlour_domain::invoice::PaymentMethod;
use parlour_domain::report::average;
use parlour_store::reports::daybook::{self, Appointments, Gems};
use parlour_store::reports::sales::{self, Billed, Credited};
use parlour_store::reports::{Scope, visits};
use parlour_store::{Conn, DbError};

use super::Report;
use super::day_close::{DayCloseReport, MethodRow, Takings};
use crate::letters::figures::Totals;

/// What is kept of a day, and what those who run the salon are told of it, by the sums of the reports.
#[derive(Debug)]
pub(crate) struct Daybook {
    pub(crate) billed: Billed,
    pub(crate) credited: Credited,
    pub(crate) takings: Takings,
    /// Every method there is.
    pub(crate) methods: Vec<MethodRow>,
    pub(crate) requested_count: i64,
    pub(crate) appointments: Appointments,
    pub(crate) gems: Gems,
    /// Those who had never come before: to this branch, where there is one.
    pub(crate) new_customer_count: i64,
}

impl Daybook {
    pub(crate) fn compute(conn: &mut Conn<'_>, scope: &Scope) -> Result<Self, DbError> {
        let mut credited = Credited::default();
        for (_, day) in sales::credited(conn, scope)? {
            credited += day;
        }
        let close = DayCloseReport::compute(conn, scope, scope.period.to)?;
        Ok(Self {
            billed: close.invoiced,
            credited,
            takings: close.totals,
            methods: close.methods,
            requested_count: daybook::requested(conn, scope)?,
            appointments: daybook::appointments(conn, scope)?,
            gems: daybook::gems(conn, scope)?,
            new_customer_count: visits::arrivals(conn, scope, scope.period)?.new_count,
        })
    }

    /// What was paid in this way; what was given back is not taken off.
    pub(crate) fn paid_paise(&self, method: PaymentMethod) -> i64 {
        let row = self.methods.iter().find(|row| row.payment_method == method);
        row.map_or(0, |row| row.takings.taken.taken_paise)
    }

    pub(super) fn totals(&self) -> Totals {
        let taken = self.takings.taken;
        Totals {
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
