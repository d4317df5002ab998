//! Parameters of a query or a form, each at most once (RFC 6749, 3.1 and 3.2).

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use url::form_urlencoded;

pub(super) struct Parameters(HashMap<String, String>);

impl Parameters {
    /// Returns `None` if a parameter appears twice.
    pub(super) fn parse(encoded: &[u8]) -> Option<Self> {
        let mut parameters = HashMap::new();
        for (name, value) in form_urlencoded::parse(encoded) {
            if parameters.insert(name.into_owned(), value.into_owned()).is_some() {
                return None;
            }
        }
        Some(Self(parameters))
    }

    /// Returns `None` if the body is not a form or a parameter appears twice.
    pub(super) fn parse_form(headers: &HeaderMap, body: &[u8]) -> Option<Self> {
        let content_type = headers.get(CONTENT_TYPE)?.to_str().ok()?.split(';').next()?.trim();
        content_type.eq_ignore_ascii_case("application/x-www-form-urlencoded").then(|| Self::parse(body))?
    }

    /// An empty parameter counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}
