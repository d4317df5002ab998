//! What a device needs to install the desk: the manifest, and the page for when there is no network.

use askama::Template;
use axum::response::Response;
use parlour_http::respond::HttpResult;

use parlour_web::account::manifest::{ManifestNames, manifest_of, manifest_texts};
use parlour_web::page::{Frame, PageContext, Tab};

#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    frame: Frame,
}

/// Kept by the service worker, so it says nothing about the visitor.
pub(super) async fn offline(page: PageContext) -> HttpResult {
    // The switch of the language leads elsewhere: with a network nobody means this page.
    let frame = page.frame(page.texts.my().offline_title(), Tab::None);
    let frame = Frame { signed_in_user: None, address: "/".to_owned(), ..frame };
    page.render(&OfflinePage { frame })
}

/// What a phone shows when the desk is put on its home screen.
pub(super) async fn manifest(page: PageContext) -> Response {
    let texts = manifest_texts(&page);
    let (salon, title) = (page.salon.name.as_str(), texts.desk().title());
    let (name, description) = (format!("{salon} {title}"), texts.desk().description(salon));
    manifest_of(texts, &ManifestNames { name: &name, short_name: title, description: &description })
}
