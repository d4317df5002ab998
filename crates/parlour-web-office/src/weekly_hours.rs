//! The opening hours of the weekdays in a form.

use chrono::{Datelike, NaiveDate, NaiveTime};
use parlour_app::branches::BranchPatch;
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours};
use parlour_domain::ist::time_at_minute;
use parlour_http::error::FieldError;
use parlour_http::fields::Fields;
use parlour_http::request::{FormValues, TextRule};
use parlour_store::branches::branch_records::Branch;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web_admin::concurrent_edits;

pub(crate) const DAYS: usize = 7;
/// When a new branch opens and closes.
const USUAL_HOURS: [u32; 2] = [10, 21];

/// The hours of the weekdays, Monday first; none of a day on which the branch is closed.
pub(crate) type Week = [Option<OpeningHours>; DAYS];

/// A weekday as the form shows it.
#[derive(Debug)]
pub(crate) struct DayFields {
    pub(crate) name: &'static str,
    /// Whether the branch is open, from when and until when: the names of the fields.
    pub(crate) open: String,
    pub(crate) opens: String,
    pub(crate) closes: String,
    pub(crate) opens_label: String,
    pub(crate) closes_label: String,
}

/// The weekdays, Monday first.
pub(crate) fn day_fields(texts: Texts) -> Vec<DayFields> {
    let text = texts.weekly_hours();
    let fields = |(day, name): (usize, &'static str)| DayFields {
        name,
        open: format!("open{day}"),
        opens: format!("opens{day}"),
        closes: format!("closes{day}"),
        opens_label: text.opens(name),
        closes_label: text.closes(name),
    };
    texts.dates().weekdays().into_iter().enumerate().map(fields).collect()
}

/// The name of the weekday that a field belongs to.
pub(crate) fn weekday_of_field(name: &str, texts: Texts) -> Option<&'static str> {
    let belongs = |fields: &DayFields| [&fields.open, &fields.opens, &fields.closes].iter().any(|own| *own == name);
    day_fields(texts).into_iter().find(belongs).map(|fields| fields.name)
}

/// The label of a field.
pub(crate) fn label(name: &str, texts: Texts) -> Option<String> {
    day_fields(texts).into_iter().find_map(|day| {
        let labels = [(day.open, day.name.to_owned()), (day.opens, day.opens_label), (day.closes, day.closes_label)];
        labels.into_iter().find(|(field, _)| field == name).map(|(_, label)| label)
    })
}

/// The hours as they are in the seven days from `today` on.
pub(crate) fn of_branch(branch: &Branch, today: NaiveDate) -> Week {
    let mut week = [None; DAYS];
    for date in today.iter_days().take(DAYS) {
        if let Some(day) = week.get_mut(date.weekday().num_days_from_monday() as usize) {
            *day = branch.opening_hours(date);
        }
    }
    week
}

/// The values of the fields of a branch that is to be opened.
pub(crate) fn values_of_new(texts: Texts) -> Vec<(String, String)> {
    let [opens_at, closes_at] = USUAL_HOURS.map(|hour| time_at_minute(hour * 60));
    let hours = OpeningHours { opens_at, closes_at };
    day_fields(texts).into_iter().flat_map(|fields| values_of_day(fields, true, hours)).collect()
}

/// The values of the fields. A day on which the branch is closed proposes its usual hours.
pub(crate) fn values(branch: &Branch, today: NaiveDate, texts: Texts) -> Vec<(String, String)> {
    let usual = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    let days = day_fields(texts).into_iter().zip(of_branch(branch, today));
    days.flat_map(|(fields, hours)| values_of_day(fields, hours.is_some(), hours.unwrap_or(usual))).collect()
}

/// A box that is not ticked is not sent: it has no value here either.
fn values_of_day(fields: DayFields, is_open: bool, hours: OpeningHours) -> [(String, String); 3] {
    [
        (fields.open, if is_open { true.to_string() } else { String::new() }),
        (fields.opens, format::time_value(hours.opens_at)),
        (fields.closes, format::time_value(hours.closes_at)),
    ]
}

/// Whether somebody has changed the hours of any day in the form.
pub(crate) fn is_touched(typed: &FormValues, texts: Texts) -> bool {
    let is_touched =
        |day: DayFields| [day.open, day.opens, day.closes].iter().any(|name| concurrent_edits::is_touched(typed, name));
    day_fields(texts).into_iter().any(is_touched)
}

/// The hours of the week. None if some are wrong, or if the branch is never open; each wrong one is reported.
pub(crate) fn read(fields: &mut Fields, typed: &FormValues, texts: Texts) -> Option<Week> {
    let mut week = [None; DAYS];
    let mut is_whole = true;
    for (day, hours) in day_fields(texts).into_iter().zip(&mut week) {
        if !typed.has(&day.open, "true") {
            continue;
        }
        *hours = read_day(fields, &day, texts);
        is_whole &= hours.is_some();
    }
    if is_whole && week.iter().all(Option::is_none) {
        return fields.add_error("open0", FieldError::Sentence(texts.weekly_hours().no_day().to_owned()));
    }
    is_whole.then_some(week)
}

/// Saves these hours. Those of the first open day are the branch's own, for whatever has no weekday.
pub(crate) fn patch(week: Week) -> BranchPatch {
    let first = week.iter().flatten().next();
    let is_same_every_day = first.is_some() && week.iter().all(|day| day.as_ref() == first);
    BranchPatch {
        opens_at: first.map(|day| day.opens_at),
        closes_at: first.map(|day| day.closes_at),
        hours: Some((!is_same_every_day).then(|| WeeklyHours::new(week))),
        ..BranchPatch::default()
    }
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
    let sentence = texts.weekly_hours().closes_too_early(day.name);
    fields.add_error(&day.closes, FieldError::Sentence(sentence))
}
