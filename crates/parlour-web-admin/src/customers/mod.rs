//! Customers: the directory, and one customer with everything about them.

mod actions;
mod bookings;
mod contact;
mod customer;
mod customer_read;
mod customer_without_profile;
mod erase;
mod kept_name;
mod labels;
mod links;
mod list;
mod merge;
mod new;
mod summary;
mod tab;
mod tabs;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

use super::desk::page_above;

pub use labels::gender_word;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/customers", get(list::show))
        .route("/customers/new", get(new::show).merge(post(new::submit)))
        .route("/customers/{id}", get(customer::show))
        .route("/customers/{id}/edit", get(contact::show).merge(post(contact::submit)))
        .route("/customers/{id}/merge", get(merge::show).merge(post(merge::submit)))
        .route("/customers/{id}/erase", get(erase::show).merge(post(erase::submit)))
        .route("/customers/{id}/tags", get(actions::back_to_bookings).merge(post(actions::tag)))
        .route("/customers/{id}/tags/remove", post(actions::untag).merge(get(page_above::<Receptionist, 2>)))
        .route("/customers/{id}/notes", get(actions::back_to_notes).merge(post(actions::write_note)))
        .route("/customers/{id}/pin", get(actions::back_to_notes).merge(post(actions::pin)))
        .route("/customers/{id}/gems", get(actions::back_to_gems).merge(post(actions::adjust_gems)))
        .route("/customers/{id}/noshows", get(actions::back_to_bookings).merge(post(actions::set_noshow_record)))
}
