//! Choosing a time, the review before a booking, and moving a booking.

pub(crate) mod basket;
pub(crate) mod calendar;
pub(crate) mod calendar_view;
pub(crate) mod choice;
pub(crate) mod confirm;
pub(crate) mod move_booking;
mod move_refusal;
pub(crate) mod people;
pub(crate) mod review;
mod step_frame;
pub(crate) mod time;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/book/time", get(time::show))
        .route("/book/review", get(review::show).merge(post(confirm::submit)))
        .route("/visits/{id}/move", get(move_booking::show).merge(post(move_booking::submit)))
}
