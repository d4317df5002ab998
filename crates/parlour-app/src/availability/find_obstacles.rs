//! What stands in the way of a move that the desk may make all the same.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{CellRange, CellSet, LineTime, line_times};
use parlour_domain::ids::StaffId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy;
use parlour_store::branches::branch_records;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use super::branch_day::of_day;
use super::find_free_staff::{DayOfBranch, NotFreeReason};

/// Why somebody is not free for a booking at a time.
#[derive(Debug, Clone)]
pub struct Obstacle {
    pub staff_name: String,
    pub reason: NotFreeReason,
    /// Whether they are not at work because they have a break then.
    pub is_on_break: bool,
    /// When what they do instead ends, of those who are busy.
    pub busy_until: Option<NaiveTime>,
}

/// Why those are not free who would do a booking at a new time: `staff`, else everybody who has it. A live branch refuses
/// time that is taken by itself; an open branch that keeps no roster on that day knows nothing of work and breaks.
pub fn find_obstacles(
    conn: &mut Conn<'_>,
    booking: &Booking,
    (date, start): (NaiveDate, NaiveTime),
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<Vec<Obstacle>, DbError> {
    let Some(rules) = branch_records::find_for_booking(conn, &booking.branch_id)? else { return Ok(Vec::new()) };
    let mut lines = occupancy::list_lines(conn, &booking.id)?;
    for line in &mut lines {
        line.staff_id = staff.cloned().or_else(|| line.staff_id.take());
        // The time between two visits is kept free by live branches only.
        line.buffer_minutes = if rules.is_live { line.buffer_minutes } else { 0 };
    }
    let query = of_day(date, Some(&booking.id), now);
    let day = DayOfBranch::read(conn, &booking.branch_id, &query, rules.is_live)?;
    let has_roster = rules.is_live || !day.rostered.is_empty();
    let members = staff_records::list_active(conn)?;
    let mut obstacles = Vec::new();
    for needed in line_times(start, &lines) {
        let Some((reason, span)) = day.obstacle(&needed, has_roster) else { continue };
        if rules.is_live && matches!(reason, NotFreeReason::Busy | NotFreeReason::Blocked) {
            continue;
        }
        let Some(member) = members.iter().find(|member| member.id == needed.staff_id) else { continue };
        let (_, busy) = day.cells_of(&needed.staff_id);
        let busy_then = busy.ranges().into_iter().rfind(|range| !CellSet::of(span).contains_none(*range));
        obstacles.push(Obstacle {
            staff_name: member.display_name.clone(),
            reason,
            is_on_break: day.is_on_break(&needed.staff_id, Some(reason), span),
            busy_until: busy_then.filter(|_| reason == NotFreeReason::Busy).map(CellRange::end),
        });
    }
    Ok(obstacles)
}

impl DayOfBranch {
    /// Why somebody is not free for their part, and for which of its time.
    fn obstacle(&self, needed: &LineTime, has_roster: bool) -> Option<(NotFreeReason, CellRange)> {
        let is_shown = |reason: &NotFreeReason| has_roster || *reason != NotFreeReason::NotAtWork;
        needed.cells.ranges().into_iter().find_map(|span| {
            let reason = self.reason(&needed.staff_id, span).filter(is_shown);
            // Without a roster, time may be taken all the same.
            let reason = reason.or_else(|| self.taken(&needed.staff_id, span))?;
            Some((reason, span))
        })
    }
}
