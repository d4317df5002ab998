//! Stores and sends the GST of the previous month, by branch, code and rate.

use chrono::{Datelike, Days};
use parlour_app::reports::{GstReport, Report};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::report::period::Period;
use parlour_store::reports::ReportScope;
use parlour_store::reports::summaries::{self, MonthlyGstRow};
use parlour_store::{DbError, Tx};

use super::report_emails::{self, ReportChannels, ReportRequest};
use crate::jobs::JobError;
use crate::worker_context::WorkerContext;

/// Uses the sums of the GST report, so that both agree. All invoices count, because they are written when they are paid;
/// slips of membership sessions bill nothing.
pub(in crate::jobs) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<(), JobError> {
    let (db, now) = (&worker.app.db, worker.app.clock.now());
    let request = ReportRequest::of(worker, slot);
    let first = request.at.min(now).ist_date();
    let month = Period::month_to_date(first.with_day(1).unwrap_or(first) - Days::new(1));
    for branch in db.read(summaries::list_reported_branches).await? {
        let scope = ReportScope { period: month, branch: Some(branch.id.clone()) };
        let report = db.snapshot(move |conn| GstReport::compute(conn, &scope, scope.period.to)).await?;
        db.write(move |tx| store_summary(tx, &branch.id, &report, now)).await?;
    }
    report_emails::enqueue_report_emails(
        worker,
        EmailKind::MonthlyGstSummary,
        month.from,
        request,
        ReportChannels::EmailOnly,
    )
    .await
}

/// Deletes rows of an earlier run whose code and rate have no invoices any more.
fn store_summary(tx: &mut Tx<'_>, branch: &BranchId, report: &GstReport, now: Timestamp) -> Result<(), DbError> {
    let month_start = report.covered.from;
    for (sac, rate) in summaries::list_gst_keys(tx, branch, month_start)? {
        if !report.rates.iter().any(|row| row.sac == sac && row.gst_rate_basis_points == rate) {
            summaries::delete_monthly_gst(tx, branch, month_start, &sac, rate)?;
        }
    }
    for row in &report.rates {
        let stored = MonthlyGstRow {
            branch_id: branch,
            month_start,
            sac: &row.sac,
            gst_rate_basis_points: row.gst_rate_basis_points,
            invoice_count: row.invoice_count,
            taxable_value_paise: row.amounts.taxable_value_paise,
            cgst_paise: row.amounts.cgst_paise,
            sgst_paise: row.amounts.sgst_paise,
            gst_amount_paise: row.amounts.gst_amount_paise,
            total_amount_paise: row.amounts.total_amount_paise,
            credit_note_count: row.credit_note_count,
            credited_taxable_value_paise: row.amounts.credited_taxable_value_paise,
            credited_gst_paise: row.amounts.credited_gst_paise,
        };
        summaries::upsert_monthly_gst(tx, &stored, now)?;
    }
    Ok(())
}
