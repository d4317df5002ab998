//! The metrics for developers.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HeaderValue};

use crate::prelude::*;

pub(crate) const METRICS_TYPE: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Metrics in the Prometheus text format
#[utoipa::path(
    get, path = "/api/metrics", tag = "Health", security(("session" = ["developer"])),
    responses((status = 200, body = String, content_type = "application/openmetrics-text")),
)]
pub(crate) async fn show(_asker: Developer) -> Response {
    let mut response = _asker.state.metrics().render(_asker.state.app()).await.into_response();
    response.headers_mut().insert(CONTENT_TYPE, METRICS_TYPE);
    response
}
