//! The HTML pages of both apps.
//!
//! A handler takes a [`page::PageContext`] (or [`page::SignedInPage`]), reads what its screen shows, and renders a
//! template. A form is posted to the address of its page, and answered with a redirect or with the same page and its
//! errors.
//!
//! `cargo run -p parlour-web --example gallery` shows every component and every screen of the customer app in all
//! states, with made-up data and without a database.

mod admin;
pub mod assets;
mod cache;
mod customer;
mod error_pages;
mod flash;
mod form;
mod format;
#[cfg(debug_assertions)]
pub mod gallery;
mod language;
mod page;
mod qr_code;
mod salon;
mod structured_data;
mod words;

use axum::Router;
use parlour_domain::auth::app_side::AppSide;
use parlour_http::pages::PageRenderers;
use parlour_http::pipeline::with_pipeline;
use parlour_http::state::HttpState;

/// How the API and the request pipeline show pages.
pub const RENDERERS: PageRenderers =
    PageRenderers { error: error_pages::error_page, message: error_pages::message_page };

/// One app: its API and its pages, behind the request pipeline.
pub fn router(api: Router<HttpState>, state: HttpState) -> Router {
    let pages = match state.side() {
        AppSide::Customer => customer::routes(),
        AppSide::Admin => admin::routes(),
    };
    with_pipeline(api.merge(pages).merge(assets::routes()), state)
}
