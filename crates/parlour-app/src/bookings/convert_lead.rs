//! A lead becomes a booking.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BookingId, LeadId};
use parlour_domain::lead::LeadStatus;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::leads::lead_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Whose word it is that a booking came of a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeadNamedBy {
    /// Anyone can name any lead, so it is theirs only if it has their phone, too.
    Customer,
    /// The desk knows whose lead it is.
    Desk,
}

/// Does nothing with an unknown or settled lead: that is no reason to refuse the booking.
pub(super) fn convert_lead(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    lead: &LeadId,
    booking: &Booking,
    named_by: LeadNamedBy,
) -> Result<(), DbError> {
    if !lead_records::lock_lead(tx, lead)? {
        return Ok(());
    }
    let before = lead_records::by_id(tx, lead)?;
    if lead_records::convert_to_booking(tx, lead, &booking.id, context.now)? {
        lead_records::link_customer(tx, lead, &booking.customer_id, named_by == LeadNamedBy::Desk)?;
        let state = |status: LeadStatus, booking: Option<&BookingId>| {
            serde_json::json!({ "status": status, "convertedBookingId": booking }).to_string()
        };
        let change = AuditedChange {
            before: before.map(|lead| state(lead.status, None)),
            after: Some(state(LeadStatus::Booked, Some(&booking.id))),
            ..AuditedChange::new(AuditAction::LeadConvert, lead.as_str())
        };
        audit::record(tx, context, change)?;
    }
    Ok(())
}
