//! The branches: their hours, how they take bookings, what they are paid to, and how they look.

mod branch;
mod branch_form;
mod list;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::state::HttpState;

pub(crate) use self::list::status_name;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/branches", get(list::show))
        .route("/branches/new", get(branch::show_new).merge(post(branch::add)))
        .route("/branches/{id}", get(branch::show).merge(post(branch::change)))
}
