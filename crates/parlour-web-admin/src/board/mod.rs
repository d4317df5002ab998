//! The day board.

mod actions;
mod address;
mod blocks;
mod day_bookings;
mod layout;
mod moving;
mod page;
mod place;
mod queue;
mod view;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

pub use self::address::board_path;
pub(crate) use self::page::{show, show_beside};
use super::desk::page_above;

// A refused form is shown again at its own address, whose parts are kept up to date.
pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/", get(page::home))
        .route("/board", get(page::show))
        .route("/board/blocks", get(blocks::show).merge(post(blocks::add)))
        .route("/board/blocks/{id}/remove", post(blocks::remove).merge(get(page_above::<Receptionist, 2>)))
        .route("/board/{id}/place", get(page::show_move).merge(post(place::place)))
        .route("/board/{id}/arrive", get(page::show).merge(post(actions::arrive)))
        .route("/board/{id}/start", get(page::show).merge(post(actions::start)))
        .route("/board/{id}/no-show", get(page::show).merge(post(actions::mark_no_show)))
        .route("/board/{id}/checkout", get(actions::check_out))
        .route("/board/{id}/approve", get(page::show).merge(post(actions::approve)))
}
