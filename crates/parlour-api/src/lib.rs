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
use parlour_domain::auth::app_side::AppSide;
use parlour_http::live;

use routes::{Descriptions, Routes};

pub use admin::metrics_response;
pub use parlour_http::state::{HttpSettings, HttpState, SignInSettings};
pub use utoipa::openapi::OpenApi;

/// The routes of one app's API.
///
/// `development` holds the routes of the development identity provider, if there is one.
pub fn routes(state: &HttpState, development: Option<Router>) -> Router<HttpState> {
    let (routes, _) = app_routes(state.side(), Descriptions::Dropped, state.lead_origins()).into_parts();
    let mut routes = routes.merge(openapi::docs_routes(state.side(), openapi)).merge(live::live_routes());
    if let Some(development) = development {
        routes = routes.nest("/dev/oidc", development.with_state(()));
    }
    routes
}

/// The OpenAPI document of an app.
pub fn openapi(side: AppSide) -> OpenApi {
    openapi::build_document(side, app_routes(side, Descriptions::Kept, &[]))
}

fn app_routes(side: AppSide, descriptions: Descriptions, lead_origins: &[String]) -> Routes {
    match side {
        AppSide::Customer => customer::routes(descriptions, lead_origins),
        AppSide::Admin => admin::routes(descriptions),
    }
}
