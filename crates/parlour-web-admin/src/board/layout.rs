//! Where everything of a day stands on the board: rows of five minutes, a column for each person.

use chrono::{NaiveTime, Timelike};
use parlour_app::schedule::DayBoard;
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_domain::ids::StaffId;
use parlour_store::bookings::booking_records::BookingServiceWithStaff;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_web::stylesheets::MAX_BOARD_HOURS;

use crate::status::DeskStatus;

const STEP_MINUTES: u32 = 5;
/// What is shorter than a quarter of an hour could not be read or clicked.
const MIN_ROWS: u32 = 3;

/// The hours that the board shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hours {
    /// Minutes after midnight, on the hour.
    pub(super) start: u32,
    pub(super) count: u32,
}

impl Hours {
    /// The opening hours, shifts, blocks and bookings, up to the most hours that the stylesheet has rows for.
    pub(super) fn of(day: &DayBoard, opening: Option<OpeningHours>) -> Self {
        let opening = opening.map(|hours| (hours.opens_at, hours.closes_at));
        let of_staff = day.board.iter().flat_map(|row| {
            let shifts = row.shifts.iter().map(|shift| (shift.start_time, shift.end_time));
            shifts.chain(row.blocks.iter().map(|block| (block.start_time, block.end_time)))
        });
        let bookings = day.board.iter().flat_map(|row| &row.bookings).chain(&day.unassigned);
        let bookings = bookings.map(|found| (found.booking.start_time, found.booking.end_time));
        let (mut first, mut last) = (u32::MAX, 0);
        for (from, to) in opening.into_iter().chain(of_staff).chain(bookings) {
            first = first.min(minute(from));
            last = last.max(end_minute(to));
        }
        if first >= last {
            (first, last) = (10 * 60, 20 * 60);
        }
        let start = first / 60 * 60;
        Self { start, count: (last - start).div_ceil(60).clamp(1, MAX_BOARD_HOURS) }
    }

    pub(super) fn rows(self) -> u32 {
        self.count * 60 / STEP_MINUTES
    }

    /// The row of a minute of the day, if it is shown.
    pub(super) fn row(self, minute: u32) -> Option<u32> {
        let row = minute.checked_sub(self.start)? / STEP_MINUTES;
        (row < self.rows()).then_some(row)
    }

    /// The rows between two minutes of the day, as far as they are shown.
    fn row_span(self, from: u32, to: u32) -> Option<RowSpan> {
        let first = from.saturating_sub(self.start) / STEP_MINUTES;
        let last = to.saturating_sub(self.start).div_ceil(STEP_MINUTES).min(self.rows());
        (first < last).then(|| RowSpan { row: first, rows: last - first })
    }

    /// Like `row_span`, but never so short that nobody could read or click it. What begins after the last hour stands at the end.
    fn clickable_row_span(self, from: u32, to: u32) -> RowSpan {
        let found = self.row_span(from, to).unwrap_or(RowSpan { row: self.rows() - MIN_ROWS, rows: MIN_ROWS });
        let rows = found.rows.max(MIN_ROWS);
        RowSpan { row: found.row.min(self.rows() - rows), rows }
    }
}

pub(super) fn minute(time: NaiveTime) -> u32 {
    time.hour() * 60 + time.minute()
}

/// Midnight at the end of a day comes after everything.
fn end_minute(time: NaiveTime) -> u32 {
    match minute(time) {
        0 => 24 * 60,
        minute => minute,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RowSpan {
    pub(super) row: u32,
    pub(super) rows: u32,
}

impl RowSpan {
    fn end(self) -> u32 {
        self.row + self.rows
    }
}

/// Services of a booking that one person does in a row.
#[derive(Debug)]
pub(super) struct BookingSegment<'a> {
    pub(super) found: &'a DeskBooking,
    pub(super) at: RowSpan,
    pub(super) from: NaiveTime,
    pub(super) to: NaiveTime,
    /// How many segments of the booking come before.
    pub(super) number: usize,
    pub(super) services: Vec<&'a str>,
    /// The class of its half of the column where two bookings stand side by side, after a space.
    pub(super) side: &'static str,
}

impl BookingSegment<'_> {
    /// Whether it cannot be moved on the board: it has begun, or several people do it.
    pub(super) fn is_fixed(&self) -> bool {
        let booking = &self.found.booking;
        let staff = |line: &BookingServiceWithStaff| line.service.staff_id.clone();
        let first = booking.services.first().map(staff);
        !booking.status.is_upcoming() || booking.services.iter().map(staff).any(|other| Some(other) != first)
    }

    /// How much of the text fits.
    pub(super) fn size(&self) -> &'static str {
        match self.at.rows {
            0..=4 => "xs",
            5..=7 => "sm",
            8..=11 => "md",
            _ => "",
        }
    }
}

/// The segments that one person does, or nobody yet, in the order of the day.
pub(super) fn segments<'a>(
    bookings: &'a [DeskBooking],
    staff: Option<&StaffId>,
    hours: Hours,
) -> Vec<BookingSegment<'a>> {
    let mut found: Vec<BookingSegment<'a>> =
        bookings.iter().flat_map(|booking| segments_of(booking, staff, hours)).collect();
    found.sort_by_key(|segment| (segment.at.row, segment.number));
    put_side_by_side(&mut found);
    found
}

fn segments_of<'a>(found: &'a DeskBooking, staff: Option<&StaffId>, hours: Hours) -> Vec<BookingSegment<'a>> {
    let (start, mut minutes) = (minute(found.booking.start_time), 0_u32);
    let runs = found.booking.services.chunk_by(|one, next| one.service.staff_id == next.service.staff_id);
    let mut segments = Vec::new();
    for (number, run) in runs.enumerate() {
        let length: i64 = run.iter().map(|line| line.service.duration_minutes).sum();
        let from = start + minutes;
        minutes = minutes.saturating_add(u32::try_from(length).unwrap_or(0));
        let to = start + minutes;
        if run[0].service.staff_id.as_ref() == staff {
            segments.push(BookingSegment {
                found,
                at: hours.clickable_row_span(from, to),
                from: clock(from),
                to: clock(to),
                number,
                services: run.iter().map(|line| line.service.service_name_snapshot.as_str()).collect(),
                side: "",
            });
        }
    }
    segments
}

fn clock(minute: u32) -> NaiveTime {
    NaiveTime::from_num_seconds_from_midnight_opt(minute % (24 * 60) * 60, 0).unwrap_or_default()
}

/// Bookings at the same time share the width of the column. At an open branch the desk may plan so.
fn put_side_by_side(segments: &mut [BookingSegment<'_>]) {
    let mut ends = [0_u32; 2];
    let mut lanes = vec![None; segments.len()];
    for at in 0..segments.len() {
        let here = segments[at].at;
        let overlaps = |other: &RowSpan| other.row < here.end() && here.row < other.end();
        let is_shared = segments.iter().enumerate().any(|(index, other)| index != at && overlaps(&other.at));
        if is_shared {
            let lane = if ends[0] <= here.row { 0 } else { usize::from(ends[1] <= ends[0]) };
            ends[lane] = here.end();
            lanes[at] = Some(lane);
        }
    }
    for (segment, lane) in segments.iter_mut().zip(lanes) {
        segment.side = match lane {
            Some(0) => " left",
            Some(_) => " rightside",
            None => "",
        };
    }
}

/// Time in which somebody is not at work.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Away {
    pub(super) at: RowSpan,
    pub(super) why: AwayReason,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum AwayReason {
    /// Before, between and after shifts.
    OffShift,
    Break,
    /// Blocked by the desk, for a reason if one was given.
    Block(String),
}

/// The hours of the board outside the shifts of a person, with breaks and blocks.
pub(super) fn away_times(row: &parlour_app::schedule::DayBoardRow, hours: Hours, has_roster: bool) -> Vec<Away> {
    let mut away = Vec::new();
    let mut add = |from, to, why| {
        if let Some(at) = hours.row_span(from, to) {
            away.push(Away { at, why });
        }
    };
    if has_roster {
        let mut off_shift_from = hours.start;
        for shift in &row.shifts {
            add(off_shift_from, minute(shift.start_time), AwayReason::OffShift);
            for pause in &shift.breaks {
                add(minute(pause.start_time), end_minute(pause.end_time), AwayReason::Break);
            }
            off_shift_from = end_minute(shift.end_time);
        }
        add(off_shift_from, hours.start + hours.count * 60, AwayReason::OffShift);
    }
    for block in &row.blocks {
        let reason = block.reason.clone().unwrap_or_default();
        add(minute(block.start_time), end_minute(block.end_time), AwayReason::Block(reason));
    }
    away
}

/// How many bookings are to come, here, done and not kept.
pub(super) fn tallies<'a>(bookings: impl Iterator<Item = &'a DeskBooking>) -> [usize; 4] {
    let mut seen = std::collections::HashSet::new();
    let mut counts = [0; 4];
    for found in bookings.filter(|found| seen.insert(&found.booking.id)) {
        let place = match DeskStatus::of(found) {
            DeskStatus::Pending | DeskStatus::Offered | DeskStatus::Confirmed => 0,
            DeskStatus::Arrived | DeskStatus::InProgress | DeskStatus::ReadyToPay => 1,
            DeskStatus::Done => 2,
            DeskStatus::NoShow => 3,
            DeskStatus::Cancelled | DeskStatus::Rejected => continue,
        };
        counts[place] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use parlour_web::stylesheets::{self, MAX_ROW_SPAN, classes_in_selectors};

    use super::*;

    #[test]
    fn the_stylesheet_has_every_row_and_stretch_of_the_longest_day() {
        let hours = Hours { start: 6 * 60, count: MAX_BOARD_HOURS };
        let classes = classes_in_selectors(&stylesheets::desk_sheet("board"));
        let rows = (0..hours.rows()).map(|row| format!("r{row}"));
        let stretches = (1..=MAX_ROW_SPAN).map(|rows| format!("n{rows}"));
        let counts = (1..=hours.count).map(|count| format!("h{count}"));
        let missing: Vec<String> =
            rows.chain(stretches).chain(counts).filter(|class| !classes.contains(class)).collect();
        assert_eq!(missing, Vec::<String>::new());
    }

    /// The view cuts what is longer in two, so the rest must fit as well.
    #[test]
    fn two_stretches_are_as_long_as_the_longest_day() {
        let hours = Hours { start: 0, count: MAX_BOARD_HOURS };
        assert!(MAX_ROW_SPAN < hours.rows() && hours.rows() <= 2 * MAX_ROW_SPAN);
    }
}
