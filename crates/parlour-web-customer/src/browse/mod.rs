//! What everybody can see: the first page, services, offers, the call-back form, and what search engines read.

pub(crate) mod art;
pub(crate) mod basket;
pub(crate) mod call_me;
mod campaign;
pub(crate) mod home;
pub(crate) mod offer;
mod opening;
pub(crate) mod own_visits;
mod public_page;
mod search_engines;
pub(crate) mod service;
pub(crate) mod services;

use axum::Router;
use axum::routing::get;
use parlour_http::state::HttpState;
use tower_http::compression::CompressionLayer;

use parlour_web::page::encode;

/// The services page with these services ticked.
pub(crate) fn book_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book", branch, slugs)
}

/// The page with free times for these services.
pub(crate) fn time_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book/time", branch, slugs)
}

fn with_services<'a>(path: &str, branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    let branch = branch.map(|id| format!("at={}", encode(id)));
    let services = slugs.into_iter().map(|slug| format!("s={}", encode(slug)));
    let query: Vec<String> = branch.into_iter().chain(services).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

pub(crate) fn service_path(slug: &str) -> String {
    format!("/services/{}", encode(slug))
}

pub(crate) fn offer_path(slug: &str) -> String {
    format!("/offers/{}", encode(slug))
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/services/{slug}", get(service::show))
        .route("/offers/{slug}", get(offer::show))
        .route("/call-me", get(call_me::show).post(call_me::submit))
        .route("/sitemap.xml", get(search_engines::sitemap))
        .route("/robots.txt", get(search_engines::robots))
}

pub(super) fn routes_from_memory() -> Router<HttpState> {
    // The layer leaves what is compressed already, and compresses the pages of signed-in visitors.
    Router::new().route("/", get(home::show)).route("/book", get(services::show)).layer(CompressionLayer::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_the_branch_and_the_services() {
        assert_eq!(book_path(None, []), "/book");
        assert_eq!(book_path(Some("b 1"), ["cut", "a&b"]), "/book?at=b+1&s=cut&s=a%26b");
        assert_eq!(time_path(None, ["cut"]), "/book/time?s=cut");
    }
}
