//! How long somebody works on a day, and how much of that is booked. To the minute: unlike what a live branch books, it is
//! not counted in cells of five minutes.

use std::iter::once;
use std::ops::{AddAssign, Range};

use chrono::{NaiveTime, Timelike};
use serde::Serialize;
use utoipa::ToSchema;

use super::shift::TimeRange;
use crate::billing::money::rounded_share;

const MINUTES_PER_DAY: i64 = 24 * 60;

/// A line of a booking that somebody does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedTime {
    /// When the booking begins.
    pub booking_start: NaiveTime,
    /// How long its earlier lines take.
    pub minutes_before: i64,
    /// Without the time for tidying up.
    pub duration_minutes: i64,
}

/// What is known of somebody's day. Times may overlap and come in any order.
#[derive(Debug, Clone, Default)]
pub struct WorkDay {
    pub shifts: Vec<TimeRange>,
    pub breaks: Vec<TimeRange>,
    /// Time that cannot be booked.
    pub blocks: Vec<TimeRange>,
    /// Whether they are on leave, or the branch has a holiday.
    pub is_away: bool,
    pub booked: Vec<BookedTime>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkingMinutes {
    /// Shifts without breaks, approved leave, holidays and blocks.
    pub rostered_minutes: i64,
    /// How much of it is booked, without the time for tidying up.
    pub booked_minutes: i64,
}

impl WorkDay {
    /// What overlaps counts once.
    pub fn minutes(&self) -> WorkingMinutes {
        if self.is_away {
            return WorkingMinutes::default();
        }
        let shifts = merged(self.shifts.iter().map(minutes_of_range));
        let off = merged(self.breaks.iter().chain(&self.blocks).map(minutes_of_range));
        let rostered = without(&shifts, &off);
        let booked = common(&rostered, &merged(self.booked.iter().map(minutes_of_line)));
        WorkingMinutes { rostered_minutes: count(&rostered), booked_minutes: count(&booked) }
    }
}

impl WorkingMinutes {
    /// How much of the time is booked, in tenths of a per cent, halves rounded up. None without rostered time.
    pub fn booked_tenths_of_percent(self) -> Option<i64> {
        (self.rostered_minutes > 0).then(|| rounded_share(1_000, self.booked_minutes, self.rostered_minutes))
    }
}

impl AddAssign for WorkingMinutes {
    fn add_assign(&mut self, other: Self) {
        self.rostered_minutes += other.rostered_minutes;
        self.booked_minutes += other.booked_minutes;
    }
}

fn minute_of_day(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

fn minutes_of_range(range: &TimeRange) -> Range<i64> {
    minute_of_day(range.start_time)..minute_of_day(range.end_time)
}

fn minutes_of_line(line: &BookedTime) -> Range<i64> {
    let start = minute_of_day(line.booking_start).saturating_add(line.minutes_before);
    start..start.saturating_add(line.duration_minutes)
}

/// The same minutes as ranges in their order, of which no two overlap or touch.
fn merged(ranges: impl Iterator<Item = Range<i64>>) -> Vec<Range<i64>> {
    let mut sorted: Vec<Range<i64>> = ranges.filter(|range| !range.is_empty()).collect();
    sorted.sort_unstable_by_key(|range| range.start);
    let mut found: Vec<Range<i64>> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match found.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            Some(_) | None => found.push(range),
        }
    }
    found
}

/// The minutes that are in both. Each is a list of ranges that do not overlap.
fn common(one: &[Range<i64>], other: &[Range<i64>]) -> Vec<Range<i64>> {
    let mut found = Vec::new();
    for first in one {
        for second in other {
            let both = first.start.max(second.start)..first.end.min(second.end);
            if !both.is_empty() {
                found.push(both);
            }
        }
    }
    found
}

/// The minutes of `ranges` that are not in `removed`, whose ranges are in their order and do not overlap.
fn without(ranges: &[Range<i64>], removed: &[Range<i64>]) -> Vec<Range<i64>> {
    let starts = once(0).chain(removed.iter().map(|range| range.end));
    let ends = removed.iter().map(|range| range.start).chain(once(MINUTES_PER_DAY));
    let between: Vec<Range<i64>> = starts.zip(ends).map(|(start, end)| start..end).collect();
    common(ranges, &between)
}

fn count(ranges: &[Range<i64>]) -> i64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::{parse_time, time_at_minute};

    fn range(from: &str, until: &str) -> TimeRange {
        TimeRange { start_time: parse_time(from).unwrap(), end_time: parse_time(until).unwrap() }
    }

    fn line(booking_start: &str, minutes_before: i64, duration_minutes: i64) -> BookedTime {
        BookedTime { booking_start: parse_time(booking_start).unwrap(), minutes_before, duration_minutes }
    }

    fn counted(day: &WorkDay) -> (i64, i64) {
        let WorkingMinutes { rostered_minutes, booked_minutes } = day.minutes();
        (rostered_minutes, booked_minutes)
    }

    #[test]
    fn breaks_and_blocks_shorten_the_shifts_once() {
        let day = WorkDay {
            shifts: vec![range("10:00", "14:00"), range("15:00", "19:00")],
            breaks: vec![range("12:00", "12:30")],
            // Half in the break, between the shifts, and after the end.
            blocks: vec![range("12:15", "13:00"), range("14:30", "15:10"), range("18:50", "21:00")],
            ..WorkDay::default()
        };
        assert_eq!(counted(&day), (480 - 60 - 10 - 10, 0));
    }

    #[test]
    fn only_what_is_booked_inside_the_working_time_counts() {
        let day = WorkDay {
            shifts: vec![range("10:00", "14:00")],
            breaks: vec![range("12:00", "12:30")],
            booked: vec![
                // Begins before the shift; its second line is within it.
                line("09:30", 0, 45),
                line("09:30", 45, 30),
                // Over the break.
                line("11:45", 0, 60),
                // At the same time as the one before, and after the shift.
                line("12:40", 0, 10),
                line("13:50", 0, 90),
            ],
            ..WorkDay::default()
        };
        assert_eq!(counted(&day), (210, 15 + 30 + 15 + 15 + 5 + 10));
    }

    #[test]
    fn nobody_works_on_leave_or_without_shifts() {
        let booked = vec![line("11:00", 0, 60)];
        let away = WorkDay {
            shifts: vec![range("10:00", "19:00")],
            is_away: true,
            booked: booked.clone(),
            ..WorkDay::default()
        };
        assert_eq!(counted(&away), (0, 0));
        assert_eq!(counted(&WorkDay { booked, ..WorkDay::default() }), (0, 0));
    }

    #[test]
    fn the_last_minute_of_a_day_is_not_worked() {
        let day = WorkDay {
            shifts: vec![range("00:00", "23:59")],
            booked: vec![line("23:00", 0, 59), line("23:00", 59, 600)],
            ..WorkDay::default()
        };
        assert_eq!(counted(&day), (1_439, 59));
    }

    #[test]
    fn the_share_is_rounded_half_up() {
        let share = |booked_minutes, rostered_minutes| {
            WorkingMinutes { rostered_minutes, booked_minutes }.booked_tenths_of_percent()
        };
        assert_eq!(share(0, 0), None);
        assert_eq!(share(0, 480), Some(0));
        assert_eq!(share(480, 480), Some(1_000));
        assert_eq!(share(1, 3), Some(333));
        assert_eq!(share(2, 3), Some(667));
        assert_eq!(share(1, 2_000), Some(1));
        assert_eq!(share(1, 2_001), Some(0));
    }

    proptest! {
        #[test]
        fn minutes_are_those_that_are_counted_one_by_one(
            shifts in ranges(), breaks in ranges(), blocks in ranges(),
            booked in prop::collection::vec((0_u32..1_440, 0_i64..300, 1_i64..300), 0..8),
        ) {
            let booked = booked.into_iter().map(|(start, minutes_before, duration_minutes)| {
                BookedTime { booking_start: time_at_minute(start), minutes_before, duration_minutes }
            });
            let day = WorkDay { shifts, breaks, blocks, is_away: false, booked: booked.collect() };
            let has = |ranges: &[TimeRange], minute: i64| ranges.iter().any(|range| minutes_of_range(range).contains(&minute));
            let works = |minute: &i64| {
                has(&day.shifts, *minute) && !has(&day.breaks, *minute) && !has(&day.blocks, *minute)
            };
            let is_booked = |minute: &i64| day.booked.iter().any(|line| minutes_of_line(line).contains(minute));
            let rostered = (0..MINUTES_PER_DAY).filter(works).count();
            let taken = (0..MINUTES_PER_DAY).filter(works).filter(is_booked).count();
            prop_assert_eq!(counted(&day), (i64::try_from(rostered).unwrap(), i64::try_from(taken).unwrap()));
        }
    }

    fn ranges() -> impl Strategy<Value = Vec<TimeRange>> {
        let range = (0_u32..1_440, 0_u32..1_440).prop_map(|(one, other)| TimeRange {
            start_time: time_at_minute(one.min(other)),
            end_time: time_at_minute(one.max(other)),
        });
        prop::collection::vec(range, 0..6)
    }
}
