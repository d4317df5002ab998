//! The success envelope.

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use parlour_app::once::Answer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, Code};

pub(crate) type Answered = Result<Response, ApiError>;

/// `{ success: true, data }`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Envelope<T> {
    #[schema(example = true)]
    success: bool,
    data: T,
}

pub(crate) fn envelope<T: Serialize>(data: T) -> Result<String, ApiError> {
    serde_json::to_string(&Envelope { success: true, data })
        .map_err(|_| ApiError::new(Code::Internal, "The answer could not be written."))
}

pub(crate) fn ok<T: Serialize>(data: T) -> Answered {
    Ok(json(StatusCode::OK, envelope(data)?))
}

/// An answer to be kept for an `Idempotency-Key`.
pub(crate) fn created<T: Serialize>(data: T) -> Result<Answer, ApiError> {
    Ok(Answer { status: StatusCode::CREATED.as_u16(), body: envelope(data)? })
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
