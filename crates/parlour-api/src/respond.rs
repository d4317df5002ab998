//! The success envelope.

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use parlour_app::once::Answer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, Code};
use crate::paging::{FeedPage, ListPage};

pub(crate) type Answered = Result<Response, ApiError>;

/// `{ success: true, data }`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Envelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
}

/// `{ success: true, data, meta }` of a feed, which never counts what it has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FeedEnvelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
    meta: FeedMeta,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeedMeta {
    page: i64,
    /// One more than `page` where this page is full, else `page`.
    total_pages: i64,
}

/// A page of a feed; a full one may not be the last.
pub(crate) fn ok_feed<T: Serialize>(data: T, asked: FeedPage, shown: usize) -> Answered {
    let is_full = i64::try_from(shown).is_ok_and(|shown| shown >= asked.size);
    let meta = FeedMeta { page: asked.page, total_pages: asked.page.saturating_add(i64::from(is_full)) };
    Ok(json(StatusCode::OK, written(&FeedEnvelope { success: true, data, meta })?))
}

/// `{ success: true, data, meta }` of a page of a list that is counted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PagedEnvelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
    meta: PageMeta,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageMeta {
    page: i64,
    /// At least 1.
    total_pages: i64,
    total_count: i64,
}

/// A page of a list of which this many entries exist.
pub(crate) fn ok_page<T: Serialize>(data: T, asked: ListPage, total_count: i64) -> Answered {
    let total_pages = (total_count.max(1) - 1) / asked.size + 1;
    let meta = PageMeta { page: asked.page, total_pages, total_count };
    Ok(json(StatusCode::OK, written(&PagedEnvelope { success: true, data, meta })?))
}

pub(crate) fn envelope<T: Serialize>(data: T) -> Result<String, ApiError> {
    written(&Envelope { success: true, data })
}

fn written(envelope: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(envelope)
        .map_err(|_| ApiError::new(Code::Internal, "The answer could not be written."))
}

pub(crate) fn ok<T: Serialize>(data: T) -> Answered {
    Ok(json(StatusCode::OK, envelope(data)?))
}

/// An answer to be kept for an `Idempotency-Key`.
pub(crate) fn created<T: Serialize>(data: T) -> Result<Answer, ApiError> {
    Ok(Answer { status: StatusCode::CREATED.as_u16(), body: envelope(data)? })
}

/// Like `created`, for an act that makes nothing new to look at under an address of its own.
pub(crate) fn finished<T: Serialize>(data: T) -> Result<Answer, ApiError> {
    Ok(Answer { status: StatusCode::OK.as_u16(), body: envelope(data)? })
}

pub(crate) fn answer(answer: Answer) -> Response {
    json(StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK), answer.body)
}

pub(crate) fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
