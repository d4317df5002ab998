//! The JSON API of the customer app and the admin app, with its OpenAPI documents.

mod admin;
mod customer;
mod docs_viewer;
pub mod jobs;
mod openapi;
mod prelude;
mod routes;
mod shared;

use axum::Router;
use parlour_domain::auth::app_kind::AppKind;
use parlour_http::page_updates;

use routes::{Descriptions, Routes};

pub use admin::metrics_response;
pub use parlour_http::state::{HttpSettings, HttpState, SignInSettings};
pub use utoipa::openapi::OpenApi;

/// The routes of one app's API.
///
/// `development` holds the routes of the development identity provider, if there is one.
pub fn routes(state: &HttpState, development: Option<Router>) -> Router<HttpState> {
    let (routes, _) = app_routes(state.app_kind(), Descriptions::Dropped, state.lead_origins()).into_parts();
    let mut routes =
        routes.merge(openapi::docs_routes(state.app_kind(), openapi)).merge(page_updates::page_update_routes());
    if let Some(development) = development {
        routes = routes.nest("/dev/oidc", development.with_state(()));
    }
    routes
}

/// The OpenAPI document of an app.
pub fn openapi(app_kind: AppKind) -> OpenApi {
    openapi::build_document(app_kind, app_routes(app_kind, Descriptions::Included, &[]))
}

fn app_routes(app_kind: AppKind, descriptions: Descriptions, lead_origins: &[String]) -> Routes {
    match app_kind {
        AppKind::Customer => customer::routes(descriptions, lead_origins),
        AppKind::Admin => admin::routes(descriptions),
    }
}
