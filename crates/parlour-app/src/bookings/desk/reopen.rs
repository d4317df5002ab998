//! A manager takes back the completion of a booking, so that it can be billed again.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_store::billing::credit_notes;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::desk_changes;
use parlour_store::bookings::reopening::{self, CurrentInvoice};
use parlour_store::customers::profiles;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::bookings::follow_up_jobs;
use crate::page_updates;
use crate::reports::daily_summary;
use crate::request_context::RequestContext;
use crate::{gems, invoices};

#[derive(Debug, thiserror::Error)]
pub enum ReopenRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("only a completed booking can be reopened")]
    NotCompleted,
    #[error("a membership session is reversed instead")]
    MembershipSession,
    #[error("the invoice is not credited whole")]
    NotCredited,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The invoice must be credited whole, or be one of 0 rupees; gems that paid for that one return. Another invoice can be
/// issued then. The visit does not count until the booking is completed again, and no time of the staff is taken.
pub fn reopen(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    reason: &str,
) -> Result<Booking, ReopenRefusal> {
    let customer = desk_changes::lock_booking(tx, id)?.ok_or(ReopenRefusal::Unknown)?;
    let before = booking_records::find_own_booking(tx, id, &customer)?.ok_or(ReopenRefusal::Unknown)?;
    if before.is_membership_session {
        return Err(ReopenRefusal::MembershipSession);
    }
    if before.status != BookingStatus::Completed {
        return Err(ReopenRefusal::NotCompleted);
    }
    let invoice = reopening::lock_current_invoice(tx, id)?.filter(is_settled).ok_or(ReopenRefusal::NotCredited)?;
    if invoice.total_amount_paise == 0 {
        let lines = credit_notes::list_creditable_lines(tx, &invoice.id)?;
        let left_gems = lines.iter().map(|line| line.left_gems).sum();
        gems::give_back(tx, context, &customer, &invoice.id, left_gems)?;
        credit_notes::release_offer_use(tx, id)?;
    }
    reopening::supersede_invoice(tx, &invoice.id, context.now)?;
    reopening::reopen_booking(tx, id, context.now)?;
    profiles::uncount_visit(tx, &customer, before.completed_at, context.now)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    if !invoice.has_pdf {
        // Its job was withdrawn too, and another one for the booking would render the next invoice.
        invoices::enqueue_missing_pdf(tx, context, &invoice.id)?;
    }
    let booking = booking_records::find_own_booking(tx, id, &customer)?.ok_or(ReopenRefusal::Unknown)?;
    daily_summary::rewrite_days_of_booking(tx, context, &booking)?;
    page_updates::note_booking_change(tx, None, &booking);
    let change = AuditedChange {
        action: AuditAction::BookingReopen,
        record_id: id.as_str(),
        concerns: Some(&customer),
        before: state_json(&json!({ "booking": before })),
        after: state_json(&json!({ "booking": booking, "invoiceId": invoice.id, "reason": reason })),
    };
    audit::record(tx, context, change)?;
    Ok(booking)
}

fn is_settled(invoice: &CurrentInvoice) -> bool {
    invoice.invoice_type == InvoiceType::Service && invoice.credited_paise == invoice.total_amount_paise
}
