//! Somebody at the desk books for a customer, who stands there or has called.

use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::notification::NotificationType;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_changes;

use super::follow_up;
use super::request::{
    BookingRequest, NewBooking, RequestRefusal, convert_lead, insert_booking, requested_json,
};
use super::validate::{BookingFieldError, lock_and_validate_desk_request};
use crate::audit::{self, AuditedChange};
use crate::availability::StaffChoice;
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct DeskRequest {
    pub customer_id: UserId,
    pub visit: BookingRequest,
    /// Whoever has somebody to do it has it confirmed.
    pub staff_id: Option<StaffId>,
    pub is_walkin: bool,
}

pub fn book_at_desk(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    request: &DeskRequest,
) -> Result<Booking, RequestRefusal> {
    let (visit, staff) = (&request.visit, request.staff_id.as_ref());
    let mut validation = lock_and_validate_desk_request(tx, &visit.asked(), staff, context.now)?;
    if !desk_changes::lock_bookable_customer(tx, &request.customer_id)? {
        validation.field_errors.push(BookingFieldError::Customer);
    }
    if !validation.field_errors.is_empty() {
        return Err(RequestRefusal::InvalidFields(validation.field_errors));
    }
    let id = BookingId::new(context.new_id());
    let new =
        NewBooking { customer: &request.customer_id, request: visit, staff, is_walkin: request.is_walkin };
    let staff_choice = match staff {
        Some(_) => StaffChoice::Desk,
        None => StaffChoice::Customer { staff: None, gender: visit.wish.gender },
    };
    let booking = insert_booking(tx, context, id, (&new, staff_choice), validation)?;
    if staff.is_some() {
        follow_up::replace_jobs_with_noshow_check(tx, context, &booking)?;
        follow_up::notify_customer(tx, context, NotificationType::BookingConfirmed, &booking)?;
    } else {
        follow_up::schedule_stale_alert(tx, context, &booking.id)?;
    }
    let change = AuditedChange {
        action: "booking.book",
        record_id: booking.id.as_str(),
        concerns: Some(&booking.customer_id),
        before: None,
        after: Some(requested_json(&booking)),
    };
    audit::record(tx, context, change)?;
    if let Some(lead) = &visit.lead_id {
        convert_lead(tx, context, lead, &booking)?;
    }
    Ok(booking)
}
