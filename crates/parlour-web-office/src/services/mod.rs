//! The price list: categories and services, those that are off too.

mod category;
mod list;
mod order;
mod service;
mod service_form;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_web_admin::desk::page_above;

pub(crate) use self::list::{kind_name, read_price_list};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/services", get(list::show))
        .route("/services/new", get(service::show_new).merge(post(service::add)))
        .route("/services/order", post(order::save).merge(get(page_above::<Manager, 1>)))
        .route("/services/{id}", get(service::show).merge(post(service::change)))
        .route("/services/categories/new", get(category::show_new).merge(post(category::add)))
        .route("/services/categories/{id}", get(category::show).merge(post(category::change)))
}
