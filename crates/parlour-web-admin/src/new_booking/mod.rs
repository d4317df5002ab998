//! New booking and walk-in.

mod book_refusal;
mod customers;
mod draft;
mod submit;
mod times;
mod view;

use axum::Router;
use http::StatusCode;
use parlour_http::request::FormValues;
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

use self::draft::BookingDraft;
use self::view::{CustomersPart, Refused, TimesPart, View};
use super::desk::{DeskPage, Place};
use super::{board, no_branch};

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/bookings/new", get(show).merge(post(submit::submit)))
}

/// `/bookings/new`, with whatever is known already in the address.
async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let draft = BookingDraft::read(&FormValues::decode(page.query().as_bytes()));
    // The board behind the form is kept up to date.
    if draft.is_over_board && matches!(page.parameter("part").as_deref(), Some("board" | "queue" | "tallies")) {
        return board::show(page).await;
    }
    if page.branch.is_none() {
        return no_branch::show(&page, page.texts.new_booking().title(), Place::Board);
    }
    let view = View::read(&page, draft, Refused::default()).await?;
    match page.parameter("part").as_deref() {
        Some("customers") => page.show(&CustomersPart { view: &view }),
        Some("times") => page.show(&TimesPart { view: &view }),
        _ => view.show(&page, StatusCode::OK).await,
    }
}
