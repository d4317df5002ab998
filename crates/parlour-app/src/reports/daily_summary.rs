//! The totals that are kept of each day and branch. A day is added up when it is over, and again when it changes afterwards.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::BranchId;
use parlour_domain::report::period::Period;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::reports::ReportScope;
use parlour_store::reports::summaries::{self, DailySalesRow};
use parlour_store::{Conn, DbError, Tx};

use super::period_summary::PeriodSummary;
use crate::request_context::RequestContext;

/// Rewrites the days that a change to this booking, or to what was billed for it, has changed. To be called after the
/// change. A day that is not kept yet is added up when it is over.
pub(crate) fn rewrite_days_of_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    for day in summaries::lock_days_of_booking(tx, booking)? {
        let sales = compute_day(tx, &booking.branch_id, day)?;
        summaries::upsert_daily_sales(tx, &sales, context.now)?;
    }
    Ok(())
}

/// The same where only the day of the appointment changes: most appointments are of today or later.
pub(crate) fn rewrite_past_appointment_day(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
) -> Result<(), DbError> {
    if booking.booking_date < context.now.ist_date() { rewrite_days_of_booking(tx, context, booking) } else { Ok(()) }
}

/// The present totals of a day.
pub fn compute_day(conn: &mut Conn<'_>, branch: &BranchId, day: NaiveDate) -> Result<DailySalesRow, DbError> {
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
