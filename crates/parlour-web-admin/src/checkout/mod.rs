//! Checkout: what is due, how it is paid, and the receipt.

mod choices;
mod page;
mod pay;
mod read;
mod receipt;
mod refused;
mod sums;
mod typed;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

pub(crate) use self::pay::checkout_path;
pub use self::sums::UpiRequest;
use super::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/bookings/{id}/checkout", get(pay::show).merge(post(pay::submit)))
        .route("/bookings/{id}/checkout/quote", get(pay::show_again).merge(post(pay::quote)))
        .route("/bookings/{id}/receipt", get(receipt::show))
        .route("/bookings/{id}/receipt/send", post(receipt::send).merge(get(page_above::<Receptionist, 1>)))
}
