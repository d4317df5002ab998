//! The admin app, whole.

mod metrics;

use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::both::{auth, health};
use crate::web::Web;

pub(crate) use metrics::METRICS_TYPE;

pub(crate) fn routes() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(auth::start))
        .routes(routes!(auth::callback))
        .routes(routes!(auth::session))
        .routes(routes!(auth::sign_out))
        .routes(routes!(auth::sign_out_everywhere))
        .routes(routes!(metrics::show))
        .layer(CompressionLayer::new())
}
