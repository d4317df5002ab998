//! The metrics for developers.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HeaderValue};
use parlour_app::App;
use parlour_http::metrics::Metrics;

use crate::prelude::*;

const METRICS_TYPE: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Metrics in the Prometheus text format
#[utoipa::path(
    get, path = "/api/metrics", tag = "Health", security(("session" = ["developer"])),
    responses((status = 200, body = String, content_type = "application/openmetrics-text")),
)]
pub(crate) async fn show(caller: Developer) -> Response {
    metrics_response(caller.state.metrics(), caller.state.app()).await
}

/// The metrics, for a listener that is not public.
pub async fn metrics_response(metrics: &Metrics, app: &App) -> Response {
    let mut response = metrics.render(app).await.into_response();
    response.headers_mut().insert(CONTENT_TYPE, METRICS_TYPE);
    response
}
