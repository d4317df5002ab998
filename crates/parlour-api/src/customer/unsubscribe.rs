//! Unsubscribing from marketing e-mails: without a session, and also by mail programs (RFC 8058).

use axum::Extension;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use parlour_domain::ids::UserId;
use parlour_http::pages::{MessageAt, MessagePage, PageRenderers, accepts_html};
use parlour_http::refusal_traces::{Refusal, RefusalReason};
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
pub(crate) async fn confirm(
    State(state): State<HttpState>,
    Extension(pages): Extension<PageRenderers>,
    request_info: RequestInfo,
    headers: HeaderMap,
    PathId(token): PathId,
) -> HttpResult {
    let path = page_path(&token);
    Ok(match user_of_token(&state, token).await? {
        Some(_) => {
            let confirm = MessageAt { page: MessagePage::ConfirmUnsubscribe, path: &path };
            noindex_page(pages, &state, &headers, confirm)
        }
        None => unknown_link_response(pages, &state, &request_info, &headers, &path),
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
    Extension(pages): Extension<PageRenderers>,
    request_info: RequestInfo,
    headers: HeaderMap,
    PathId(token): PathId,
) -> HttpResult {
    let path = page_path(&token);
    let Some(user) = user_of_token(&state, token).await? else {
        return Ok(unknown_link_response(pages, &state, &request_info, &headers, &path));
    };
    let context = state.context(&request_info, None);
    let ended = state.app().db.write(move |tx| use_cases::unsubscribe(tx, &context, &user).map_err(HttpError::from));
    ended.await?;
    Ok(noindex_page(pages, &state, &headers, MessageAt { page: MessagePage::Unsubscribed, path: &path }))
}

/// Where the page is shown again in another language.
fn page_path(token: &str) -> String {
    format!("/unsubscribe/{token}")
}

async fn user_of_token(state: &HttpState, token: String) -> Result<Option<UserId>, HttpError> {
    let secrets = state.app().secrets.clone();
    state.read(move |conn| Ok(use_cases::user_of_token(conn, &secrets, &token)?)).await
}

/// Browsers get a page, programs the error envelope.
fn unknown_link_response(
    pages: PageRenderers,
    state: &HttpState,
    request_info: &RequestInfo,
    headers: &HeaderMap,
    path: &str,
) -> Response {
    request_info.set_refusal(Refusal::anonymous(RefusalReason::LinkToken, "not the address that ends e-mails"));
    if !accepts_html(headers) {
        return HttpError::not_found("This link").into_response();
    }
    let unknown = MessageAt { page: MessagePage::UnknownUnsubscribeLink, path };
    let mut response = noindex_page(pages, state, headers, unknown);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn noindex_page(pages: PageRenderers, state: &HttpState, headers: &HeaderMap, message: MessageAt<'_>) -> Response {
    let mut response = (pages.message)(state, headers, message);
    // Keeps the secret address out of search engines.
    response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}
