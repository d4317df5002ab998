//! The page of a failed request, and pages that say one thing.

use askama::Template;
use http::StatusCode;
use parlour_http::pages::PageRenderers;
use parlour_web::error_pages::{ErrorPageContent, error_page, message_page};
use parlour_web::page::Frame;

/// How the API and the request pipeline show pages of this app.
pub(crate) const RENDERERS: PageRenderers = PageRenderers {
    error: |state, failed| error_page(state, failed, render),
    message: |state, headers, page| message_page(state, headers, page, render),
};

#[derive(Template)]
#[template(path = "door.html")]
struct ErrorPage<'a> {
    frame: Frame,
    content: &'a ErrorPageContent<'a>,
    /// Whether another account might do what this one may not.
    is_refused: bool,
}

fn render(frame: Frame, content: &ErrorPageContent<'_>) -> askama::Result<String> {
    let is_refused = content.status == StatusCode::FORBIDDEN && content.has_session;
    ErrorPage { frame, content, is_refused }.render()
}
