//! To which times a customer can move a booking.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{
    BookedLine, BranchDay, CellSet, LineTime, Slot, StaffFilter, StartConstraints, line_times,
};
use parlour_domain::booking::{BookingStatus, booking_end, check_in_future};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use super::branch_day::{self, of_day};
use super::find_free_days::{FreeTimes, open_day};
use super::occupy::{find_wished_staff, total_length};

/// One entry for each day. What the booking occupies now counts as free; the time at which it begins is no other time.
pub fn find_times_for_move(
    conn: &mut Conn<'_>,
    booking: &Booking,
    dates: &[NaiveDate],
    now: Timestamp,
) -> Result<Vec<FreeTimes>, DbError> {
    let closed = |date: &NaiveDate| FreeTimes { date: *date, starts: Vec::new() };
    let Some(rules) = branch_records::find_for_booking(conn, &booking.branch_id)?.filter(|rules| rules.is_operational)
    else {
        return Ok(dates.iter().map(closed).collect());
    };
    if !rules.is_live {
        return Ok(dates.iter().map(|date| without_own_start(open_day(&rules, *date, now), booking)).collect());
    }
    let mut lines = occupancy::list_lines(conn, &booking.id)?;
    // A confirmed booking becomes a request again, for anybody whom the customer asked for.
    if booking.status == BookingStatus::Confirmed || has_left(conn, &lines)? {
        for line in &mut lines {
            line.staff_id = None;
        }
    }
    let mut found = Vec::with_capacity(dates.len());
    for &date in dates {
        let free = free_times(conn, &rules, booking, &lines, &of_day(date, Some(&booking.id), now))?;
        found.push(without_own_start(free, booking));
    }
    Ok(found)
}

fn without_own_start(mut free: FreeTimes, booking: &Booking) -> FreeTimes {
    if free.date == booking.booking_date {
        free.starts.retain(|start| *start != booking.start_time);
    }
    free
}

/// Whether the one person of a request is no longer active: somebody else does it then.
fn has_left(conn: &mut Conn<'_>, lines: &[BookedLine]) -> Result<bool, DbError> {
    match &line_times(NaiveTime::MIN, lines)[..] {
        [one] => Ok(!staff_records::is_active(conn, &one.staff_id)?),
        _ => Ok(false),
    }
}

fn free_times(
    conn: &mut Conn<'_>,
    rules: &BranchBookingRules,
    booking: &Booking,
    lines: &[BookedLine],
    query: &occupancy::OccupiedTimeQuery<'_>,
) -> Result<FreeTimes, DbError> {
    let (date, now) = (query.first_date, query.now);
    let Some(hours) = rules.opening_hours(date) else { return Ok(FreeTimes { date, starts: Vec::new() }) };
    let day = branch_day::read_branch_day(conn, &booking.branch_id, query)?;
    let constraints = StartConstraints { date, hours, length: total_length(lines), now };
    if lines.iter().all(|line| line.staff_id.is_none()) {
        let staff = find_wished_staff(conn, booking, None)?;
        return Ok(FreeTimes::of(date, day.slots(&constraints, &staff).into_iter()));
    }
    let can_begin = |slot: &Slot| {
        check_in_future(date, slot.start, now).is_ok()
            && booking_end(slot.start, booking.total_duration_minutes).is_ok()
            && line_times(slot.start, lines).iter().all(|needed| is_free(&day, needed))
    };
    let half_hours = day.slots(&constraints, &StaffFilter::default());
    let starts = half_hours.iter().filter(|slot| can_begin(slot)).map(|slot| slot.start).collect();
    Ok(FreeTimes { date, starts })
}

fn is_free(day: &BranchDay, needed: &LineTime) -> bool {
    let member = day.members.iter().find(|member| member.staff_id == needed.staff_id);
    member.is_some_and(|member| needed.cells.without(&member.free()) == CellSet::NONE)
}
