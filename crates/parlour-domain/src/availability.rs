//! The slots of a day: of an open branch, which takes every request, and of a live one, which knows who is free.

mod cells;

use chrono::{NaiveDate, NaiveTime};

pub use cells::{CELL_MINUTES, CELLS_A_DAY, Cells, Span, is_on_grid};

use crate::booking::{OpeningHours, check_ahead, check_open, visit_end};
use crate::customer::Gender;
use crate::ids::StaffId;
use crate::ist::{Timestamp, minutes_after_midnight};
use crate::service::ServiceType;

const FIRST_START_MINUTES: u32 = 10 * 60;
const SLOT_MINUTES: u32 = 30;
const SLOTS: u32 = 22;
/// How many other times are proposed instead of one that is taken.
const MOST_PROPOSED: usize = 3;

/// Half an hour on the wall, and whether it can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub available: bool,
}

fn half_hour(start_minutes: u32, available: bool) -> Slot {
    Slot {
        start: minutes_after_midnight(start_minutes),
        end: minutes_after_midnight(start_minutes + SLOT_MINUTES),
        available,
    }
}

/// An open branch takes every request: 22 half hours from 10:00 to 21:00, all available.
pub fn open_day() -> impl Iterator<Item = Slot> {
    (0..SLOTS).map(|slot| half_hour(FIRST_START_MINUTES + slot * SLOT_MINUTES, true))
}

/// The time that a visit takes, and the time to tidy up after it, which nobody is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}

impl Length {
    /// Where nobody has said what is to be done.
    pub const HALF_HOUR: Self = Self { duration_minutes: SLOT_MINUTES as i64, buffer_minutes: 0 };

    /// All that whoever does it is busy for.
    pub fn minutes(self) -> i64 {
        self.duration_minutes.saturating_add(self.buffer_minutes)
    }

    /// The same, from `start` on.
    pub fn span(self, start: NaiveTime) -> Span {
        Span::of(start, self.minutes())
    }
}

/// When a visit of some length may begin at all, on one day at one branch.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub date: NaiveDate,
    pub hours: OpeningHours,
    pub length: Length,
    pub now: Timestamp,
}

impl Frame {
    fn allows(&self, start: NaiveTime) -> bool {
        check_ahead(self.date, start, self.now).is_ok()
            && check_open(start, self.hours).is_ok()
            && visit_end(start, self.length.duration_minutes).is_ok()
    }
}

/// Whom somebody wants: anyone, unless something is said.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// A member of staff on one day.
#[derive(Debug, Clone)]
pub struct Member {
    pub staff_id: StaffId,
    pub gender: Gender,
    pub serves_salon: bool,
    pub serves_spa: bool,
    /// When they are at work: their shifts without the breaks; nothing on leave and on holidays.
    pub rostered: Cells,
    /// What of the day others have already.
    pub occupied: Cells,
}

impl Member {
    fn is_wanted(&self, wanted: &Wanted) -> bool {
        let does = match wanted.service_type {
            Some(ServiceType::Salon) => self.serves_salon,
            Some(ServiceType::Spa) => self.serves_spa,
            None => true,
        };
        does && wanted.staff_id.as_ref().is_none_or(|staff| *staff == self.staff_id)
            && wanted.gender.is_none_or(|gender| gender == self.gender)
    }

    fn is_free(&self, span: Span) -> bool {
        self.rostered.has_all(span) && self.occupied.has_none(span)
    }
}

/// Who of a branch is there on one day, and what they have to do already.
#[derive(Debug, Clone, Default)]
pub struct Day {
    pub members: Vec<Member>,
}

impl Day {
    /// Somebody who could do it: of those the one with the least to do that day, so that it comes round to everyone.
    pub fn free_staff(&self, span: Span, wanted: &Wanted) -> Option<&StaffId> {
        let free = self.members.iter().filter(|member| member.is_wanted(wanted) && member.is_free(span));
        let chosen = free.min_by_key(|member| (member.occupied.count(), &member.staff_id));
        chosen.map(|member| &member.staff_id)
    }

    /// The half hours in which the branch is open; available are those from whose start on somebody has the time.
    pub fn slots(&self, frame: &Frame, wanted: &Wanted) -> Vec<Slot> {
        let cells_in = |time: NaiveTime| Span::before(time).len();
        let first = u32::try_from(cells_in(frame.hours.opens_at)).unwrap_or_default() * CELL_MINUTES;
        let starts = (0..).map(|slot| first + slot * SLOT_MINUTES);
        let starts = starts.take_while(|start| {
            let end = start + SLOT_MINUTES;
            end < 24 * 60 && minutes_after_midnight(end) <= frame.hours.closes_at
        });
        starts
            .map(|start| {
                let time = minutes_after_midnight(start);
                half_hour(start, frame.allows(time) && self.has_time(frame.length.span(time), wanted))
            })
            .collect()
    }

    /// Instead of `start`: the nearest times of that day at which somebody is free, the earlier of two as near.
    pub fn nearest_free(&self, start: NaiveTime, frame: &Frame, wanted: &Wanted) -> Vec<NaiveTime> {
        let mut times: Vec<NaiveTime> = (0..24 * 60 / CELL_MINUTES)
            .map(|cell| minutes_after_midnight(cell * CELL_MINUTES))
            .filter(|time| frame.allows(*time) && self.has_time(frame.length.span(*time), wanted))
            .collect();
        // Stable: of two as near, the earlier stays first.
        times.sort_by_key(|time| time.signed_duration_since(start).abs());
        times.truncate(MOST_PROPOSED);
        times
    }

    fn has_time(&self, span: Span, wanted: &Wanted) -> bool {
        self.members.iter().any(|member| member.is_wanted(wanted) && member.is_free(span))
    }
}

#[cfg(test)]
mod tests;
