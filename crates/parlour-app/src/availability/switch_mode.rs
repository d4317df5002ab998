//! A branch becomes live, or open again.

use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::BookingDuration;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::occupancy::{self, SlotReservation};
use parlour_store::branches::branch_records;
use parlour_store::{DbError, Tx};

/// Occupies the time of upcoming bookings, the earliest confirmed first. Of two bookings that overlap both stay, and the
/// shared time belongs to the first.
///
/// The branch must already be live in this transaction, so that concurrent bookings wait for it.
pub fn occupy_time_of_existing_bookings(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    let hold_minutes = branch_records::find_for_booking(tx, branch)?.map_or(0, |branch| branch.hold_minutes);
    let reserved_until = now.plus_millis(hold_minutes.saturating_mul(MINUTE_MS));
    for booking in occupancy::lock_active_bookings(tx, branch, now.ist_date())? {
        let buffer_minutes = occupancy::total_buffer_minutes(tx, &booking.id)?;
        let length = BookingDuration { duration_minutes: booking.total_duration_minutes, buffer_minutes };
        for staff in occupancy::list_staff_of_booking(tx, &booking.id)? {
            let reservation = SlotReservation {
                booking_id: &booking.id,
                staff_id: &staff,
                date: booking.booking_date,
                span: length.span(booking.start_time),
                expires_at: (booking.status == BookingStatus::Pending).then_some(reserved_until),
            };
            occupancy::reserve_slots(tx, &reservation, now)?;
        }
    }
    Ok(())
}

/// Bookings of an open branch may overlap, so they occupy no time.
pub fn release_time_of_branch(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    let yesterday = now.plus_days(-1).ist_date();
    occupancy::release_branch(tx, branch, yesterday)
}
