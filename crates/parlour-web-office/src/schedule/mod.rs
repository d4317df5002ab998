//! Who works when: the week of everybody, the working hours of each, leave that waits for an answer, and holidays.

mod cell;
mod holidays;
mod leave;
mod person;
mod week;
mod week_form;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_web_admin::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/schedule", get(week::show))
        .route("/schedule/holidays", get(holidays::show).merge(post(holidays::add)))
        .route("/schedule/holidays/{id}/remove", post(holidays::remove).merge(get(page_above::<Manager, 2>)))
        .route("/schedule/leave/{id}", get(leave::show).merge(post(leave::answer)))
        .route("/schedule/{id}", get(person::show).merge(post(person::save)))
}
