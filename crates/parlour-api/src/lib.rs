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
    complete_routes(endpoint_routes(state.app_kind(), state.lead_origins()), state.app_kind(), development)
}

/// The endpoints alone. A process with many apps clones them.
pub fn endpoint_routes(app_kind: AppKind, lead_origins: &[String]) -> Router<HttpState> {
    app_routes(app_kind, Descriptions::LeftOut, lead_origins).into_parts().0
}

/// Adds the documentation, what pages listen to, and the development identity provider where there is one.
pub fn complete_routes(
    endpoints: Router<HttpState>,
    app_kind: AppKind,
    development: Option<Router>,
) -> Router<HttpState> {
    let mut routes = endpoints.merge(openapi::docs_routes(app_kind, openapi)).merge(page_updates::page_update_routes());
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
