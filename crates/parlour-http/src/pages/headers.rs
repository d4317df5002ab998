//! The headers of every HTML page.

use http::header::{CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue, VARY};

use super::PAGE_POLICY;

/// `language` is that of the page, such as `hi-IN`. The service worker keeps its own page in the same.
pub fn write_page_headers(headers: &mut HeaderMap, language: &'static str) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language));
    headers.insert(CONTENT_SECURITY_POLICY, PAGE_POLICY);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
}
