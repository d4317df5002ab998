//! The manifest of the installed app.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, VARY};
use parlour_texts::Texts;
use serde_json::json;

use crate::assets;
use crate::page::PageContext;

/// What the app is called.
#[derive(Debug)]
pub struct ManifestNames<'a> {
    pub name: &'a str,
    pub short_name: &'a str,
    pub description: &'a str,
}

/// The language that the page names in the address of its manifest: browsers ask for it without cookies.
pub fn manifest_texts(page: &PageContext) -> Texts {
    page.parameter("lang").and_then(|tag| Texts::for_tag(&tag)).unwrap_or(page.texts)
}

/// What a phone shows when the app is put on its home screen.
pub fn manifest_of(texts: Texts, names: &ManifestNames<'_>) -> Response {
    let icon = |name: &str, sizes: &str, kind: &str| json!({ "src": format!("{}/icons/{name}", assets::base_path()), "sizes": sizes, "type": kind, "purpose": "any maskable" });
    let manifest = json!({
        "id": "/",
        "name": names.name,
        "short_name": names.short_name,
        "description": names.description,
        "lang": texts.tag(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf6f2",
        "theme_color": "#faf6f2",
        "icons": [
            icon("app-192.png", "192x192", "image/png"),
            icon("app-512.png", "512x512", "image/png"),
            icon("app.svg", "any", "image/svg+xml"),
        ],
    });
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/manifest+json")),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
        (VARY, HeaderValue::from_static("accept-language, cookie")),
    ];
    (headers, manifest.to_string()).into_response()
}
