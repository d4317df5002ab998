//! A message on the page after a redirect, such as "Your booking was cancelled".

use axum::response::{IntoResponse, Redirect, Response};
use http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use parlour_http::cookies;

pub use parlour_texts::Flash;

const FLASH_COOKIE: &str = "__Host-parlour-flash";
/// Long enough for the redirect.
const FLASH_SECONDS: i64 = 60;

/// The message that the previous page left, if any.
pub fn read(headers: &HeaderMap) -> Option<Flash> {
    cookies::read(headers, FLASH_COOKIE).and_then(Flash::parse)
}

/// After a form: to another page, which may say what was done.
pub fn see_other(target: &str, flash: Option<Flash>) -> Response {
    let mut response = Redirect::to(target).into_response();
    if let Some(flash) = flash {
        let cookie = cookies::set(FLASH_COOKIE, flash.as_str(), FLASH_SECONDS);
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

pub fn clear() -> HeaderValue {
    cookies::clear(FLASH_COOKIE)
}
