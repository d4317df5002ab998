//! The fields of somebody's week: rows with hours and breaks, of which one more than is filled in is shown.

use chrono::{NaiveTime, Weekday};
use parlour_app::schedule::weekly_shift;
use parlour_domain::ids::StaffId;
use parlour_domain::staff::shift::{
    MAX_BREAKS_PER_SHIFT, MAX_SHIFTS_PER_WEEK, ShiftFieldError, ShiftInput, ShiftRefusal, ShiftTimeField, TimeRange,
    field_errors,
};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::{RequestShape, TextList, TextRule};
use parlour_http::request_shape;
use parlour_store::staff::shifts::WeeklyShift;
use parlour_texts::Texts;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web_admin::concurrent_edits::SavedField;

use super::cell::hours_text;

const DAYS: u8 = 7;
/// More than a branch has staff.
const MAX_COPIES: usize = 50;

request_shape! {
    struct CopyForm {
        copy_to: Option<TextList<StaffId, 1, MAX_COPIES>>,
    }
}

/// What the form asks for.
#[derive(Debug)]
pub(super) struct NewWeek {
    pub(super) shifts: Vec<WeeklyShift>,
    /// Who gets the same week, each with their place in the list.
    pub(super) copy_to: Vec<(usize, StaffId)>,
}

/// A weekday as the form shows it.
#[derive(Debug)]
pub(super) struct DayRow {
    pub(super) name: &'static str,
    /// The name of the field that says whether they work then.
    pub(super) works: String,
    pub(super) shifts: Vec<ShiftRow>,
}

#[derive(Debug)]
pub(super) struct ShiftRow {
    pub(super) hours: RangeFields,
    pub(super) breaks: Vec<RangeFields>,
    /// Whether something is typed into it or its breaks.
    is_filled: bool,
    /// Whether it is the row for one more.
    pub(super) is_spare: bool,
}

/// From one time to another: the names of both fields, and what they are called.
#[derive(Debug)]
pub(super) struct RangeFields {
    pub(super) from: String,
    pub(super) until: String,
    pub(super) from_label: String,
    pub(super) until_label: String,
    /// Whether something is typed into one of them.
    pub(super) is_filled: bool,
}

/// Whether something is typed into a field.
type IsFilled<'a> = &'a dyn Fn(&str) -> bool;

fn works_field(day: u8) -> String {
    format!("works{day}")
}

fn hours_fields(day: u8, shift: usize) -> [String; 2] {
    [format!("from{day}-{shift}"), format!("to{day}-{shift}")]
}

fn break_fields(day: u8, shift: usize, rest: usize) -> [String; 2] {
    [format!("breakFrom{day}-{shift}-{rest}"), format!("breakTo{day}-{shift}-{rest}")]
}

/// What a field is called: `Monday, from`.
pub(super) fn label(name: &str, texts: Texts) -> String {
    let text = texts.desk_schedule();
    let day = name.chars().find_map(|letter| letter.to_digit(10)).and_then(|day| usize::try_from(day).ok());
    let day = day.and_then(|day| texts.dates().weekdays().get(day).copied()).unwrap_or_default();
    match name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-') {
        "day" => day.to_owned(),
        "from" => text.from(day),
        "to" => text.until(day),
        "breakFrom" => text.break_from(day),
        "breakTo" => text.break_until(day),
        _ => text.same_week().to_owned(),
    }
}

/// The rows that a form shows, Monday first.
pub(super) fn rows(form: &FormState, texts: Texts) -> Vec<DayRow> {
    day_rows(&|name: &str| !form.value(name).is_empty(), texts)
}

fn day_rows(is_filled: IsFilled<'_>, texts: Texts) -> Vec<DayRow> {
    let row = |day: u8| {
        let weekday = Weekday::try_from(day).ok()?;
        let is_shift_filled = |shift: usize| {
            is_range_filled(&hours_fields(day, shift), is_filled)
                || (0..MAX_BREAKS_PER_SHIFT).any(|rest| is_range_filled(&break_fields(day, shift, rest), is_filled))
        };
        Some(DayRow {
            name: texts.weekday_long(weekday),
            works: works_field(day),
            shifts: with_spare((1, MAX_SHIFTS_PER_WEEK), is_shift_filled, |shift, is_spare| ShiftRow {
                is_spare,
                is_filled: is_shift_filled(shift),
                ..shift_row(day, shift, is_filled, texts)
            }),
        })
    };
    (0..DAYS).filter_map(row).collect()
}

fn shift_row(day: u8, shift: usize, is_filled: IsFilled<'_>, texts: Texts) -> ShiftRow {
    let is_break_filled = |rest: usize| is_range_filled(&break_fields(day, shift, rest), is_filled);
    let rest = |rest: usize, _| RangeFields::new(break_fields(day, shift, rest), is_filled, texts);
    ShiftRow {
        hours: RangeFields::new(hours_fields(day, shift), is_filled, texts),
        breaks: with_spare((0, MAX_BREAKS_PER_SHIFT), is_break_filled, rest),
        is_filled: false,
        is_spare: false,
    }
}

fn is_range_filled(names: &[String; 2], is_filled: IsFilled<'_>) -> bool {
    names.iter().any(|name| is_filled(name))
}

/// The rows up to the last that is filled in, but at least so many, and one more, each made with whether it is that one.
fn with_spare<R>(
    (least, most): (usize, usize),
    is_filled: impl Fn(usize) -> bool,
    row: impl Fn(usize, bool) -> R,
) -> Vec<R> {
    let filled = (0..most).rfind(|place| is_filled(*place)).map_or(least, |last| last + 1);
    (0..most.min(filled + 1)).map(|place| row(place, place == filled)).collect()
}

impl RangeFields {
    fn new([from, until]: [String; 2], is_filled: IsFilled<'_>, texts: Texts) -> Self {
        Self {
            from_label: label(&from, texts),
            until_label: label(&until, texts),
            is_filled: is_filled(&from) || is_filled(&until),
            from,
            until,
        }
    }

    /// Both times; each that is missing or wrong is reported.
    fn read(&self, fields: &mut Fields) -> Option<TimeRange> {
        let mut time = |name: &str| {
            fields.require_present(name)?;
            fields.optional(name, <NaiveTime as TextRule>::parse)
        };
        let (start, end) = (time(&self.from), time(&self.until));
        start.zip(end).map(|(start_time, end_time)| TimeRange { start_time, end_time })
    }
}

/// The week with whom it is copied to, or every wrong field.
pub(super) fn read(form: &FormBody, texts: Texts) -> Result<NewWeek, FieldErrors> {
    let (mut fields, partial) = form.read::<CopyForm>();
    let days = day_rows(&|name: &str| !form.text(name).is_empty(), texts);
    let mut week = Vec::new();
    for (day, row) in days.iter().enumerate().filter(|(_, row)| form.values.has(&row.works, "true")) {
        let is_any_filled = row.shifts.iter().any(|shift| shift.is_filled);
        for (shift, fields_of_shift) in row.shifts.iter().enumerate() {
            // Of a day without any times, those of the first row are missing.
            if fields_of_shift.is_filled || (shift == 0 && !is_any_filled) {
                let place = (day * MAX_SHIFTS_PER_WEEK + shift, day);
                week.extend(read_shift(&mut fields, fields_of_shift, place));
            }
        }
    }
    for error in field_errors(&week) {
        report(&mut fields, &days, &error, texts);
    }
    if let Some(extra) = week.get(MAX_SHIFTS_PER_WEEK) {
        let [from, _] = hours_fields(u8::try_from(extra.place / MAX_SHIFTS_PER_WEEK).unwrap_or_default(), 0);
        fields.add_error::<()>(&from, FieldError::TooManyEntries(MAX_SHIFTS_PER_WEEK));
    }
    fields.finish(|| {
        let copy_to = CopyForm::complete(partial)?.copy_to.unwrap_or_default();
        Some(NewWeek { shifts: week.into_iter().map(weekly_shift).collect::<Option<_>>()?, copy_to })
    })
}

/// `None` where the hours cannot be read. Its place says the day and the row.
fn read_shift(fields: &mut Fields, row: &ShiftRow, (place, day): (usize, usize)) -> Option<ShiftInput> {
    let hours = row.hours.read(fields);
    let filled = row.breaks.iter().enumerate().filter(|(_, rest)| rest.is_filled);
    let breaks = filled.filter_map(|(at, rest)| Some((at, rest.read(fields)?))).collect();
    Some(ShiftInput { place, weekday: i64::try_from(day + 1).ok(), hours: hours?, breaks })
}

/// Reports a time beside its field.
fn report(fields: &mut Fields, days: &[DayRow], error: &ShiftFieldError, texts: Texts) {
    let row = days.get(error.shift / MAX_SHIFTS_PER_WEEK);
    let Some(shift) = row.and_then(|row| row.shifts.get(error.shift % MAX_SHIFTS_PER_WEEK)) else { return };
    let Some(range) = error.rest.map_or(Some(&shift.hours), |rest| shift.breaks.get(rest)) else { return };
    let (name, label) = match error.end {
        ShiftTimeField::Start => (&range.from, &range.from_label),
        ShiftTimeField::End => (&range.until, &range.until_label),
    };
    let text = texts.desk_schedule();
    let sentence = match error.refusal {
        ShiftRefusal::EndsBeforeStart => texts.field_error().after_start(label),
        ShiftRefusal::OverlapsShift => text.overlaps_shift(label),
        ShiftRefusal::OutsideShift => text.outside_shift(label),
        ShiftRefusal::OverlapsBreak => text.overlaps_break(label),
    };
    fields.add_error::<()>(name, FieldError::Sentence(sentence));
}

/// What the form shows first. A day off proposes the hours of the branch.
pub(super) fn first_values(week: &[WeeklyShift], usual: Option<[NaiveTime; 2]>) -> FormState {
    let mut values = Vec::new();
    for day in 0..DAYS {
        let shifts: Vec<&WeeklyShift> = week.iter().filter(|shift| shift.weekday == i64::from(day) + 1).collect();
        if !shifts.is_empty() {
            values.push((works_field(day), true.to_string()));
        } else if let Some(usual) = usual {
            values.extend(hours_fields(day, 0).into_iter().zip(usual.map(format::time_value)));
        }
        for (place, shift) in shifts.into_iter().enumerate() {
            let hours = [shift.start_time, shift.end_time].map(format::time_value);
            values.extend(hours_fields(day, place).into_iter().zip(hours));
            for (at, rest) in shift.breaks.iter().enumerate() {
                let times = [rest.start_time, rest.end_time].map(format::time_value);
                values.extend(break_fields(day, place, at).into_iter().zip(times));
            }
        }
    }
    FormState::new(values)
}

/// The hours of each weekday, as what the form is made for. It has no such fields, so that a day which others have changed
/// always counts as one that is changed here too: the form writes the whole week.
pub(super) fn days_of(week: &[WeeklyShift], texts: Texts) -> Vec<SavedField> {
    let text = texts.desk_schedule();
    let field = |day: u8| {
        let shifts: Vec<&WeeklyShift> = week.iter().filter(|shift| shift.weekday == i64::from(day) + 1).collect();
        let hours: Vec<TimeRange> = shifts.iter().map(|shift| shift.hours()).collect();
        let breaks: Vec<TimeRange> = shifts.iter().flat_map(|shift| shift.breaks.iter().copied()).collect();
        let words = match (hours.is_empty(), breaks.is_empty()) {
            (true, _) => text.off().to_owned(),
            (false, true) => hours_text(&hours, texts),
            (false, false) => text.hours_and_breaks(&hours_text(&hours, texts), &hours_text(&breaks, texts)),
        };
        // A day off says something too.
        let state = format!("{} / {}", range_values(&hours), range_values(&breaks));
        SavedField::choice(format!("day{day}"), state, Some(words.as_str()))
    };
    (0..DAYS).map(field).collect()
}

fn range_values(ranges: &[TimeRange]) -> String {
    let times = ranges.iter().flat_map(|range| [range.start_time, range.end_time]);
    times.map(format::time_value).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(filled: &[usize]) -> Vec<(usize, bool)> {
        with_spare((1, 3), |place| filled.contains(&place), |place, is_spare| (place, is_spare))
    }

    #[test]
    fn there_is_a_row_for_one_more() {
        assert_eq!(shown(&[]), [(0, false), (1, true)]);
        assert_eq!(shown(&[0]), [(0, false), (1, true)]);
        assert_eq!(shown(&[1]), [(0, false), (1, false), (2, true)]);
        assert_eq!(shown(&[2]), [(0, false), (1, false), (2, false)]);
    }
}
