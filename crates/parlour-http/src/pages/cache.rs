//! What the pages keep in memory: the salon, its catalogue, and whole public pages.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use axum::response::Response;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};
use parlour_app::catalogue::{CategoryWithServices, OfferWithServices};
use parlour_domain::ist::Timestamp;
use parlour_store::catalogue::catalogue_records::Service;

use super::headers::write_page_headers;
use super::salon::Salon;
use crate::error::HttpError;
use crate::respond::HttpResult;
use crate::response_cache::CacheableResponse;

/// A public page that says "open until 9 pm" is made again this often.
const PAGE_LIFETIME_MS: i64 = 60_000;

#[derive(Debug, Default)]
pub struct PageCache {
    pub salon: SalonCache,
    pub catalogue: CatalogueCache,
    pub home: CachedPage,
    pub services: CachedPage,
}

/// When the data of a page was read, and how often it had changed until then. Taken before the read, so that a write
/// during the read expires what is kept.
#[derive(Debug, Clone, Copy)]
pub struct CacheStamp {
    pub generation: u64,
    pub now: Timestamp,
}

#[derive(Debug)]
struct Cached<T> {
    value: T,
    generation: u64,
    until: Timestamp,
}

impl<T> Cached<T> {
    fn is_fresh(&self, stamp: CacheStamp) -> bool {
        self.generation == stamp.generation && stamp.now < self.until
    }
}

/// With the generation of the branches.
#[derive(Debug, Default)]
pub struct SalonCache(ArcSwapOption<(u64, Arc<Salon>)>);

impl SalonCache {
    /// What is known without a read, for error pages.
    pub fn known(&self) -> Arc<Salon> {
        let unnamed = || Arc::new(Salon { name: "Parlour".to_owned(), ..Salon::default() });
        self.0.load().as_deref().map_or_else(unnamed, |known| Arc::clone(&known.1))
    }

    /// The salon as it was read at this generation of the branches.
    pub fn get(&self, generation: u64) -> Option<Arc<Salon>> {
        self.0.load().as_deref().filter(|known| known.0 == generation).map(|known| Arc::clone(&known.1))
    }

    pub fn keep(&self, generation: u64, salon: &Arc<Salon>) {
        self.0.store(Some(Arc::new((generation, Arc::clone(salon)))));
    }
}

/// Active categories with their services, and the offers of today.
#[derive(Debug)]
pub struct Catalogue {
    pub categories: Vec<CategoryWithServices>,
    pub offers: Vec<OfferWithServices>,
}

impl Catalogue {
    /// An active service with its category.
    pub fn service(&self, slug: &str) -> Option<(&CategoryWithServices, &Service)> {
        self.find(|service| service.slug == slug)
    }

    pub fn find(&self, is_it: impl Fn(&Service) -> bool) -> Option<(&CategoryWithServices, &Service)> {
        let mut all =
            self.categories.iter().flat_map(|group| group.services.iter().map(move |service| (group, service)));
        all.find(|(_, service)| is_it(service))
    }
}

#[derive(Debug, Default)]
pub struct CatalogueCache(ArcSwapOption<Cached<Arc<Catalogue>>>);

impl CatalogueCache {
    pub fn get(&self, stamp: CacheStamp) -> Option<Arc<Catalogue>> {
        self.0.load().as_deref().filter(|cached| cached.is_fresh(stamp)).map(|cached| Arc::clone(&cached.value))
    }

    /// Until midnight, when other offers begin.
    pub fn keep(&self, catalogue: &Arc<Catalogue>, stamp: CacheStamp) {
        let until = stamp.now.next_ist_midnight();
        let cached = Cached { value: Arc::clone(catalogue), generation: stamp.generation, until };
        self.0.store(Some(Arc::new(cached)));
    }
}

/// A public page for visitors without a session, answered from memory.
#[derive(Debug, Default)]
pub struct CachedPage(ArcSwapOption<Cached<Arc<CacheableResponse>>>);

impl CachedPage {
    /// The page as it was made before, if nothing on it has changed since.
    pub fn answer(&self, headers: &HeaderMap, now: CacheStamp) -> Option<Response> {
        let cached = self.0.load();
        let cached = cached.as_deref()?;
        cached.is_fresh(now).then(|| page_response(&cached.value, headers))
    }

    /// Keeps a page that was read with this stamp.
    pub fn keep(&self, headers: &HeaderMap, html: String, stamp: CacheStamp) -> HttpResult {
        let before = self.0.load_full().map(|cached| Arc::clone(&cached.value));
        let value = match before.filter(|before| before.body() == html.as_bytes()) {
            Some(same) => same,
            None => Arc::new(compressed_once(html)?),
        };
        let response = page_response(&value, headers);
        let until = stamp.now.plus_millis(PAGE_LIFETIME_MS).min(stamp.now.next_ist_midnight());
        self.0.store(Some(Arc::new(Cached { value, generation: stamp.generation, until })));
        Ok(response)
    }
}

/// Compressed as well as possible: a page keeps its compressed form until its text changes, a few times a day.
fn compressed_once(html: String) -> Result<CacheableResponse, HttpError> {
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(CacheableResponse::from_body(content_type, Bytes::from(html))?.compressed_best())
}

fn page_response(entity: &CacheableResponse, headers: &HeaderMap) -> Response {
    let mut response = entity.respond(headers);
    write_page_headers(response.headers_mut());
    response
}
