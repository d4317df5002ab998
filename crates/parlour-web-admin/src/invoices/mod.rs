//! Invoices: the list, one invoice, its payments and its credit notes.

pub(crate) mod credit;
mod credit_choice;
pub(crate) mod detail;
mod detail_parts;
mod file;
pub(crate) mod list;
pub mod parts;
pub(crate) mod payments;
pub(crate) mod pdf;
mod reopen;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

use super::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/invoices", get(list::show))
        .route(list::FILE_PATH, get(file::download))
        .route("/invoices/{id}", get(detail::show))
        .route("/invoices/{id}/send", post(detail::send).merge(get(page_above::<Receptionist, 1>)))
        .route("/invoices/{id}/payments", get(payments::show).merge(post(payments::submit)))
        .route("/invoices/{id}/credit-note", get(credit::show).merge(post(credit::submit)))
        .route("/invoices/{id}/reopen", post(reopen::submit).merge(get(reopen::go_back)))
        .route("/invoices/{id}/pdf", get(pdf::open))
}
