//! The headers that every response has.

use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, SET_COOKIE,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use crate::limits::LimitDecision;
use crate::pages::PAGE_POLICY;
use crate::request_info::RequestInfo;
use crate::state::HttpState;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// No page uses any of these.
const NO_PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
);
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub(crate) fn write_common_headers(
    headers: &mut HeaderMap,
    state: &HttpState,
    request_info: &RequestInfo,
    decision: Option<LimitDecision>,
) {
    if let Ok(id) = HeaderValue::from_str(request_info.request_id()) {
        headers.insert(X_REQUEST_ID, id);
    }
    if let Some(cookie) = request_info.cookie().filter(|_| !sets_session_cookie(headers, state)) {
        headers.append(SET_COOKIE, cookie.clone());
    }
    if let Some(decision) = decision {
        decision.write_to(headers);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ));
    if state.is_https() {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000; includeSubDomains"));
    }
}

/// Which sites may show the answer as a part of theirs.
pub(crate) fn write_reader_headers(headers: &mut HeaderMap, is_public_picture: bool) {
    // E-mails and the salon's own site show pictures of the catalogue.
    let readers = if is_public_picture { "cross-origin" } else { "same-origin" };
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static(readers));
}

/// What other sites may do with a document, embed it or keep a hold on its window, and what it may use itself.
pub(crate) fn write_document_headers(headers: &mut HeaderMap, state: &HttpState) {
    let is_page = headers.get(CONTENT_SECURITY_POLICY) == Some(&PAGE_POLICY);
    if let Some(policy) = state.embeddable_page_policy().filter(|_| is_page) {
        headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
    }
    let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok()).unwrap_or_default();
    // For browsers that do not know the policy. It cannot name sites, so it says nothing where there are some.
    let for_old_browsers = match policy {
        policy if policy.contains("frame-ancestors 'none'") => Some("DENY"),
        policy if policy.contains("frame-ancestors 'self'") => Some("SAMEORIGIN"),
        _ => None,
    };
    if let Some(rule) = for_old_browsers {
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static(rule));
    }
    headers.insert(PERMISSIONS_POLICY, NO_PERMISSIONS);
    headers.insert(CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin"));
}

/// Whether the response sets or removes the session cookie itself, as signing out does. Then the extended cookie is
/// not added.
fn sets_session_cookie(headers: &HeaderMap, state: &HttpState) -> bool {
    let of_session = |set: &HeaderValue| {
        let rest = set.as_bytes().strip_prefix(state.app_kind().session_cookie().as_bytes());
        rest.is_some_and(|rest| rest.starts_with(b"="))
    };
    headers.get_all(SET_COOKIE).iter().any(of_session)
}
