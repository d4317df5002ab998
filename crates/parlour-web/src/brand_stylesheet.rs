//! The stylesheet with the salon's colour.

use axum::extract::{Path, State};
use axum::response::Response;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, HeaderMap, HeaderValue};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::response_cache::{CacheableResponse, IMMUTABLE};
use parlour_http::state::HttpState;

use crate::cache::current_salon;
use crate::salon::brand_css;

/// The stylesheet with the salon's colour. Its address contains its hash.
pub async fn brand_stylesheet(
    State(state): State<HttpState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> HttpResult {
    let salon = current_salon(&state).await?;
    let path = format!("/brand/{name}");
    let colour = salon.brand_colour.filter(|_| salon.brand_path().as_deref() == Some(path.as_str()));
    let css = brand_css(colour.ok_or_else(|| HttpError::not_found("This file"))?);
    Ok(immutable(
        &CacheableResponse::from_body(HeaderValue::from_static("text/css; charset=utf-8"), Bytes::from(css))?,
        &headers,
    ))
}

fn immutable(entity: &CacheableResponse, headers: &HeaderMap) -> Response {
    let mut response = entity.respond(headers);
    response.headers_mut().insert(CACHE_CONTROL, IMMUTABLE);
    response
}
