//! A message on the page after a redirect, such as "Your booking was cancelled".

use axum::response::{IntoResponse, Redirect, Response};
use http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use parlour_http::cookies;

pub use parlour_texts::Flash;

const FLASH_COOKIE: &str = "__Host-parlour-flash";
/// Long enough for the redirect.
const FLASH_SECONDS: i64 = 60;
/// Between the message and the id of what it is about.
const ABOUT: char = '~';

/// The message that the previous page left.
#[derive(Debug, Clone)]
pub struct LeftFlash {
    pub flash: Flash,
    /// The id of what it is about, where the page may offer to take it back.
    pub about: Option<String>,
}

/// The message that the previous page left, if any.
pub fn read(headers: &HeaderMap) -> Option<LeftFlash> {
    let left = cookies::read(headers, FLASH_COOKIE)?;
    let (flash, about) = left.split_once(ABOUT).map_or((left, None), |(flash, about)| (flash, Some(about)));
    Some(LeftFlash { flash: Flash::parse(flash)?, about: about.map(str::to_owned) })
}

/// After a form: to another page, which may say what was done.
pub fn see_other(target: &str, flash: Option<Flash>) -> Response {
    redirect(target, flash.map(|flash| flash.as_str().to_owned()))
}

/// After a form that did something to a record: to another page, which says what was done and may offer to take it back.
pub fn see_other_after(target: &str, flash: Flash, id: &str) -> Response {
    let is_plain = id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    let about = if is_plain { format!("{}{ABOUT}{id}", flash.as_str()) } else { flash.as_str().to_owned() };
    redirect(target, Some(about))
}

fn redirect(target: &str, left: Option<String>) -> Response {
    let mut response = Redirect::to(target).into_response();
    if let Some(left) = left {
        response.headers_mut().append(SET_COOKIE, cookies::set(FLASH_COOKIE, &left, FLASH_SECONDS));
    }
    response
}

pub fn clear() -> HeaderValue {
    cookies::clear(FLASH_COOKIE)
}
