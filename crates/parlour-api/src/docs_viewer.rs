//! Swagger UI at `/docs`, read from the archive that its crate carries; nothing is loaded from the network.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};
use std::sync::{PoisonError, RwLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use http::header::CONTENT_TYPE;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::state::HttpState;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

/// Replaces the start script of the archive. Without `validatorUrl` the viewer sends the document to a service of its
/// makers.
const START_SCRIPT: &str = r##"window.onload = () => {
  window.ui = SwaggerUIBundle({
    "dom_id": "#swagger-ui",
    "url": "/api/openapi.json",
    "deepLinking": true,
    "tryItOutEnabled": true,
    "validatorUrl": "none",
    "layout": "StandaloneLayout",
    "presets": [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    "plugins": [SwaggerUIBundle.plugins.DownloadUrl]
  });
};
"##;

/// The files that were asked for, by name. There are no more than in the archive.
static UNPACKED: RwLock<BTreeMap<String, Bytes>> = RwLock::new(BTreeMap::new());
/// One file at a time, because its first readers all ask at once.
static UNPACKING: Mutex<()> = Mutex::const_new(());

pub(crate) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/docs", get(async || Redirect::to("/docs/")))
        .route("/docs/", get(async || serve("index.html".to_owned()).await))
        .route(
            "/docs/{*file}",
            get(async |file: Result<Path<String>, PathRejection>| match file {
                Ok(Path(file)) => serve(file).await,
                Err(_) => not_found(),
            }),
        )
}

async fn serve(file: String) -> Response {
    let content_type = content_type(&file);
    match content(file).await {
        Some(content) => ([(CONTENT_TYPE, content_type)], content).into_response(),
        None => not_found(),
    }
}

/// From memory: all readers share the bytes of a file.
async fn content(file: String) -> Option<Bytes> {
    let known = |file: &str| UNPACKED.read().unwrap_or_else(PoisonError::into_inner).get(file).cloned();
    if let Some(known) = known(&file) {
        return Some(known);
    }
    let _one_at_a_time = UNPACKING.lock().await;
    if let Some(known) = known(&file) {
        return Some(known);
    }
    let name = file.clone();
    let content = Bytes::from(spawn_blocking(move || read_file(&name)).await.ok().flatten()?);
    UNPACKED.write().unwrap_or_else(PoisonError::into_inner).insert(file, content.clone());
    Some(content)
}

fn not_found() -> Response {
    HttpError::new(ErrorCode::NotFound, "There is nothing at this address.").into_response()
}

fn read_file(name: &str) -> Option<Vec<u8>> {
    if name == "swagger-initializer.js" {
        return Some(START_SCRIPT.into());
    }
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)).ok()?;
    // The archive has one folder, whose name contains the version.
    let folder = archive.name_for_index(0)?.ok()?.into_owned();
    let mut content = Vec::new();
    archive.by_name(&format!("{folder}dist/{name}")).ok()?.read_to_end(&mut content).ok()?;
    (!content.is_empty()).then_some(content)
}

fn content_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::read_file;

    #[test]
    fn the_viewer_is_complete_and_nothing_else_of_the_archive_is_served() {
        let page = read_file("index.html").and_then(|page| String::from_utf8(page).ok()).unwrap();
        for file in ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"] {
            assert!(page.contains(file), "{page}");
            assert!(read_file(file).is_some(), "{file}");
        }
        for file in ["", "../package.json", "missing.js"] {
            assert_eq!(read_file(file), None, "{file}");
        }
    }
}
