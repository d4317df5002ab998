//! The first start: an owner sets up the salon step by step, and the rest of the team waits for a branch.

mod around;
mod branch;
mod form_values;
mod hours;
mod overview;
mod payments;
mod ready;
mod refusal;
mod salon;
mod services;
mod skip;
mod starter_form;
mod team;
mod wait;

use axum::Router;
use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::setup::find_setup;
use parlour_domain::auth::role::Role;
use parlour_http::error::HttpError;
use parlour_http::routing::{get, post};
use parlour_http::sessions::{Owner, SignedIn};
use parlour_http::state::HttpState;
use parlour_web::page::PageContext;

pub(crate) use self::around::first_step_path;
use super::desk::page_above;

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/setup", get(overview::show))
        .route("/setup/salon", get(salon::show).merge(post(salon::submit)))
        .route("/setup/hours", get(hours::show).merge(post(hours::submit)))
        .route("/setup/services", get(services::show).merge(post(services::submit)))
        .route("/setup/team", get(team::show).merge(post(team::submit)))
        .route("/setup/team/me", post(team::add_self).merge(get(page_above::<Owner, 1>)))
        .route("/setup/payments", get(payments::show).merge(post(payments::submit)))
        .route("/setup/payments/email", post(payments::send_email).merge(get(page_above::<Owner, 1>)))
        .route("/setup/ready", get(ready::show).merge(post(ready::submit)))
        .route("/setup/skip", post(skip::submit).merge(get(page_above::<Owner, 1>)))
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
