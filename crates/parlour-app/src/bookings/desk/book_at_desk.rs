//! The desk books for a customer who is there or has called.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_store::bookings::booking_records::{Booking, BookingOrigin};
use parlour_store::bookings::desk_changes;
use parlour_store::branches::branch_records;
use parlour_store::{DbError, Tx};

use super::chosen_staff::find_unmet_gender;
use crate::audit::{self, AuditedChange};
use crate::bookings::check_request::{Requester, check_request};
use crate::bookings::convert_lead::{LeadNamedBy, convert_lead};
use crate::bookings::customer::request::BookingRequest;
use crate::bookings::follow_up_jobs;
use crate::bookings::insert::{NewBooking, insert_booking, requested_json};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::bookings::request_refusal::RequestRefusal;
use crate::page_updates;
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct DeskRequest {
    pub customer_id: UserId,
    pub booking: BookingRequest,
    /// A booking with assigned staff is confirmed at once.
    pub staff_id: Option<StaffId>,
    /// Although somebody of another gender is asked for.
    pub against_wish: bool,
    pub is_walkin: bool,
    /// The visit is for somebody else than the customer.
    pub guest_name: Option<String>,
}

/// A manager enters a booking of the last week, with its staff member. It took place, so nobody is notified.
pub fn book_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    request: &DeskRequest,
) -> Result<Booking, RequestRefusal> {
    let (requested, staff) = (&request.booking, request.staff_id.as_ref());
    let branch = branch_records::lock_for_booking(tx, &requested.branch_id)?;
    let is_known_customer = desk_changes::lock_bookable_customer(tx, &request.customer_id)?;
    let is_manager = context.is_by_manager();
    let desk = Requester::Desk { is_known_customer, staff, is_manager };
    let valid =
        check_request(tx, &requested.fields(), branch, desk, context.now)?.map_err(RequestRefusal::InvalidFields)?;
    let is_past = valid.booking_date < context.now.ist_date();
    if is_past && !is_manager {
        return Err(RequestRefusal::PastDayByReceptionist);
    }
    if let Some(staff) = staff.filter(|_| !request.against_wish)
        && let Some(wished) = find_unmet_gender(tx, requested.wish.kept_gender(), staff)?
    {
        return Err(RequestRefusal::AgainstWish(wished));
    }
    let new = NewBooking {
        id: BookingId::new(context.new_id()),
        customer: &request.customer_id,
        notes: requested.notes.as_deref(),
        staff,
        wish: &requested.wish,
        promised_offer: requested.promised_offer_id.as_ref(),
        is_walkin: request.is_walkin,
        origin: BookingOrigin::Desk,
        guest_name: request.guest_name.as_deref(),
    };
    let booking = insert_booking(tx, context, new, &valid)?;
    if !is_past {
        follow_up(tx, context, &booking)?;
    }
    page_updates::note_booking_change(tx, None, &booking);
    let change = AuditedChange {
        action: AuditAction::BookingBook,
        record_id: booking.id.as_str(),
        concerns: Some(&booking.customer_id),
        before: None,
        after: Some(requested_json(&booking, request.guest_name.as_deref())),
    };
    audit::record(tx, context, change)?;
    if let Some(lead) = &requested.lead_id {
        // A visit for somebody else may come of that person's lead.
        let named_by = if request.guest_name.is_none() { LeadNamedBy::Desk } else { LeadNamedBy::Customer };
        convert_lead(tx, context, lead, &booking, named_by)?;
    }
    Ok(booking)
}

/// The customer is notified of a confirmed booking, and the desk is reminded of one that waits for an answer.
fn follow_up(tx: &mut Tx<'_>, context: &RequestContext, booking: &Booking) -> Result<(), DbError> {
    if booking.status == BookingStatus::Confirmed {
        follow_up_jobs::replace_jobs_with_noshow_check(tx, context, booking)?;
        notify_customer(tx, context, CustomerEvent::Confirmed, booking)
    } else {
        follow_up_jobs::schedule_stale_alert(tx, context, &booking.id, context.now)
    }
}
