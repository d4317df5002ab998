//! From words to a letter: the two forms of every template, and how amounts and dates are written.

use askama::Template;
use chrono::{NaiveDate, NaiveTime};
use parlour_domain::amount_in_words;

use super::{Letter, Salon};

/// What surrounds a letter's own words.
#[derive(Debug, Clone)]
pub(super) struct Frame<'a> {
    pub(super) title: &'a str,
    /// What a list of letters shows beside the subject.
    pub(super) preview: &'a str,
    pub(super) salon: &'a Salon,
    pub(super) unsubscribe_url: Option<&'a str>,
    /// How wide it grows where there is room, in pixels.
    pub(super) width: u16,
}

/// A label, and what there is to say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) label: String,
    pub(super) value: String,
}

impl Fact {
    pub(super) fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into() }
    }
}

/// The letter that both forms of a template make.
pub(super) fn letter(
    subject: String,
    frame: &Frame<'_>,
    text: &impl Template,
    html: &impl Template,
) -> Letter {
    // Writing to memory does not fail.
    let rendered = |form: Result<String, askama::Error>| form.unwrap_or_default();
    Letter {
        subject,
        text: rendered(text.render()),
        html: rendered(html.render()),
        attachments: Vec::new(),
        inline: Vec::new(),
        unsubscribe_url: frame.unsubscribe_url.map(str::to_owned),
    }
}

/// `₹1,23,456.50`, and `₹1,23,456` where there are no paise.
pub(super) fn money(paise: i64) -> String {
    let exact = amount_in_words::rupees(paise);
    exact.strip_suffix(".00").map(str::to_owned).unwrap_or(exact)
}

/// `Friday, 5 March 2027`.
pub(super) fn day(date: NaiveDate) -> String {
    date.format("%A, %-d %B %Y").to_string()
}

/// `Fri 5 Mar`, for subjects.
pub(super) fn short_day(date: NaiveDate) -> String {
    date.format("%a %-d %b").to_string()
}

/// `11:00 am`.
pub(super) fn clock(time: NaiveTime) -> String {
    time.format("%-I:%M %P").to_string()
}

/// `1 h 30 min`.
pub(super) fn duration(minutes: i64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// What people typed, on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_times_are_written_as_people_say_them() {
        assert_eq!(money(149_900), "₹1,499");
        assert_eq!(money(12_345_678), "₹1,23,456.78");
        assert_eq!([45, 60, 90, 1_200].map(duration), ["45 min", "1 h", "1 h 30 min", "20 h"]);
        let (date, time) = (NaiveDate::from_ymd_opt(2027, 3, 5), NaiveTime::from_hms_opt(15, 5, 0));
        assert_eq!(date.map(day).as_deref(), Some("Friday, 5 March 2027"));
        assert_eq!(time.map(clock).as_deref(), Some("3:05 pm"));
    }
}
