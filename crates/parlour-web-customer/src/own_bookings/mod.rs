//! The customer's bookings, rewards, invoices and notifications.

pub(crate) mod booking;
pub(crate) mod booking_parts;
pub(crate) mod booking_read;
pub(crate) mod cancel;
pub(crate) mod invoices;
pub(crate) mod list;
pub(crate) mod notifications;
pub(crate) mod offered_time_view;
pub(crate) mod rewards;
pub(crate) mod time_offer;
pub(crate) mod timeline;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/visits", get(list::show))
        .route("/visits/{id}", get(booking::show))
        .route("/visits/{id}/accept-time", post(time_offer::accept).merge(get(time_offer::show_booking)))
        .route("/visits/{id}/decline-time", post(time_offer::decline).merge(get(time_offer::show_booking)))
        .route("/visits/{id}/cancel", get(cancel::show).merge(post(cancel::submit)))
        .route("/rewards", get(rewards::show))
        .route("/invoices", get(invoices::show))
        .route("/invoices/{id}/wait", get(invoices::wait))
        .route("/notifications", get(notifications::show).merge(post(notifications::mark_all_read)))
        .route("/notifications/{id}", get(notifications::open))
}
