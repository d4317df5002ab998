//! Protects signed-in users from requests that other sites make their browsers send.

use http::header::{HOST, HeaderMap, ORIGIN};
use http::{Method, Request};

use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::state::HttpState;

/// The path of the unsubscribe links in e-mails.
const UNSUBSCRIBE_PATH_PREFIX: &str = "/unsubscribe/";

/// Refuses a change with a session cookie from a page of another origin. A request without an origin header comes from
/// a program, not a browser.
pub(crate) fn check_origin<B>(request: &Request<B>, state: &HttpState) -> Result<(), HttpError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let headers = request.headers();
    if is_safe || cookies::read(headers, state.side().session_cookie()).is_none() {
        return Ok(());
    }
    // The token in the path identifies the user, and webmail pages post from their own origin.
    if request.uri().path().starts_with(UNSUBSCRIBE_PATH_PREFIX) {
        return Ok(());
    }
    let origin = header_text(headers, ORIGIN.as_str());
    let is_allowed_lead_origin = origin.is_some_and(|origin| state.accepts_leads_from(origin, request.uri().path()));
    let is_same_origin = match (header_text(headers, "sec-fetch-site"), origin) {
        (Some(site), _) => site == "same-origin" || site == "none",
        (None, Some(origin)) => {
            origin == state.public_url() || is_same_host(origin, header_text(headers, HOST.as_str()), state.is_https())
        }
        (None, None) => true,
    };
    if is_same_origin || is_allowed_lead_origin {
        Ok(())
    } else {
        Err(HttpError::new(ErrorCode::Forbidden, "This request came from another site."))
    }
}

/// The browser may use another host name than the public URL, but not http instead of https.
fn is_same_host(origin: &str, host: Option<&str>, is_https: bool) -> bool {
    origin
        .split_once("://")
        .is_some_and(|(scheme, origin_host)| Some(origin_host) == host && (scheme == "https" || !is_https))
}

fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}
