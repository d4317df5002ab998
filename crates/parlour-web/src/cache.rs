//! What the pages keep in memory: the salon, its catalogue, and whole public pages.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use axum::response::Response;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};
use parlour_app::catalogue::{CategoryWithServices, OfferWithServices, active_catalogue, current_offers};
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::response_cache::CacheableResponse;
use parlour_http::state::HttpState;
use parlour_store::branches::branch_records;
use parlour_store::branches::branding::{Branding, find_branding};
use parlour_store::cache_topics::CacheTopic;
use parlour_store::catalogue::catalogue_records::Service;

use crate::page_headers::write_page_headers;
use crate::salon::Salon;

/// A public page that says "open until 9 pm" is made again this often.
const PAGE_LIFETIME_MS: i64 = 60_000;

#[derive(Debug, Default)]
pub struct PageCache {
    pub salon: SalonCache,
    catalogue: ArcSwapOption<Cached<Arc<Catalogue>>>,
    pub home: CachedPage,
    pub services: CachedPage,
}

#[derive(Debug)]
struct Cached<T> {
    value: T,
    generation: u64,
    until: Timestamp,
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
}

pub async fn current_salon(state: &HttpState) -> Result<Arc<Salon>, HttpError> {
    let cache = &state.front_end_cache::<PageCache>().salon;
    // Taken before the read, so that a write during the read expires it.
    let generation = state.app().db.generations().of(CacheTopic::Branches);
    if let Some(known) = cache.0.load().as_deref().filter(|known| known.0 == generation) {
        return Ok(Arc::clone(&known.1));
    }
    let salon = state.app().db.snapshot(|conn| {
        let branches = branch_records::list_operational(conn)?;
        let branding = match branches.first() {
            Some(first) => find_branding(conn, &first.id)?,
            None => Branding::default(),
        };
        Ok::<_, HttpError>((branches, branding.brand_colour))
    });
    let (branches, colour) = salon.await?;
    let first = branches.first();
    let salon = Arc::new(Salon {
        name: first.map_or("Parlour".to_owned(), |branch| branch.name.clone()),
        logo_url: first.and_then(|branch| branch.logo_url.clone()),
        phone: first.and_then(|branch| branch.phone.clone()),
        brand_colour: colour.as_deref().and_then(|colour| Colour::parse(colour).ok()),
        branches,
    });
    cache.0.store(Some(Arc::new((generation, Arc::clone(&salon)))));
    Ok(salon)
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

/// How often anything that public pages show has changed.
fn generation(state: &HttpState) -> u64 {
    let topics = [CacheTopic::Catalogue, CacheTopic::Offers, CacheTopic::Branches];
    topics.into_iter().map(|topic| state.app().db.generations().of(topic)).sum()
}

pub async fn current_catalogue(state: &HttpState) -> Result<Arc<Catalogue>, HttpError> {
    let cache = &state.front_end_cache::<PageCache>().catalogue;
    let (generation, now) = (generation(state), state.now());
    if let Some(cached) = cache.load().as_deref().filter(|cached| cached.generation == generation && now < cached.until)
    {
        return Ok(Arc::clone(&cached.value));
    }
    let today = now.ist_date();
    let read = state.app().db.snapshot(move |conn| {
        Ok::<_, HttpError>(Catalogue { categories: active_catalogue(conn)?, offers: current_offers(conn, today)? })
    });
    let value = Arc::new(read.await?);
    let until = now.next_ist_midnight();
    cache.store(Some(Arc::new(Cached { value: Arc::clone(&value), generation, until })));
    Ok(value)
}

/// A public page for visitors without a session, answered from memory.
#[derive(Debug, Default)]
pub struct CachedPage(ArcSwapOption<Cached<Arc<CacheableResponse>>>);

impl CachedPage {
    /// The page as it was made before, if nothing on it has changed since.
    pub fn answer(&self, state: &HttpState, headers: &HeaderMap) -> Option<Response> {
        let cached = self.0.load();
        let cached = cached.as_deref()?;
        let is_fresh = cached.generation == generation(state) && state.now() < cached.until;
        is_fresh.then(|| page_response(&cached.value, headers))
    }

    /// Keeps a page that was read at this generation.
    pub fn keep(&self, state: &HttpState, headers: &HeaderMap, html: String, at: PageMoment) -> HttpResult {
        let before = self.0.load_full().map(|cached| Arc::clone(&cached.value));
        let value = match before.filter(|before| before.body() == html.as_bytes()) {
            Some(same) => same,
            None => Arc::new(compressed_once(html)?),
        };
        let response = page_response(&value, headers);
        let until = at.now.plus_millis(PAGE_LIFETIME_MS).min(state.now().next_ist_midnight());
        self.0.store(Some(Arc::new(Cached { value, generation: at.generation, until })));
        Ok(response)
    }
}

/// Compressed as well as possible: a page keeps its compressed form until its text changes, a few times a day.
fn compressed_once(html: String) -> Result<CacheableResponse, HttpError> {
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(CacheableResponse::from_body(content_type, Bytes::from(html))?.compressed_best())
}

/// When the data of a page was read. Taken before the read, so that a write during the read expires the page.
#[derive(Debug, Clone, Copy)]
pub struct PageMoment {
    generation: u64,
    now: Timestamp,
}

impl PageMoment {
    pub fn of(state: &HttpState) -> Self {
        Self { generation: generation(state), now: state.now() }
    }
}

fn page_response(entity: &CacheableResponse, headers: &HeaderMap) -> Response {
    let mut response = entity.respond(headers);
    write_page_headers(response.headers_mut());
    response
}
