//! The day of a booking as the desk looks at it: who could do it, what else they do, and at which other times it is
//! possible.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{
    BookedLine, BookingDuration, BranchDay, CellRange, CellSet, LineTime, StaffDay, StaffFilter, StartConstraints,
    line_times,
};
use parlour_domain::booking::opening_hours::is_sold;
use parlour_domain::booking::{OpeningHours, booking_end, check_in_future, time_offer_expires_at};
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::occupancy;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{Conn, DbError};

use super::find_free_staff::{DayOfBranch, NotFreeReason, WholeDay, visit_span};
use super::occupy::total_length;

/// Somebody who does services of the booking's type.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct PersonOfDay {
    pub id: StaffId,
    pub display_name: String,
    /// Whether the customer asked for them or for their gender.
    pub is_wished: bool,
    /// Whether the customer asked for somebody of another gender.
    pub is_against_wish: bool,
    /// Why they are not free; `None` for those who are.
    pub reason: Option<NotFreeReason>,
    /// Whether they are not at work because they have a break then.
    pub is_on_break: bool,
    /// Whether the desk can choose them all the same: a live branch refuses time that is taken.
    pub can_be_chosen: bool,
    pub at_work: Vec<CellRange>,
    pub busy: Vec<CellRange>,
}

/// A half hour at which the whole booking could begin, and with whom: best the person whom the customer asked for, and
/// nobody of another gender than they asked for.
#[derive(Debug, Clone)]
pub struct FreeStart {
    pub start: NaiveTime,
    pub staff_id: StaffId,
    pub staff_name: String,
    /// Whether those who have the booking now could all keep it.
    pub keeps_people: bool,
    /// Whether it is late enough to be offered to the customer.
    pub can_be_offered: bool,
}

#[derive(Debug, Clone, Default)]
pub struct DayForBooking {
    /// By name, those who are free first, and of them those whom the customer asked for.
    pub people: Vec<PersonOfDay>,
    pub free_starts: Vec<FreeStart>,
}

/// The day of one booking. See [`DaysForBookings::read`].
pub fn read_day_for_booking<S>(
    conn: &mut Conn<'_>,
    booking: &Booking<S>,
    date: NaiveDate,
    now: Timestamp,
) -> Result<DayForBooking, DbError> {
    DaysForBookings::new(now).read(conn, booking, date)
}

/// The days of several bookings. What they have in common is read once: branches, staff, and each day of a branch.
#[derive(Debug)]
pub struct DaysForBookings {
    now: Timestamp,
    branches: HashMap<BranchId, Option<BranchBookingRules>>,
    days: HashMap<(BranchId, NaiveDate), WholeDay>,
    staff: Option<Vec<DeskStaffMember>>,
}

impl DaysForBookings {
    pub fn new(now: Timestamp) -> Self {
        Self { now, branches: HashMap::new(), days: HashMap::new(), staff: None }
    }

    /// The booking's own time counts as free. At an open branch without a roster on that day everybody is there while the
    /// branch is open.
    pub fn read<S>(
        &mut self,
        conn: &mut Conn<'_>,
        booking: &Booking<S>,
        date: NaiveDate,
    ) -> Result<DayForBooking, DbError> {
        let branch = &booking.branch_id;
        let rules = match self.branches.entry(branch.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(branch_records::find_for_booking(conn, branch)?),
        };
        let Some(rules) = rules else { return Ok(DayForBooking::default()) };
        let whole = match self.days.entry((branch.clone(), date)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(WholeDay::read(conn, branch, (date, self.now), rules.is_live)?),
        };
        if self.staff.is_none() {
            self.staff = Some(staff_records::list_active(conn)?);
        }
        let staff = self.staff.as_deref().unwrap_or_default();
        let lines = NeededLines::read(conn, booking, rules.is_live)?;
        Ok(day_for_booking(booking, (date, self.now), rules, &lines, (whole.without(Some(&booking.id)), staff)))
    }
}

fn day_for_booking<S>(
    booking: &Booking<S>,
    (date, now): (NaiveDate, Timestamp),
    rules: &BranchBookingRules,
    lines: &NeededLines,
    (mut day, staff): (DayOfBranch, &[DeskStaffMember]),
) -> DayForBooking {
    let length = total_length(&lines.taken);
    let hours = rules.opening_hours(date).unwrap_or(rules.daily_hours());
    let has_roster = !day.rostered.is_empty();
    let (visit, taken) = (visit_span(length, booking.start_time), length.span(booking.start_time));
    let (mut people, mut free) = (Vec::new(), Vec::new());
    for member in staff {
        if member.branch_id != booking.branch_id || !member.service_types.contains(&booking.service_type) {
            continue;
        }
        if !rules.is_live && !has_roster {
            let rostered = CellSet::of(CellRange::within(hours.opens_at, hours.closes_at));
            let (staff_id, gender, occupied) = (member.id.clone(), member.gender, CellSet::NONE);
            let there = StaffDay { staff_id, gender, serves_salon: true, serves_spa: true, rostered, occupied };
            day.rostered.insert(member.id.clone(), there);
        }
        let reason = day.shown_reason(&member.id, visit, taken);
        let is_taken = matches!(reason, Some(NotFreeReason::Busy | NotFreeReason::Blocked));
        let (at_work, busy) = day.cells_of(&member.id);
        let is_on_break = day.is_on_break(&member.id, reason, visit);
        let is_against_wish = booking.is_against_wish(member.gender);
        let is_wished = booking.has_wish() && booking.is_wished(&member.id, member.gender);
        let has_it = lines.visit.iter().any(|line| line.staff_id.as_ref() == Some(&member.id));
        if has_it || !is_against_wish {
            let (id, name) = (member.id.clone(), member.display_name.clone());
            free.push((is_wished, FreeMember { id, name, at_work, busy }));
        }
        people.push(PersonOfDay {
            is_wished,
            is_against_wish,
            id: member.id.clone(),
            display_name: member.display_name.clone(),
            reason,
            is_on_break,
            can_be_chosen: !(rules.is_live && is_taken),
            at_work: at_work.ranges(),
            busy: busy.ranges(),
        });
    }
    // A stable sort: by name within both.
    people.sort_by_key(|person| (person.reason.is_some(), !person.is_wished));
    free.sort_by_key(|(is_wished, _)| !is_wished);
    let free: Vec<FreeMember> = free.into_iter().map(|(_, member)| member).collect();
    let starts = half_hours(rules, hours, date, length, now).into_iter().filter(|start| {
        let is_possible = booking_end(*start, booking.total_duration_minutes).is_ok();
        let is_sold = is_sold(rules.is_live, rules.opening_hours(date), *start, booking.total_duration_minutes);
        is_possible && is_sold && check_in_future(date, *start, now).is_ok()
    });
    let free_starts = starts.filter_map(|start| free_start(&free, lines, start, (date, now)));
    DayForBooking { free_starts: free_starts.collect(), people }
}

/// The services of a visit, as those who do them need time for them.
struct NeededLines {
    /// Without what is tidied up afterwards, which need not lie within anybody's hours.
    visit: Vec<BookedLine>,
    /// What nobody may be busy with anything else for.
    taken: Vec<BookedLine>,
}

impl NeededLines {
    fn read<S>(conn: &mut Conn<'_>, booking: &Booking<S>, is_live: bool) -> Result<Self, DbError> {
        let lines = occupancy::list_lines(conn, &booking.id)?;
        let visit: Vec<BookedLine> =
            lines.iter().map(|line| BookedLine { buffer_minutes: 0, ..line.clone() }).collect();
        // The time between two visits is kept free by live branches only.
        let taken = if is_live { lines } else { visit.clone() };
        Ok(Self { visit, taken })
    }
}

/// Somebody with their name, and when they are at work and busy.
struct FreeMember {
    id: StaffId,
    name: String,
    at_work: CellSet,
    busy: CellSet,
}

impl FreeMember {
    /// The same that [`DayOfBranch::shown_reason`] asks.
    fn is_free(&self, visit: &CellSet, taken: &CellSet) -> bool {
        visit.without(&self.at_work) == CellSet::NONE && taken.intersection(&self.busy) == CellSet::NONE
    }
}

/// Who could do the whole booking from this start on: whoever has it now, else the first whom the customer asked
/// for, else the first by name.
fn free_start(
    free: &[FreeMember],
    lines: &NeededLines,
    start: NaiveTime,
    (date, now): (NaiveDate, Timestamp),
) -> Option<FreeStart> {
    let is_free = |(visit, taken): (LineTime, LineTime)| {
        let of_person = free.iter().find(|member| member.id == visit.staff_id);
        of_person.is_some_and(|member| member.is_free(&visit.cells, &taken.cells))
    };
    // Both are in the order of the same people.
    let mut times = line_times(start, &lines.visit).into_iter().zip(line_times(start, &lines.taken));
    let keeps_people = lines.visit.iter().all(|line| line.staff_id.is_some()) && times.all(is_free);
    let length = total_length(&lines.taken);
    let (visit, taken) = (CellSet::of(visit_span(length, start)), CellSet::of(length.span(start)));
    let own = lines.visit.first().and_then(|line| line.staff_id.as_ref());
    let can_do_all = || free.iter().filter(|member| member.is_free(&visit, &taken));
    let is_own = |member: &&FreeMember| Some(&member.id) == own;
    // Several people may each be free for their part, and none of them for all of it.
    let kept = || free.iter().find(|member| keeps_people && is_own(member));
    let member = can_do_all().find(is_own).or_else(kept).or_else(|| can_do_all().next())?;
    Some(FreeStart {
        start,
        staff_id: member.id.clone(),
        staff_name: member.name.clone(),
        keeps_people,
        can_be_offered: can_do_all().any(|other| other.id == member.id)
            && time_offer_expires_at(Timestamp::from_ist(date, start), now).is_ok(),
    })
}

fn half_hours(
    rules: &BranchBookingRules,
    hours: OpeningHours,
    date: NaiveDate,
    length: BookingDuration,
    now: Timestamp,
) -> Vec<NaiveTime> {
    if !rules.is_operational || rules.opening_hours(date).is_none() {
        return Vec::new();
    }
    let constraints = StartConstraints { date, hours, length, now };
    BranchDay::default().slots(&constraints, &StaffFilter::default()).into_iter().map(|slot| slot.start).collect()
}

impl DayOfBranch {
    /// When somebody is at work, and when something else keeps them busy.
    pub(super) fn cells_of(&self, staff: &StaffId) -> (CellSet, CellSet) {
        let is_away = self.is_holiday || self.on_leave.contains(staff);
        let at_work = self.rostered.get(staff).filter(|_| !is_away).map_or(CellSet::NONE, |member| member.rostered);
        let mut busy = self.booked.get(staff).copied().unwrap_or(CellSet::NONE);
        if let Some(blocked) = self.blocked.get(staff) {
            busy.add_all(blocked);
        }
        (at_work, busy)
    }
}
