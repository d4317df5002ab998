//! Unsubscribing from marketing e-mails: without a session, and also by mail programs (RFC 8058).

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use parlour_domain::ids::UserId;
use parlour_http::plain_pages::{accepts_html, html_response, plain_page};
use parlour_http::request_info::RequestInfo;
use parlour_worker::emails::unsubscribe as use_cases;

use crate::prelude::*;

/// Confirm the end of marketing e-mails
///
/// A page with a button. Opening it changes nothing, because mail scanners open every link.
#[utoipa::path(
    get, path = "/unsubscribe/{token}", tag = "E-mail",
    params(("token" = String, Path, description = "From an e-mail")),
    responses((status = 200, body = String, content_type = "text/html")),
)]
pub(crate) async fn confirm(State(state): State<HttpState>, headers: HeaderMap, PathId(token): PathId) -> HttpResult {
    Ok(match user_of_token(&state, token).await? {
        Some(_) => noindex_page(plain_page(
            "Stop these e-mails?",
            "<p>You said yes to news from us, so we write to you on your birthday and after an appointment. \
             You still get e-mails about your bookings and invoices.</p>\
             <form method=\"post\"><button>Stop these e-mails</button></form>",
        )),
        None => unknown_link_response(&headers),
    })
}

/// End marketing e-mails
///
/// Mail programs send this with `List-Unsubscribe=One-Click` as the body; the body is ignored. A repeated request
/// changes nothing.
#[utoipa::path(
    post, path = "/unsubscribe/{token}", tag = "E-mail",
    params(("token" = String, Path, description = "From an e-mail")),
    responses((status = 200, body = String, content_type = "text/html")),
)]
pub(crate) async fn unsubscribe(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    headers: HeaderMap,
    PathId(token): PathId,
) -> HttpResult {
    let Some(user) = user_of_token(&state, token).await? else { return Ok(unknown_link_response(&headers)) };
    let context = state.context(&request_info, None);
    let ended = state.app().db.write(move |tx| use_cases::unsubscribe(tx, &context, &user).map_err(HttpError::from));
    ended.await?;
    Ok(noindex_page(plain_page(
        "Done",
        "<p>We will not write to you about offers and reviews any more. \
         You can change this in your profile.</p>",
    )))
}

async fn user_of_token(state: &HttpState, token: String) -> Result<Option<UserId>, HttpError> {
    state.read(move |conn| Ok(use_cases::user_of_token(conn, &token)?)).await
}

/// Browsers get a page, programs the error envelope.
fn unknown_link_response(headers: &HeaderMap) -> Response {
    if !accepts_html(headers) {
        return HttpError::not_found("This link").into_response();
    }
    let mut response = noindex_page(plain_page(
        "This link leads nowhere",
        "<p>Perhaps it is incomplete. Please open it from the e-mail again, \
         or change the setting in your profile.</p>",
    ));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn noindex_page(page: String) -> Response {
    let mut response = html_response(page);
    // Keeps the secret address out of search engines.
    response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}
