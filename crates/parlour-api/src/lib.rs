//! HTTP and nothing else: two apps, one set of conventions.

mod admin;
mod body;
mod both;
mod call;
mod cookies;
mod cross_origin;
mod customer;
pub mod dev_provider;
mod error;
mod fields;
mod front;
mod hot;
mod id_path;
mod idempotency;
pub mod jobs;
pub mod limits;
mod listed;
pub mod metrics;
mod openapi;
mod pages;
mod paging;
mod respond;
mod routes;
mod signed_in;
mod visit_fields;
mod web;

use axum::Router;
use axum::response::{IntoResponse, Response};
use dev_provider::DevProvider;
use http::header::CONTENT_TYPE;
use parlour_domain::app_side::AppSide;
use routes::{Descriptions, Routes};
pub use utoipa::openapi::OpenApi;
pub use web::{SignInSettings, Web, WebSettings, people_of};

/// Everything that one of the two apps answers.
pub fn router(web: Web, dev_provider: Option<DevProvider>) -> Router {
    let (routes, _) = routes_of(web.side(), Descriptions::Dropped, web.lead_origins()).into_parts();
    let mut routes = routes.merge(openapi::pages(web.side())).merge(pages::router(web.side()));
    if let Some(provider) = dev_provider {
        routes = routes.nest("/dev/oidc", provider.router().with_state(()));
    }
    front::stand_before(routes, web)
}

/// The metrics, for a listener that nobody outside can reach.
pub async fn metrics_page(metrics: &metrics::Metrics, app: &parlour_app::App) -> Response {
    let mut response = metrics.render(app).await.into_response();
    response.headers_mut().insert(CONTENT_TYPE, admin::METRICS_TYPE);
    response
}

/// The app's interface, for tools and people.
pub fn openapi(side: AppSide) -> OpenApi {
    openapi::document(side, routes_of(side, Descriptions::Kept, &[]))
}

fn routes_of(side: AppSide, descriptions: Descriptions, lead_origins: &[String]) -> Routes {
    match side {
        AppSide::Customer => customer::routes(descriptions, lead_origins),
        AppSide::Admin => admin::routes(descriptions),
    }
}
