//! What the pages keep in memory: the salon, its catalogue, and whole public pages.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use arc_swap::ArcSwapOption;
use axum::response::Response;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};
use parlour_app::catalogue::{CategoryWithServices, OfferWithServices};
use parlour_app::hindi_names::HindiNames;
use parlour_app::salon::UNNAMED_SALON;
use parlour_domain::ist::Timestamp;
use parlour_store::catalogue::catalogue_records::Service;

use super::headers::write_page_headers;
use super::salon::Salon;
use crate::error::HttpError;
use crate::respond::HttpResult;
use crate::response_cache::CacheableResponse;

/// A public page that says "open until 9 pm" is made again this often.
const PAGE_LIFETIME_MS: i64 = 60_000;
/// Of more pages than this, such as those of all services, none is kept before the first ones are asked for again.
const MAX_PAGES: usize = 300;
/// These are asked for most, so they are compressed as well as possible.
const FIRST_PAGES: [&str; 2] = ["/", "/book"];

#[derive(Debug, Default)]
pub struct PageCache {
    pub salon: SalonCache,
    pub catalogue: CatalogueCache,
    pub hindi_names: HindiNamesCache,
    pub public: PublicPages,
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
        let unnamed = || Arc::new(Salon { name: UNNAMED_SALON.to_owned(), ..Salon::default() });
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

/// With the generation of what the salon sells and offers.
#[derive(Debug, Default)]
pub struct HindiNamesCache(ArcSwapOption<(u64, Arc<HindiNames>)>);

impl HindiNamesCache {
    /// The names as they were read at this generation.
    pub fn get(&self, generation: u64) -> Option<Arc<HindiNames>> {
        self.0.load().as_deref().filter(|known| known.0 == generation).map(|known| Arc::clone(&known.1))
    }

    pub fn keep(&self, generation: u64, names: &Arc<HindiNames>) {
        self.0.store(Some(Arc::new((generation, Arc::clone(names)))));
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

/// Which public page is meant.
#[derive(Debug, Clone, Copy)]
pub struct PageKey<'a> {
    /// The tag of its language, such as `hi-IN`.
    pub language: &'static str,
    pub path: &'a str,
}

type CachedPage = Arc<Cached<Arc<CacheableResponse>>>;

/// Public pages by their language and path, for visitors without a session. The one copy of a page goes to everybody who
/// reads that language, so nothing about a visitor may be on it.
#[derive(Debug, Default)]
pub struct PublicPages(RwLock<HashMap<&'static str, HashMap<String, CachedPage>>>);

impl PublicPages {
    /// The page as it was made before, if nothing on it has changed since.
    pub fn answer(&self, key: PageKey<'_>, headers: &HeaderMap, now: CacheStamp) -> Option<Response> {
        let cached = self.cached(key)?;
        cached.is_fresh(now).then(|| page_response(&cached.value, key.language, headers))
    }

    /// Keeps a page that was read with this stamp.
    pub fn keep(&self, key: PageKey<'_>, headers: &HeaderMap, html: String, stamp: CacheStamp) -> HttpResult {
        let before = self.cached(key).map(|cached| Arc::clone(&cached.value));
        let value = match before.filter(|before| before.body() == html.as_bytes()) {
            Some(same) => same,
            None => Arc::new(public_page(key.path, html)?),
        };
        let response = page_response(&value, key.language, headers);
        let until = stamp.now.plus_millis(PAGE_LIFETIME_MS).min(stamp.now.next_ist_midnight());
        let cached = Arc::new(Cached { value, generation: stamp.generation, until });
        let mut languages = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = languages.get(key.language).is_none_or(|pages| !pages.contains_key(key.path));
        if is_new && languages.values().map(HashMap::len).sum::<usize>() >= MAX_PAGES {
            languages.clear();
        }
        languages.entry(key.language).or_default().insert(key.path.to_owned(), cached);
        Ok(response)
    }

    fn cached(&self, key: PageKey<'_>) -> Option<CachedPage> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key.language)?.get(key.path).cloned()
    }
}

/// A page that everybody gets alike and nobody keeps in memory.
pub fn unkept_public_page(key: PageKey<'_>, headers: &HeaderMap, html: String) -> HttpResult {
    Ok(page_response(&public_page(key.path, html)?, key.language, headers))
}

/// A page keeps its compressed form until its text changes, a few times a day.
fn public_page(path: &str, html: String) -> Result<CacheableResponse, HttpError> {
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    let page = CacheableResponse::from_body(content_type, Bytes::from(html))?;
    Ok(if FIRST_PAGES.contains(&path) { page.compressed_best() } else { page })
}

fn page_response(entity: &CacheableResponse, language: &'static str, headers: &HeaderMap) -> Response {
    let mut response = entity.respond(headers);
    write_page_headers(response.headers_mut(), language);
    response
}
