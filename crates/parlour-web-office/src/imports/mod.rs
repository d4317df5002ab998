//! Files of other systems: sent, looked at, and imported in the background.

mod import;
mod labels;
mod list;
mod sent_file;

use axum::Router;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_web_admin::desk::page_above;

pub(crate) use self::labels::kind_name as import_kind_name;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/imports", get(list::show).merge(post(list::send)))
        .route("/imports/{id}", get(import::show))
        .route("/imports/{id}/apply", post(import::apply).merge(get(page_above::<Manager, 1>)))
}
