//! The audit log, for developers: who did what to which record, and what it changed, in words.

mod difference;
mod field_labels;
mod list;
mod sentences;
mod words;

use axum::Router;
use parlour_http::routing::get;
use parlour_http::state::HttpState;

pub(crate) use sentences::record_path;
pub(crate) use words::label_words;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/logs", get(list::show))
}
