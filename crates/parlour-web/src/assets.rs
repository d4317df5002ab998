//! Styles, scripts, fonts and pictures, at addresses that contain one hash of them all and therefore never change.

use std::sync::{LazyLock, OnceLock};

use aws_lc_rs::digest::{Context, SHA256};
use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue};
use parlour_domain::text::to_hex;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::response_cache::{CacheableResponse, IMMUTABLE};
use parlour_http::routing::get;
use parlour_http::state::HttpState;

use crate::stylesheets::{self, minified, without_comments};

/// One embedded file. Of a stylesheet, `bytes` is the app's own part.
struct Asset {
    path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
    /// Made and compressed at the first request.
    response: OnceLock<CacheableResponse>,
}

macro_rules! assets {
    ($($path:literal: $content_type:expr,)*) => {
        static ASSETS: [Asset; [$($path),*].len()] = [$(Asset {
            path: $path,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../assets/", $path)),
            response: OnceLock::new(),
        },)*];
    };
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

assets! {
    "css/board.css": CSS,
    "css/counter.css": CSS,
    "css/customer.css": CSS,
    "css/desk.css": CSS,
    "css/list.css": CSS,
    "css/office.css": CSS,
    "css/own.css": CSS,
    "css/setup.css": CSS,
    "css/sheet.css": CSS,
    "fonts/parlour-display.woff2": "font/woff2",
    "icons/app-192.png": "image/png",
    "icons/app-512.png": "image/png",
    "icons/app.svg": "image/svg+xml",
    "js/basket.js": JS,
    "js/customer.js": JS,
    "js/desk/board.js": JS,
    "js/desk/cash.js": JS,
    "js/desk/checkout.js": JS,
    "js/desk/desk.js": JS,
    "js/desk/forms.js": JS,
    "js/desk/keys.js": JS,
    "js/desk/leads.js": JS,
    "js/desk/newbooking.js": JS,
    "js/desk/order.js": JS,
    "js/desk/page.js": JS,
    "js/desk/parts.js": JS,
    "js/desk/results.js": JS,
    "js/desk/search.js": JS,
    "js/desk/session.js": JS,
    "js/desk/times.js": JS,
    "js/desk/unsaved.js": JS,
    "js/enhance.js": JS,
    "js/live.js": JS,
    "js/push.js": JS,
    "js/slots.js": JS,
    "js/utm.js": JS,
    "svg/jaali.svg": "image/svg+xml",
}

static SERVICE_WORKER: Asset =
    Asset { path: "sw.js", content_type: JS, bytes: include_bytes!("../assets/sw.js"), response: OnceLock::new() };

/// `/assets/{hash}`, without a slash at its end.
static BASE_PATH: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Context::new(&SHA256);
    for asset in &ASSETS {
        hash.update(asset.path.as_bytes());
        hash.update(&asset.body());
    }
    format!("/assets/{}", to_hex(&hash.finish().as_ref()[..6]))
});

/// The address of the folder with all assets. Scripts import each other by relative paths, so one hash is enough.
pub fn base_path() -> &'static str {
    &BASE_PATH
}

pub fn routes() -> Router<HttpState> {
    Router::new().route("/assets/{hash}/{*path}", get(serve)).route("/sw.js", get(serve_service_worker))
}

/// A file by its path inside the folder.
pub fn respond(path: &str, headers: &HeaderMap) -> HttpResult {
    let asset = ASSETS.iter().find(|asset| asset.path == path);
    asset.ok_or_else(|| HttpError::not_found("This file"))?.respond(headers)
}

async fn serve(Path((hash, path)): Path<(String, String)>, headers: HeaderMap) -> HttpResult {
    let mut response = respond(&path, &headers)?;
    // A page of another release asks with the hash of that. It may get this file, but must not keep it under an address
    // that means another one: during an upgrade, several releases answer side by side.
    if base_path().strip_prefix("/assets/") == Some(hash.as_str()) {
        response.headers_mut().insert(CACHE_CONTROL, IMMUTABLE);
    }
    Ok(response)
}

/// At the root, because a service worker controls the folder that it is in. Its address is stable.
async fn serve_service_worker(headers: HeaderMap) -> HttpResult {
    let mut response = SERVICE_WORKER.respond(&headers)?;
    let allowed = HeaderName::from_static("service-worker-allowed");
    response.headers_mut().insert(allowed, HeaderValue::from_static("/"));
    // A worker has a policy of its own: it fetches pages and assets.
    let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

impl Asset {
    /// What is sent.
    fn body(&self) -> Bytes {
        self.packed(&Bytes::from_static(self.bytes), stylesheets::BASE)
    }

    /// Of a file what is sent: comments are for those who write.
    fn packed(&self, file: &Bytes, base: &str) -> Bytes {
        match std::str::from_utf8(file) {
            Ok(own) if self.content_type == CSS => {
                Bytes::from(minified(&stylesheets::with_shared_rules(self.path, base, own)))
            }
            Ok(script) if self.content_type == JS => Bytes::from(without_comment_lines(script)),
            _ => file.clone(),
        }
    }

    fn respond(&self, headers: &HeaderMap) -> Result<Response, HttpError> {
        if let Some(from_disk) = self.read_from_disk() {
            return Ok(
                CacheableResponse::from_body(HeaderValue::from_static(self.content_type), from_disk)?.respond(headers)
            );
        }
        if let Some(response) = self.response.get() {
            return Ok(response.respond(headers));
        }
        let content_type = HeaderValue::from_static(self.content_type);
        let response = CacheableResponse::from_body(content_type, self.body())?.compressed_best();
        Ok(self.response.get_or_init(|| response).respond(headers))
    }

    /// Debug builds read the files again, so that a change shows without a build.
    fn read_from_disk(&self) -> Option<Bytes> {
        if !cfg!(debug_assertions) {
            return None;
        }
        let base = String::from_utf8(read_asset(stylesheets::BASE_PATH)?).ok()?;
        Some(self.packed(&Bytes::from(read_asset(self.path)?), &base))
    }
}

fn read_asset(path: &str) -> Option<Vec<u8>> {
    std::fs::read(format!("{}/assets/{path}", env!("CARGO_MANIFEST_DIR"))).ok()
}

/// A script without comments, save those behind a statement, and without indentation.
fn without_comment_lines(script: &str) -> String {
    let script = without_comments(script);
    let mut out = String::with_capacity(script.len());
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// No page loads them all: the first page of a booking, which may have 6,000, loads 1,500. Of these, 40 are for what is
    /// kept without a network, which is shown in the language that it was told in, and 50 for finding services whatever signs
    /// of Devanagari are typed.
    const MAX_CUSTOMER_SCRIPT_BYTES: usize = 6_290;
    const MAX_DESK_SCRIPT_BYTES: usize = 25_000;
    /// Packed with brotli; 100 of these are for scripts other than the Latin.
    const MAX_DESK_FRAME_BYTES: usize = 24_000;

    /// What a browser that takes gzip gets of some scripts.
    fn script_bytes(is_counted: impl Fn(&str) -> bool) -> usize {
        let gzip = |asset: &Asset| {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            out.write_all(&asset.body()).unwrap();
            out.finish().unwrap().len()
        };
        ASSETS.iter().filter(|asset| asset.content_type == JS && is_counted(asset.path)).map(gzip).sum()
    }

    #[test]
    fn scripts_weigh_little() {
        let customer = script_bytes(|path| !path.starts_with("js/desk/"));
        assert!(customer <= MAX_CUSTOMER_SCRIPT_BYTES, "{customer}");
        let shared = ["js/enhance.js", "js/live.js", "js/push.js"];
        let desk = script_bytes(|path| path.starts_with("js/desk/") || shared.contains(&path));
        assert!(desk <= MAX_DESK_SCRIPT_BYTES, "{desk}");
    }

    /// What a first visit to the desk loads besides the page, whichever it is.
    #[test]
    fn what_every_page_of_the_desk_loads_weighs_little() {
        const SCRIPTS: [&str; 7] = [
            "js/desk/desk.js",
            "js/desk/keys.js",
            "js/desk/page.js",
            "js/desk/parts.js",
            "js/desk/search.js",
            "js/enhance.js",
            "js/live.js",
        ];
        let packed = ["css/desk.css", "icons/app.svg"].into_iter().chain(SCRIPTS);
        let body = |path: &str| ASSETS.iter().find(|asset| asset.path == path).unwrap().body();
        let packed: usize = packed.map(|path| parlour_compression::brotli(&body(path), 11).len()).sum();
        let bytes = packed + body("fonts/parlour-display.woff2").len();
        assert!(bytes <= MAX_DESK_FRAME_BYTES, "{bytes}");
    }

    #[test]
    fn comment_lines_of_scripts_are_not_sent() {
        let script = "/** a\n * b\n */\nlet c = /** @type {d} */ (1); // stays\n  // e\n  /* f */\n  g();\n";
        assert_eq!(without_comment_lines(script), "let c =  (1); // stays\ng();\n");
    }

    #[test]
    fn comments_are_not_sent() {
        assert_eq!(without_comments("/* a */a{b:c}/* d */e{f:g}"), "a{b:c}e{f:g}");
        let css = ASSETS.iter().find(|asset| asset.path == "css/customer.css").unwrap();
        let sent = css.body();
        assert!(sent.len() < stylesheets::customer().len() && !sent.windows(2).any(|two| two == b"/*"));
    }
}
