//! Stores the totals of the previous day for each branch, and keeps the sums of finished days for reports.

use chrono::{Days, NaiveDate};
use parlour_app::reports::daily_summary::compute_day;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_domain::report::period::Period;
use parlour_store::reports::{kept_days, summaries};

use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

/// How many missing days a run computes at most.
const MAX_DAYS_BACK: u64 = 62;
/// How many days of branches a run keeps at most, which takes some minutes where a year has a million invoices. Older ones
/// are for the next nights.
const MAX_KEPT_DAYS: usize = 1_000;

/// Computes only past days, because they get no more invoices. What changes a day later, such as a credit note or the
/// reopening of a booking, updates its summary itself.
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
    keep_finished_days(worker).await
}

/// A transaction for each, so that nobody waits long who writes meanwhile.
async fn keep_finished_days(worker: &WorkerContext) -> Result<(), JobError> {
    let (db, today) = (&worker.app.db, worker.app.clock.now().ist_date());
    let days = db.snapshot(move |conn| kept_days::list_days_to_keep(conn, today, MAX_KEPT_DAYS)).await?;
    for (branch, day) in days {
        db.write(move |tx| kept_days::keep_day(tx, &branch, day)).await?;
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
