//! The headers of every HTML page.

use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue, VARY};

use super::PAGE_POLICY;

pub fn write_page_headers(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, PAGE_POLICY);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
}
