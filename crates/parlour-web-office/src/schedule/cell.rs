//! The day of one person in the week of everybody.

use chrono::{NaiveTime, Timelike};
use parlour_app::schedule::{DayOfStaff, ScheduleWeek, WeekOfStaff};
use parlour_domain::ids::{LeaveId, StaffId};
use parlour_domain::staff::leave::LeaveStatus;
use parlour_domain::staff::shift::TimeRange;
use parlour_domain::staff::working_time::WorkDay;
use parlour_store::staff::blocks::BlockRow;
use parlour_texts::Texts;

const MINUTES_PER_HOUR: u32 = 60;

/// A day as it is shown.
#[derive(Debug)]
pub(super) struct Cell {
    /// `Mon 23 Nov`, beside the words where there is no table.
    pub(super) day: String,
    pub(super) path: String,
    /// The classes of the cell.
    pub(super) class: &'static str,
    pub(super) kind: CellKind,
    pub(super) words: String,
    /// What else is to know.
    pub(super) about: Option<String>,
    pub(super) bar: Option<DayBar>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Works,
    Off,
    OnLeave,
    LeaveAsked,
    Closed,
}

/// The shape of a day, in minutes.
#[derive(Debug)]
pub(super) struct DayBar {
    pub(super) from: u32,
    pub(super) length: u32,
    pub(super) shifts: Vec<Bar>,
    pub(super) breaks: Vec<Bar>,
    pub(super) blocks: Vec<Bar>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    pub(super) x: u32,
    pub(super) width: u32,
}

/// From the first hour of a week in which somebody works to the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    from: u32,
    until: u32,
}

impl Scale {
    pub(super) fn of(week: &ScheduleWeek) -> Self {
        let shifts = || week.staff.iter().flat_map(|member| &member.days).flat_map(|day| &day.shifts);
        let first = shifts().map(|shift| minute(shift.start_time)).min().unwrap_or(0);
        let last = shifts().map(|shift| minute(shift.end_time)).max().unwrap_or(0);
        let from = first / MINUTES_PER_HOUR * MINUTES_PER_HOUR;
        Self { from, until: (last.div_ceil(MINUTES_PER_HOUR) * MINUTES_PER_HOUR).max(from + MINUTES_PER_HOUR) }
    }

    fn bar(self, range: TimeRange) -> Bar {
        let within = |time: NaiveTime| minute(time).clamp(self.from, self.until);
        let (x, end) = (within(range.start_time), within(range.end_time));
        Bar { x, width: end.saturating_sub(x) }
    }

    fn day(self, day: &DayOfStaff) -> DayBar {
        let bars = |ranges: &[TimeRange]| ranges.iter().map(|range| self.bar(*range)).collect::<Vec<Bar>>();
        DayBar {
            from: self.from,
            length: self.until - self.from,
            shifts: bars(&day.shifts),
            breaks: bars(&day.breaks),
            blocks: day.blocks.iter().map(|block| self.bar(blocked(block))).collect(),
        }
    }
}

fn minute(time: NaiveTime) -> u32 {
    time.hour() * MINUTES_PER_HOUR + time.minute()
}

fn blocked(block: &BlockRow) -> TimeRange {
    TimeRange { start_time: block.start_time, end_time: block.end_time }
}

/// How long somebody works on a day, as the utilisation report counts it.
pub(super) fn rostered_minutes(day: &DayOfStaff, is_closed: bool) -> i64 {
    let work = WorkDay {
        shifts: day.shifts.clone(),
        breaks: day.breaks.clone(),
        blocks: day.blocks.iter().map(blocked).collect(),
        is_away: is_closed || leave_of(day, LeaveStatus::Approved).is_some(),
        booked: Vec::new(),
    };
    work.minutes().rostered_minutes
}

pub(super) fn leave_of(day: &DayOfStaff, status: LeaveStatus) -> Option<&LeaveId> {
    day.leave.iter().find(|leave| leave.status == status).map(|leave| &leave.id)
}

/// `10 am – 7 pm`, each shift of the day.
pub(super) fn hours_text(shifts: &[TimeRange], texts: Texts) -> String {
    let range = |shift: &TimeRange| texts.format_short_time_range(shift.start_time, shift.end_time);
    shifts.iter().map(range).collect::<Vec<_>>().join(", ")
}

pub(super) fn leave_path(leave: &LeaveId) -> String {
    format!("/schedule/leave/{leave}")
}

pub(super) fn person_path(staff: &StaffId) -> String {
    format!("/schedule/{staff}")
}

impl Cell {
    pub(super) fn new(
        member: &WeekOfStaff,
        day: &DayOfStaff,
        (is_closed, name): (bool, &str),
        scale: Scale,
        texts: Texts,
    ) -> Self {
        let text = texts.desk_schedule();
        let hours = hours_text(&day.shifts, texts);
        let planned = Some(hours.clone()).filter(|hours| !hours.is_empty());
        let own_path = person_path(&member.id);
        let cell = |kind: CellKind, path: String, words: String, about: Option<String>, bar: Option<DayBar>| Self {
            day: name.to_owned(),
            path,
            class: kind.class(about.is_some()),
            kind,
            words,
            about,
            bar,
        };
        if let Some(leave) = leave_of(day, LeaveStatus::Approved) {
            return cell(CellKind::OnLeave, leave_path(leave), text.leave().to_owned(), None, None);
        }
        if is_closed {
            return cell(CellKind::Closed, own_path, text.closed().to_owned(), None, None);
        }
        if let Some(leave) = leave_of(day, LeaveStatus::Pending) {
            return cell(CellKind::LeaveAsked, leave_path(leave), text.leave_asked().to_owned(), planned, None);
        }
        if day.shifts.is_empty() {
            return cell(CellKind::Off, own_path, text.off().to_owned(), None, None);
        }
        let blocks = day.blocks.iter().map(|block| {
            let time = texts.format_time_range(block.start_time, block.end_time);
            text.block(block.reason.as_deref().unwrap_or(text.blocked()), &time)
        });
        let blocks = blocks.collect::<Vec<_>>().join(", ");
        cell(CellKind::Works, own_path, hours, Some(blocks).filter(|blocks| !blocks.is_empty()), Some(scale.day(day)))
    }
}

impl CellKind {
    fn class(self, has_more: bool) -> &'static str {
        match self {
            Self::Works if has_more => "sh1 has",
            Self::Works => "sh1",
            Self::Off => "sh1 off1",
            Self::OnLeave => "sh1 leave",
            Self::LeaveAsked => "sh1 askl",
            Self::Closed => "sh1 shut",
        }
    }
}
