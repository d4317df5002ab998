//! A branch becomes live, or open again.

use chrono::NaiveDate;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::{BookedLine, CellRange, LineTime, line_times};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::occupancy::{self, ActiveBooking, StaffTime, TimeUse};
use parlour_store::branches::branch_records;
use parlour_store::staff::blocks::BlockRow;
use parlour_store::{DbError, Tx};

/// Occupies the time of upcoming bookings and of the times that are offered. Of two bookings that overlap both stay and
/// have their time, so that it is free only when both are gone.
///
/// The branch must already be live in this transaction, so that concurrent bookings wait for it.
pub fn occupy_time_of_existing_bookings(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    let hold_minutes = branch_records::find_for_booking(tx, branch)?.map_or(0, |branch| branch.hold_minutes);
    let reserved_until = now.plus_millis(hold_minutes.saturating_mul(MINUTE_MS));
    for booking in occupancy::lock_active_bookings(tx, branch, now.ist_date())? {
        let expires_at = (booking.status == BookingStatus::Pending).then_some(reserved_until);
        let lines = occupancy::list_lines(tx, &booking.id)?;
        let times = line_times(booking.start_time, &lines);
        occupy_times(tx, booking.booking_date, times, TimeUse::Booking(&booking.id, expires_at))?;
        occupy_offered_time(tx, &booking, lines, now)?;
    }
    Ok(())
}

fn occupy_offered_time(
    tx: &mut Tx<'_>,
    booking: &ActiveBooking,
    lines: Vec<BookedLine>,
    now: Timestamp,
) -> Result<(), DbError> {
    let open_until = booking.offer_expires_at.filter(|expires_at| *expires_at > now);
    let offered = booking.offered_date.zip(booking.offered_start_time).zip(open_until);
    let Some(((date, start), expires_at)) = offered else { return Ok(()) };
    let with_offered_staff = |line: BookedLine| BookedLine { staff_id: booking.offered_staff_id.clone(), ..line };
    let lines: Vec<BookedLine> = lines.into_iter().map(with_offered_staff).collect();
    occupy_times(tx, date, line_times(start, &lines), TimeUse::Offer(&booking.id, expires_at))
}

fn occupy_times(tx: &mut Tx<'_>, date: NaiveDate, times: Vec<LineTime>, time_use: TimeUse<'_>) -> Result<(), DbError> {
    for LineTime { staff_id, cells } in times {
        let Some(staff) = occupancy::lock_staff_member(tx, &staff_id)? else { continue };
        for cells in cells.ranges() {
            occupancy::occupy_beside_others(tx, StaffTime { staff: &staff, date, cells }, time_use)?;
        }
    }
    Ok(())
}

/// The time that a block needs.
pub(crate) fn blocked_cells(block: &BlockRow) -> CellRange {
    CellRange::overlapping(block.start_time, block.end_time)
}

/// Bookings of an open branch may overlap, so they occupy no time.
pub fn release_time_of_branch(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    let yesterday = now.plus_days(-1).ist_date();
    occupancy::release_branch(tx, branch, yesterday)
}
