//! The metrics for developers.

use axum::response::Response;
use http::header::HeaderValue;

use crate::prelude::*;

pub(crate) const METRICS_TYPE: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Metrics in the Prometheus text format
#[utoipa::path(
    get, path = "/api/metrics", tag = "Health", security(("session" = ["developer"])),
    responses((status = 200, body = String, content_type = "application/openmetrics-text")),
)]
pub(crate) async fn show(caller: Developer) -> Response {
    crate::metrics_response(caller.state.metrics(), caller.state.app()).await
}
