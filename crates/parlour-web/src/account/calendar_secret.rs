//! The secret part of a new calendar address, shown once after it was made.

use http::header::HeaderMap;
use parlour_http::cookies;

/// The secret of a new calendar address, for the one page that shows it.
pub const CALENDAR_COOKIE: &str = "__Host-parlour-calendar";
pub const CALENDAR_COOKIE_SECONDS: i64 = 60;

/// Only what a secret looks like, because it becomes part of an address.
pub fn new_calendar_secret(headers: &HeaderMap) -> Option<&str> {
    let is_secret = |text: &&str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    cookies::read(headers, CALENDAR_COOKIE).filter(is_secret)
}
