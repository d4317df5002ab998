//! The pages of the admin app, for the team.

mod board;
mod booking;
mod bookings;
mod branches;
mod chart;
mod checkout;
mod closed_today;
mod closing;
mod csv_file;
mod customers;
mod day_close;
mod day_filter;
mod desk;
mod error_page;
mod exports;
mod frame_parts;
mod icons;
mod imports;
mod integrations;
mod invoices;
mod leads;
mod logs;
mod memberships;
mod my;
mod named_visit;
mod new_booking;
mod offers;
pub mod pages;
mod panel;
mod promise;
mod reports;
mod requests;
mod salon;
mod schedule;
mod search;
mod services;
mod setup;
mod sign_in;
mod status;
#[cfg(test)]
mod stylesheet_coverage;
#[cfg(test)]
mod stylesheet_links;
mod tags;
mod team;
mod tiers;
mod today;
mod users;
mod visit_message;
mod was;
mod weekly_hours;
mod wish;

use axum::Router;
use parlour_http::compression::WholeCompression;
use parlour_http::pipeline::with_pipeline;
use parlour_http::routing::get;
use parlour_http::state::HttpState;
use parlour_web::assets;
use parlour_web::brand_stylesheet::brand_stylesheet;

use error_page::RENDERERS;

/// The board of a busy day is 8 % smaller than with the usual 4 of brotli.
const QUICK_BUT_SMALL: WholeCompression = WholeCompression { brotli_quality: 5, gzip_level: 5 };

/// The admin app: its API and its pages, behind the request pipeline.
pub fn router(api: Router<HttpState>, state: HttpState) -> Router {
    with_pipeline(api.merge(routes()).merge(assets::routes()), state, RENDERERS)
}

fn routes() -> Router<HttpState> {
    // Pages that are made for one visitor are compressed each time.
    let made = Router::new()
        .route("/sign-in", get(sign_in::sign_in))
        .merge(today::routes())
        .merge(board::routes())
        .merge(requests::routes())
        .merge(booking::routes())
        .merge(new_booking::routes())
        .merge(bookings::routes())
        .merge(checkout::routes())
        .merge(invoices::routes())
        .merge(day_close::routes())
        .merge(customers::routes())
        .merge(leads::routes())
        .merge(memberships::routes())
        .merge(reports::routes())
        .merge(my::routes())
        .merge(search::routes())
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
        .merge(schedule::routes())
        .layer(QUICK_BUT_SMALL);
    made.route("/brand/{name}", get(brand_stylesheet))
}
