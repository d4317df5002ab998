//! The sign-in page: one button, which leads to the identity provider.

use askama::Template;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_http::respond::HttpResult;

use parlour_web::page::{Frame, PageContext, Tab, encode, see_other};

#[derive(Template)]
#[template(path = "sign_in.html")]
pub(crate) struct SignInPage {
    pub(crate) frame: Frame,
    pub(crate) heading: String,
    /// Where the button leads.
    pub(crate) start: String,
}

pub(super) async fn show(page: PageContext) -> HttpResult {
    let asked = page.parameter("returnTo");
    let target = local_path_or_root(asked.as_deref());
    if page.caller.is_some() {
        return Ok(see_other(target, None));
    }
    let texts = page.texts.sign_in();
    page.render(&SignInPage {
        frame: page.frame(texts.title(), Tab::None).without_navigation(),
        heading: texts.heading(&page.salon.name),
        start: format!("/api/auth/sign-in?returnTo={}", encode(target)),
    })
}
