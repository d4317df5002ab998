//! Day close: the money of a day, the cash that is counted, and cash that moves apart from sales.

pub(crate) mod close;
mod confirm;
pub(crate) mod day;
mod denominations;
pub(crate) mod movement;
mod open_bookings;
pub(crate) mod reopen;
mod sums;
pub(crate) mod view;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub use self::day::day_path;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/day-close", get(view::show).merge(post(close::submit)))
        .route("/day-close/movements", post(movement::submit).merge(get(view::go_back)))
        .route("/day-close/{id}/reopen", post(reopen::submit).merge(get(view::go_back)))
}
