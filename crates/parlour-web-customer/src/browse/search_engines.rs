//! What search engines read: the list of pages, and what to leave alone.

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};
use parlour_http::respond::HttpResult;
use parlour_http::response_cache::CacheableResponse;
use parlour_http::state::HttpState;

use super::paths::{offer_path, service_path};
use parlour_web::cache::current_catalogue;

/// Pages of one person, and steps of a booking.
const NOT_LISTED: [&str; 13] = [
    "/api/",
    "/invoices",
    "/language",
    "/live",
    "/me",
    "/notifications",
    "/offline",
    "/onboarding",
    "/rewards",
    "/sign-in",
    "/sign-out",
    "/unsubscribe/",
    "/visits",
];

pub(super) async fn sitemap(State(state): State<HttpState>, headers: HeaderMap) -> HttpResult {
    let catalogue = current_catalogue(&state).await?;
    let services = catalogue.categories.iter().flat_map(|group| &group.services);
    let paths = ["/", "/book", "/call-me"]
        .into_iter()
        .map(str::to_owned)
        .chain(services.map(|service| service_path(&service.slug)))
        .chain(catalogue.offers.iter().map(|offer| offer_path(&offer.offer.slug)));
    let entries: Vec<String> =
        paths.map(|path| format!("<url><loc>{}{path}</loc></url>\n", state.public_url())).collect();
    let entries = entries.concat();
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n"
    );
    respond("application/xml; charset=utf-8", xml, &headers)
}

pub(super) async fn robots(State(state): State<HttpState>, headers: HeaderMap) -> HttpResult {
    let rules: Vec<String> = NOT_LISTED.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let rules = rules.concat();
    let text = format!("User-agent: *\n{rules}\nSitemap: {}/sitemap.xml\n", state.public_url());
    respond("text/plain; charset=utf-8", text, &headers)
}

fn respond(content_type: &'static str, body: String, headers: &HeaderMap) -> HttpResult {
    let entity = CacheableResponse::from_body(HeaderValue::from_static(content_type), Bytes::from(body))?;
    let response: Response = entity.respond(headers);
    Ok(response)
}
