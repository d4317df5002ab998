//! The plain HTML pages of the apps.

use axum::Router;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::header::{ACCEPT, CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue};
use parlour_domain::auth::app_side::AppSide;

use crate::error::HttpError;
use crate::state::HttpState;

const STYLE: &str = "body{font:1.05rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.2rem;\
color:#2b2530;background:#faf7f5}h1{font-size:1.6rem}a{color:#8a2f5c}small{color:#766}\
button{font:inherit;padding:.6em 1.2em;border:0;border-radius:.5em;color:#fff;background:#8a2f5c;cursor:pointer}";

pub fn home_routes(side: AppSide) -> Router<HttpState> {
    let name = match side {
        AppSide::Customer => "Parlour",
        AppSide::Admin => "Parlour desk",
    };
    let home = plain_page(
        name,
        "<p><a href=\"/api/auth/sign-in?returnTo=/\">Sign in</a> · <a href=\"/docs/\">Interface</a></p>",
    );
    let onboarding = plain_page(
        "Welcome",
        "<p>You are signed in. Please add your phone number, date of birth and preferences.</p>\
         <p><small>The form sends them to <code>POST /api/onboarding/complete</code>.</small></p>",
    );
    Router::new()
        .route("/", get(async || html_response(home)))
        .route("/onboarding", get(async || html_response(onboarding)))
}

/// Browsers get a page with a link, programs the error envelope.
pub fn sign_in_failed(headers: &HeaderMap, refusal: HttpError) -> Response {
    if !accepts_html(headers) {
        return refusal.into_response();
    }
    let body = format!(
        "<p>{}</p><p><a href=\"/api/auth/sign-in\">Try again</a> · <a href=\"/\">Home</a></p>",
        refusal.first_field_error().unwrap_or(refusal.message())
    );
    let mut response = html_response(plain_page("Sign-in did not work", &body));
    *response.status_mut() = refusal.status();
    response
}

/// Whether the client accepts HTML, as browsers do.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

pub fn plain_page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{body}</html>"
    )
}

pub fn html_response(page: String) -> Response {
    let mut response = Html(page).into_response();
    response.headers_mut().insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    );
    response
}
