//! A branch becomes live, or open again.

use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::{CellRange, CellSet, LineTime, line_times};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::bookings::occupancy::{self, StaffTime, TimeUse};
use parlour_store::branches::branch_records;
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::{DbError, Tx};

use super::branch_day::{self, of_day};

/// Occupies the time of upcoming bookings, the earliest confirmed first. Of two bookings that overlap both stay, and the
/// shared time belongs to the first.
///
/// The branch must already be live in this transaction, so that concurrent bookings wait for it.
pub fn occupy_time_of_existing_bookings(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    let hold_minutes = branch_records::find_for_booking(tx, branch)?.map_or(0, |branch| branch.hold_minutes);
    let reserved_until = now.plus_millis(hold_minutes.saturating_mul(MINUTE_MS));
    for booking in occupancy::lock_active_bookings(tx, branch, now.ist_date())? {
        let expires_at = (booking.status == BookingStatus::Pending).then_some(reserved_until);
        let lines = occupancy::list_lines(tx, &booking.id)?;
        for LineTime { staff_id, cells } in line_times(booking.start_time, &lines) {
            let Some(staff) = occupancy::lock_staff_member(tx, &staff_id)? else { continue };
            let query = of_day(booking.booking_date, Some(&booking.id), now);
            let occupied = branch_day::read_occupied_cells(tx, &staff_id, &query)?;
            for cells in cells.without(&occupied).ranges() {
                let time = StaffTime { staff: &staff, date: booking.booking_date, cells };
                occupancy::occupy(tx, time, TimeUse::Booking(&booking.id, expires_at), now)?;
            }
        }
    }
    occupy_blocked_time(tx, branch, now)
}

/// Blocks that were made while the branch was open keep what no booking has.
fn occupy_blocked_time(tx: &mut Tx<'_>, branch: &BranchId, now: Timestamp) -> Result<(), DbError> {
    for block in blocks::list_from(tx, branch, now.ist_date())? {
        let Some(staff) = occupancy::lock_staff_member(tx, &block.staff_id)? else { continue };
        let occupied = branch_day::read_occupied_cells(tx, &block.staff_id, &of_day(block.date, None, now))?;
        for cells in CellSet::of(blocked_cells(&block)).without(&occupied).ranges() {
            let time = StaffTime { staff: &staff, date: block.date, cells };
            occupancy::occupy(tx, time, TimeUse::Block(&block.id), now)?;
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
