//! Leads.

mod card;
mod lane_part;
mod lanes;
mod lead;
mod list;
mod lost;
mod moves;
mod new_lead;
mod waiting;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

use super::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/leads", get(lanes::show))
        .route("/leads/new", get(new_lead::show).merge(post(new_lead::submit)))
        .route("/leads/{id}", get(lead::show))
        .route("/leads/{id}/status", post(moves::change_status).merge(get(page_above::<Receptionist, 1>)))
        .route("/leads/{id}/assign", post(moves::assign).merge(get(page_above::<Receptionist, 1>)))
        .route("/leads/{id}/notes", post(moves::add_note).merge(get(page_above::<Receptionist, 1>)))
        .route("/leads/{id}/lost", get(lost::show))
}
