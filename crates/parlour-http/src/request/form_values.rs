//! The decoded values of a form or a query.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value};
use url::form_urlencoded;

/// What was typed into a form: texts, and lists of texts where a name is given several times.
#[derive(Debug, Clone, Default)]
pub struct FormValues(pub(super) Arc<Map<String, Value>>);

impl FormValues {
    /// Text is trimmed, as people paste it with spaces around it. The end of a line is one character, as the browser
    /// counts it, which sends two.
    pub fn decode(form: &[u8]) -> Self {
        Self::of_fields(form_urlencoded::parse(form))
    }

    /// Names and values in the order in which they were sent, as [`decode`](Self::decode) reads them.
    pub(super) fn of_fields<'a>(fields: impl IntoIterator<Item = (Cow<'a, str>, Cow<'a, str>)>) -> Self {
        let mut given = Map::new();
        for (name, value) in fields {
            add(&mut given, name.into_owned(), value.trim().replace("\r\n", "\n"));
        }
        Self(Arc::new(given))
    }

    /// The first values of a form that nobody has filled in yet. A name may have several.
    pub fn new<N: Into<String>, V: Into<String>>(values: impl IntoIterator<Item = (N, V)>) -> Self {
        let mut given = Map::new();
        for (name, value) in values {
            add(&mut given, name.into(), value.into());
        }
        Self(Arc::new(given))
    }

    /// Every value with its name.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.keys().flat_map(move |name| self.texts(name).into_iter().map(move |value| (name.as_str(), value)))
    }

    /// The same with another value of a field.
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut given = Map::clone(&self.0);
        given.insert(name.to_owned(), Value::String(value.to_owned()));
        Self(Arc::new(given))
    }

    /// The first value of a field; empty if it has none.
    pub fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(Value::String(text)) => text,
            Some(Value::Array(values)) => values.first().and_then(Value::as_str).unwrap_or_default(),
            _ => "",
        }
    }

    /// Every value of a field.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        match self.0.get(name) {
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(text)) => vec![text],
            _ => Vec::new(),
        }
    }

    /// Whether this is one of the values of a field, such as a ticked checkbox.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.texts(name).contains(&value)
    }
}

fn add(given: &mut Map<String, Value>, name: String, value: String) {
    let value = Value::String(value);
    match given.get_mut(&name) {
        None => _ = given.insert(name, value),
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}
