//! The day of a request in miniature: a row for each person, and the wished time in it.

use chrono::{NaiveTime, Timelike};
use parlour_app::availability::PersonOfDay;
use parlour_domain::booking::availability::CellRange;
use parlour_domain::text::first_letters;
use parlour_store::branches::branch_records::Branch;

use super::waiting_request::WaitingRequest;
use crate::booking::availability_text;
use parlour_web::page::TextContext;

/// Where the hours begin and end in the drawing.
const LEFT: u32 = 66;
const RIGHT: u32 = 426;
const ROW: u32 = 20;
const FIRST_ROW: u32 = 16;
const MAX_ROWS: usize = 6;
/// Not more than these fit beside the drawing.
const MAX_NAME_CHARS: usize = 9;

#[derive(Debug)]
pub(super) struct DayPreview {
    pub(super) height: u32,
    pub(super) bottom: u32,
    /// The same in texts.
    pub(super) label: String,
    pub(super) hours: Vec<Hour>,
    pub(super) rows: Vec<PersonRow>,
}

#[derive(Debug)]
pub(super) struct Hour {
    pub(super) x: u32,
    pub(super) text: String,
}

#[derive(Debug)]
pub(super) struct PersonRow {
    pub(super) name: String,
    /// Of the context, the hours, what is busy, and the wish.
    pub(super) text_y: u32,
    pub(super) y: u32,
    pub(super) busy_y: u32,
    pub(super) wish_y: u32,
    pub(super) at_work: Vec<Bar>,
    pub(super) busy: Vec<Bar>,
    pub(super) wish: Bar,
    pub(super) is_free: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    pub(super) x: u32,
    pub(super) width: u32,
}

/// The hours of the drawing, in minutes of the day.
#[derive(Debug, Clone, Copy)]
struct Scale {
    from: u32,
    until: u32,
}

impl Scale {
    /// Whole hours, from the branch's opening or the wish, whichever is earlier.
    fn new(branch: &Branch, start: NaiveTime, end: NaiveTime) -> Self {
        let first = minute(branch.opens_at).min(minute(start)) / 60 * 60;
        let last = minute(branch.closes_at).max(minute(end)).div_ceil(60) * 60;
        Self { from: first, until: last.max(first + 60) }
    }

    fn x(self, minute: u32) -> u32 {
        let minute = minute.clamp(self.from, self.until);
        LEFT + (minute - self.from) * (RIGHT - LEFT) / (self.until - self.from)
    }

    fn bar(self, start: NaiveTime, end: NaiveTime) -> Bar {
        let (x, right) = (self.x(minute(start)), self.x(minute(end)));
        Bar { x, width: right.saturating_sub(x) }
    }

    fn bars(self, ranges: &[CellRange]) -> Vec<Bar> {
        let bars = ranges.iter().map(|range| self.bar(range.start(), range.end()));
        bars.filter(|bar| bar.width > 0).collect()
    }

    fn hours(self) -> Vec<Hour> {
        let hours = (self.from / 60..=self.until / 60).step_by(2);
        hours.map(|hour| Hour { x: self.x(hour * 60), text: ((hour + 11) % 12 + 1).to_string() }).collect()
    }
}

fn minute(time: NaiveTime) -> u32 {
    time.num_seconds_from_midnight() / 60
}

impl DayPreview {
    /// `None` where nobody could do it.
    pub(super) fn new(request: &WaitingRequest, branch: &Branch, context: TextContext) -> Option<Self> {
        let booking = &request.found.booking;
        let people = &request.day.people[..request.day.people.len().min(MAX_ROWS)];
        let scale = Scale::new(branch, booking.start_time, booking.end_time);
        let row = |(person, y): (&PersonOfDay, u32)| PersonRow {
            name: first_letters(&person.display_name, MAX_NAME_CHARS).to_owned(),
            text_y: y + 11,
            y,
            busy_y: y + 2,
            wish_y: y - 1,
            at_work: scale.bars(&person.at_work),
            busy: scale.bars(&person.busy),
            wish: scale.bar(booking.start_time, booking.end_time),
            is_free: person.reason.is_none(),
        };
        let rows: Vec<PersonRow> = people.iter().zip((FIRST_ROW..).step_by(20)).map(row).collect();
        let bottom = FIRST_ROW + ROW * u32::try_from(rows.len()).ok()?;
        let availability_of = |person: &PersonOfDay| {
            let availability =
                availability_text(person, booking.start_time, booking.total_duration_minutes, context.texts);
            format!("{} {availability}", person.display_name)
        };
        let availabilities: Vec<String> = people.iter().map(availability_of).collect();
        let hours = format!("{}: {}", context.texts.format_time(booking.start_time), availabilities.join("; "));
        let label = context.texts.requests().chart(&hours);
        (!rows.is_empty()).then(|| Self { height: bottom + 2, bottom: bottom - 2, label, hours: scale.hours(), rows })
    }
}
