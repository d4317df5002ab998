//! Protects signed-in users from requests that other sites make their browsers send.

use std::time::Duration;

use http::header::{HOST, HeaderMap, ORIGIN};
use http::{Method, Request};
use parlour_app::sign_in::{FoundSession, find_session};
use tokio::time::timeout;

use super::host::is_no_foreign_name;
use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::refusal_traces::{Refusal, RefusalReason};
use crate::request_info::RequestInfo;
use crate::state::HttpState;

/// A refused request does not wait longer for a busy database.
const SESSION_READ_TIMEOUT: Duration = Duration::from_millis(900);
/// The path of the unsubscribe links in e-mails.
const UNSUBSCRIBE_PATH_PREFIX: &str = "/unsubscribe/";

/// Refuses a change with a session cookie from a page of another origin, and every form of our pages that another
/// origin sends: browsers do not send the session cookie with it, but would obey an answer that removes the cookie. A
/// request without an origin header comes from a program, not a browser.
pub(crate) fn check_origin<B>(request: &Request<B>, state: &HttpState) -> Result<(), HttpError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let headers = request.headers();
    let is_program_address = request.uri().path().starts_with("/api/");
    if is_safe || (is_program_address && cookies::read(headers, state.app_kind().session_cookie()).is_none()) {
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

/// Notes whose session the cookie of the refused request is, if it is anybody's. The answer does not depend on it.
pub(crate) async fn note_foreign_origin(state: &HttpState, request_info: &RequestInfo, headers: &HeaderMap) {
    let Some(token) = cookies::read(headers, state.app_kind().session_cookie()).map(str::to_owned) else { return };
    let (app_kind, now) = (state.app_kind(), state.now());
    let session = state.read(move |conn| Ok(find_session(conn, &token, app_kind, now)?));
    let detail = "the request came from another site";
    let refusal = match timeout(SESSION_READ_TIMEOUT, session).await {
        Ok(Ok(FoundSession::Active(session))) => {
            Refusal::of_caller(RefusalReason::Origin, detail, (session.user_id, session.role))
        }
        Ok(Ok(FoundSession::Expired(_) | FoundSession::Unknown)) => return,
        Ok(Err(_)) | Err(_) => Refusal::anonymous(RefusalReason::Origin, detail),
    };
    request_info.set_refusal(refusal);
}

/// The browser may use another host name than the public URL, but not http instead of https. Without https nothing proves
/// that the name is ours: it must be this machine or an address in figures.
fn is_same_host(origin: &str, host: Option<&str>, is_https: bool) -> bool {
    origin.split_once("://").is_some_and(|(scheme, origin_host)| {
        let is_trusted = if is_https { scheme == "https" } else { is_no_foreign_name(origin_host) };
        Some(origin_host) == host && is_trusted
    })
}

fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_the_same_host_is_ours_unless_anybody_could_own_its_name() {
        for (origin, host, is_https, expected) in [
            ("https://desk.example", "desk.example", true, true),
            ("http://desk.example", "desk.example", true, false),
            ("https://evil.example", "desk.example", true, false),
            ("http://localhost:3000", "localhost:3000", false, true),
            ("http://desk.localhost:3001", "desk.localhost:3001", false, true),
            ("http://192.168.1.7:3000", "192.168.1.7:3000", false, true),
            ("http://[::1]:3000", "[::1]:3000", false, true),
            ("http://evil.example", "evil.example", false, false),
            ("https://evil.example:3000", "evil.example:3000", false, false),
        ] {
            assert_eq!(is_same_host(origin, Some(host), is_https), expected, "{origin} {is_https}");
        }
        assert!(!is_same_host("http://localhost", None, false));
    }
}
