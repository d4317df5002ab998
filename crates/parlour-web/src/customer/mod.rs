//! The pages of the customer app.

pub(crate) mod account;
pub(crate) mod booking;
pub(crate) mod browse;
pub(crate) mod visits;

use axum::Router;
use axum::routing::get;
use parlour_http::state::HttpState;
use tower_http::compression::CompressionLayer;

use crate::salon::brand_stylesheet;

pub(crate) fn routes() -> Router<HttpState> {
    // Pages that are made for one visitor are compressed as they are sent.
    let made = Router::new()
        .merge(browse::routes())
        .merge(booking::routes())
        .merge(visits::routes())
        .merge(account::routes())
        .layer(CompressionLayer::new());
    // These are compressed once and kept.
    made.merge(browse::routes_from_memory()).route("/brand/{name}", get(brand_stylesheet))
}
