//! What somebody of the team sees at `/` while the salon is not set up.

use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::setup::find_setup;
use parlour_domain::auth::role::Role;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::SignedIn;
use parlour_web::page::{Frame, PageContext, Tab};

/// For those who cannot set up the salon, before it has a branch.
#[derive(Template)]
#[template(path = "before_setup.html")]
struct WaitPage {
    frame: Frame,
}

/// None once their own first page is of use.
pub(super) async fn instead_of_first_page(
    page: &PageContext,
    caller: &SignedIn,
) -> Result<Option<Response>, HttpError> {
    if caller.session.role < Role::Owner {
        return if page.salon.has_branch { Ok(None) } else { show_wait(page).map(Some) };
    }
    let setup = caller.read(|conn, _| Ok(find_setup(conn)?)).await?;
    Ok((!setup.is_finished).then(|| Redirect::to("/setup").into_response()))
}

fn show_wait(page: &PageContext) -> HttpResult {
    page.render(&WaitPage { frame: page.frame(page.texts.setup().wait_title(), Tab::None) })
}
