//! The slots of a day: an open branch accepts every request; a live branch checks which staff are free.

mod cells;
mod line_times;

use chrono::{NaiveDate, NaiveTime};

use crate::booking::OpeningHours;
use crate::customer::Gender;
use crate::ids::StaffId;
use crate::ist::{Timestamp, time_at_minute};
use crate::service::ServiceType;

pub use cells::{CELL_MINUTES, CELLS_PER_DAY, CellRange, CellSet, is_on_grid};
pub use line_times::{BookedLine, LineTime, line_times};

const FIRST_START_MINUTES: u32 = 10 * 60;
const SLOT_MINUTES: u32 = 30;
const SLOTS_PER_DAY: u32 = 22;
/// A booking ends by 23:59.
const LAST_MINUTE: i64 = 24 * 60 - 1;
/// How many free starts are proposed at most when the requested start is not free.
pub const MAX_PROPOSED_STARTS: usize = 3;
/// Times that people choose between are at least so far apart: five minutes more or less are the same to them.
const MINUTES_BETWEEN_OFFERED_STARTS: i64 = 15;

/// Half an hour of a day, and whether it can be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub available: bool,
}

fn slot_starting_at(start_minutes: u32, available: bool) -> Slot {
    Slot { start: time_at_minute(start_minutes), end: time_at_minute(start_minutes + SLOT_MINUTES), available }
}

/// An open branch takes every request: 22 half hours from 10:00 to 21:00, all available.
pub fn open_branch_slots() -> impl Iterator<Item = Slot> {
    (0..SLOTS_PER_DAY).map(|slot| slot_starting_at(FIRST_START_MINUTES + slot * SLOT_MINUTES, true))
}

/// The duration of a booking, and its buffer: the time for tidying up, which is not shown to customers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookingDuration {
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}

impl BookingDuration {
    /// The duration that is assumed when no services are chosen.
    pub const HALF_HOUR: Self = Self { duration_minutes: SLOT_MINUTES as i64, buffer_minutes: 0 };

    /// Duration and buffer together: how long the staff member is busy.
    pub fn minutes(self) -> i64 {
        self.duration_minutes.saturating_add(self.buffer_minutes)
    }

    /// The cells that duration and buffer occupy from `start` on.
    pub fn span(self, start: NaiveTime) -> CellRange {
        CellRange::of(start, self.minutes())
    }
}

/// The limits for the start of a booking on one day at one branch, without regard to staff.
#[derive(Debug, Clone, Copy)]
pub struct StartConstraints {
    pub date: NaiveDate,
    pub hours: OpeningHours,
    pub length: BookingDuration,
    pub now: Timestamp,
}

impl StartConstraints {
    /// The cells at whose start a booking may begin: in the future, within the opening hours, and early enough to end
    /// on the same day.
    fn allowed_starts(&self) -> CellRange {
        let opening = CellRange::before(self.hours.closes_at).from(CellRange::before(self.hours.opens_at).len());
        let past = CellRange::begun_by(self.date, self.now).len();
        let latest_start = LAST_MINUTE.checked_sub(self.length.duration_minutes).filter(|minute| *minute >= 0);
        let starts_in_time = latest_start.and_then(|minute| u32::try_from(minute).ok());
        let in_time = starts_in_time.map_or(0, |minute| (minute / CELL_MINUTES) as usize + 1);
        opening.from(past).until(in_time)
    }
}

/// Which staff may do the booking. An empty filter accepts everyone.
#[derive(Debug, Clone, Default)]
pub struct StaffFilter {
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// A member of staff on one day.
#[derive(Debug, Clone)]
pub struct StaffDay {
    pub staff_id: StaffId,
    pub gender: Gender,
    pub serves_salon: bool,
    pub serves_spa: bool,
    /// The cells of their shifts without breaks; empty on leave and on holidays.
    pub rostered: CellSet,
    /// The cells that other bookings occupy.
    pub occupied: CellSet,
}

impl StaffDay {
    pub fn matches_filter(&self, staff_filter: &StaffFilter) -> bool {
        let does = match staff_filter.service_type {
            Some(ServiceType::Salon) => self.serves_salon,
            Some(ServiceType::Spa) => self.serves_spa,
            None => true,
        };
        does && staff_filter.staff_id.as_ref().is_none_or(|staff| *staff == self.staff_id)
            && staff_filter.gender.is_none_or(|gender| gender == self.gender)
    }

    pub fn is_free(&self, span: CellRange) -> bool {
        self.rostered.contains_all(span) && self.occupied.contains_none(span)
    }

    pub fn free(&self) -> CellSet {
        self.rostered.without(&self.occupied)
    }
}

/// The rostered staff of a branch on one day, with their occupied time.
#[derive(Debug, Clone, Default)]
pub struct BranchDay {
    pub members: Vec<StaffDay>,
}

impl BranchDay {
    /// Of the staff who are free, the one with the least occupied time that day, so that work is distributed evenly.
    pub fn least_busy_free_staff(&self, span: CellRange, staff_filter: &StaffFilter) -> Option<&StaffId> {
        self.free_staff_by_load(span, staff_filter).into_iter().next()
    }

    /// The staff who are free, the least busy first.
    pub fn free_staff_by_load(&self, span: CellRange, staff_filter: &StaffFilter) -> Vec<&StaffId> {
        let free = self.members.iter().filter(|member| member.matches_filter(staff_filter) && member.is_free(span));
        let mut free: Vec<_> = free.map(|member| (member.occupied.count(), &member.staff_id)).collect();
        free.sort_unstable();
        free.into_iter().map(|(_, staff)| staff).collect()
    }

    /// The half hours of the opening hours. A slot is available if a staff member is free from its start on.
    pub fn slots(&self, constraints: &StartConstraints, staff_filter: &StaffFilter) -> Vec<Slot> {
        let free = self.free_starts(constraints, staff_filter);
        let first =
            u32::try_from(CellRange::before(constraints.hours.opens_at).len()).unwrap_or_default() * CELL_MINUTES;
        let starts = (0..).map(|slot| first + slot * SLOT_MINUTES);
        let starts = starts.take_while(|start| {
            let end = start + SLOT_MINUTES;
            end < 24 * 60 && time_at_minute(end) <= constraints.hours.closes_at
        });
        starts.map(|start| slot_starting_at(start, free.contains_cell((start / CELL_MINUTES) as usize))).collect()
    }

    /// The free starts of the day, the nearest to `start` first; of two equally near ones the earlier comes first.
    pub fn nearest_free_starts(
        &self,
        start: NaiveTime,
        constraints: &StartConstraints,
        staff_filter: &StaffFilter,
    ) -> Vec<NaiveTime> {
        nearest_starts(&self.free_starts(constraints, staff_filter), start)
    }

    /// The cells at which somebody can begin the whole booking.
    fn free_starts(&self, constraints: &StartConstraints, staff_filter: &StaffFilter) -> CellSet {
        let length = constraints.length.span(NaiveTime::MIN).len();
        let mut free = CellSet::NONE;
        for member in self.members.iter().filter(|member| member.matches_filter(staff_filter)) {
            free.add_all(&member.free().starts_of_runs(length));
        }
        free.intersection(&CellSet::of(constraints.allowed_starts()))
    }
}

/// The cells of a set, the nearest to `start` first; of two equally near ones the earlier comes first.
fn nearest_starts(free: &CellSet, start: NaiveTime) -> Vec<NaiveTime> {
    let starts = (0..24 * 60 / CELL_MINUTES).filter(|cell| free.contains_cell(*cell as usize));
    let mut times: Vec<NaiveTime> = starts.map(|cell| time_at_minute(cell * CELL_MINUTES)).collect();
    // A stable sort: of two equally near starts, the earlier stays first.
    times.sort_by_key(|time| time.signed_duration_since(start).abs());
    times
}

/// Which of the free starts, the nearest first, are offered to people instead of the one that was refused.
pub fn starts_to_offer(nearest: &[NaiveTime], refused: Option<NaiveTime>) -> Vec<NaiveTime> {
    let mut offered: Vec<NaiveTime> = Vec::with_capacity(MAX_PROPOSED_STARTS);
    let minutes = |one: NaiveTime, other: NaiveTime| one.signed_duration_since(other).num_minutes().abs();
    for start in nearest.iter().filter(|start| Some(**start) != refused) {
        if offered.iter().all(|other| minutes(*start, *other) >= MINUTES_BETWEEN_OFFERED_STARTS) {
            offered.push(*start);
        }
    }
    offered.truncate(MAX_PROPOSED_STARTS);
    offered
}

/// The starts at which everyone of a booking is free for their own services, the nearest to `start` first.
pub fn nearest_starts_for_lines(
    lines: &[BookedLine],
    free: &[LineTime],
    constraints: &StartConstraints,
    start: NaiveTime,
) -> Vec<NaiveTime> {
    let is_free = |needed: &LineTime| {
        let of_person = free.iter().find(|time| time.staff_id == needed.staff_id);
        of_person.is_some_and(|time| needed.cells.without(&time.cells) == CellSet::NONE)
    };
    let mut starts = CellSet::NONE;
    for cell in CellSet::of(constraints.allowed_starts()).ranges().iter().flat_map(|range| range.cells()) {
        if line_times(cell.start(), lines).iter().all(is_free) {
            starts.add(cell);
        }
    }
    nearest_starts(&starts, start)
}

#[cfg(test)]
mod tests;
