//! Holds the time that the desk offers for a request at a live branch.

use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::BookedLine;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, OfferedTime};
use parlour_store::bookings::occupancy::{self, TimeUse};
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::{DbError, Tx};

use super::occupy::{SlotAllocation, SlotRefusal, StaffChoice};

/// Holds the offered time until the offer expires, beside the time that the request itself holds, or refuses. At an open
/// branch nothing is held.
pub(crate) fn hold_offered_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
    now: Timestamp,
) -> Result<(), SlotRefusal> {
    let Some(offered) = booking.open_offer(now).filter(|_| branch.is_live) else { return Ok(()) };
    let with_offered_staff = |line: BookedLine| BookedLine { staff_id: Some(offered.staff_id.clone()), ..line };
    let lines: Vec<BookedLine> = occupancy::list_lines(tx, &booking.id)?.into_iter().map(with_offered_staff).collect();
    let accepted = accepted_booking(booking, offered);
    let allocation = SlotAllocation { branch, booking: &accepted, lines: &lines, availability_cache: None, now };
    let chosen = allocation.choose_and_lock_staff(tx, StaffChoice::Desk)?;
    allocation.take_for(tx, &chosen, TimeUse::Offer(&booking.id, offered.expires_at))
}

/// Releases the time that is held for the offer of a booking.
pub(crate) fn release_offered_time(
    tx: &mut Tx<'_>,
    branch: &BranchBookingRules,
    booking: &Booking,
) -> Result<(), DbError> {
    if branch.is_live && booking.offered_time.is_some() { occupancy::release_offer(tx, &booking.id) } else { Ok(()) }
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
