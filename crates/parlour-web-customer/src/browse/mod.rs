//! What everybody can see: the first page, services, offers, the call-back form, and what search engines read.

pub(crate) mod art;
pub(crate) mod basket;
pub(crate) mod call_me;
pub(crate) mod campaign;
pub(crate) mod chosen_offer;
pub(crate) mod home;
pub(crate) mod next_and_last;
pub(crate) mod offer;
mod opening;
pub(crate) mod paths;
mod search_engines;
pub(crate) mod service;
pub(crate) mod services;

use axum::Router;
use parlour_http::compression::WholeCompression;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/services/{slug}", get(service::show))
        .route("/offers/{slug}", get(offer::show))
        .route("/call-me", get(call_me::show).merge(post(call_me::submit)))
        .route("/sitemap.xml", get(search_engines::sitemap))
        .route("/robots.txt", get(search_engines::robots))
}

pub(super) fn routes_from_memory() -> Router<HttpState> {
    // The layer leaves what is compressed already, and compresses the pages of signed-in visitors.
    Router::new().route("/", get(home::show)).route("/book", get(services::show)).layer(WholeCompression::QUICK)
}
