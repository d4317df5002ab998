//! The columns of the board as they are shown.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::schedule::{DayBoard, DayBoardRow};
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::staff::leave::LeaveStatus;

use super::layout::{self, AwayReason, BookingSegment, Hours, RowSpan};
use crate::named_booking::booking_name;
use crate::status::{DeskStatus, avatar_class, version};
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::stylesheets::MAX_ROW_SPAN;

/// What decides how a day looks, besides the day itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct DayContext<'a> {
    pub(super) texts: Texts,
    pub(super) date: NaiveDate,
    pub(super) now: Timestamp,
    pub(super) opening: Option<OpeningHours>,
    pub(super) is_live: bool,
    /// The booking whose sheet is open.
    pub(super) picked: Option<&'a BookingId>,
    /// With whom pending bookings can be approved.
    pub(super) free: &'a [(BookingId, (StaffId, String))],
}

#[derive(Debug)]
pub(super) struct Board {
    pub(super) hours: Hours,
    /// `10 am` and its row.
    pub(super) times: Vec<(u32, String)>,
    pub(super) columns: Vec<Column>,
    /// The first column is that of bookings without a person.
    pub(super) has_unassigned: bool,
    /// The minute of the day and its text, today.
    pub(super) now: Option<NowLine>,
    pub(super) has_roster: bool,
}

#[derive(Debug)]
pub(super) struct NowLine {
    pub(super) minute: u32,
    pub(super) row: Option<u32>,
    pub(super) text: String,
}

#[derive(Debug)]
pub(super) struct Column {
    /// The id of its element.
    pub(super) id: String,
    /// Empty for bookings without a person, and for somebody who has left.
    pub(super) staff: String,
    pub(super) name: String,
    /// Working hours, or why there are none.
    pub(super) about: String,
    pub(super) is_unassigned: bool,
    pub(super) entries: Vec<ColumnEntry>,
}

#[derive(Debug, Hash)]
pub(super) enum ColumnEntry {
    Away(AwayEntry),
    Booking(BookingEntry),
}

#[derive(Debug, Hash)]
pub(super) struct AwayEntry {
    pub(super) id: String,
    pub(super) version: String,
    pub(super) at: RowSpan,
    pub(super) text: String,
    pub(super) is_break: bool,
    pub(super) is_block: bool,
    /// The whole day.
    pub(super) is_all: bool,
}

#[derive(Debug, Hash)]
pub(super) struct BookingEntry {
    pub(super) at: RowSpan,
    /// Shorter than the id, hundreds of times.
    pub(super) number: String,
    /// How many segments of the booking come before.
    pub(super) segment: usize,
    pub(super) class: String,
    pub(super) name: String,
    pub(super) time: String,
    pub(super) services: String,
    pub(super) status: String,
    pub(super) is_fixed: bool,
    /// The state that a move of it was made for.
    pub(super) seen: i64,
    /// With whom it can be approved.
    pub(super) approver: Option<(StaffId, String)>,
}

impl Board {
    pub(super) fn new(day: &DayBoard, context: DayContext<'_>) -> Self {
        let hours = Hours::of(day, context.opening);
        // An open branch need not keep a roster.
        let has_roster = context.is_live || day.board.iter().any(|row| !row.shifts.is_empty());
        let mut columns = Vec::new();
        let unassigned = layout::segments(&day.unassigned, None, hours);
        let has_unassigned = !unassigned.is_empty();
        if has_unassigned {
            columns.push(context.unassigned_column(&unassigned));
        }
        for row in &day.board {
            columns.push(context.column(row, columns.len(), day.holiday.is_some(), hours, has_roster));
        }
        Self { hours, times: context.times(hours), columns, has_unassigned, now: context.now_line(hours), has_roster }
    }

    pub(super) fn people(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.staff.is_empty())
    }

    /// The classes of heads and columns: how many people, and whether nothing is unassigned.
    pub(super) fn width_class(&self) -> String {
        let people = self.columns.len() - usize::from(self.has_unassigned);
        let whole = if self.has_unassigned { "" } else { " whole" };
        format!("c{}{whole}", people.max(1))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }
}

impl Column {
    pub(super) fn initials(&self) -> String {
        format::initials(&self.name)
    }

    pub(super) fn avatar(&self) -> &'static str {
        avatar_class(&self.name)
    }

    pub(super) fn head_version(&self) -> String {
        version((&self.name, &self.about))
    }

    /// Changes whenever what the column shows does.
    pub(super) fn version(&self) -> String {
        version((&self.staff, &self.name, &self.about, &self.entries))
    }
}

impl DayContext<'_> {
    fn times(self, hours: Hours) -> Vec<(u32, String)> {
        let on_the_hour = |hour: u32| {
            let time = NaiveTime::from_hms_opt((hours.start / 60 + hour) % 24, 0, 0).unwrap_or_default();
            (hour * 12, self.texts.format_short_time(time))
        };
        (0..hours.count).map(on_the_hour).collect()
    }

    fn now_line(self, hours: Hours) -> Option<NowLine> {
        let time = self.now.ist_time();
        let minute = layout::minute(time);
        (self.now.ist_date() == self.date).then(|| NowLine {
            minute,
            row: hours.row(minute),
            text: format::clock(time),
        })
    }

    fn unassigned_column(self, segments: &[BookingSegment<'_>]) -> Column {
        let text = self.texts.board();
        Column {
            id: "s-none".to_owned(),
            staff: String::new(),
            name: text.unassigned().to_owned(),
            about: text.visits(segments.len()),
            is_unassigned: true,
            entries: segments.iter().map(|segment| ColumnEntry::Booking(self.booking_entry(segment))).collect(),
        }
    }

    fn column(self, row: &DayBoardRow, number: usize, is_holiday: bool, hours: Hours, has_roster: bool) -> Column {
        let text = self.texts.board();
        let leave = row.leave.iter().find(|leave| leave.status == LeaveStatus::Approved);
        let back = leave.and_then(|leave| leave.end_date.succ_opt());
        let about = if !row.staff.is_active {
            text.has_left().to_owned()
        } else if leave.is_some() {
            text.on_leave().to_owned()
        } else if row.leave.iter().any(|leave| leave.status == LeaveStatus::Pending) {
            text.leave_asked().to_owned()
        } else {
            self.shift_text(row, has_roster)
        };
        let whole_day = if is_holiday {
            Some(text.holiday().to_owned())
        } else if leave.is_some() {
            back.map(|back| text.back_on(&self.texts.format_day(back, self.date)))
        } else {
            (has_roster && row.shifts.is_empty()).then(|| text.not_at_work().to_owned())
        };
        let mut entries = match whole_day {
            Some(text) => whole_day_entries(number, hours, &text),
            None => self.away_entries(row, number, hours, has_roster),
        };
        let segments = layout::segments(&row.bookings, Some(&row.staff.id), hours);
        entries.extend(segments.iter().map(|segment| ColumnEntry::Booking(self.booking_entry(segment))));
        entries.sort_by_key(ColumnEntry::row);
        Column {
            id: format!("s-{}", row.staff.id.as_str()),
            staff: if row.staff.is_active { row.staff.id.as_str().to_owned() } else { String::new() },
            name: row.staff.display_name.clone(),
            about,
            is_unassigned: false,
            entries,
        }
    }

    /// `10 – 7 pm`.
    fn shift_text(self, row: &DayBoardRow, has_roster: bool) -> String {
        match (row.shifts.first(), row.shifts.last()) {
            (Some(first), Some(last)) => self.texts.format_narrow_time_range(first.start_time, last.end_time),
            _ if has_roster => self.texts.board().not_at_work().to_owned(),
            _ => self.texts.board().visits(row.bookings.len()),
        }
    }

    fn away_entries(self, row: &DayBoardRow, number: usize, hours: Hours, has_roster: bool) -> Vec<ColumnEntry> {
        let text = self.texts.board();
        let away = layout::away_times(row, hours, has_roster).into_iter().enumerate();
        let entry = |(index, away): (usize, layout::Away)| {
            let text = match &away.why {
                AwayReason::OffShift => String::new(),
                AwayReason::Break => text.pause().to_owned(),
                AwayReason::Block(reason) if reason.is_empty() => text.blocked().to_owned(),
                AwayReason::Block(reason) => reason.clone(),
            };
            ColumnEntry::Away(AwayEntry {
                id: format!("o{number}-{index}"),
                version: version(&away),
                at: RowSpan { rows: away.at.rows.min(MAX_ROW_SPAN), ..away.at },
                text,
                is_break: away.why == AwayReason::Break,
                is_block: matches!(away.why, AwayReason::Block(_)),
                is_all: false,
            })
        };
        away.map(entry).collect()
    }

    fn booking_entry(self, segment: &BookingSegment<'_>) -> BookingEntry {
        let (found, text) = (segment.found, self.texts.board());
        let status = DeskStatus::of(found);
        let mut class = status.class().to_owned();
        let is_picked = self.picked == Some(&found.booking.id);
        let marks = [
            (segment.size(), !segment.size().is_empty()),
            (segment.side.trim_start(), !segment.side.is_empty()),
            ("clash", found.has_conflict),
            ("walkin", found.booking.is_walkin),
            ("picked", is_picked),
        ];
        for (mark, _) in marks.into_iter().filter(|(_, is_set)| *is_set) {
            class.push(' ');
            class.push_str(mark);
        }
        let word = status.word(self.texts.desk_status());
        let approver = self.free.iter().find(|(id, _)| *id == found.booking.id).map(|(_, person)| person.clone());
        BookingEntry {
            at: segment.at,
            number: found.booking.booking_number.clone(),
            segment: segment.number,
            class,
            name: booking_name(found, self.texts),
            time: format!("{}–{}", format::clock(segment.from), format::clock(segment.to)),
            services: segment.services.join(", "),
            status: if found.has_conflict { text.clash(word) } else { word.to_owned() },
            is_fixed: segment.is_fixed(),
            seen: found.booking.updated_at.millis(),
            approver,
        }
    }
}

impl ColumnEntry {
    fn row(&self) -> u32 {
        match self {
            Self::Away(away) => away.at.row,
            Self::Booking(booking) => booking.at.row,
        }
    }
}

/// The longest stretch of the style sheet may be shorter than the day.
fn whole_day_entries(number: usize, hours: Hours, text: &str) -> Vec<ColumnEntry> {
    let stretches = [(0, hours.rows().min(MAX_ROW_SPAN)), (MAX_ROW_SPAN, hours.rows().saturating_sub(MAX_ROW_SPAN))];
    let shown = stretches.into_iter().filter(|(_, rows)| *rows > 0).enumerate();
    let entry = |(index, (row, rows)): (usize, (u32, u32))| {
        ColumnEntry::Away(AwayEntry {
            id: format!("o{number}-{index}"),
            version: version((row, rows, text)),
            at: RowSpan { row, rows },
            text: if index == 0 { text.to_owned() } else { String::new() },
            is_break: false,
            is_block: false,
            is_all: true,
        })
    };
    shown.map(entry).collect()
}
