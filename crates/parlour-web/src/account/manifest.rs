//! The manifest of the installed app.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use serde_json::json;

use crate::assets;
use crate::page::PageContext;

/// What a phone shows when the app is put on its home screen.
pub fn manifest_of(page: &PageContext, name: &str, short_name: &str) -> Response {
    let icon = |name: &str, sizes: &str, kind: &str| json!({ "src": format!("{}/icons/{name}", assets::base_path()), "sizes": sizes, "type": kind, "purpose": "any maskable" });
    let manifest = json!({
        "id": "/",
        "name": name,
        "short_name": short_name,
        "lang": page.texts.tag(),
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
    ];
    (headers, manifest.to_string()).into_response()
}
