//! Every component and every screen of the customer app in all states, with made-up data and without a database.
//!
//! The example `gallery` serves it. Only debug builds have it.

mod account;
mod booking;
mod browse;
mod components;
mod coverage;
mod errors;
mod home;
mod own_bookings;
mod pages;
mod rewards;
mod sample;
mod screen;
mod screens;

use axum::Router;
use axum::routing::get;

/// The gallery as a server of its own.
pub fn routes() -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/components", get(pages::show_components))
        .route("/screens/{screen}/{state}", get(pages::show_screen))
        .route("/assets/{hash}/{*path}", get(pages::asset))
        .fallback(pages::app_address)
}
