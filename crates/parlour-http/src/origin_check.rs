//! A browser that is signed in must not be made to act by another site.

use http::header::{HOST, HeaderMap, ORIGIN};
use http::{Method, Request};

use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::state::HttpState;

/// Where one-click unsubscribe links of e-mails lead.
const UNSUBSCRIBE_PATH_PREFIX: &str = "/unsubscribe/";

/// Refuses a change that carries a session cookie and was sent by a page of another origin. A
/// request with neither header comes from a script, which has no cookies but its own.
pub(crate) fn check_origin<B>(request: &Request<B>, state: &HttpState) -> Result<(), HttpError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let headers = request.headers();
    if is_safe || cookies::read(headers, state.side().session_cookie()).is_none() {
        return Ok(());
    }
    // The token in the address says whose it is, and mail programs in a browser post from their own pages.
    if request.uri().path().starts_with(UNSUBSCRIBE_PATH_PREFIX) {
        return Ok(());
    }
    let origin = header_text(headers, ORIGIN.as_str());
    let is_allowed_lead_origin =
        origin.is_some_and(|origin| state.accepts_leads_from(origin, request.uri().path()));
    let is_same_origin = match (header_text(headers, "sec-fetch-site"), origin) {
        (Some(site), _) => site == "same-origin" || site == "none",
        (None, Some(origin)) => {
            origin == state.public_url()
                || is_same_host(origin, header_text(headers, HOST.as_str()), state.is_https())
        }
        (None, None) => true,
    };
    if is_same_origin || is_allowed_lead_origin {
        Ok(())
    } else {
        Err(HttpError::new(ErrorCode::Forbidden, "This request came from another site."))
    }
}

/// The address in the browser's bar may differ from the public URL, but not by being less safe.
fn is_same_host(origin: &str, host: Option<&str>, is_https: bool) -> bool {
    origin
        .split_once("://")
        .is_some_and(|(scheme, origin_host)| Some(origin_host) == host && (scheme == "https" || !is_https))
}

fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}
