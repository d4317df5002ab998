//! The pages of the customer app.
//!
//! `cargo run -p parlour-web-customer --example gallery` shows every component and every screen in all states, with
//! made-up data and without a database.

mod account;
mod booking;
mod browse;
#[cfg(debug_assertions)]
pub mod component_gallery;
mod error_page;
mod frame_parts;
mod opening_soon;
mod own_bookings;
mod public_page;
mod structured_data;
mod sums;

use axum::Router;
use axum::middleware::from_fn_with_state;
use parlour_http::compression::WholeCompression;
use parlour_http::pipeline::with_pipeline;
use parlour_http::routing::get;
use parlour_http::state::HttpState;
use parlour_web::assets;
use parlour_web::brand_stylesheet::brand_stylesheet;

use error_page::RENDERERS;
use opening_soon::refuse_without_branch;

/// The customer app: its API and its pages, behind the request pipeline.
pub fn router(api: Router<HttpState>, state: HttpState) -> Router {
    let pages = routes().route_layer(from_fn_with_state(state.clone(), refuse_without_branch));
    with_pipeline(api.merge(pages).merge(assets::routes()), state, RENDERERS)
}

fn routes() -> Router<HttpState> {
    // Pages that are made for one user are compressed each time.
    let made = Router::new()
        .merge(browse::routes())
        .merge(booking::routes())
        .merge(own_bookings::routes())
        .merge(account::routes())
        .layer(WholeCompression::QUICK);
    // These are compressed once and kept.
    made.merge(browse::routes_from_memory()).route("/brand/{name}", get(brand_stylesheet))
}
