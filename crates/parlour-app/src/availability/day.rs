//! A day of a branch, as the rules want it.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_domain::availability::{Cells, Day, Member, Span};
use parlour_domain::booking::OpeningHours;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::occupancy::{self, Occupied};
use parlour_store::roster::{self, Rostered};
use parlour_store::{Conn, DbError};

/// Everyone who is there, with what they have to do; for one booking, which is to be fitted in, all is free that it has
/// itself.
pub(super) fn read(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
    booking: Option<&BookingId>,
    now: Timestamp,
) -> Result<Day, DbError> {
    let rows = roster::of_day(conn, branch, date)?;
    if rows.is_empty() {
        return Ok(Day::default());
    }
    let mut members: HashMap<&StaffId, Member> = HashMap::new();
    for row in &rows {
        members
            .entry(&row.staff_id)
            .or_insert_with(|| member_of(row))
            .rostered
            .add(Span::within(row.starts, row.ends));
    }
    // After all shifts: one that has two breaks comes twice.
    for row in &rows {
        if let Some((pause, member)) =
            row.break_starts.zip(row.break_ends).zip(members.get_mut(&row.staff_id))
        {
            member.rostered.remove(Span::touched(pause.0, pause.1));
        }
    }
    for occupied in occupancy::of_branch(conn, branch, date, booking, now)? {
        if let Some(member) = members.get_mut(&occupied.staff_id) {
            put_occupied(member, date, &occupied);
        }
    }
    Ok(Day { members: members.into_values().collect() })
}

/// A day of somebody whom the desk has called in: they come whenever the branch is open.
pub(super) fn of_called_in(
    conn: &mut Conn<'_>,
    staff: &StaffId,
    (date, hours): (NaiveDate, OpeningHours),
    booking: &BookingId,
    now: Timestamp,
) -> Result<Day, DbError> {
    let mut rostered = Cells::NONE;
    rostered.add(Span::within(hours.opens_at, hours.closes_at));
    let mut member = Member {
        staff_id: staff.clone(),
        gender: Gender::Undisclosed,
        serves_salon: true,
        serves_spa: true,
        rostered,
        occupied: Cells::NONE,
    };
    for occupied in occupancy::of_member(conn, staff, date, Some(booking), now)? {
        put_occupied(&mut member, date, &occupied);
    }
    Ok(Day { members: vec![member] })
}

fn member_of(row: &Rostered) -> Member {
    Member {
        staff_id: row.staff_id.clone(),
        gender: row.gender,
        serves_salon: row.serves_salon,
        serves_spa: row.serves_spa,
        rostered: Cells::NONE,
        occupied: Cells::NONE,
    }
}

fn put_occupied(member: &mut Member, date: NaiveDate, occupied: &Occupied) {
    if let Some(cell) = Span::at(date, occupied.slot_starts_at) {
        member.occupied.add(cell);
    }
}
