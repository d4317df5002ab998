//! The success envelope.

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use parlour_app::idempotency::StoredResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ErrorCode, HttpError};
use crate::paging::{FeedPage, ListPage};

pub type HttpResult = Result<Response, HttpError>;

/// `{ success: true, data }`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
}

/// `{ success: true, data, meta }` of a feed, whose entries are never counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedEnvelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
    meta: FeedMeta,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedMeta {
    page: i64,
    /// One more than `page` if this page is full, otherwise `page`.
    total_pages: i64,
}

/// Responds with a page of a feed. After a full page there may be another.
pub fn ok_feed<T: Serialize>(data: T, page: FeedPage, shown: usize) -> HttpResult {
    let is_full = i64::try_from(shown).is_ok_and(|shown| shown >= page.size);
    let meta = FeedMeta { page: page.page, total_pages: page.page.saturating_add(i64::from(is_full)) };
    Ok(json_response(StatusCode::OK, serialize_envelope(&FeedEnvelope { success: true, data, meta })?))
}

/// `{ success: true, data, meta }` of a page of a counted list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PagedEnvelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
    meta: PageMeta,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageMeta {
    page: i64,
    /// At least 1.
    total_pages: i64,
    total_count: i64,
}

/// Responds with a page of a list of `total_count` entries.
pub fn ok_page<T: Serialize>(data: T, page: ListPage, total_count: i64) -> HttpResult {
    let total_pages = (total_count.max(1) - 1) / page.size + 1;
    let meta = PageMeta { page: page.page, total_pages, total_count };
    Ok(json_response(StatusCode::OK, serialize_envelope(&PagedEnvelope { success: true, data, meta })?))
}

pub(crate) fn envelope_json<T: Serialize>(data: T) -> Result<String, HttpError> {
    serialize_envelope(&Envelope { success: true, data })
}

fn serialize_envelope(envelope: &impl Serialize) -> Result<String, HttpError> {
    serde_json::to_string(envelope).map_err(|_| HttpError::new(ErrorCode::Internal, "The answer could not be written."))
}

pub fn ok<T: Serialize>(data: T) -> HttpResult {
    Ok(json_response(StatusCode::OK, envelope_json(data)?))
}

/// 201 with the record that was created.
pub fn created<T: Serialize>(data: T) -> HttpResult {
    Ok(json_response(StatusCode::CREATED, envelope_json(data)?))
}

/// A 201 response that is stored for its `Idempotency-Key`.
pub fn stored_created<T: Serialize>(data: T) -> Result<StoredResponse, HttpError> {
    Ok(StoredResponse { status: StatusCode::CREATED.as_u16(), body: envelope_json(data)? })
}

/// A 200 response that is stored for its `Idempotency-Key`.
pub fn stored_ok<T: Serialize>(data: T) -> Result<StoredResponse, HttpError> {
    Ok(StoredResponse { status: StatusCode::OK.as_u16(), body: envelope_json(data)? })
}

pub fn to_response(stored: StoredResponse) -> Response {
    json_response(StatusCode::from_u16(stored.status).unwrap_or(StatusCode::OK), stored.body)
}

pub fn json_response(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
