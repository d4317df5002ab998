//! Which limit counts a request.

use http::Method;
use parlour_domain::auth::app_kind::AppKind;

use super::LimitName;
use crate::state::LEADS_PATH;

/// The two routes of a sign-in, which browsers open.
pub(crate) fn is_sign_in_path(path: &str) -> bool {
    matches!(path, "/api/auth/sign-in" | "/api/auth/callback")
}

/// The contract limits exact routes and methods of the customer app. Signing in is limited on both apps.
pub(crate) fn limit_for_route(app_kind: AppKind, method: &Method, path: &str) -> Option<LimitName> {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    if reads && is_sign_in_path(path) {
        return Some(LimitName::Auth);
    }
    if app_kind != AppKind::Customer {
        return None;
    }
    match path {
        "/api/services" if reads => Some(LimitName::Services),
        "/api/availability" if reads => Some(LimitName::Availability),
        "/api/health" if reads => Some(LimitName::Health),
        "/api/bookings" if method == Method::POST => Some(LimitName::Bookings),
        LEADS_PATH if method == Method::POST => Some(LimitName::Leads),
        _ => limit_for_page(reads, path),
    }
}

/// A page's form counts as the API's request of the same kind. Pages with free times have a limit of their own, which
/// a person who looks through a fortnight does not reach.
fn limit_for_page(reads: bool, path: &str) -> Option<LimitName> {
    let is_move = || path.strip_prefix("/visits/").is_some_and(|rest| rest.ends_with("/move"));
    match path {
        "/book/review" if !reads => Some(LimitName::Bookings),
        "/call-me" if !reads => Some(LimitName::Leads),
        "/book/time" if reads => Some(LimitName::FreeTimes),
        _ if reads && is_move() => Some(LimitName::FreeTimes),
        _ => None,
    }
}

/// A person has typed into these: they are not refused before the handler, which shows them again.
pub(crate) fn is_limited_form(method: &Method, path: &str) -> bool {
    method == Method::POST && matches!(path, "/book/review" | "/call-me")
}
