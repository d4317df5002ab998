//! What was added up and is kept: sales by day, tax by month.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;

use crate::bookings::booking_records::Booking;

/// A branch as reports name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedBranch {
    pub id: BranchId,
    pub name: String,
    pub gstin: Option<String>,
    pub is_open: bool,
}
row! { ReportedBranch { id, name, gstin, is_open: "status = 'operational'" } }

/// Those that take customers or did once, the primary one first.
pub fn list_reported_branches(conn: &mut Conn<'_>) -> Result<Vec<ReportedBranch>, DbError> {
    conn.all(
        sql!(
            select!(ReportedBranch, ""),
            " from branches b
             where status <> 'coming_soon' or exists (select 1 from booking_counters c where c.branch_id = b.id)
                 or exists (select 1 from invoice_counters c where c.branch_id = b.id)
             order by is_primary desc, number"
        ),
        params![],
    )
}

/// The last day before this one that was added up.
pub fn find_last_summary_date_before(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    day: NaiveDate,
) -> Result<Option<NaiveDate>, DbError> {
    conn.one_value(
        "select summary_date from daily_sales_summaries where branch_id = $1 and summary_date < $2
         order by summary_date desc limit 1",
        params![branch, day],
    )
}

/// A day of a branch.
#[derive(Debug, Clone)]
pub struct DailySalesRow {
    pub branch_id: BranchId,
    pub summary_date: NaiveDate,
    /// For visits and for memberships; slips of sessions are none.
    pub invoice_count: i64,
    pub service_invoice_count: i64,
    pub membership_sale_count: i64,
    pub membership_session_count: i64,
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    pub redeemed_value_paise: i64,
    pub taxable_value_paise: i64,
    pub gst_amount_paise: i64,
    pub total_amount_paise: i64,
    /// What was paid in each way; what was given back is in `credited_paise`.
    pub cash_paise: i64,
    pub upi_paise: i64,
    pub card_paise: i64,
    /// Of the credit notes of this day, whenever it was billed.
    pub credit_note_count: i64,
    pub credited_paise: i64,
    pub gems_earned: i64,
    pub gems_redeemed: i64,
    pub bookings_created: i64,
    /// Of the appointments of this day, as the three that follow.
    pub bookings_completed: i64,
    pub bookings_cancelled: i64,
    pub bookings_noshow: i64,
    pub walkin_count: i64,
    /// Those who had never come to this branch before.
    pub new_customer_count: i64,
}

/// The days that are kept and have to do with a booking, locked until the transaction ends: that of the appointment, those
/// on which it was billed, and that of the customer's next visit to the branch, which may be their first one now.
pub fn lock_days_of_booking(tx: &mut Tx<'_>, booking: &Booking) -> Result<Vec<NaiveDate>, DbError> {
    tx.all_values(
        "select summary_date from daily_sales_summaries
         where branch_id = $1 and (summary_date = $2
             or summary_date in (select b.invoice_date from invoices b where b.booking_id = $3)
             or summary_date = (select min(v.invoice_date) from invoices v
                 where v.customer_id = $4 and v.branch_id = $1 and v.invoice_type <> 'membership_purchase'
                     and coalesce(v.voided_at, v.superseded_at) is null
                     and v.invoice_date > (select min(b.invoice_date) from invoices b where b.booking_id = $3)))
         order by summary_date for update",
        params![booking.branch_id, booking.booking_date, booking.id, booking.customer_id],
    )
}

/// Writes the sums of a day, in place of earlier ones.
pub fn upsert_daily_sales(tx: &mut Tx<'_>, day: &DailySalesRow, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "daily_sales_summaries", day {
        branch_id, summary_date, invoice_count, service_invoice_count, membership_sale_count,
        membership_session_count, subtotal_paise, discount_paise, redeemed_value_paise, taxable_value_paise,
        gst_amount_paise, total_amount_paise, cash_paise, upi_paise, card_paise, credit_note_count, credited_paise,
        gems_earned, gems_redeemed, bookings_created, bookings_completed, bookings_cancelled, bookings_noshow,
        walkin_count, new_customer_count, computed_at: now,
    }, "on conflict (branch_id, summary_date) do update set
         invoice_count = excluded.invoice_count, service_invoice_count = excluded.service_invoice_count,
         membership_sale_count = excluded.membership_sale_count,
         membership_session_count = excluded.membership_session_count, subtotal_paise = excluded.subtotal_paise,
         discount_paise = excluded.discount_paise, redeemed_value_paise = excluded.redeemed_value_paise,
         taxable_value_paise = excluded.taxable_value_paise, gst_amount_paise = excluded.gst_amount_paise,
         total_amount_paise = excluded.total_amount_paise, cash_paise = excluded.cash_paise,
         upi_paise = excluded.upi_paise, card_paise = excluded.card_paise,
         credit_note_count = excluded.credit_note_count, credited_paise = excluded.credited_paise,
         gems_earned = excluded.gems_earned, gems_redeemed = excluded.gems_redeemed,
         bookings_created = excluded.bookings_created, bookings_completed = excluded.bookings_completed,
         bookings_cancelled = excluded.bookings_cancelled, bookings_noshow = excluded.bookings_noshow,
         walkin_count = excluded.walkin_count, new_customer_count = excluded.new_customer_count,
         computed_at = excluded.computed_at" }
}

/// The tax of a branch and month under one code and rate.
#[derive(Debug, Clone)]
pub struct MonthlyGstRow<'a> {
    pub branch_id: &'a BranchId,
    pub month_start: NaiveDate,
    pub sac: &'a str,
    pub gst_rate_basis_points: i64,
    pub invoice_count: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    pub total_amount_paise: i64,
    /// Of the credit notes of this month, whenever it was billed.
    pub credit_note_count: i64,
    pub credited_taxable_value_paise: i64,
    pub credited_gst_paise: i64,
}

/// The codes and rates that are kept of a branch and month.
pub fn list_gst_keys(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    month_start: NaiveDate,
) -> Result<Vec<(String, i64)>, DbError> {
    conn.all(
        "select sac, gst_rate_basis_points from monthly_gst_summaries where branch_id = $1 and month_start = $2",
        params![branch, month_start],
    )
}

/// Writes the tax sums of a month, in place of earlier ones.
pub fn upsert_monthly_gst(tx: &mut Tx<'_>, gst: &MonthlyGstRow<'_>, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "monthly_gst_summaries", gst {
        branch_id, month_start, sac, gst_rate_basis_points, invoice_count, taxable_value_paise, cgst_paise,
        sgst_paise, gst_amount_paise, total_amount_paise, credit_note_count, credited_taxable_value_paise,
        credited_gst_paise, computed_at: now,
    }, "on conflict (branch_id, month_start, sac, gst_rate_basis_points) do update set
         invoice_count = excluded.invoice_count, taxable_value_paise = excluded.taxable_value_paise,
         cgst_paise = excluded.cgst_paise, sgst_paise = excluded.sgst_paise,
         gst_amount_paise = excluded.gst_amount_paise, total_amount_paise = excluded.total_amount_paise,
         credit_note_count = excluded.credit_note_count,
         credited_taxable_value_paise = excluded.credited_taxable_value_paise,
         credited_gst_paise = excluded.credited_gst_paise, computed_at = excluded.computed_at" }
}

pub fn delete_monthly_gst(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    month_start: NaiveDate,
    sac: &str,
    gst_rate_basis_points: i64,
) -> Result<(), DbError> {
    tx.run(
        "delete from monthly_gst_summaries
         where branch_id = $1 and month_start = $2 and sac = $3 and gst_rate_basis_points = $4",
        params![branch, month_start, sac, gst_rate_basis_points],
    )
}
