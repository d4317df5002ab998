//! Fields of a body or a query, parsed into domain types; every failing one is reported.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::error::{ErrorCode, FieldErrors, HttpError};

#[derive(Debug)]
pub struct Fields {
    given: Map<String, Value>,
    wrong: FieldErrors,
}

impl Fields {
    pub fn from_object(given: Map<String, Value>) -> Self {
        Self { given, wrong: FieldErrors::new() }
    }

    /// The pairs of a query string; of a name given twice, the first counts.
    pub fn from_query(query: Option<&str>) -> Self {
        let mut given = Map::new();
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            given.entry(name.into_owned()).or_insert_with(|| Value::String(value.into_owned()));
        }
        Self::from_object(given)
    }

    pub fn required<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.require_present(name)?;
        self.optional(name, parse)
    }

    pub fn optional<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.contains('\0') => {
                self.add_error(name, "must not contain NUL characters")
            }
            Some(Value::String(text)) => match parse(text) {
                Ok(value) => Some(value),
                Err(why) => self.add_error(name, why),
            },
            Some(_) => self.add_error(name, "must be a string"),
        }
    }

    /// An optional field that must be named all the same: `null` says that there is none.
    pub fn required_nullable<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        if !self.given.contains_key(name) {
            return self.add_error(name, "is required, though it may be null");
        }
        self.optional(name, parse)
    }

    /// Of a record's field that can have no value: absent is no wish, `null` or nothing but space the wish that there be
    /// none.
    #[expect(clippy::option_option, reason = "no wish, none and some are three things")]
    pub fn nullable<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<Option<T>> {
        match self.given.get(name) {
            Some(Value::Null) => Some(None),
            Some(Value::String(text)) if text.trim().is_empty() => Some(None),
            _ => self.optional(name, parse).map(Some),
        }
    }

    /// The same for a number.
    #[expect(clippy::option_option, reason = "no wish, none and some are three things")]
    pub fn nullable_int(&mut self, name: &str, range: RangeInclusive<i64>) -> Option<Option<i64>> {
        match self.given.get(name) {
            Some(Value::Null) => Some(None),
            _ => self.optional_int(name, range).map(Some),
        }
    }

    pub fn required_bool(&mut self, name: &str) -> Option<bool> {
        self.require_present(name)?;
        self.optional_bool(name)
    }

    pub fn optional_bool(&mut self, name: &str) -> Option<bool> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::Bool(value)) => Some(*value),
            Some(_) => self.add_error(name, "must be true or false"),
        }
    }

    pub fn required_int(&mut self, name: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.require_present(name)?;
        self.optional_int(name, range)
    }

    /// A number that is written as a whole one: `1.0` is none, nor is `"1"`.
    pub fn optional_int(&mut self, name: &str, range: RangeInclusive<i64>) -> Option<i64> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::Number(number)) => {
                let value = number.as_i64().filter(|value| range.contains(value));
                value.or_else(|| {
                    let (least, most) = range.into_inner();
                    self.add_error(name, format!("must be a whole number from {least} to {most}"))
                })
            }
            Some(_) => self.add_error(name, "must be a whole number"),
        }
    }

    /// A list of strings that each say something. A field_error names the place, `ids.2`; whoever sends more than `most`
    /// means no good, and hears of one thing wrong.
    pub fn optional_list<T>(&mut self, name: &str, most: usize, parse: impl Fn(&str) -> T) -> Option<Vec<T>> {
        Some(self.readable(name, most, parse)?.into_iter().map(|(_, item)| item).collect())
    }

    /// Like an optional one, and there must be something in it. What can be read of it, each with its place, so that
    /// it can be looked at although the rest is wrong.
    pub fn required_list<T>(
        &mut self,
        name: &str,
        most: usize,
        parse: impl Fn(&str) -> T,
    ) -> Option<Vec<(usize, T)>> {
        self.require_present(name)?;
        self.optional_nonempty_list(name, most, parse)
    }

    /// Like a required one, where there is one.
    pub fn optional_nonempty_list<T>(
        &mut self,
        name: &str,
        most: usize,
        parse: impl Fn(&str) -> T,
    ) -> Option<Vec<(usize, T)>> {
        if matches!(self.given.get(name), Some(Value::Array(items)) if items.is_empty()) {
            return self.add_error(name, "must not be empty");
        }
        self.readable(name, most, parse)
    }

    fn readable<T>(&mut self, name: &str, most: usize, parse: impl Fn(&str) -> T) -> Option<Vec<(usize, T)>> {
        let items = match self.given.get(name) {
            None | Some(Value::Null) => return None,
            Some(Value::Array(items)) if items.len() > most => {
                return self.add_error(name, format!("must have at most {most} entries"));
            }
            Some(Value::Array(items)) => items,
            Some(_) => return self.add_error(name, "must be a list"),
        };
        let mut wrong = Vec::new();
        let mut parsed = Vec::with_capacity(items.len());
        for (place, item) in items.iter().enumerate() {
            match item {
                Value::String(text) if text.is_empty() => wrong.push((place, "must not be empty")),
                Value::String(text) if text.contains('\0') => {
                    wrong.push((place, "must not contain NUL characters"));
                }
                Value::String(text) => parsed.push((place, parse(text))),
                _ => wrong.push((place, "must be a string")),
            }
        }
        for (place, why) in wrong {
            self.add_error::<()>(&format!("{name}.{place}"), why);
        }
        Some(parsed)
    }

    /// A list of objects, of which there must be some. What can be read of each, with its place; their fields are called
    /// `services.0.staffId` in field_errors.
    pub fn required_objects<T>(
        &mut self,
        name: &str,
        most: usize,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<(usize, T)>> {
        if matches!(self.given.get(name), Some(Value::Array(items)) if items.is_empty()) {
            return self.add_error(name, "must not be empty");
        }
        self.required_objects_may_be_empty(name, most, read)
    }

    /// The same, where there may be none, as long as that is said.
    pub fn required_objects_may_be_empty<T>(
        &mut self,
        name: &str,
        most: usize,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<(usize, T)>> {
        self.require_present(name)?;
        self.optional_objects(name, most, read)
    }

    /// The same, where there is a list.
    pub fn optional_objects<T>(
        &mut self,
        name: &str,
        most: usize,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<(usize, T)>> {
        let items = match self.given.get(name) {
            None | Some(Value::Null) => return None,
            Some(Value::Array(items)) if items.len() > most => {
                return self.add_error(name, format!("must have at most {most} entries"));
            }
            Some(Value::Array(items)) => items.clone(),
            _ => return self.add_error(name, "must be a list"),
        };
        let mut readable = Vec::with_capacity(items.len());
        for (place, item) in items.into_iter().enumerate() {
            let Value::Object(given) = item else {
                self.add_error::<()>(&format!("{name}.{place}"), "must be an object");
                continue;
            };
            let mut inside = Self::from_object(given);
            readable.push((place, read(&mut inside)));
            for (inner, said) in inside.wrong {
                self.wrong.entry(format!("{name}.{place}.{inner}")).or_default().extend(said);
            }
        }
        Some(readable)
    }

    /// The fields of an object inside, which are called `keys.auth` in field_errors.
    pub fn required_object<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let given = match self.given.get(name) {
            Some(Value::Object(given)) => given.clone(),
            // What it lacks is named too, as if it were empty.
            None | Some(Value::Null) => {
                self.add_error::<()>(name, "is required");
                Map::new()
            }
            Some(_) => return self.add_error(name, "must be an object"),
        };
        let mut inside = Self::from_object(given);
        let value = read(&mut inside);
        for (inner, said) in inside.wrong {
            self.wrong.entry(format!("{name}.{inner}")).or_default().extend(said);
        }
        value
    }

    /// The finished value, or every field_error. `build` answers `None` only where a field has failed.
    pub fn build<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, HttpError> {
        if self.has_errors() {
            return Err(HttpError::invalid(self.wrong));
        }
        build().ok_or_else(|| HttpError::new(ErrorCode::Internal, "A field was lost on our side."))
    }

    pub fn add_error<T>(&mut self, name: &str, why: impl Display) -> Option<T> {
        self.wrong.entry(name.to_owned()).or_default().push(why.to_string());
        None
    }

    /// The same, of a field about which nothing has been said yet.
    pub fn add_error_if_none(&mut self, name: &str, why: impl Display) {
        if !self.wrong.contains_key(name) {
            self.add_error::<()>(name, why);
        }
    }

    /// Whether there is a field_error already.
    pub fn has_errors(&self) -> bool {
        !self.wrong.is_empty()
    }

    fn require_present(&mut self, name: &str) -> Option<()> {
        match self.given.get(name) {
            None | Some(Value::Null) => self.add_error(name, "is required"),
            Some(_) => Some(()),
        }
    }
}

/// For enumerations: `one_of(Gender::parse, "female, male, other or undisclosed")`.
pub fn one_of<T>(
    parse: impl Fn(&str) -> Option<T>,
    choices: &'static str,
) -> impl Fn(&str) -> Result<T, String> {
    move |text| parse(text).ok_or_else(|| format!("must be {choices}"))
}

/// Something that names a record; whether it does is for the database to say.
pub fn id<T>(new: impl Fn(String) -> T) -> impl Fn(&str) -> Result<T, &'static str> {
    move |text| if text.is_empty() { Err("must not be empty") } else { Ok(new(text.to_owned())) }
}

/// `HH:mm` on a 24-hour clock.
pub fn wall_time(text: &str) -> Result<chrono::NaiveTime, &'static str> {
    parlour_domain::ist::parse_time(text).ok_or("must be a time of day, written HH:mm")
}

pub fn date(text: &str) -> Result<chrono::NaiveDate, &'static str> {
    parlour_domain::ist::parse_date(text).ok_or("must be a real date, written YYYY-MM-DD")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(given: Value) -> Fields {
        let Value::Object(given) = given else { panic!("an object") };
        Fields::from_object(given)
    }

    #[test]
    fn every_failing_field_is_named() {
        let mut fields =
            fields(json!({ "name": 5, "agreed": "yes", "day": "2026-02-30", "note": "a\u{0}b" }));
        assert_eq!(fields.required("name", |text| Ok::<_, String>(text.to_owned())), None);
        assert_eq!(fields.required_bool("agreed"), None);
        assert_eq!(fields.optional("day", date), None);
        assert_eq!(fields.optional("note", |text| Ok::<_, String>(text.to_owned())), None);
        assert_eq!(fields.required_bool("missing"), None);
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        assert_eq!(names, ["agreed", "day", "missing", "name", "note"]);
    }

    #[test]
    fn field_errors_name_the_position_in_a_list_or_object() {
        let mut fields = fields(json!({
            "ids": ["a", "", 5, "b\u{0}"], "none": [], "many": ["a", "b", "c"], "word": "a",
            "keys": { "auth": 1 }, "flat": 2,
        }));
        assert_eq!(fields.required_list("ids", 4, str::to_owned), Some(vec![(0, "a".to_owned())]));
        for name in ["none", "many", "word"] {
            assert_eq!(fields.required_list(name, 2, str::to_owned), None);
        }
        let text = |text: &str| Ok::<_, String>(text.to_owned());
        assert_eq!(fields.required_object("keys", |keys| keys.required("auth", text)), None);
        assert_eq!(fields.required_object("flat", |keys| keys.required("auth", text)), None);
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        assert_eq!(names, ["flat", "ids.1", "ids.2", "ids.3", "keys.auth", "many", "none", "word"]);
    }

    #[test]
    fn whole_numbers_are_written_whole_and_lie_in_their_range() {
        let given = r#"{ "least": -1, "most": 7, "below": -2, "above": 8, "point": 1.0, "power": 1e0, "text": "1",
            "huge": 9223372036854775808, "list": [1] }"#;
        let mut fields = fields(serde_json::from_str(given).unwrap());
        assert_eq!(fields.required_int("least", -1..=7), Some(-1));
        assert_eq!(fields.optional_int("most", -1..=7), Some(7));
        let wrong = ["above", "below", "huge", "list", "missing", "point", "power", "text"];
        for name in wrong {
            assert_eq!(fields.required_int(name, -1..=7), None, "{name}");
        }
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        assert_eq!(names, wrong);
    }

    #[test]
    fn a_required_nullable_field_must_be_present() {
        let mut fields = fields(json!({ "none": null, "some": "2027-03-01", "wrong": 1 }));
        assert_eq!(fields.required_nullable("none", date), None);
        assert_eq!(fields.required_nullable("some", date), date("2027-03-01").ok());
        assert_eq!(fields.required_nullable("wrong", date), None);
        assert_eq!(fields.required_nullable("missing", date), None);
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        assert_eq!(names, ["missing", "wrong"]);
    }

    #[test]
    fn field_errors_name_the_position_in_a_list_of_objects() {
        let mut fields = fields(json!({
            "lines": [{ "id": "a" }, { "id": 5 }, {}, "b", null, { "id": "c" }], "none": [], "many": [{}, {}, {}],
            "word": "a", "null": null,
        }));
        let text = |text: &str| Ok::<_, String>(text.to_owned());
        let read = |line: &mut Fields| line.required("id", text);
        let readable = fields.required_objects("lines", 6, read);
        let [a, c] = ["a", "c"].map(|id| Some(id.to_owned()));
        assert_eq!(readable, Some(vec![(0, a), (1, None), (2, None), (5, c)]));
        for name in ["none", "many", "word", "null", "missing"] {
            assert_eq!(fields.required_objects(name, 2, read), None, "{name}");
        }
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        let expected =
            ["lines.1.id", "lines.2.id", "lines.3", "lines.4", "many", "missing", "none", "null", "word"];
        assert_eq!(names, expected);
    }

    #[test]
    fn null_removes_a_value_in_a_patch() {
        let mut fields = fields(json!({
            "none": null, "blank": " ", "some": "2027-03-01", "wrong": 1, "no": null, "seven": 7, "eight": 8,
        }));
        assert_eq!(fields.nullable("none", date), Some(None));
        assert_eq!(fields.nullable("blank", date), Some(None));
        assert_eq!(fields.nullable("some", date), Some(date("2027-03-01").ok()));
        assert_eq!(fields.nullable("wrong", date), None);
        assert_eq!(fields.nullable("missing", date), None);
        assert_eq!(fields.nullable_int("no", 1..=7), Some(None));
        assert_eq!(fields.nullable_int("seven", 1..=7), Some(Some(7)));
        assert_eq!(fields.nullable_int("eight", 1..=7), None);
        assert_eq!(fields.nullable_int("absent", 1..=7), None);
        let names: Vec<_> = fields.wrong.keys().map(String::as_str).collect();
        assert_eq!(names, ["eight", "wrong"]);
    }

    #[test]
    fn null_is_absent() {
        let mut fields = fields(json!({ "note": null, "agreed": null, "count": null }));
        assert_eq!(fields.optional_int("count", 1..=2), None);
        assert_eq!(fields.optional("note", date), None);
        assert_eq!(fields.optional_bool("agreed"), None);
        assert!(fields.build(|| Some(())).is_ok());
    }
}
