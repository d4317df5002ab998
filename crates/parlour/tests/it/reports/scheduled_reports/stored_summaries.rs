//! What is kept of days and months.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use parlour_db::{Columns, Conn, DbError, params, row};
use parlour_testkit::TestSalon;

/// The figures of a day that is kept, in the order of their columns.
pub(super) const FIGURE_NAMES: [&str; 23] = [
    "invoices",
    "services",
    "memberships",
    "sessions",
    "subtotal",
    "discount",
    "redeemed",
    "taxable",
    "gst",
    "total",
    "cash",
    "upi",
    "card",
    "credit notes",
    "credited",
    "gems earned",
    "gems redeemed",
    "created",
    "completed",
    "cancelled",
    "no-shows",
    "walk-ins",
    "new customers",
];

pub(super) type StoredSummaries = BTreeMap<(String, NaiveDate), BTreeMap<&'static str, i64>>;

/// Every day that is kept, by branch; only what is not 0.
pub(super) async fn stored_summaries(salon: &TestSalon) -> StoredSummaries {
    let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.all_with(
            "select branch_id, summary_date, invoice_count, service_invoice_count, membership_sale_count,
                 membership_session_count, subtotal_paise, discount_paise, redeemed_value_paise,
                 taxable_value_paise, gst_amount_paise, total_amount_paise, cash_paise, upi_paise, card_paise,
                 credit_note_count, credited_paise, gems_earned, gems_redeemed, bookings_created,
                 bookings_completed, bookings_cancelled, bookings_noshow, walkin_count, new_customer_count
             from daily_sales_summaries",
            params![],
            |columns: &mut Columns<'_>| {
                let key = (columns.take()?, columns.take()?);
                let mut figures = BTreeMap::new();
                for name in FIGURE_NAMES {
                    figures.insert(name, columns.take::<i64>()?);
                }
                figures.retain(|_, figure| *figure != 0);
                Ok((key, figures))
            },
        )
    };
    salon.app.db.read(read).await.unwrap().into_iter().collect()
}

pub(super) fn summarised_days(kept: &StoredSummaries, branch: &str) -> Vec<NaiveDate> {
    kept.keys().filter(|(of, _)| of == branch).map(|(_, day)| *day).collect()
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct StoredTaxSummary {
    pub(super) branch: String,
    pub(super) month_start: NaiveDate,
    pub(super) sac: String,
    pub(super) rate: i64,
    pub(super) invoices: i64,
    pub(super) taxable: i64,
    pub(super) cgst: i64,
    pub(super) sgst: i64,
    pub(super) gst: i64,
    pub(super) total: i64,
    pub(super) credit_notes: i64,
    pub(super) credited_taxable: i64,
    pub(super) credited_gst: i64,
}
row! { StoredTaxSummary {
    branch, month_start, sac, rate, invoices, taxable, cgst, sgst, gst, total, credit_notes, credited_taxable,
    credited_gst,
} }

pub(super) async fn stored_tax_summaries(salon: &TestSalon) -> Vec<StoredTaxSummary> {
    let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.all(
            "select branch_id, month_start, sac, gst_rate_basis_points, invoice_count, taxable_value_paise, cgst_paise,
                 sgst_paise, gst_amount_paise, total_amount_paise, credit_note_count,
                 credited_taxable_value_paise, credited_gst_paise
             from monthly_gst_summaries order by branch_id, month_start, sac, gst_rate_basis_points",
            params![],
        )
    };
    salon.app.db.read(read).await.unwrap()
}
