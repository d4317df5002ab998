//! Holds the time that the desk offers for a request at a live branch.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, OfferedTime};
use parlour_store::bookings::occupancy::{self, SlotReservation};
use parlour_store::bookings::offered_times::{self, HeldTime};
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::{DbError, Tx};

use super::occupy::{SlotAllocation, SlotRefusal, StaffChoice, booking_length};

/// Holds the offered time until the offer expires, beside the time that the request itself holds, or refuses. At an open
/// branch nothing is held.
pub(crate) fn hold_offered_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    let Some(offered) = booking.open_offer(now).filter(|_| branch.is_live) else { return Ok(()) };
    let length = booking_length(tx, booking)?;
    let accepted = accepted_booking(booking, offered);
    let allocation = SlotAllocation { branch, booking: &accepted, length, now };
    allocation.choose_and_lock_staff(tx, StaffChoice::Desk)?;
    let span = length.span(offered.start_time);
    let reservation = SlotReservation {
        booking_id: &booking.id,
        staff_id: &offered.staff_id,
        date: offered.booking_date,
        span,
        expires_at: Some(offered.expires_at),
    };
    let is_whole = occupancy::reserve_slots(tx, &reservation, now)? == span.len();
    if is_whole { Ok(()) } else { Err(SlotRefusal::Taken(Vec::new())) }
}

/// Releases the time that is held for the offer of a booking as it was read before a change.
pub(crate) fn release_offered_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
) -> Result<(), DbError> {
    let Some(offered) = booking.offered_time.as_ref().filter(|_| branch.is_live) else { return Ok(()) };
    let span = booking_length(tx, booking)?.span(offered.start_time);
    let held = HeldTime {
        staff_id: &offered.staff_id,
        starts_at: span.starts_at(offered.booking_date),
        ends_at: span.ends_at(offered.booking_date),
    };
    offered_times::release_held_time(tx, &booking.id, &held)
}

/// The booking as it is if the customer accepts.
fn accepted_booking(booking: &Booking, offered: &OfferedTime) -> Booking {
    let mut accepted = booking.clone();
    accepted.status = BookingStatus::Confirmed;
    accepted.booking_date = offered.booking_date;
    accepted.start_time = offered.start_time;
    for service in &mut accepted.services {
        service.staff_id = Some(offered.staff_id.clone());
    }
    accepted
}
