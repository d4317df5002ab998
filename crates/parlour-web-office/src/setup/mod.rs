//! The first start: an owner sets up the salon step by step.

mod around;
mod branch;
mod form_values;
mod hours;
mod overview;
mod payments;
mod ready;
mod refusal;
mod salon;
mod services;
mod skip;
mod starter_form;
mod team;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Owner;
use parlour_http::state::HttpState;
use parlour_web_admin::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/setup", get(overview::show))
        .route("/setup/salon", get(salon::show).merge(post(salon::submit)))
        .route("/setup/hours", get(hours::show).merge(post(hours::submit)))
        .route("/setup/services", get(services::show).merge(post(services::submit)))
        .route("/setup/team", get(team::show).merge(post(team::submit)))
        .route("/setup/team/me", post(team::add_self).merge(get(page_above::<Owner, 1>)))
        .route("/setup/payments", get(payments::show).merge(post(payments::submit)))
        .route("/setup/payments/email", post(payments::send_email).merge(get(page_above::<Owner, 1>)))
        .route("/setup/ready", get(ready::show).merge(post(ready::submit)))
        .route("/setup/skip", post(skip::submit).merge(get(page_above::<Owner, 1>)))
}
