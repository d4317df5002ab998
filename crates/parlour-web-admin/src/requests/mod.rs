//! Requests that wait for an answer: approved in one click, answered with another time in two.

mod card;
mod day_preview;
mod declined;
mod list;
mod waiting_request;

pub(crate) use self::card::short_length;

use axum::Router;
use parlour_http::routing::get;
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/requests", get(list::show)).route("/requests/declined", get(declined::show))
}
