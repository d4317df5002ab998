//! The sheet of a booking: who comes, what is done, and everything that the desk does to it.

mod actions;
mod ask_first;
mod changes;
mod lines;
mod page;
mod question;
mod read;
mod refused;
mod sheet;
mod sheet_refusal;
mod text;
mod timeline;
mod times;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(crate) use self::actions::{Seen, chosen_staff};
pub(crate) use self::ask_first::{DayAct, PlanAct, own_booking_sentence};
pub(crate) use self::changes::moved_flash;
pub(crate) use self::page::sheet;
pub(crate) use self::question::{
    Question, WantedBooking, ask_about_day, ask_about_move, ask_about_new, ask_about_no_show, ask_about_person,
    is_sure, title_of, with_answer,
};
pub use self::sheet::booking_path;
pub(crate) use self::sheet::{is_wished, preselected};
pub(crate) use self::sheet_refusal::SheetRefusal;
pub(crate) use self::text::book_again_path;
pub use self::text::{availability_text, day_and_range};
pub(crate) use self::times::{TimesOfDay, with_chosen_time};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/bookings/{id}", get(page::show))
        .route("/bookings/{id}/approve", post(actions::approve).merge(get(page::go_back)))
        .route("/bookings/{id}/reject", post(actions::reject).merge(get(page::go_back)))
        .route("/bookings/{id}/arrive", post(actions::arrive).merge(get(page::go_back)))
        .route("/bookings/{id}/start", post(actions::start).merge(get(page::go_back)))
        .route("/bookings/{id}/noshow", post(actions::mark_no_show).merge(get(page::go_back)))
        .route("/bookings/{id}/undo", post(actions::undo).merge(get(page::go_back)))
        .route("/bookings/{id}/assign", post(actions::assign).merge(get(page::go_back)))
        .route("/bookings/{id}/cancel", post(actions::cancel).merge(get(page::go_back)))
        .route("/bookings/{id}/note", post(actions::add_note).merge(get(page::go_back)))
        .route("/bookings/{id}/move", post(changes::move_booking).merge(get(page::go_back)))
        .route("/bookings/{id}/offer", post(changes::offer).merge(get(page::go_back)))
        .route("/bookings/{id}/lines", post(changes::change_lines).merge(get(page::go_back)))
}
