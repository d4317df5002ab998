//! The fields of a JSON object, a query string or an HTML form. Every wrong field is reported, not only the first.

use std::ops::RangeInclusive;
use std::sync::Arc;

use parlour_domain::text::{TextRefusal, is_blank};
use serde_json::{Map, Value};

use super::form_values::FormValues;
use crate::error::{ErrorCode, FieldError, FieldErrors, HttpError};

#[derive(Debug)]
pub struct Fields {
    given: Arc<Map<String, Value>>,
    errors: FieldErrors,
    /// Whether a field that the request does not have is an error.
    is_strict: bool,
    /// Whether the fields come from an HTML form: every value is text, a blank one counts as absent, a checkbox that is
    /// not ticked is absent, and a list is a name that is given several times.
    is_form: bool,
}

impl Fields {
    pub(crate) fn from_object(given: Map<String, Value>) -> Self {
        Self { given: Arc::new(given), errors: FieldErrors::default(), is_strict: false, is_form: false }
    }

    pub(crate) fn from_strict_object(given: Map<String, Value>) -> Self {
        Self { is_strict: true, ..Self::from_object(given) }
    }

    /// Reports each field that is not known, if the request asks for it.
    pub(crate) fn refuse_unknown_fields(&mut self, is_known: impl Fn(&str) -> bool) {
        if self.is_strict {
            for name in self.given.keys().filter(|name| !is_known(name)) {
                self.errors.add(name.clone(), "is not a field of this request");
            }
        }
    }

    /// The pairs of a query string; of a name given twice, the first counts.
    pub fn from_query(query: Option<&str>) -> Self {
        let mut given = Map::new();
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            given.entry(name.into_owned()).or_insert_with(|| Value::String(value.into_owned()));
        }
        Self::from_object(given)
    }

    /// The fields of a submitted HTML form.
    pub(crate) fn from_form(values: &FormValues) -> Self {
        Self { given: Arc::clone(&values.0), is_form: true, ..Self::from_object(Map::new()) }
    }

    pub fn optional<T, E: Into<FieldError>>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let is_form = self.is_form;
        let given = self.given.get(name).filter(|given| !given.is_null())?;
        if is_form && given.as_str().is_some_and(str::is_empty) {
            return None;
        }
        match text_of(given).and_then(|text| parse(text).map_err(Into::into)) {
            Ok(value) => Some(value),
            Err(error) => self.add_error(name, error),
        }
    }

    pub(crate) fn optional_bool(&mut self, name: &str) -> Option<bool> {
        match self.given.get(name) {
            None if self.is_form => Some(false),
            Some(Value::String(text)) if self.is_form => match text.as_str() {
                "" | "false" | "0" => Some(false),
                "true" | "1" | "on" => Some(true),
                _ => self.add_error(name, "must be true or false"),
            },
            None | Some(Value::Null) => None,
            Some(Value::Bool(value)) => Some(*value),
            Some(_) => self.add_error(name, "must be true or false"),
        }
    }

    /// A number that is written as a whole one: neither `1.0` nor `"1"` is.
    pub(crate) fn optional_int(&mut self, name: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let given = match self.given.get(name) {
            Some(Value::String(text)) if self.is_form && text.is_empty() => None,
            Some(Value::String(text)) if self.is_form => {
                text.parse::<i64>().ok().map(Value::from).or_else(|| Some(Value::String(text.clone())))
            }
            given => given.cloned(),
        };
        match given {
            None | Some(Value::Null) => None,
            Some(Value::Number(number)) => {
                let value = number.as_i64().filter(|value| range.contains(value));
                value.or_else(|| {
                    let (min, max) = range.into_inner();
                    self.add_error(name, FieldError::OutOfRange { min, max })
                })
            }
            Some(_) => self.add_error(name, FieldError::NotAWholeNumber),
        }
    }

    /// A list of texts that are not empty. Each entry that can be read comes with its index; a wrong one is reported as
    /// `ids.2`. A list that is too long is one error, whatever its entries are.
    pub(crate) fn optional_texts<T>(
        &mut self,
        name: &str,
        length: RangeInclusive<usize>,
        parse: impl Fn(&str) -> Result<T, FieldError>,
    ) -> Option<Vec<(usize, T)>> {
        self.optional_entries(name, length, |entry| match text_of(entry)? {
            "" => Err(TextRefusal::Empty.into()),
            text => parse(text),
        })
    }

    /// A list of objects. Each comes with its index and what `read` makes of it; a wrong field is reported as
    /// `services.0.staffId`.
    pub(crate) fn optional_objects<T>(
        &mut self,
        name: &str,
        length: RangeInclusive<usize>,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<(usize, T)>> {
        let objects = self.optional_entries(name, length, |entry| match entry {
            Value::Object(given) => Ok(given.clone()),
            _ => Err("must be an object".into()),
        })?;
        let mut read_inner = |(index, given)| (index, self.read_inner(&format!("{name}.{index}"), given, &read));
        Some(objects.into_iter().map(&mut read_inner).collect())
    }

    /// A list of exactly so many objects or `null`s, read like [`optional_objects`](Self::optional_objects).
    pub(crate) fn optional_nullable_objects<T>(
        &mut self,
        name: &str,
        count: usize,
        read: impl Fn(&mut Self) -> T,
    ) -> Option<Vec<(usize, Option<T>)>> {
        if self.given.get(name).and_then(Value::as_array).is_some_and(|entries| entries.len() != count) {
            return self.add_error(name, format!("must have {count} entries"));
        }
        let entries = self.optional_entries(name, count..=count, |entry| match entry {
            Value::Object(given) => Ok(Some(given.clone())),
            Value::Null => Ok(None),
            _ => Err("must be an object or null".into()),
        })?;
        let mut read_entry = |(index, given): (usize, Option<Map<String, Value>>)| {
            (index, given.map(|given| self.read_inner(&format!("{name}.{index}"), given, &read)))
        };
        Some(entries.into_iter().map(&mut read_entry).collect())
    }

    fn optional_entries<T>(
        &mut self,
        name: &str,
        length: RangeInclusive<usize>,
        read: impl Fn(&Value) -> Result<T, FieldError>,
    ) -> Option<Vec<(usize, T)>> {
        let single = match self.given.get(name) {
            Some(Value::String(text)) if self.is_form && text.is_empty() => return None,
            Some(text @ Value::String(_)) if self.is_form => Some(Value::Array(vec![text.clone()])),
            _ => None,
        };
        let entries = match single.as_ref().or_else(|| self.given.get(name)) {
            None | Some(Value::Null) => return None,
            Some(Value::Array(entries)) if entries.len() > *length.end() => {
                return self.add_error(name, FieldError::TooManyEntries(*length.end()));
            }
            Some(Value::Array(entries)) if entries.len() < *length.start() => {
                return self.add_error(name, FieldError::EmptyList);
            }
            Some(Value::Array(entries)) => entries,
            Some(_) => return self.add_error(name, "must be a list"),
        };
        let (mut readable, mut wrong) = (Vec::with_capacity(entries.len()), Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            match read(entry) {
                Ok(value) => readable.push((index, value)),
                Err(error) => wrong.push((index, error)),
            }
        }
        for (index, error) in wrong {
            self.add_error::<()>(&format!("{name}.{index}"), error);
        }
        Some(readable)
    }

    /// The fields of an object inside, which are called `keys.auth` in field errors.
    pub(crate) fn required_object<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let given = match self.given.get(name) {
            Some(Value::Object(given)) => given.clone(),
            // Its required fields are reported too, as if it were empty.
            None | Some(Value::Null) => {
                self.add_error::<()>(name, FieldError::Required);
                Map::new()
            }
            Some(_) => return self.add_error(name, "must be an object"),
        };
        Some(self.read_inner(name, given, read))
    }

    /// The fields of an object inside that may be absent, called `discount.reason` in field errors.
    pub(crate) fn optional_object<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        match self.given.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::Object(given)) => {
                let given = given.clone();
                Some(self.read_inner(name, given, read))
            }
            Some(_) => self.add_error(name, "must be an object"),
        }
    }

    fn read_inner<T>(&mut self, path: &str, given: Map<String, Value>, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut inner = Self { is_strict: self.is_strict, is_form: self.is_form, ..Self::from_object(given) };
        let value = read(&mut inner);
        self.errors.add_inside(path, inner.errors);
        value
    }

    /// What `read` returns, with the errors that it reported, which are not reported here.
    pub(crate) fn read_aside<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, FieldErrors) {
        let before = std::mem::take(&mut self.errors);
        let value = read(self);
        (value, std::mem::replace(&mut self.errors, before))
    }

    /// The finished value, or every field error. `build` returns `None` only where a field is wrong.
    pub fn finish<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, FieldErrors> {
        if self.has_errors() {
            return Err(self.errors);
        }
        build().ok_or_else(|| FieldErrors::of_field("form", "was lost on our side"))
    }

    /// Like [`finish`](Self::finish), with the error of a response.
    pub fn build<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, HttpError> {
        if self.has_errors() {
            return Err(HttpError::invalid(self.errors));
        }
        build().ok_or_else(|| HttpError::new(ErrorCode::Internal, "A field was lost on our side."))
    }

    /// Returns `None`, so that a parser can end with it.
    pub fn add_error<T>(&mut self, name: &str, error: impl Into<FieldError>) -> Option<T> {
        self.errors.add(name, error);
        None
    }

    /// Adds errors that later checks found, except of fields that are known to be wrong already.
    pub fn add_errors(&mut self, found: FieldErrors) {
        self.errors.add_later(found);
    }

    /// Whether this field is known to be wrong.
    pub fn has_error(&self, name: &str) -> bool {
        self.errors.has(name)
    }

    /// Whether this field, or a field or an entry inside it, is known to be wrong.
    pub fn has_error_in(&self, name: &str) -> bool {
        self.errors.has_inside(name)
    }

    #[cfg(test)]
    pub(super) fn errors(&self) -> &FieldErrors {
        &self.errors
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Reports a field that is absent or `null`.
    pub fn require_present(&mut self, name: &str) -> Option<()> {
        match self.given.get(name) {
            None | Some(Value::Null) => self.add_error(name, FieldError::Required),
            Some(Value::String(text)) if self.is_form && text.is_empty() => self.add_error(name, FieldError::Required),
            Some(_) => Some(()),
        }
    }

    /// Whether the field is named, even if as `null`.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Whether the values were typed into an HTML form.
    pub(crate) fn is_form(&self) -> bool {
        self.is_form
    }

    pub(crate) fn is_null(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(Value::is_null)
    }

    pub(crate) fn is_blank(&self, name: &str) -> bool {
        self.given.get(name).and_then(Value::as_str).is_some_and(is_blank)
    }
}

impl FormValues {
    /// The fields, to be read by their rules.
    pub fn fields(&self) -> Fields {
        Fields::from_form(self)
    }
}

fn text_of(given: &Value) -> Result<&str, FieldError> {
    match given {
        Value::String(text) if text.contains('\0') => Err(TextRefusal::Nul.into()),
        Value::String(text) => Ok(text),
        _ => Err("must be a string".into()),
    }
}
