//! The slots of a day: of an open branch, which takes every request, and of a live one, which knows who is free.

mod cells;

use chrono::{NaiveDate, NaiveTime};

use crate::booking::{OpeningHours, booking_end, check_in_future, check_within_opening_hours};
use crate::customer::Gender;
use crate::ids::StaffId;
use crate::ist::{Timestamp, time_at_minute};
use crate::service::ServiceType;

pub use cells::{CELL_MINUTES, CELLS_PER_DAY, CellRange, CellSet, is_on_grid};

const FIRST_START_MINUTES: u32 = 10 * 60;
const SLOT_MINUTES: u32 = 30;
const SLOTS_PER_DAY: u32 = 22;
/// How many other times are proposed instead of one that is taken.
const MAX_PROPOSED_STARTS: usize = 3;

/// Half an hour on the wall, and whether it can be asked for.
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

/// The time that a visit takes, and the time to tidy up after it, which nobody is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookingDuration {
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}

impl BookingDuration {
    /// Where nobody has said what is to be done.
    pub const HALF_HOUR: Self = Self { duration_minutes: SLOT_MINUTES as i64, buffer_minutes: 0 };

    /// All that whoever does it is busy for.
    pub fn minutes(self) -> i64 {
        self.duration_minutes.saturating_add(self.buffer_minutes)
    }

    /// The same, from `start` on.
    pub fn span(self, start: NaiveTime) -> CellRange {
        CellRange::of(start, self.minutes())
    }
}

/// When a visit of some length may begin at all, on one day at one branch.
#[derive(Debug, Clone, Copy)]
pub struct StartConstraints {
    pub date: NaiveDate,
    pub hours: OpeningHours,
    pub length: BookingDuration,
    pub now: Timestamp,
}

impl StartConstraints {
    fn allows_start(&self, start: NaiveTime) -> bool {
        check_in_future(self.date, start, self.now).is_ok()
            && check_within_opening_hours(start, self.hours).is_ok()
            && booking_end(start, self.length.duration_minutes).is_ok()
    }
}

/// Whom somebody wants: anyone, unless something is said.
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
    /// When they are at work: their shifts without the breaks; nothing on leave and on holidays.
    pub rostered: CellSet,
    /// What of the day others have already.
    pub occupied: CellSet,
}

impl StaffDay {
    fn matches_filter(&self, staff_filter: &StaffFilter) -> bool {
        let does = match staff_filter.service_type {
            Some(ServiceType::Salon) => self.serves_salon,
            Some(ServiceType::Spa) => self.serves_spa,
            None => true,
        };
        does && staff_filter.staff_id.as_ref().is_none_or(|staff| *staff == self.staff_id)
            && staff_filter.gender.is_none_or(|gender| gender == self.gender)
    }

    fn is_free(&self, span: CellRange) -> bool {
        self.rostered.contains_all(span) && self.occupied.contains_none(span)
    }
}

/// Who of a branch is there on one day, and what they have to do already.
#[derive(Debug, Clone, Default)]
pub struct BranchDay {
    pub members: Vec<StaffDay>,
}

impl BranchDay {
    /// Somebody who could do it: of those the one with the least to do that day, so that it comes round to everyone.
    pub fn least_busy_free_staff(&self, span: CellRange, staff_filter: &StaffFilter) -> Option<&StaffId> {
        let free = self.members.iter().filter(|member| member.matches_filter(staff_filter) && member.is_free(span));
        let chosen = free.min_by_key(|member| (member.occupied.count(), &member.staff_id));
        chosen.map(|member| &member.staff_id)
    }

    /// The half hours in which the branch is open; available are those from whose start on somebody has the time.
    pub fn slots(&self, constraints: &StartConstraints, staff_filter: &StaffFilter) -> Vec<Slot> {
        let cells_in = |time: NaiveTime| CellRange::before(time).len();
        let first = u32::try_from(cells_in(constraints.hours.opens_at)).unwrap_or_default() * CELL_MINUTES;
        let starts = (0..).map(|slot| first + slot * SLOT_MINUTES);
        let starts = starts.take_while(|start| {
            let end = start + SLOT_MINUTES;
            end < 24 * 60 && time_at_minute(end) <= constraints.hours.closes_at
        });
        starts
            .map(|start| {
                let time = time_at_minute(start);
                slot_starting_at(
                    start,
                    constraints.allows_start(time)
                        && self.any_staff_is_free(constraints.length.span(time), staff_filter),
                )
            })
            .collect()
    }

    /// Instead of `start`: the nearest times of that day at which somebody is free, the earlier of two as near.
    pub fn nearest_free_starts(
        &self,
        start: NaiveTime,
        constraints: &StartConstraints,
        staff_filter: &StaffFilter,
    ) -> Vec<NaiveTime> {
        let mut times: Vec<NaiveTime> = (0..24 * 60 / CELL_MINUTES)
            .map(|cell| time_at_minute(cell * CELL_MINUTES))
            .filter(|time| {
                constraints.allows_start(*time) && self.any_staff_is_free(constraints.length.span(*time), staff_filter)
            })
            .collect();
        // Stable: of two as near, the earlier stays first.
        times.sort_by_key(|time| time.signed_duration_since(start).abs());
        times.truncate(MAX_PROPOSED_STARTS);
        times
    }

    fn any_staff_is_free(&self, span: CellRange, staff_filter: &StaffFilter) -> bool {
        self.members.iter().any(|member| member.matches_filter(staff_filter) && member.is_free(span))
    }
}

#[cfg(test)]
mod tests;
