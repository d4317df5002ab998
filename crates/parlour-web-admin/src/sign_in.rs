//! The sign-in of the team.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::auth::role::Role;
use parlour_http::respond::HttpResult;

use parlour_web::page::{Frame, PageContext, Tab, encode};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    frame: Frame,
    /// Who is signed in already.
    signed_in: Option<String>,
    return_to: String,
}

/// Whoever is signed in and belongs to the team is sent on.
pub(super) async fn show(page: PageContext) -> HttpResult {
    let given = page.parameter("returnTo");
    let return_to = local_path_or_root(given.as_deref());
    if page.caller.as_ref().is_some_and(|caller| caller.session.role >= Role::Staff) {
        return Ok(Redirect::to(return_to).into_response());
    }
    render(&page, return_to)
}

pub(super) fn render(page: &PageContext, return_to: &str) -> HttpResult {
    let frame = page.frame(page.texts.desk().title(), Tab::None);
    let signed_in = page.signed_in_user.as_ref().map(|signed_in| page.texts.desk().signed_in(&signed_in.name));
    page.render(&SignInPage { frame, signed_in, return_to: encode(return_to) })
}
