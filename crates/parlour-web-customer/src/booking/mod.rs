//! Choosing a time, the review before a booking, and moving a visit.

pub(crate) mod basket;
pub(crate) mod calendar;
pub(crate) mod calendar_view;
pub(crate) mod choice;
mod confirm;
pub(crate) mod move_visit;
pub(crate) mod people;
pub(crate) mod review;
pub(crate) mod time;

use axum::Router;
use axum::routing::get;
use parlour_http::state::HttpState;

use parlour_web::page::{Frame, PageContext, Tab};

/// The frame of a step between the choice of services and the booked visit.
fn step_frame(page: &PageContext, title: &str) -> Frame {
    let description = page.texts.services().description(&page.salon.name);
    page.frame(title, Tab::Book).in_flow().listed_as(page, "/book", description)
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/book/time", get(time::show))
        .route("/book/review", get(review::show).post(confirm::submit))
        .route("/visits/{id}/move", get(move_visit::show).post(move_visit::submit))
}
