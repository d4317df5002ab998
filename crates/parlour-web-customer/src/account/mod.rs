//! Sign-in, onboarding, the customer's own page, and what every site has: privacy notice, manifest, offline page.

pub(crate) mod erase;
pub(crate) mod me;
pub(crate) mod onboarding;
pub(crate) mod person_fields;
pub(crate) mod sign_in;
pub(crate) mod site_pages;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;
use parlour_web::account::{language_choice, sign_out};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/sign-in", get(sign_in::show))
        .route("/sign-out", post(sign_out::here).merge(get(sign_out::redirect_to_account)))
        .route("/sign-out-everywhere", post(sign_out::everywhere).merge(get(sign_out::redirect_to_account)))
        .route("/onboarding", get(onboarding::show).merge(post(onboarding::submit)))
        .route("/me", get(me::show).merge(post(me::submit)))
        .route("/me/erase", get(erase::show).merge(post(erase::submit)))
        .route("/language", post(language_choice::choose).merge(get(language_choice::redirect_to_first_page)))
        .route("/privacy", get(site_pages::privacy))
        .route("/offline", get(site_pages::offline))
        .route("/manifest.webmanifest", get(site_pages::manifest))
}
