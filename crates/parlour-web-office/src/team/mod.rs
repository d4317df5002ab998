//! The team: who can be booked, where, and for what.

mod list;
mod member;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/team", get(list::show))
        .route("/team/new", get(member::show_new).merge(post(member::add)))
        .route("/team/{id}", get(member::show).merge(post(member::change)))
}
