//! A browser that is signed in must not be made to act by another site.

use http::header::{HOST, HeaderMap, ORIGIN};
use http::{Method, Request};

use crate::cookies;
use crate::customer::unsubscribe;
use crate::error::{ApiError, Code};
use crate::web::Web;

/// Refuses a change that carries a session cookie and was sent by a page of another origin. A
/// request with neither header comes from a script, which has no cookies but its own.
pub(crate) fn check<B>(request: &Request<B>, web: &Web) -> Result<(), ApiError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let headers = request.headers();
    if is_safe || cookies::read(headers, web.side().session_cookie()).is_none() {
        return Ok(());
    }
    // There the address says who it is for, and mail programs on the web ask from their own pages.
    if request.uri().path().starts_with(unsubscribe::FOLDER) {
        return Ok(());
    }
    let origin = text(headers, ORIGIN.as_str());
    let is_invited = origin.is_some_and(|origin| web.takes_leads_from(origin, request.uri().path()));
    let is_own = match (text(headers, "sec-fetch-site"), origin) {
        (Some(site), _) => site == "same-origin" || site == "none",
        (None, Some(origin)) => {
            origin == web.public_url() || is_same_host(origin, text(headers, HOST.as_str()), web.is_https())
        }
        (None, None) => true,
    };
    if is_own || is_invited {
        Ok(())
    } else {
        Err(ApiError::new(Code::Forbidden, "This request came from another site."))
    }
}

/// The address in the browser's bar may differ from the public URL, but not by being less safe.
fn is_same_host(origin: &str, host: Option<&str>, is_https: bool) -> bool {
    origin
        .split_once("://")
        .is_some_and(|(scheme, origin_host)| Some(origin_host) == host && (scheme == "https" || !is_https))
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}
