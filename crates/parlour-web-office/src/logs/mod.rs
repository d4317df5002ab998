//! The audit log, for developers: who did what to which record, and what it changed, in words.

mod choices;
mod difference;
mod field_labels;
mod list;
mod sentences;
mod words;

use axum::Router;
use parlour_http::routing::get;
use parlour_http::state::HttpState;

pub(crate) use choices::job_name;
pub(crate) use sentences::record_path;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/logs", get(list::show))
}
