//! What stands in the way of a booking that the desk may plan all the same.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{CellRange, CellSet, LineTime, line_times};
use parlour_domain::ids::StaffId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::{desk_bookings, occupancy};
use parlour_store::branches::branch_records;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use super::branch_day::of_day;
use super::find_free_staff::{DayOfBranch, NotFreeReason, times_of_visit};

/// Why somebody is not free for a booking at a time.
#[derive(Debug, Clone)]
pub struct Obstacle {
    pub staff_name: String,
    pub reason: NotFreeReason,
    /// Whether they are not at work because they have a break then.
    pub is_on_break: bool,
    /// What they do instead, of those who are busy. Several bookings are several obstacles.
    pub booking: Option<OtherBooking>,
}

/// Another booking at the same time.
#[derive(Debug, Clone)]
pub struct OtherBooking {
    pub customer_name: String,
    /// Whom it is for, if not for the customer.
    pub guest_name: Option<String>,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
}

/// Why those are not free who would do a booking at a time: `staff`, else everybody who has it. A live branch itself refuses
/// time that is taken; an open branch that keeps no roster on that day knows nothing of work and breaks.
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
        // Live branches alone keep the time between two bookings free, and themselves refuse time that is taken.
        line.buffer_minutes = 0;
    }
    let query = of_day(date, Some(&booking.id), now);
    let day = DayOfBranch::read(conn, &booking.branch_id, &query, rules.is_live)?;
    let counted = Counted { taken_time: !rules.is_live, hours: rules.is_live || !day.rostered.is_empty() };
    let members = staff_records::list_active(conn)?;
    let mut obstacles = Vec::new();
    for needed in line_times(start, &lines) {
        let Some((reason, span)) = day.obstacle(&needed, counted) else { continue };
        let Some(member) = members.iter().find(|member| member.id == needed.staff_id) else { continue };
        let is_on_break = day.is_on_break(&needed.staff_id, Some(reason), span);
        let obstacle =
            |other| Obstacle { staff_name: member.display_name.clone(), reason, is_on_break, booking: other };
        let is_busy = reason == NotFreeReason::Busy;
        let others = if is_busy { list_bookings_during(conn, booking, date, &needed)? } else { Vec::new() };
        if others.is_empty() {
            obstacles.push(obstacle(None));
        }
        obstacles.extend(others.into_iter().map(|other| obstacle(Some(other))));
    }
    // Also of a booking that is nobody's yet.
    if obstacles.is_empty() && day.is_holiday {
        let reason = NotFreeReason::Holiday;
        obstacles.push(Obstacle { staff_name: String::new(), reason, is_on_break: false, booking: None });
    }
    Ok(obstacles)
}

/// The other bookings of a person of an open branch while a booking needs them, by time.
fn list_bookings_during(
    conn: &mut Conn<'_>,
    booking: &Booking,
    date: NaiveDate,
    needed: &LineTime,
) -> Result<Vec<OtherBooking>, DbError> {
    let is_meant =
        |time: &LineTime| time.staff_id == needed.staff_id && time.cells.intersection(&needed.cells) != CellSet::NONE;
    let mut others = desk_bookings::list_for_day(conn, &booking.branch_id, date)?;
    others.retain(|found| found.booking.id != booking.id && times_of_visit(found).iter().any(is_meant));
    let other = |found: desk_bookings::DeskBooking| OtherBooking {
        customer_name: found.customer_name,
        guest_name: found.guest_name,
        start_time: found.booking.start_time,
        end_time: found.booking.end_time,
    };
    Ok(others.into_iter().map(other).collect())
}

/// What counts beside a whole day off.
#[derive(Clone, Copy)]
struct Counted {
    taken_time: bool,
    /// Work and breaks.
    hours: bool,
}

impl DayOfBranch {
    /// Why somebody is not free for their part, and for which of its time.
    fn obstacle(&self, needed: &LineTime, counted: Counted) -> Option<(NotFreeReason, CellRange)> {
        let staff = &needed.staff_id;
        needed.cells.ranges().into_iter().find_map(|span| {
            let reason = self.away(staff).or_else(|| self.taken(staff, span).filter(|_| counted.taken_time));
            let reason = reason.or_else(|| self.not_at_work(staff, span).filter(|_| counted.hours))?;
            Some((reason, span))
        })
    }
}
