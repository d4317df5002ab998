//! Stores the totals of the previous day for each branch.

use chrono::{Days, NaiveDate};
use parlour_app::reports::period_summary::PeriodSummary;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_domain::report::period::Period;
use parlour_store::reports::ReportScope;
use parlour_store::reports::summaries::{self, DailySalesRow};
use parlour_store::{Conn, DbError};

use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

/// How many missing days a run computes at most.
const MAX_DAYS_BACK: u64 = 62;

/// Computes only past days, because they get no more invoices. A credit note that is stored later updates its day
/// itself.
pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<(), JobError> {
    let db = &worker.app.db;
    let day = at.min(worker.app.clock.now()).ist_date() - Days::new(1);
    for branch in db.read(summaries::list_reported_branches).await? {
        let id = branch.id.clone();
        let last = db.read(move |conn| summaries::find_last_summary_date_before(conn, &id, day)).await?;
        for missing in missing_days(day, last).days() {
            compute_and_store_day(worker, &branch.id, missing).await?;
        }
    }
    Ok(())
}

/// The day itself and the days since the last stored one.
fn missing_days(day: NaiveDate, last: Option<NaiveDate>) -> Period {
    let first = last.map_or(day, |last| last + Days::new(1));
    Period { from: first.max(day - Days::new(MAX_DAYS_BACK - 1)), to: day }
}

/// Reads in a snapshot of its own, so that the sums do not block other writes.
async fn compute_and_store_day(worker: &WorkerContext, branch: &BranchId, day: NaiveDate) -> Result<(), JobError> {
    let (db, now, branch) = (&worker.app.db, worker.app.clock.now(), branch.clone());
    let sales = db.snapshot(move |conn| compute_day(conn, &branch, day)).await?;
    Ok(db.write(move |tx| summaries::upsert_daily_sales(tx, &sales, now)).await?)
}

fn compute_day(conn: &mut Conn<'_>, branch: &BranchId, day: NaiveDate) -> Result<DailySalesRow, DbError> {
    let scope = ReportScope { period: Period::of_day(day), branch: Some(branch.clone()) };
    let summary = PeriodSummary::compute(conn, &scope)?;
    Ok(DailySalesRow {
        branch_id: branch.clone(),
        summary_date: day,
        invoice_count: summary.billed.invoice_count,
        service_invoice_count: summary.billed.visit_count,
        membership_sale_count: summary.billed.membership_count,
        membership_session_count: summary.billed.session_count,
        subtotal_paise: summary.billed.subtotal_paise,
        discount_paise: summary.billed.discount_paise,
        redeemed_value_paise: summary.billed.redeemed_value_paise,
        taxable_value_paise: summary.billed.taxable_value_paise,
        gst_amount_paise: summary.billed.gst_amount_paise,
        total_amount_paise: summary.billed.total_amount_paise,
        cash_paise: summary.paid_paise(PaymentMethod::Cash),
        upi_paise: summary.paid_paise(PaymentMethod::Upi),
        card_paise: summary.paid_paise(PaymentMethod::Card),
        credit_note_count: summary.credited.credit_note_count,
        credited_paise: summary.credited.credited_paise,
        gems_earned: summary.gems.gems_earned,
        gems_redeemed: summary.gems.gems_redeemed,
        bookings_created: summary.requested_count,
        bookings_completed: summary.appointments.completed_count,
        bookings_cancelled: summary.appointments.cancelled_count,
        bookings_noshow: summary.appointments.noshow_count,
        walkin_count: summary.appointments.walkin_count,
        new_customer_count: summary.new_customer_count,
    })
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn missing_days_are_computed_later() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let missing = |last: Option<&str>| {
            let period = missing_days(day("2027-03-10"), last.map(day));
            (period.from, period.day_count())
        };
        assert_eq!(missing(None), (day("2027-03-10"), 1));
        assert_eq!(missing(Some("2027-03-09")), (day("2027-03-10"), 1));
        assert_eq!(missing(Some("2027-03-06")), (day("2027-03-07"), 4));
        assert_eq!(missing(Some("2025-01-01")), (day("2027-01-08"), 62));
    }
}
