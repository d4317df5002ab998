//! The days and times as the page shows them.

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta, Timelike};

use super::calendar::{Calendar, Closed, Day};
use parlour_domain::customer::Gender;
use parlour_texts::Texts;
use parlour_web::format;

/// A day with at most so many free times is marked.
const FEW: usize = 3;
const NOON: u32 = 12;
const EVENING: u32 = 17;

#[derive(Debug)]
pub(crate) struct CalendarView {
    /// `November`, `November, December`.
    pub(crate) months: String,
    pub(crate) days: Vec<DayView>,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
    /// `Wednesday 18 November`.
    pub(crate) day_name: String,
    pub(crate) parts: Vec<PartView>,
    /// Why there is no time on the chosen day.
    pub(crate) nothing: Option<String>,
    /// The address of the nearest free time, and what it is.
    pub(crate) nearest: Option<(String, String)>,
}

#[derive(Debug)]
pub(crate) struct DayView {
    pub(crate) href: String,
    pub(crate) class: &'static str,
    pub(crate) is_chosen: bool,
    pub(crate) weekday: &'static str,
    pub(crate) number: u32,
    pub(crate) month: &'static str,
    pub(crate) label: String,
}

#[derive(Debug)]
pub(crate) struct PartView {
    pub(crate) name: &'static str,
    pub(crate) kind: PartOfDay,
    pub(crate) count: String,
    pub(crate) slots: Vec<SlotView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartOfDay {
    Morning,
    Afternoon,
    Evening,
}

impl PartOfDay {
    fn of(time: NaiveTime) -> Self {
        match time.hour() {
            hour if hour < NOON => Self::Morning,
            hour if hour < EVENING => Self::Afternoon,
            _ => Self::Evening,
        }
    }
}

#[derive(Debug)]
pub(crate) struct SlotView {
    pub(crate) value: String,
    pub(crate) label: String,
    /// `Wed 18 Nov, 4:30 pm`, for the bar.
    pub(crate) when: String,
    /// `till 6:15 pm`.
    pub(crate) until: String,
    pub(crate) is_first_free: bool,
    pub(crate) is_chosen: bool,
}

/// What a view needs beside the calendar.
pub(crate) struct ViewOptions<'a> {
    pub(crate) texts: Texts,
    pub(crate) today: NaiveDate,
    pub(crate) minutes: i64,
    /// The time that was chosen before.
    pub(crate) time: Option<NaiveTime>,
    /// Who was asked for, if somebody was.
    pub(crate) person: Option<&'a str>,
    /// The gender that was asked for.
    pub(crate) gender: Option<Gender>,
}

impl CalendarView {
    /// `day_address` and `fortnight_address` make the addresses of this page with another day.
    pub(crate) fn new(
        calendar: &Calendar,
        options: &ViewOptions<'_>,
        day_address: impl Fn(NaiveDate) -> String,
        fortnight_address: impl Fn(NaiveDate) -> String,
    ) -> Self {
        let ViewOptions { texts, today, .. } = *options;
        let day_view = |day: &Day| DayView {
            href: day_address(day.date),
            class: match day.starts.len() {
                0 => "none",
                1..=FEW => "few",
                _ => "free",
            },
            is_chosen: day.date == calendar.chosen,
            weekday: texts.weekday_short(day.date.weekday()),
            number: day.date.day(),
            month: texts.month_short(day.date),
            label: match (&day.closed, day.starts.len()) {
                (Some(Closed::TooShort), _) => texts.booking().too_long_day().to_owned(),
                (Some(Closed::NobodyIn), _) => texts.booking().nobody_in().to_owned(),
                (Some(Closed::TooLate), _) | (None, 0) => texts.booking().full().to_owned(),
                (Some(_), _) => texts.booking().closed().to_owned(),
                (None, count) => texts.booking().free_count(count),
            },
        };
        let nearest = calendar.nearest.map(|(date, start)| {
            let when = texts.formats().day_and_time(&texts.format_day(date, today), &texts.format_time(start));
            (day_address(date), when)
        });
        Self {
            months: months(&calendar.days, today, texts),
            days: calendar.days.iter().map(day_view).collect(),
            previous: calendar.previous.map(&fortnight_address),
            next: calendar.next.map(&fortnight_address),
            day_name: texts.format_long_day(calendar.chosen, today),
            parts: calendar.chosen_day().map_or_else(Vec::new, |day| parts(calendar, day, options)),
            nothing: calendar.chosen_day().filter(|day| day.starts.is_empty()).map(|day| nothing(day, options)),
            nearest,
        }
    }
}

/// The year stands with the last one, where it is not that of `today`.
fn months(days: &[Day], today: NaiveDate, texts: Texts) -> String {
    let mut names: Vec<&str> = days.iter().map(|day| texts.month_long(day.date)).collect();
    names.dedup();
    let names = names.join(", ");
    match days.last().map(|day| day.date.year()).filter(|year| *year != today.year()) {
        Some(year) => texts.formats().month(&names, &year.to_string()),
        None => names,
    }
}

fn parts(calendar: &Calendar, day: &Day, options: &ViewOptions<'_>) -> Vec<PartView> {
    let texts = options.texts;
    let first_free = (calendar.previous.is_none())
        .then(|| calendar.days.iter().find_map(|day| Some((day.date, *day.starts.first()?))))
        .flatten();
    let day_name = texts.format_day(day.date, options.today);
    let slot = |start: NaiveTime| SlotView {
        value: format::time_value(start),
        label: texts.format_time(start),
        when: texts.formats().day_and_time(&day_name, &texts.format_time(start)),
        until: texts.booking().until(&texts.format_time(ends_at(start, options.minutes))),
        is_first_free: first_free == Some((day.date, start)),
        is_chosen: options.time == Some(start),
    };
    let name = |kind: PartOfDay| match kind {
        PartOfDay::Morning => texts.booking().morning(),
        PartOfDay::Afternoon => texts.booking().afternoon(),
        PartOfDay::Evening => texts.booking().evening(),
    };
    let part = |starts: &[NaiveTime]| {
        let kind = PartOfDay::of(starts[0]);
        PartView {
            name: name(kind),
            kind,
            count: texts.booking().times(starts.len()),
            slots: starts.iter().map(|start| slot(*start)).collect(),
        }
    };
    day.starts.chunk_by(|one, next| PartOfDay::of(*one) == PartOfDay::of(*next)).map(part).collect()
}

fn nothing(day: &Day, options: &ViewOptions<'_>) -> String {
    let text = options.texts.booking();
    let name = options.texts.format_day(day.date, options.today);
    match &day.closed {
        Some(Closed::Holiday(holiday)) if !holiday.is_empty() => text.closed_for(&name, holiday),
        Some(Closed::Over) => text.over_for_today().to_owned(),
        Some(Closed::TooShort) => text.too_long(&options.texts.format_minutes(options.minutes)),
        Some(Closed::TooLate) => text.too_late_today().to_owned(),
        Some(Closed::NobodyIn) => match (options.person, options.gender) {
            (Some(person), _) => text.person_not_in_on(person, &name),
            (None, Some(Gender::Female)) => text.no_woman_in_on(&name),
            (None, Some(Gender::Male)) => text.no_man_in_on(&name),
            (None, _) => text.nobody_in_on(&name),
        },
        Some(_) => text.closed_on(&name),
        None => match options.person {
            Some(person) => text.not_free_on(person, &name),
            None => text.nobody_free_on(&name),
        },
    }
}

pub(super) fn ends_at(start: NaiveTime, minutes: i64) -> NaiveTime {
    start.overflowing_add_signed(TimeDelta::try_minutes(minutes).unwrap_or_default()).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_booking_ends_after_its_minutes() {
        let at = |typed| parlour_domain::ist::parse_time(typed).unwrap();
        assert_eq!(ends_at(at("10:00"), 105), at("11:45"));
    }

    #[test]
    fn parts_of_the_day_begin_at_noon_and_five() {
        let of = |typed| PartOfDay::of(parlour_domain::ist::parse_time(typed).unwrap());
        assert_eq!(of("11:59"), PartOfDay::Morning);
        assert_eq!(of("12:00"), PartOfDay::Afternoon);
        assert_eq!(of("16:59"), PartOfDay::Afternoon);
        assert_eq!(of("17:00"), PartOfDay::Evening);
    }
}
