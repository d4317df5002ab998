//! Finished days whose sums are kept for reports.

use chrono::NaiveDate;
use parlour_app::App;
use parlour_db::{DbError, params};
use parlour_domain::ids::BranchId;
use parlour_store::reports::kept_days;

use crate::TestSalon;

/// A branch and a day.
pub type BranchDay = (BranchId, NaiveDate);

/// Every finished day that is not kept, the newest first.
pub async fn list_days_to_keep(salon: &TestSalon) -> Vec<BranchDay> {
    let today = salon.now().ist_date();
    let listed = salon.app.db.snapshot(move |conn| kept_days::list_days_to_keep(conn, today, usize::MAX));
    listed.await.expect("the days")
}

/// Keeps these days, and returns how many of them were not kept before.
pub async fn keep_days(app: &App, days: &[BranchDay]) -> usize {
    let mut kept = 0;
    for (branch, day) in days.iter().cloned() {
        let is_new = app.db.write(move |tx| kept_days::keep_day(tx, &branch, day)).await.expect("a day can be kept");
        kept += usize::from(is_new);
    }
    kept
}

pub async fn keep_all_finished_days(salon: &TestSalon) -> usize {
    keep_days(&salon.app, &list_days_to_keep(salon).await).await
}

pub async fn list_kept_days(salon: &TestSalon) -> Vec<BranchDay> {
    let read = salon.app.db.read(|conn| -> Result<Vec<BranchDay>, DbError> {
        conn.all("select branch_id, report_date from kept_report_days order by branch_id, report_date", params![])
    });
    read.await.expect("the days")
}

/// Every day on which a branch has billed something.
pub async fn list_billed_days(salon: &TestSalon) -> Vec<BranchDay> {
    let read = salon.app.db.read(|conn| -> Result<Vec<BranchDay>, DbError> {
        conn.all("select distinct branch_id, invoice_date from invoices order by branch_id, invoice_date", params![])
    });
    read.await.expect("the days")
}

/// Throws all of them away, so that reports add up every row.
pub async fn forget_all_days(salon: &TestSalon) {
    let forgotten = salon.app.db.write(|tx| tx.execute("delete from kept_report_days", params![]));
    forgotten.await.expect("the days are gone");
}
