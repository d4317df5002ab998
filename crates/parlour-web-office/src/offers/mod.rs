//! Offers: running, to come, past and switched off.

mod example;
mod list;
mod offer;
mod offer_form;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/offers", get(list::show))
        .route("/offers/new", get(offer::show_new).merge(post(offer::add)))
        .route("/offers/{id}", get(offer::show).merge(post(offer::change)))
}
