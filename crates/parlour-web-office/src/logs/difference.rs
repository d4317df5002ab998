//! What a change did to a record: each field with what it held before and after, as people read it.

use std::collections::HashMap;

use chrono::{NaiveDate, Weekday};
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_domain::text::first_letters;
use parlour_texts::Texts;
use parlour_web::format;
use serde_json::{Map, Value};

use super::choices::choice_word;
use super::field_labels::field_label;
use super::words::label_words;

/// Fields that say nothing to people, or that every change has.
const HIDDEN: [&str; 5] = ["id", "createdAt", "updatedAt", "key", "lineNumber"];
/// A new record has it too, but only somebody who moves the record has chosen it.
const PLACE: &str = "displayOrder";
const MAX_LETTERS: usize = 200;
/// Opening hours have so many.
const DAYS: usize = 7;

static NULL: Value = Value::Null;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) field: String,
    /// Empty if there was nothing.
    pub(super) before: String,
    pub(super) after: String,
}

/// How the values of fields are worded.
#[derive(Debug)]
pub(super) struct Wording {
    pub(super) texts: Texts,
    pub(super) today: NaiveDate,
    /// The names of people and branches by their ids.
    pub(super) names: HashMap<String, String>,
}

impl Wording {
    /// The fields that differ between two states of a record. Without a state there was, or is, no record.
    pub(super) fn differences(&self, before: Option<&Value>, after: Option<&Value>) -> Vec<Difference> {
        let mut found = Vec::new();
        self.compare("", before.unwrap_or(&NULL), after.unwrap_or(&NULL), &mut found);
        found
    }

    fn compare(&self, key: &str, before: &Value, after: &Value, found: &mut Vec<Difference>) {
        let is_first_place = key == PLACE && (before.is_null() || after.is_null());
        if before == after || HIDDEN.contains(&key) || is_first_place || (is_nothing(before) && is_nothing(after)) {
            return;
        }
        if let Some((before, after)) = as_records(before, after) {
            let new = after.into_iter().flat_map(Map::keys);
            let gone = before.into_iter().flat_map(Map::keys);
            let gone = gone.filter(|key| !after.is_some_and(|after| after.contains_key(*key)));
            for key in new.chain(gone) {
                self.compare(key, value_of(before, key), value_of(after, key), found);
            }
            return;
        }
        let (before, after) = (self.text(key, before), self.text(key, after));
        if before != after {
            let field = field_label(key, self.texts).map_or_else(|| label_words(key), str::to_owned);
            found.push(Difference { field, before, after });
        }
    }

    fn text(&self, key: &str, value: &Value) -> String {
        let text = self.texts.desk_logs();
        match value {
            Value::Null => String::new(),
            Value::Bool(true) => text.yes().to_owned(),
            Value::Bool(false) => text.no().to_owned(),
            Value::Number(number) => {
                number.as_i64().map_or_else(|| number.to_string(), |number| self.number(key, number))
            }
            Value::String(typed) => self.string(key, typed),
            Value::Array(days) if key == "hours" && days.len() == DAYS => self.week(days),
            Value::Array(values) => {
                let texts = values.iter().map(|value| self.text(key, value)).filter(|text| !text.is_empty());
                shortened(&texts.collect::<Vec<_>>().join("; "))
            }
            Value::Object(fields) => {
                let fields = fields.iter().filter(|(key, value)| says_something_alone(key, value));
                let texts = fields.map(|(key, value)| self.text(key, value)).filter(|text| !text.is_empty());
                shortened(&texts.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// `Mon – Fri, 10 am – 9 pm; Sat, 9 am – 1 pm; Sun, Closed`: opening hours, Monday first.
    fn week(&self, days: &[Value]) -> String {
        let texts = self.texts;
        let time = |day: &Value, name: &str| day.get(name).and_then(Value::as_str).and_then(parse_time);
        let hours = |day: &Value| match (time(day, "opensAt"), time(day, "closesAt")) {
            (Some(opens), Some(closes)) => texts.format_short_time_range(opens, closes),
            _ => texts.booking().closed().to_owned(),
        };
        let mut parts: Vec<String> = Vec::new();
        let mut weekdays = (1..=7).filter_map(weekday);
        for same in days.chunk_by(|one, next| one == next) {
            let names: Vec<&str> = weekdays.by_ref().take(same.len()).map(|day| texts.weekday_short(day)).collect();
            let (Some(first), Some(last)) = (names.first(), names.last()) else { continue };
            let names = if names.len() == 1 { (*first).to_owned() } else { texts.formats().day_range(first, last) };
            parts.push(texts.formats().day_and_time(&names, &same.first().map(hours).unwrap_or_default()));
        }
        parts.join("; ")
    }

    fn number(&self, key: &str, number: i64) -> String {
        if key.ends_with("Paise") {
            format::money(number)
        } else if key.ends_with("Minutes") {
            self.texts.format_minutes(number)
        } else if key.ends_with("BasisPoints") {
            format::percent(number)
        } else if key.ends_with("Percent") || key.ends_with("Percentage") {
            format!("{number}%")
        } else if key == "weekday" {
            weekday(number).map_or_else(|| number.to_string(), |day| self.texts.weekday_short(day).to_owned())
        } else {
            format::count(number)
        }
    }

    fn string(&self, key: &str, typed: &str) -> String {
        let texts = self.texts;
        if let Some(name) = self.names.get(typed) {
            return name.clone();
        }
        // Nobody knows a record by its id.
        if is_id(key) {
            return String::new();
        }
        if let Some(word) = choice_word(key, typed, texts) {
            return word.to_owned();
        }
        let is_time = key.ends_with("At") || key.ends_with("Time");
        if let Some(at) = Timestamp::parse(typed).filter(|_| is_time) {
            let day = texts.format_day(at.ist_date(), self.today);
            return texts.formats().day_and_time(&day, &texts.format_time(at.ist_time()));
        }
        if let Some(time) = parse_time(typed).filter(|_| is_time) {
            return texts.format_time(time);
        }
        let is_day = key == "date" || key.ends_with("Date") || key == "dateOfBirth";
        match parse_date(typed).filter(|_| is_day) {
            Some(day) => texts.format_day(day, self.today),
            None => shortened(typed),
        }
    }
}

/// The fields of both, if they are records or none.
type Records<'a> = (Option<&'a Map<String, Value>>, Option<&'a Map<String, Value>>);

fn as_records<'a>(before: &'a Value, after: &'a Value) -> Option<Records<'a>> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => Some((Some(before), Some(after))),
        (Value::Object(before), Value::Null) => Some((Some(before), None)),
        (Value::Null, Value::Object(after)) => Some((None, Some(after))),
        _ => None,
    }
}

fn value_of<'a>(record: Option<&'a Map<String, Value>>, key: &str) -> &'a Value {
    record.and_then(|record| record.get(key)).unwrap_or(&NULL)
}

/// A new record need not say what it does not have.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

/// Whether a value inside a list is understood without the name of its field.
fn says_something_alone(key: &str, value: &Value) -> bool {
    let is_measured = key.ends_with("Paise") || key.ends_with("Minutes") || key == "weekday";
    match value {
        Value::String(_) | Value::Array(_) | Value::Object(_) => !HIDDEN.contains(&key),
        Value::Number(_) => is_measured,
        Value::Null | Value::Bool(_) => false,
    }
}

fn is_id(key: &str) -> bool {
    key.ends_with("Id") || key.ends_with("Ids") || key.ends_with("By") || key == "assignedTo" || key == "nonce"
}

/// Monday is 1.
fn weekday(number: i64) -> Option<Weekday> {
    let from_monday = u8::try_from(number).ok()?.checked_sub(1)?;
    Weekday::try_from(from_monday).ok()
}

fn shortened(text: &str) -> String {
    let short = first_letters(text, MAX_LETTERS);
    if short.len() < text.len() { format!("{short}…") } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn differences(before: &Value, after: &Value) -> Vec<(String, String, String)> {
        let names = HashMap::from([("s1".to_owned(), "Kavya".to_owned())]);
        let today = NaiveDate::from_ymd_opt(2027, 3, 1).unwrap();
        let wording = Wording { texts: Texts::ENGLISH, today, names };
        let some = |value: &Value| (!value.is_null()).then(|| value.clone());
        let found = wording.differences(some(before).as_ref(), some(after).as_ref());
        found.into_iter().map(|found| (found.field, found.before, found.after)).collect()
    }

    fn row(field: &str, before: &str, after: &str) -> (String, String, String) {
        (field.to_owned(), before.to_owned(), after.to_owned())
    }

    #[test]
    fn only_fields_that_differ_are_told() {
        let moved = differences(&json!({ "displayOrder": 10 }), &json!({ "displayOrder": 20 }));
        assert_eq!(moved, [row("Place in the list", "10", "20")]);
        let before = json!({ "id": "x", "name": "Cut", "pricePaise": 90_000, "updatedAt": "a", "isActive": true });
        let after = json!({ "id": "x", "name": "Cut", "pricePaise": 95_000, "updatedAt": "b", "isActive": false });
        let mut found = differences(&before, &after);
        found.sort();
        assert_eq!(found, [row("In use", "Yes", "No"), row("Price", "₹900", "₹950")]);
    }

    #[test]
    fn values_are_worded_by_their_fields() {
        let before =
            json!({ "staffId": null, "bookingDate": "2027-03-05", "startTime": "10:00", "status": "confirmed" });
        let after =
            json!({ "staffId": "s1", "bookingDate": "2027-03-06", "startTime": "10:30", "status": "in_progress" });
        let found = differences(&before, &after);
        assert!(found.contains(&row("Person", "", "Kavya")), "{found:?}");
        assert!(found.contains(&row("Day", "Fri 5 Mar", "Sat 6 Mar")), "{found:?}");
        assert!(found.contains(&row("Begins", "10:00 am", "10:30 am")), "{found:?}");
        assert!(found.contains(&row("Status", "Confirmed", "In progress")), "{found:?}");
    }

    #[test]
    fn opening_hours_are_told_by_weekdays() {
        let hours = |opens: &str, closes: &str| json!({ "closesAt": closes, "opensAt": opens });
        let usual = hours("10:00", "21:00");
        let mut week =
            vec![usual.clone(), usual.clone(), usual.clone(), usual.clone(), usual.clone(), usual, Value::Null];
        let before = json!({ "hours": week });
        week[5] = hours("09:00", "13:00");
        let found = differences(&before, &json!({ "hours": week }));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1, "Mon – Sat, 10 am – 9 pm; Sun, Closed");
        assert_eq!(found[0].2, "Mon – Fri, 10 am – 9 pm; Sat, 9 am – 1 pm; Sun, Closed");
    }

    #[test]
    fn a_new_record_tells_what_it_has() {
        let added = json!({
            "id": "x", "name": "Holi", "note": null, "isActive": false, "tags": [], "branchId": "unknown",
            "displayOrder": 3,
        });
        assert_eq!(differences(&Value::Null, &added), [row("Name", "", "Holi")]);
        let shifts = json!({ "shifts": [{ "weekday": 1, "startTime": "10:00", "endTime": "19:00", "breaks": [] }] });
        let told = differences(&json!({ "shifts": [] }), &shifts);
        assert_eq!(told.len(), 1);
        assert!(["Mon", "10:00 am", "7:00 pm"].iter().all(|part| told[0].2.contains(part)), "{told:?}");
    }
}
