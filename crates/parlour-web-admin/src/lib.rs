//! The pages of the admin app, for the team: their frame, and the desk. The back office is `parlour-web-office`.

mod before_setup;
pub mod board;
pub mod booking;
mod booking_message;
mod bookings;
pub mod checkout;
mod closed_today;
mod closing;
pub mod concurrent_edits;
mod csv_file;
pub mod customers;
pub mod day_close;
pub mod day_filter;
pub mod desk;
mod error_page;
pub mod frame_parts;
pub mod invoices;
mod leads;
pub mod memberships;
mod my;
mod named_booking;
mod new_booking;
pub mod no_branch;
pub mod pages;
pub mod panel;
mod promise;
mod requests;
mod search;
mod sign_in;
pub mod status;
#[cfg(test)]
mod stylesheet_coverage;
#[cfg(test)]
mod stylesheet_links;
pub mod wish;

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
pub fn router(api: Router<HttpState>, back_office: Router<HttpState>, state: HttpState) -> Router {
    with_pipeline(api.merge(page_routes(back_office)).merge(assets::routes()), state, RENDERERS)
}

fn page_routes(back_office: Router<HttpState>) -> Router<HttpState> {
    // Pages that are made for one visitor are compressed each time.
    let made = Router::new()
        .route("/sign-in", get(sign_in::show))
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
        .merge(my::routes())
        .merge(search::routes())
        .merge(back_office)
        .layer(QUICK_BUT_SMALL);
    made.route("/brand/{name}", get(brand_stylesheet))
}
