//! Fields of a body or a query, parsed into domain types; every failing one is reported.

use std::fmt::Display;

use serde_json::{Map, Value};

use crate::error::{ApiError, Code, Details};

#[derive(Debug)]
pub(crate) struct Fields {
    given: Map<String, Value>,
    wrong: Details,
}

impl Fields {
    pub(crate) fn of_object(given: Map<String, Value>) -> Self {
        Self { given, wrong: Details::new() }
    }

    /// The pairs of a query string; of a name given twice, the first counts.
    pub(crate) fn of_query(query: Option<&str>) -> Self {
        let mut given = Map::new();
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            given.entry(name.into_owned()).or_insert_with(|| Value::String(value.into_owned()));
        }
        Self::of_object(given)
    }

    pub(crate) fn required<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.present(name)?;
        self.optional(name, parse)
    }

    pub(crate) fn optional<T, E: Display>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.contains('\0') => {
                self.refuse(name, "must not contain NUL characters")
            }
            Some(Value::String(text)) => match parse(text) {
                Ok(value) => Some(value),
                Err(why) => self.refuse(name, why),
            },
            Some(_) => self.refuse(name, "must be a string"),
        }
    }

    pub(crate) fn required_bool(&mut self, name: &str) -> Option<bool> {
        self.present(name)?;
        self.optional_bool(name)
    }

    pub(crate) fn optional_bool(&mut self, name: &str) -> Option<bool> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::Bool(value)) => Some(*value),
            Some(_) => self.refuse(name, "must be true or false"),
        }
    }

    /// The finished value, or every complaint. `build` answers `None` only where a field has failed.
    pub(crate) fn build<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, ApiError> {
        if self.have_failed() {
            return Err(ApiError::invalid(self.wrong));
        }
        build().ok_or_else(|| ApiError::new(Code::Internal, "A field was lost on our side."))
    }

    pub(crate) fn refuse<T>(&mut self, name: &str, why: impl Display) -> Option<T> {
        self.wrong.entry(name.to_owned()).or_default().push(why.to_string());
        None
    }

    /// Whether there is a complaint already.
    pub(crate) fn have_failed(&self) -> bool {
        !self.wrong.is_empty()
    }

    fn present(&mut self, name: &str) -> Option<()> {
        match self.given.get(name) {
            None | Some(Value::Null) => self.refuse(name, "is required"),
            Some(_) => Some(()),
        }
    }
}

/// For enumerations: `one_of(Gender::parse, "female, male, other or undisclosed")`.
pub(crate) fn one_of<T>(
    parse: impl Fn(&str) -> Option<T>,
    choices: &'static str,
) -> impl Fn(&str) -> Result<T, String> {
    move |text| parse(text).ok_or_else(|| format!("must be {choices}"))
}

pub(crate) fn date(text: &str) -> Result<chrono::NaiveDate, &'static str> {
    parlour_domain::ist::parse_date(text).ok_or("must be a real date, written YYYY-MM-DD")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(given: Value) -> Fields {
        let Value::Object(given) = given else { panic!("an object") };
        Fields::of_object(given)
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
    fn null_is_absent() {
        let mut fields = fields(json!({ "note": null, "agreed": null }));
        assert_eq!(fields.optional("note", date), None);
        assert_eq!(fields.optional_bool("agreed"), None);
        assert!(fields.build(|| Some(())).is_ok());
    }
}
