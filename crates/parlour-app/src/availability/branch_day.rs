//! Reads the roster and the occupied time of a branch's day.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_domain::booking::availability::{BranchDay, CellRange, CellSet, StaffDay};
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::occupancy::{self, OccupiedTime, OccupiedTimeQuery};
use parlour_store::staff::roster::{self, RosterRow};
use parlour_store::{Conn, DbError};

/// The rostered staff of the query's day with their occupied time.
pub(super) fn read_branch_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    query: &OccupiedTimeQuery<'_>,
) -> Result<BranchDay, DbError> {
    let mut members = rostered_members(&roster::list_for_day(conn, branch, query.first_date)?);
    if members.is_empty() {
        return Ok(BranchDay::default());
    }
    for occupied in occupancy::list_of_branch(conn, branch, query)? {
        if let Some(member) = members.get_mut(&occupied.staff_id) {
            member.occupied.add(occupied.cells());
        }
    }
    Ok(BranchDay { members: members.into_values().collect() })
}

/// The day of one member of a branch's staff. `None` if they are not there.
pub(super) fn read_staff_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    staff: &StaffId,
    query: &OccupiedTimeQuery<'_>,
) -> Result<Option<StaffDay>, DbError> {
    let rows = roster::list_for_staff_day(conn, branch, staff, query.first_date)?;
    let Some(mut member) = rostered_members(&rows).remove(staff) else { return Ok(None) };
    member.occupied = occupied_cells(&occupancy::list_of_staff(conn, staff, query)?);
    Ok(Some(member))
}

/// The time of one member of staff that is occupied on a day, at any branch.
pub(super) fn read_occupied_cells(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    query: &OccupiedTimeQuery<'_>,
) -> Result<CellSet, DbError> {
    Ok(occupied_cells(&occupancy::list_of_staff(conn, staff, query)?))
}

pub(super) fn of_day(date: NaiveDate, except_booking: Option<&BookingId>, now: Timestamp) -> OccupiedTimeQuery<'_> {
    OccupiedTimeQuery { first_date: date, last_date: date, except_booking, now }
}

fn occupied_cells(times: &[OccupiedTime]) -> CellSet {
    let mut cells = CellSet::NONE;
    for time in times {
        cells.add(time.cells());
    }
    cells
}

/// Everyone with a shift, without breaks and without occupied time.
pub(super) fn rostered_members(rows: &[RosterRow]) -> HashMap<StaffId, StaffDay> {
    let mut members: HashMap<StaffId, StaffDay> = HashMap::new();
    for row in rows {
        members
            .entry(row.staff_id.clone())
            .or_insert_with(|| member_from_row(row))
            .rostered
            .add(CellRange::within(row.starts, row.ends));
    }
    // After all shifts, because a shift with two breaks is in two rows.
    for row in rows {
        if let Some(((starts, ends), member)) = row.break_starts.zip(row.break_ends).zip(members.get_mut(&row.staff_id))
        {
            member.rostered.remove(CellRange::overlapping(starts, ends));
        }
    }
    members
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
