//! Who works when, and what is free then, in the model.

use super::lines::BookingLength;
use super::model::{
    BookingStart, BranchModel, CLOSING_MINUTE, Hours, MINUTES_PER_DAY, OPENING_MINUTE, OccupiedTime, StaffPreference,
};

impl BranchModel {
    pub(super) fn hours(&self, day: i64) -> Hours {
        match self.week {
            Some(week) => week[minute_index(day % 7)],
            None => Some((OPENING_MINUTE, CLOSING_MINUTE)),
        }
    }

    /// The desk may book on a day on which the branch is closed.
    pub(super) fn hours_at_desk(&self, day: i64) -> (i64, i64) {
        self.hours(day).unwrap_or((OPENING_MINUTE, CLOSING_MINUTE))
    }

    /// The minutes of a day that somebody has blocked. Blocks hold at every live branch.
    pub(super) fn blocked(&self, staff: usize, day: i64) -> Vec<bool> {
        let mut minutes = vec![false; 1440];
        let own = self.blocks.iter().filter(|block| block.day == day && block.time.staff == staff);
        for block in own {
            fill(&mut minutes, (block.time.from, block.time.until), true);
        }
        minutes
    }

    /// The minutes of a day at which somebody has nothing else to do than this booking.
    pub(super) fn unoccupied(&self, staff: usize, day: i64, except_booking: usize) -> Vec<bool> {
        let mut minutes: Vec<bool> = self.blocked(staff, day).iter().map(|is_blocked| !is_blocked).collect();
        let others = self.bookings.iter().enumerate().filter(|(index, _)| *index != except_booking);
        for occupied in others.flat_map(|(_, booking)| &booking.occupied) {
            if self.is_held(occupied) && occupied.staff == staff && occupied.day == day {
                fill(&mut minutes, (occupied.from, occupied.until), false);
            }
        }
        minutes
    }

    pub(super) fn is_held(&self, occupied: &OccupiedTime) -> bool {
        occupied.expires.is_none_or(|expires| expires > self.now)
    }

    /// The minutes of a day at which somebody works.
    pub(super) fn at_work(&self, staff: usize, day: i64) -> Vec<bool> {
        let somebody = &self.staff[staff];
        let mut minutes = vec![false; 1440];
        if !somebody.is_here || somebody.leave.contains(&day) || self.holidays.contains(&day) {
            return minutes;
        }
        for (times, is_working) in [(&somebody.shifts, true), (&somebody.breaks, false)] {
            for (_, from, until) in times.iter().filter(|(weekday, ..)| *weekday == weekday_of(day)) {
                fill(&mut minutes, (*from, *until), is_working);
            }
        }
        minutes
    }

    /// The minutes of a day at which somebody works and has nothing to do.
    pub(super) fn free(&self, staff: usize, day: i64, except_booking: usize) -> Vec<bool> {
        both(&self.unoccupied(staff, day, except_booking), &self.at_work(staff, day))
    }

    pub(super) fn wanted(&self, preference: StaffPreference) -> Vec<usize> {
        let is_wanted = |staff: &usize| {
            let somebody = &self.staff[*staff];
            preference.kind.is_none_or(|kind| kind == somebody.kind)
                && preference.staff.is_none_or(|wanted| wanted == *staff)
                && preference.gender.is_none_or(|gender| gender == somebody.gender)
        };
        (0..self.staff.len()).filter(is_wanted).collect()
    }

    pub(super) fn can_start(&self, when: BookingStart, duration: i64, (opens, closes): (i64, i64)) -> bool {
        when.minute() > self.now && (opens..closes).contains(&when.start) && when.start + duration < MINUTES_PER_DAY
    }

    /// The half hours of a day, and whether one could come.
    pub(super) fn slots(&self, day: i64, length: BookingLength, preference: StaffPreference) -> Vec<(i64, bool)> {
        let people: Vec<_> = self.wanted(preference).iter().map(|staff| self.free(*staff, day, usize::MAX)).collect();
        let (hours, is_open) = (self.hours_at_desk(day), self.hours(day).is_some());
        let slot = |start| {
            let can = is_open
                && self.can_start(BookingStart { day, start }, length.duration, hours)
                && people.iter().any(|free| is_all(free, start, length.end_from(start)));
            (start, can)
        };
        (hours.0..hours.1).step_by(30).take_while(|start| start + 30 <= hours.1).map(slot).collect()
    }

    /// The minutes of a day that are proposed for somebody.
    pub(super) fn proposed(&self, staff: usize, day: i64, booking_index: usize, is_desk: bool) -> Vec<bool> {
        let mut at_work = self.at_work(staff, day);
        if is_desk && !at_work.contains(&true) {
            // Whoever is called in comes while the branch is open.
            fill(&mut at_work, self.hours_at_desk(day), true);
        }
        both(&at_work, &self.unoccupied(staff, day, booking_index))
    }
}

fn both(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| *one && *other).collect()
}

fn fill(minutes: &mut [bool], (from, until): (i64, i64), value: bool) {
    minutes[minute_index(from)..minute_index(until)].fill(value);
}

pub(super) fn is_all(minutes: &[bool], from: i64, until: i64) -> bool {
    (from..until).all(|minute| minutes[minute_index(minute)])
}

pub(super) fn minute_index(minute: i64) -> usize {
    usize::try_from(minute).unwrap()
}

pub(super) fn weekday_of(day: i64) -> i64 {
    day % 7 + 1
}
