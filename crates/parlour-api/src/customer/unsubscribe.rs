//! The way out of marketing letters, for whoever has one: no session, and mail programs may do it for them (RFC 8058).

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use parlour_app::emails::unsubscribe as use_cases;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::plain_pages::{accepts_html, html_response, plain_page};
use parlour_http::request_info::RequestInfo;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::Conn;

/// Whether to end letters with offers
///
/// A page with a button. Opening it changes nothing: programs that look at mail open every link.
#[utoipa::path(
    get, path = "/unsubscribe/{token}", tag = "Letters",
    params(("token" = String, Path, description = "From a letter")),
    responses((status = 200, body = String, content_type = "text/html")),
)]
pub(crate) async fn confirm(
    State(state): State<HttpState>,
    headers: HeaderMap,
    PathId(token): PathId,
) -> HttpResult {
    Ok(match user_of_token(&state, token).await? {
        Some(_) => noindex_page(plain_page(
            "No more of these letters?",
            "<p>You said yes to news from us, so we write to you on your birthday and after a visit. \
             Letters about your bookings and invoices come in any case.</p>\
             <form method=\"post\"><button>Stop these letters</button></form>",
        )),
        None => unknown_link_response(&headers),
    })
}

/// End letters with offers
///
/// Mail programs send this for their readers, with `List-Unsubscribe=One-Click` as the body; what it holds does not
/// matter. The second time changes nothing.
#[utoipa::path(
    post, path = "/unsubscribe/{token}", tag = "Letters",
    params(("token" = String, Path, description = "From a letter")),
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
    let ended =
        state.app().db.write(move |tx| use_cases::unsubscribe(tx, &context, &user).map_err(HttpError::from));
    ended.await?;
    Ok(noindex_page(plain_page(
        "Done",
        "<p>We will not write to you about offers and reviews any more. \
         Should you change your mind, say so in your profile.</p>",
    )))
}

async fn user_of_token(state: &HttpState, token: String) -> Result<Option<UserId>, HttpError> {
    let read = move |conn: &mut Conn<'_>| use_cases::user_of_token(conn, &token).map_err(HttpError::from);
    state.app().db.read(read).await
}

/// People get a page, programs the envelope.
fn unknown_link_response(headers: &HeaderMap) -> Response {
    if !accepts_html(headers) {
        return HttpError::not_found("This link").into_response();
    }
    let mut response = noindex_page(plain_page(
        "This link leads nowhere",
        "<p>Perhaps a part of it got lost on the way. Please open it from the letter once more, \
         or change your wishes in your profile.</p>",
    ));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn noindex_page(page: String) -> Response {
    let mut response = html_response(page);
    // Should an address ever stand on a page.
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}
