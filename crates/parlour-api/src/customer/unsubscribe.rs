//! The way out of marketing letters, for whoever has one: no session, and mail programs may do it for them (RFC 8058).

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use parlour_app::letters::unsubscribe as acts;
use parlour_domain::ids::UserId;
use parlour_store::Conn;

use crate::call::Call;
use crate::error::ApiError;
use crate::id_path::Named;
use crate::pages::{html, page, wants_page};
use crate::respond::Answered;
use crate::web::Web;

/// Under which no cookie counts.
pub(crate) const FOLDER: &str = "/unsubscribe/";

/// Whether to end letters with offers
///
/// A page with a button. Opening it changes nothing: programs that look at mail open every link.
#[utoipa::path(
    get, path = "/unsubscribe/{token}", tag = "Letters",
    params(("token" = String, Path, description = "From a letter")),
    responses((status = 200, body = String, content_type = "text/html")),
)]
pub(crate) async fn ask(State(web): State<Web>, headers: HeaderMap, Named(token): Named) -> Answered {
    Ok(match named_by(&web, token).await? {
        Some(_) => shown(page(
            "No more of these letters?",
            "<p>You said yes to news from us, so we write to you on your birthday and after a visit. \
             Letters about your bookings and invoices come in any case.</p>\
             <form method=\"post\"><button>Stop these letters</button></form>",
        )),
        None => unknown(&headers),
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
    State(web): State<Web>,
    call: Call,
    headers: HeaderMap,
    Named(token): Named,
) -> Answered {
    let Some(user) = named_by(&web, token).await? else { return Ok(unknown(&headers)) };
    let occasion = web.occasion(&call, None);
    let ended = web.app().db.write(move |tx| acts::unsubscribe(tx, &occasion, &user).map_err(ApiError::from));
    ended.await?;
    Ok(shown(page(
        "Done",
        "<p>We will not write to you about offers and reviews any more. \
         Should you change your mind, say so in your profile.</p>",
    )))
}

async fn named_by(web: &Web, token: String) -> Result<Option<UserId>, ApiError> {
    let read = move |conn: &mut Conn<'_>| acts::read(conn, &token).map_err(ApiError::from);
    web.app().db.read(read).await
}

/// People get a page, programs the envelope.
fn unknown(headers: &HeaderMap) -> Response {
    if !wants_page(headers) {
        return ApiError::not_found("This link").into_response();
    }
    let mut response = shown(page(
        "This link leads nowhere",
        "<p>Perhaps a part of it got lost on the way. Please open it from the letter once more, \
         or change your wishes in your profile.</p>",
    ));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn shown(page: String) -> Response {
    let mut response = html(page);
    // Should an address ever stand on a page.
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}
