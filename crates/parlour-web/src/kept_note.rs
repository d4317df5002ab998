//! The note that was typed, kept while the visitor signs in again or chooses another time.
//!
//! In a cookie and not in the address: it may be about health, and addresses are kept by browsers and proxies. The cookie
//! names its writer, because several people may use one device.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::header::{HeaderMap, SET_COOKIE};
use parlour_domain::ids::UserId;
use parlour_http::cookies;

use crate::page::PageContext;

/// The hidden field with the id of whoever the form was made for, who may be signed out when it is sent.
pub const WRITER_FIELD: &str = "writer";

const NOTE_COOKIE: &str = "__Host-parlour-note";
const NOTE_SECONDS: i64 = 30 * 60;
/// A cookie has at most 4 kB.
const MAX_BYTES: usize = 2_500;

pub fn keep(response: &mut HeaderMap, writer: &str, note: &str) {
    if !note.is_empty() && !writer.is_empty() && writer.len() + note.len() <= MAX_BYTES {
        let value = BASE64_URL_SAFE_NO_PAD.encode(format!("{writer}\n{note}"));
        response.append(SET_COOKIE, cookies::set(NOTE_COOKIE, &value, NOTE_SECONDS));
    }
}

/// What the signed-in user has typed. Nobody reads the note of somebody else.
pub fn read(page: &PageContext) -> Option<String> {
    let value = cookies::read(&page.headers, NOTE_COOKIE)?;
    note_of(page.caller.as_ref()?.user(), value)
}

fn note_of(user: &UserId, value: &str) -> Option<String> {
    let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(value).ok()?).ok()?;
    let (writer, note) = text.split_once('\n')?;
    (writer == user.as_str()).then(|| note.to_owned())
}

/// Once it is part of a booking.
pub fn clear(request: &HeaderMap, response: &mut HeaderMap) {
    if cookies::read(request, NOTE_COOKIE).is_some() {
        forget(response);
    }
}

/// When its writer signs out.
pub fn forget(response: &mut HeaderMap) {
    response.append(SET_COOKIE, cookies::clear(NOTE_COOKIE));
}
