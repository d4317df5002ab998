//! The opening hours of the weekdays in a form.

use chrono::{Datelike, NaiveDate, NaiveTime, Weekday};
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::ist::time_at_minute;
use parlour_http::error::FieldError;
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::TextRule;
use parlour_store::branches::branch_records::Branch;
use parlour_texts::Texts;
use parlour_web::format;

const DAYS: usize = 7;
/// When a new branch opens and closes.
const USUAL_HOURS: [u32; 2] = [10, 21];

/// A weekday as the form shows it.
#[derive(Debug)]
pub(super) struct DayFields {
    pub(super) name: &'static str,
    /// Whether the branch is open, from when and until when: the names of the fields.
    pub(super) open: String,
    pub(super) opens: String,
    pub(super) closes: String,
}

/// The weekdays, Monday first.
fn weekdays() -> impl Iterator<Item = (u8, Weekday)> {
    (0_u8..).take(DAYS).filter_map(|day| Some((day, Weekday::try_from(day).ok()?)))
}

pub(super) fn day_fields(texts: Texts) -> Vec<DayFields> {
    let fields = |(day, weekday): (u8, Weekday)| DayFields {
        name: format::weekday_long(weekday, texts),
        open: format!("open{day}"),
        opens: format!("opens{day}"),
        closes: format!("closes{day}"),
    };
    weekdays().map(fields).collect()
}

/// The name of the weekday that a field belongs to.
pub(super) fn weekday_of_field(name: &str, texts: Texts) -> Option<&'static str> {
    let belongs = |fields: &DayFields| [&fields.open, &fields.opens, &fields.closes].iter().any(|own| *own == name);
    day_fields(texts).into_iter().find(belongs).map(|fields| fields.name)
}

/// The values of the fields of a branch that is to be opened.
pub(super) fn values_of_new(texts: Texts) -> Vec<(String, String)> {
    let [opens_at, closes_at] = USUAL_HOURS.map(|hour| format::time_value(time_at_minute(hour * 60)));
    let of_day = |fields: DayFields| {
        [(fields.open, true.to_string()), (fields.opens, opens_at.clone()), (fields.closes, closes_at.clone())]
    };
    day_fields(texts).into_iter().flat_map(of_day).collect()
}

/// The values of the fields. A day on which the branch is closed proposes its usual hours.
pub(super) fn values(branch: &Branch, today: NaiveDate, texts: Texts) -> Vec<(String, String)> {
    let usual = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    let week: Vec<NaiveDate> = today.iter_days().take(DAYS).collect();
    let of_day = |(fields, (_, weekday)): (DayFields, (u8, Weekday))| {
        let date = week.iter().find(|date| date.weekday() == weekday);
        let hours = date.and_then(|date| branch.opening_hours(*date));
        let shown = hours.unwrap_or(usual);
        [
            (fields.open, hours.is_some().to_string()),
            (fields.opens, format::time_value(shown.opens_at)),
            (fields.closes, format::time_value(shown.closes_at)),
        ]
    };
    day_fields(texts).into_iter().zip(weekdays()).flat_map(of_day).collect()
}

/// The hours of the week. None if some are wrong; each wrong one is reported.
pub(super) fn read(fields: &mut Fields, form: &FormBody, texts: Texts) -> Option<WeeklyHours> {
    let mut week = [None; DAYS];
    let mut is_whole = true;
    for (day, hours) in day_fields(texts).into_iter().zip(&mut week) {
        if !form.values.has(&day.open, "true") {
            continue;
        }
        *hours = read_day(fields, &day, texts);
        is_whole &= hours.is_some();
    }
    is_whole.then(|| WeeklyHours::new(week))
}

fn read_day(fields: &mut Fields, day: &DayFields, texts: Texts) -> Option<OpeningHours> {
    let mut time = |name: &str| {
        fields.require_present(name)?;
        fields.optional(name, <NaiveTime as TextRule>::parse)
    };
    let (opens_at, closes_at) = time(&day.opens).zip(time(&day.closes))?;
    if opens_at < closes_at {
        return Some(OpeningHours { opens_at, closes_at });
    }
    let sentence = texts.desk_branches().closes_too_early(day.name);
    fields.add_error(&day.closes, FieldError::Sentence(sentence))
}
