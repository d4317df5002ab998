//! Somebody at the desk books for a customer, who stands there or has called.

use parlour_domain::ids::{BookingId, StaffId, UserId};
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::Booking;
use parlour_store::{Tx, desk_changes};

use super::examine::{Complaint, examine_held_at_desk};
use super::follow_up;
use super::request::{BookingRequest, New, RequestRefusal, asked_for, attribute, insert};
use crate::audit::{self, Change};
use crate::availability::Chooser;
use crate::occasion::Occasion;

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
    occasion: &Occasion,
    request: &DeskRequest,
) -> Result<Booking, RequestRefusal> {
    let (visit, staff) = (&request.visit, request.staff_id.as_ref());
    let mut examined = examine_held_at_desk(tx, &visit.asked(), staff, occasion.now)?;
    if !desk_changes::hold_customer(tx, &request.customer_id)? {
        examined.complaints.push(Complaint::Customer);
    }
    if !examined.complaints.is_empty() {
        return Err(RequestRefusal::NotPossible(examined.complaints));
    }
    let id = BookingId::new(occasion.new_id());
    let new = New { customer: &request.customer_id, request: visit, staff, is_walkin: request.is_walkin };
    let chooser = match staff {
        Some(_) => Chooser::Desk,
        None => Chooser::Customer { staff: None, gender: visit.wish.gender },
    };
    let booking = insert(tx, occasion, id, (&new, chooser), examined)?;
    if staff.is_some() {
        follow_up::watch_for_noshow(tx, occasion, &booking)?;
        follow_up::tell_customer(tx, occasion, NotificationType::BookingConfirmed, &booking)?;
    } else {
        follow_up::watch_for_staleness(tx, occasion, &booking.id)?;
    }
    let change = Change {
        action: "booking.book",
        record_id: booking.id.as_str(),
        concerns: Some(&booking.customer_id),
        before: None,
        after: Some(asked_for(&booking)),
    };
    audit::record(tx, occasion, change)?;
    if let Some(lead) = &visit.lead_id {
        attribute(tx, occasion, lead, &booking)?;
    }
    Ok(booking)
}
