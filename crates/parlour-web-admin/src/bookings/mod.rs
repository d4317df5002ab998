//! All bookings.

mod asked;
mod file;
mod list;

use axum::Router;
use parlour_http::routing::get;
use parlour_http::state::HttpState;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route(list::LIST_PATH, get(list::show)).route(list::FILE_PATH, get(file::download))
}
