//! The first start: an owner sets up the salon, and the rest of the team waits for a branch.

mod steps;
mod wait;

use axum::Router;
use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::setup::find_setup;
use parlour_domain::auth::role::Role;
use parlour_http::error::HttpError;
use parlour_http::routing::get;
use parlour_http::sessions::SignedIn;
use parlour_http::state::HttpState;
use parlour_web::page::PageContext;

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/setup", get(steps::show))
}

/// What somebody of the team sees at `/` while the salon is not set up. None once their own first page is of use.
pub(crate) async fn instead_of_first_page(
    page: &PageContext,
    caller: &SignedIn,
) -> Result<Option<Response>, HttpError> {
    if caller.session.role < Role::Owner {
        return if page.salon.has_branch { Ok(None) } else { wait::show(page).map(Some) };
    }
    let setup = caller.read(|conn, _| Ok(find_setup(conn)?)).await?;
    Ok((!setup.is_finished).then(|| Redirect::to("/setup").into_response()))
}
