//! A message on the page after a redirect, such as "Your booking was cancelled".

use axum::response::{IntoResponse, Redirect, Response};
use http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use parlour_domain::ist::Timestamp;
use parlour_http::cookies;

pub use parlour_texts::Flash;

const FLASH_COOKIE: &str = "__Host-parlour-flash";
/// Long enough for the redirect.
const FLASH_SECONDS: i64 = 60;
/// Between the message, the id of what it is about, and when that was done.
const ABOUT: char = '~';

/// The message that the previous page left.
#[derive(Debug, Clone)]
pub struct LeftFlash {
    pub flash: Flash,
    /// The id of what it is about, where the page may offer to take it back.
    pub about: Option<String>,
    /// When that was done: what was done later is not taken back.
    pub done_at: Option<Timestamp>,
}

/// The message that the previous page left, if any.
pub fn read(headers: &HeaderMap) -> Option<LeftFlash> {
    let left = cookies::read(headers, FLASH_COOKIE)?;
    let mut parts = left.splitn(3, ABOUT);
    let flash = Flash::parse(parts.next()?)?;
    let about = parts.next().map(str::to_owned);
    let done_at = parts.next().and_then(|millis| millis.parse().ok()).map(Timestamp::from_millis);
    Some(LeftFlash { flash, about, done_at })
}

/// After a form: to another page, which may say what was done.
pub fn see_other(target: &str, flash: Option<Flash>) -> Response {
    redirect(target, flash.map(|flash| flash.as_str().to_owned()))
}

/// What is kept of a form that did something to a record, so that it has the same answer when it is sent twice: when that was
/// done, and the next page.
pub fn kept_answer(done_at: Timestamp, target: &str) -> String {
    format!("{} {target}", done_at.millis())
}

/// After a form that did something to a record: to another page, which says what was done and may offer to take it back.
/// `kept` is a [`kept_answer`].
pub fn see_other_after(kept: &str, flash: Flash, id: &str) -> Response {
    let (done_at, target) = kept.split_once(' ').unwrap_or(("", kept));
    let is_plain = |part: &str| part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    let flash = flash.as_str();
    let left = if is_plain(id) && is_plain(done_at) {
        format!("{flash}{ABOUT}{id}{ABOUT}{done_at}")
    } else {
        flash.to_owned()
    };
    redirect(target, Some(left))
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
