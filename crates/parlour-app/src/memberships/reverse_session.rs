//! A manager takes back a session: its minutes return to the membership.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BookingId, MembershipId};
use parlour_domain::job::subject::JobSubject;
use parlour_domain::membership::{SESSION_NUMBER_SUFFIX, remaining_minutes};
use parlour_store::billing::desk_invoices;
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::{desk_changes, reopening};
use parlour_store::customers::profiles;
use parlour_store::jobs::queued_jobs;
use parlour_store::memberships::membership_records;
use parlour_store::{DbError, Tx};
use serde::Serialize;
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::page_updates;
use crate::reports::daily_summary;
use crate::request_context::RequestContext;

#[derive(Debug)]
pub struct ReversedSession {
    pub booking: Booking,
    /// The slip, which is void.
    pub invoice: Invoice,
    pub remaining_minutes: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum ReverseSessionRefusal {
    #[error("there is no such session of this membership")]
    Unknown,
    #[error("the session was reversed")]
    AlreadyReversed,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A booking that was paid with hours at checkout is in progress again, as it was before. A session that was only
/// recorded is cancelled.
pub fn reverse_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &MembershipId,
    booking: &BookingId,
    reason: &str,
) -> Result<ReversedSession, ReverseSessionRefusal> {
    let customer = desk_changes::lock_booking(tx, booking)?.ok_or(ReverseSessionRefusal::Unknown)?;
    let before = booking_records::find_own_booking(tx, booking, &customer)?.ok_or(ReverseSessionRefusal::Unknown)?;
    let slip = reopening::lock_session_slip(tx, id, booking)?.ok_or(ReverseSessionRefusal::Unknown)?;
    if slip.voided_at.is_some() {
        return Err(ReverseSessionRefusal::AlreadyReversed);
    }
    let membership = membership_records::lock_membership(tx, id)?.ok_or(ReverseSessionRefusal::Unknown)?;
    reopening::return_minutes(tx, id, slip.minutes, context.now)?;
    reopening::void_slip(tx, &slip.invoice_id, context.now)?;
    if slip.is_checked_out {
        let number = before.booking_number.strip_suffix(SESSION_NUMBER_SUFFIX).unwrap_or(&before.booking_number);
        reopening::reopen_session(tx, booking, number, context.now)?;
    } else {
        reopening::cancel_session(tx, booking, reason, context.now)?;
    }
    profiles::uncount_visit(tx, &customer, before.completed_at, context.now)?;
    queued_jobs::cancel_by_subject(tx, &JobSubject::Booking(booking).to_string())?;
    let lost = || DbError::Statement("a reversed session has lost its records".into());
    let after = membership_records::by_id(tx, id)?.ok_or_else(lost)?;
    let changed = booking_records::find_own_booking(tx, booking, &customer)?.ok_or_else(lost)?;
    let invoice = desk_invoices::by_id(tx, &slip.invoice_id)?.ok_or_else(lost)?.invoice;
    daily_summary::rewrite_days_of_booking(tx, context, &changed)?;
    page_updates::note_booking_change(tx, None, &changed);
    let concerns = Some(&customer);
    for (action, record_id, before, after) in [
        (AuditAction::MembershipReverseSession, id.as_str(), state_json(&membership), with_reason(&after, reason)),
        (AuditAction::BookingReverseSession, booking.as_str(), state_json(&before), with_reason(&changed, reason)),
        (AuditAction::InvoiceVoid, invoice.id.as_str(), None, with_reason(&invoice, reason)),
    ] {
        audit::record(tx, context, AuditedChange { action, record_id, concerns, before, after })?;
    }
    let remaining_minutes = remaining_minutes(after.total_hours_minutes, after.used_hours_minutes);
    Ok(ReversedSession { booking: changed, invoice, remaining_minutes })
}

fn with_reason(record: &impl Serialize, reason: &str) -> Option<String> {
    state_json(&json!({ "record": record, "reason": reason }))
}
