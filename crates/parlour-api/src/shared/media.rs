//! Public pictures, at addresses that never change their content.

use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use parlour_http::pages::pictures::media_url;
use parlour_http::response_cache::IMMUTABLE;
use parlour_integrations::picture::{content_type, storage_key};
use parlour_store::pictures;

use super::stored_file::stored_file_response;
use crate::prelude::*;

/// A picture
///
/// Without a session. A picture that nothing shows any more is 404.
#[utoipa::path(
    get, path = "/media/{name}", tag = "Files",
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/jpeg"),
        (status = 404, response = ErrorResponse),
        (status = 502, response = ErrorResponse),
    ),
)]
pub(crate) async fn show(State(state): State<HttpState>, PathId(name): PathId) -> HttpResult {
    let missing = || HttpError::not_found("The picture");
    let content_type = content_type(&name).ok_or_else(missing)?;
    let url = media_url(&state, &name);
    if !state.app().db.read(move |conn: &mut Conn<'_>| pictures::is_shown(conn, &url)).await? {
        return Err(missing());
    }
    let files = state.worker().integrations.files.as_ref().ok_or_else(missing)?;
    let found = files.open(&storage_key(&name)).await.map_err(|error| {
        tracing::warn!(%error, "a picture cannot be read");
        HttpError::new(ErrorCode::Upstream, "The file storage does not answer. Please try again.")
    })?;
    let mut response = stored_file_response(found.ok_or_else(missing)?);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(CACHE_CONTROL, IMMUTABLE);
    Ok(response)
}
