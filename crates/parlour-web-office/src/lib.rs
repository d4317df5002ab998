//! The back office of the admin app: the pages of managers and owners, in the frame of `parlour-web-admin`.

mod branches;
mod chart;
mod exports;
mod imports;
mod integrations;
mod logs;
mod offers;
mod reports;
mod salon;
mod schedule;
mod services;
mod setup;
mod tags;
mod team;
mod tiers;
mod today;
mod users;
mod weekly_hours;

use axum::Router;
use parlour_http::state::HttpState;

pub fn routes() -> Router<HttpState> {
    Router::new()
        .merge(today::routes())
        .merge(reports::routes())
        .merge(schedule::routes())
        .merge(services::routes())
        .merge(offers::routes())
        .merge(team::routes())
        .merge(branches::routes())
        .merge(users::routes())
        .merge(tiers::routes())
        .merge(tags::routes())
        .merge(imports::routes())
        .merge(exports::routes())
        .merge(setup::routes())
        .merge(salon::routes())
        .merge(integrations::routes())
        .merge(logs::routes())
}
