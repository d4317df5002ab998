//! Reads the roster and the occupied time of a branch's day.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_domain::booking::OpeningHours;
use parlour_domain::booking::availability::{BranchDay, CellRange, CellSet, StaffDay};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy::{self, OccupiedCell};
use parlour_store::staff::roster::{self, RosterRow};
use parlour_store::{Conn, DbError};

/// The rostered staff with their occupied time. The time that `booking` itself occupies counts as free.
pub(super) fn read_branch_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
    booking: Option<&BookingId>,
    now: Timestamp,
) -> Result<BranchDay, DbError> {
    let rows = roster::list_for_day(conn, branch, date)?;
    if rows.is_empty() {
        return Ok(BranchDay::default());
    }
    let mut members: HashMap<&StaffId, StaffDay> = HashMap::new();
    for row in &rows {
        members
            .entry(&row.staff_id)
            .or_insert_with(|| member_from_row(row))
            .rostered
            .add(CellRange::within(row.starts, row.ends));
    }
    // After all shifts, because a shift with two breaks is in two rows.
    for row in &rows {
        if let Some(((starts, ends), member)) = row.break_starts.zip(row.break_ends).zip(members.get_mut(&row.staff_id))
        {
            member.rostered.remove(CellRange::overlapping(starts, ends));
        }
    }
    for occupied in occupancy::list_occupied_slots_of_branch(conn, branch, date, booking, now)? {
        if let Some(member) = members.get_mut(&occupied.staff_id) {
            mark_occupied(member, date, &occupied);
        }
    }
    Ok(BranchDay { members: members.into_values().collect() })
}

/// The day of a member of staff whom the desk calls in: they work whenever the branch is open.
pub(super) fn read_called_in_staff_day(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    booking: &Booking,
    hours: OpeningHours,
    now: Timestamp,
) -> Result<BranchDay, DbError> {
    let date = booking.booking_date;
    let mut rostered = CellSet::NONE;
    rostered.add(CellRange::within(hours.opens_at, hours.closes_at));
    let mut member = StaffDay {
        staff_id: staff.clone(),
        gender: Gender::Undisclosed,
        serves_salon: true,
        serves_spa: true,
        rostered,
        occupied: CellSet::NONE,
    };
    for occupied in occupancy::list_occupied_slots_of_staff(conn, staff, date, Some(&booking.id), now)? {
        mark_occupied(&mut member, date, &occupied);
    }
    Ok(BranchDay { members: vec![member] })
}

fn member_from_row(row: &RosterRow) -> StaffDay {
    StaffDay {
        staff_id: row.staff_id.clone(),
        gender: row.gender,
        serves_salon: row.serves_salon,
        serves_spa: row.serves_spa,
        rostered: CellSet::NONE,
        occupied: CellSet::NONE,
    }
}

fn mark_occupied(member: &mut StaffDay, date: NaiveDate, occupied: &OccupiedCell) {
    if let Some(cell) = CellRange::at(date, occupied.slot_starts_at) {
        member.occupied.add(cell);
    }
}
