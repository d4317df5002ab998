//! For those who cannot set up the salon, before it has a branch.

use askama::Template;
use parlour_http::respond::HttpResult;
use parlour_web::page::{Frame, PageContext, Tab};

#[derive(Template)]
#[template(path = "setup/wait.html")]
struct WaitPage {
    frame: Frame,
}

pub(super) fn show(page: &PageContext) -> HttpResult {
    page.render(&WaitPage { frame: page.frame(page.texts.setup().wait_title(), Tab::None) })
}
