//! A message on the page after a redirect, such as "Your booking was cancelled".

use http::header::{HeaderMap, HeaderValue};
use parlour_http::cookies;

pub use parlour_texts::Flash;

const FLASH_COOKIE: &str = "__Host-parlour-flash";
/// Long enough for the redirect.
const FLASH_SECONDS: i64 = 60;

/// The message that the previous page left, if any.
pub fn read(headers: &HeaderMap) -> Option<Flash> {
    cookies::read(headers, FLASH_COOKIE).and_then(Flash::parse)
}

pub fn set(flash: Flash) -> HeaderValue {
    cookies::set(FLASH_COOKIE, flash.as_str(), FLASH_SECONDS)
}

pub fn clear() -> HeaderValue {
    cookies::clear(FLASH_COOKIE)
}
