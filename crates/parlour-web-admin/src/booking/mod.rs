//! The sheet of a booking: who comes, what is done, and everything that the desk does to it.

mod actions;
mod changes;
mod lines;
mod page;
mod read;
mod refused;
mod sheet;
mod sheet_refusal;
mod text;
mod timeline;

use axum::Router;
use axum::routing::{get, post};
use parlour_http::state::HttpState;

pub(crate) use self::actions::{ask_against_wish, chosen_staff};
pub(crate) use self::page::sheet;
pub(crate) use self::sheet::{booking_path, is_wished, preselected};
pub(crate) use self::text::{availability_text, book_again_path, day_and_range, end_of};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/bookings/{id}", get(page::show))
        .route("/bookings/{id}/approve", post(actions::approve).get(page::go_back))
        .route("/bookings/{id}/reject", post(actions::reject).get(page::go_back))
        .route("/bookings/{id}/arrive", post(actions::arrive).get(page::go_back))
        .route("/bookings/{id}/start", post(actions::start).get(page::go_back))
        .route("/bookings/{id}/noshow", post(actions::mark_no_show).get(page::go_back))
        .route("/bookings/{id}/undo", post(actions::undo).get(page::go_back))
        .route("/bookings/{id}/assign", post(actions::assign).get(page::go_back))
        .route("/bookings/{id}/cancel", post(actions::cancel).get(page::go_back))
        .route("/bookings/{id}/note", post(actions::add_note).get(page::go_back))
        .route("/bookings/{id}/move", post(changes::move_booking).get(page::go_back))
        .route("/bookings/{id}/offer", post(changes::offer).get(page::go_back))
        .route("/bookings/{id}/lines", post(changes::change_lines).get(page::go_back))
}
