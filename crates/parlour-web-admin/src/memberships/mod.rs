//! Memberships: the list, the sale, and one membership with its sessions.

mod detail;
mod list;
mod sale_form;
mod sell;
mod session_form;
mod view;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

pub use self::sale_form::{hours_value, parse_hours};
use super::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/memberships", get(list::show))
        .route("/memberships/sell", get(sell::show).merge(post(sell::submit)))
        .route("/memberships/sell/quote", get(sell::show_quote_again).merge(post(sell::quote)))
        .route("/memberships/{id}", get(detail::show))
        .route("/memberships/{id}/sessions", post(detail::record).merge(get(page_above::<Receptionist, 1>)))
        .route("/memberships/{id}/sessions/quote", get(detail::show).merge(post(detail::work_out)))
        .route(
            "/memberships/{id}/sessions/{bookingId}/reverse",
            post(detail::reverse).merge(get(page_above::<Receptionist, 3>)),
        )
        .route("/memberships/{id}/cancel", post(detail::cancel).merge(get(page_above::<Receptionist, 1>)))
}
