//! A customer calls a visit off.

use parlour_domain::booking::{is_cancel_window_past, is_late_cancellation};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::bookings::{self, Booking};
use parlour_store::{DbError, Tx, branches, occupancy, profiles};

use super::follow_up;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum CancelRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("only pending and confirmed bookings can be cancelled")]
    NotAhead,
    #[error("the branch no longer takes cancellations for this time")]
    WindowPassed,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn cancel(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    id: &BookingId,
    reason: Option<&str>,
) -> Result<Booking, CancelRefusal> {
    let held = bookings::hold_own(tx, id, customer)?.ok_or(CancelRefusal::Unknown)?;
    if !held.status.is_ahead() {
        return Err(CancelRefusal::NotAhead);
    }
    let starts_at = Timestamp::from_ist(held.booking_date, held.start_time);
    let window = branches::for_booking(tx, &held.branch_id)?.and_then(|branch| branch.cancel_window_minutes);
    if is_cancel_window_past(window, starts_at, occasion.now) {
        return Err(CancelRefusal::WindowPassed);
    }
    let before = bookings::own(tx, id, customer)?;
    let is_late = is_late_cancellation(starts_at, occasion.now);
    bookings::cancel(tx, id, reason, is_late, occasion.now)?;
    occupancy::release(tx, id)?;
    if is_late {
        profiles::open(tx, &occasion.new_id(), customer, occasion.now)?;
        profiles::count_late_cancellation(tx, customer, occasion.now)?;
    }
    let booking = bookings::own(tx, id, customer)?.ok_or(CancelRefusal::Unknown)?;
    follow_up::withdraw(tx, id)?;
    follow_up::tell_customer(tx, occasion, NotificationType::BookingCancelled, &booking)?;
    follow_up::tell_desk(tx, occasion, NotificationType::BookingCancelled, &booking)?;
    let change = Change {
        action: "booking.cancel",
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state),
        after: state(&booking),
    };
    audit::record(tx, occasion, change)?;
    Ok(booking)
}
