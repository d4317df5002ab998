//! What a device needs to install the desk: the manifest, and the page for when there is no network.

use askama::Template;
use axum::response::Response;
use parlour_http::respond::HttpResult;

use parlour_web::account::manifest::manifest_of;
use parlour_web::page::{Frame, PageContext, Tab};

#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    frame: Frame,
}

/// Kept by the service worker, so it says nothing about the visitor.
pub(super) async fn offline(page: PageContext) -> HttpResult {
    let frame = Frame { signed_in_user: None, ..page.frame(page.texts.my().offline_title(), Tab::None) };
    page.render(&OfflinePage { frame })
}

/// What a phone shows when the desk is put on its home screen.
pub(super) async fn manifest(page: PageContext) -> Response {
    let title = page.texts.desk().title();
    manifest_of(&page, &format!("{} {title}", page.salon.name), title)
}
