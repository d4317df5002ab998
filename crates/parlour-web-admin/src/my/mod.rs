//! What belongs to the person who is signed in: day, leave, notifications, account, language. For everybody of the team.

mod agenda;
mod booking_acts;
mod day;
mod feed;
mod installed_app;
mod leave;
mod me;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Staff;
use parlour_http::state::HttpState;

use super::desk::page_above;
use parlour_web::account::{language_choice, sign_out};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/my", get(day::show))
        .route("/my/bookings/{id}/start", post(booking_acts::start).merge(get(page_above::<Staff, 3>)))
        .route("/my/bookings/{id}/finished", post(booking_acts::finish).merge(get(page_above::<Staff, 3>)))
        .route("/my/bookings/{id}/go-on", post(booking_acts::go_on).merge(get(page_above::<Staff, 3>)))
        .route("/my/leave", get(leave::show).merge(post(leave::submit)))
        .route("/my/leave/{id}/withdraw", post(leave::withdraw).merge(get(page_above::<Staff, 2>)))
        .route("/notifications", get(feed::show).merge(post(feed::mark_all)))
        .route("/notifications/{id}", get(feed::open))
        .route("/notifications/{id}/read", post(feed::mark_one).merge(get(page_above::<Staff, 2>)))
        .route("/me", get(me::show).merge(post(me::submit)))
        .route("/sign-out", post(sign_out::here).merge(get(sign_out::redirect_to_account)))
        .route("/sign-out-everywhere", post(sign_out::everywhere).merge(get(sign_out::redirect_to_account)))
        .route("/language", post(language_choice::choose).merge(get(language_choice::redirect_to_first_page)))
        .route("/offline", get(installed_app::offline))
        .route("/manifest.webmanifest", get(installed_app::manifest))
}
