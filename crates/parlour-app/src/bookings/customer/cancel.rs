//! A customer cancels a booking.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{has_come, is_cancel_window_past, is_late_cancellation};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::occupancy;
use parlour_store::branches::branch_records;
use parlour_store::customers::profiles;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::bookings::follow_up_jobs;
use crate::bookings::notifications::{CustomerEvent, DeskEvent, notify_customer, notify_desk};
use crate::page_updates;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum CancelRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("only pending and confirmed bookings can be cancelled")]
    NotUpcoming,
    #[error("the customer is at the salon")]
    Arrived,
    #[error("the branch no longer takes cancellations for this time")]
    WindowPassed,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn cancel(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
    reason: Option<&str>,
) -> Result<Booking, CancelRefusal> {
    let locked = booking_records::lock_own_booking(tx, id, customer)?.ok_or(CancelRefusal::Unknown)?;
    if !locked.status.is_upcoming() {
        return Err(CancelRefusal::NotUpcoming);
    }
    let starts_at = Timestamp::from_ist(locked.booking_date, locked.start_time);
    if has_come(locked.arrived_at, starts_at, context.now) {
        return Err(CancelRefusal::Arrived);
    }
    let window =
        branch_records::find_for_booking(tx, &locked.branch_id)?.and_then(|branch| branch.cancel_window_minutes);
    if is_cancel_window_past(window, starts_at, context.now) {
        return Err(CancelRefusal::WindowPassed);
    }
    let before = booking_records::find_own_booking(tx, id, customer)?;
    let is_late = is_late_cancellation(starts_at, context.now);
    booking_records::cancel(tx, id, reason, is_late, context.now)?;
    occupancy::release_booking(tx, id)?;
    if is_late {
        profiles::create_if_missing(tx, &context.new_id(), customer, context.now)?;
        profiles::count_late_cancellation(tx, customer, context.now)?;
    }
    let booking = booking_records::find_own_booking(tx, id, customer)?.ok_or(CancelRefusal::Unknown)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    notify_customer(tx, context, CustomerEvent::Cancelled, &booking)?;
    notify_desk(tx, context, DeskEvent::CancelledByCustomer, &booking)?;
    page_updates::note_booking_change(tx, before.as_ref(), &booking);
    let change = AuditedChange {
        action: AuditAction::BookingCancel,
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    Ok(booking)
}
