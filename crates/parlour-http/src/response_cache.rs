//! Public reads, cached in memory until a write or the next IST midnight.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use arc_swap::ArcSwapOption;
use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY};
use parlour_app::App;
use parlour_app::availability::DayState;
use parlour_compression::{brotli, gzip};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::to_hex;
use parlour_store::branches::branch_records;
use parlour_store::cache_topics::CacheTopic;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::compression::{Encoding, accepted_encoding};
use crate::error::HttpError;
use crate::respond::{HttpResult, envelope_json};

/// `Cache-Control` of what never changes at its address, because the address contains a hash of it.
pub const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// For what changes every now and then.
const QUICK_BROTLI: u32 = 5;
const BEST_BROTLI: u32 = 11;
const GZIP_LEVEL: u32 = 6;

#[derive(Debug, Default)]
pub struct ResponseCaches {
    pub services: ResponseCache,
    pub offers: ResponseCache,
    pub branches: ResponseCache,
    /// The day of an open branch never changes.
    pub open_day: OnceLock<CacheableResponse>,
    pub live_branches: LiveBranches,
    pub live_days: LiveDayAnswers,
}

/// The live branches, so that availability of all others needs no database.
#[derive(Debug, Default)]
pub struct LiveBranches {
    /// With the generation of the table.
    cached: ArcSwapOption<(u64, HashSet<String>)>,
}

impl LiveBranches {
    pub async fn has(&self, app: &App, branch: &str) -> Result<bool, HttpError> {
        // Taken before the read, so that a write during the read expires it.
        let generation = app.db.generations().of(CacheTopic::Branches);
        if let Some(cached) = self.cached.load().as_deref().filter(|cached| cached.0 == generation) {
            return Ok(cached.1.contains(branch));
        }
        let live = app.db.read(|conn| branch_records::list_live_branch_ids(conn).map_err(HttpError::from)).await?;
        let live: HashSet<String> = live.iter().map(|id| id.as_str().to_owned()).collect();
        let is_live = live.contains(branch);
        self.cached.store(Some(Arc::new((generation, live))));
        Ok(is_live)
    }
}

/// More questions than this are not remembered at once.
const MAX_LIVE_ANSWERS: usize = 1_000;
const MAX_LIVE_QUERY_BYTES: usize = 500;

/// The free times of live branches by the query that asked for them, each until something that it depends on changes.
/// After an advertisement many people ask the same.
#[derive(Debug, Default)]
pub struct LiveDayAnswers(RwLock<HashMap<String, Arc<LiveDayAnswer>>>);

#[derive(Debug)]
struct LiveDayAnswer {
    state: DayState,
    response: CacheableResponse,
}

impl LiveDayAnswers {
    pub fn respond(&self, query: &str, state: &DayState, request: &HeaderMap) -> Option<Response> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(query).cloned()?;
        (known.state == *state).then(|| known.response.respond(request))
    }

    /// `state` was taken before the answer was found, so that a change meanwhile is noticed.
    pub fn keep(&self, query: &str, state: DayState, response: CacheableResponse) {
        if query.len() > MAX_LIVE_QUERY_BYTES {
            return;
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_LIVE_ANSWERS {
            known.clear();
        }
        known.insert(query.to_owned(), Arc::new(LiveDayAnswer { state, response }));
    }
}

/// One cached response.
#[derive(Debug, Default)]
pub struct ResponseCache {
    cached: ArcSwapOption<CachedEntry>,
    /// One request refreshes, the others wait for it.
    refreshing: Mutex<()>,
}

#[derive(Debug)]
struct CachedEntry {
    entity: CacheableResponse,
    generation: u64,
    until: Timestamp,
}

impl ResponseCache {
    /// Responds from memory, or reads the data again after a change of `topics`.
    pub async fn answer<T: Serialize + Send + 'static>(
        &self,
        app: &App,
        topics: &[CacheTopic],
        request: &HeaderMap,
        read: impl Fn(&mut Conn<'_>, Timestamp) -> Result<T, DbError> + Send + 'static,
    ) -> HttpResult {
        let generation = || topics.iter().map(|topic| app.db.generations().of(*topic)).sum::<u64>();
        let now = app.clock.now();
        let fresh = |cached: &CachedEntry| cached.generation == generation() && now < cached.until;
        if let Some(cached) = self.cached.load().as_deref().filter(|cached| fresh(cached)) {
            return Ok(cached.entity.respond(request));
        }
        let _one_at_a_time = self.refreshing.lock().await;
        if let Some(cached) = self.cached.load().as_deref().filter(|cached| fresh(cached)) {
            return Ok(cached.entity.respond(request));
        }
        // Taken before the read, so that a write during the read expires it.
        let generation = generation();
        let data = app.db.snapshot(move |conn| read(conn, now).map_err(HttpError::from)).await?;
        let cached = CachedEntry { entity: CacheableResponse::new(data)?, generation, until: now.next_ist_midnight() };
        let response = cached.entity.respond(request);
        self.cached.store(Some(Arc::new(cached)));
        Ok(response)
    }
}

/// A response with its `ETag`, compressed at the first request that accepts it.
#[derive(Debug)]
pub struct CacheableResponse {
    content_type: HeaderValue,
    body: Bytes,
    etag: HeaderValue,
    brotli_quality: u32,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl CacheableResponse {
    pub fn new(data: impl Serialize) -> Result<Self, HttpError> {
        Self::from_body(HeaderValue::from_static("application/json"), Bytes::from(envelope_json(data)?))
    }

    pub fn from_body(content_type: HeaderValue, body: Bytes) -> Result<Self, HttpError> {
        let hex = to_hex(&digest(&SHA256, &body).as_ref()[..12]);
        // Weak, because the compressed forms share it.
        let etag =
            HeaderValue::from_str(&format!("W/\"{hex}\"")).map_err(|error| HttpError::internal(error.to_string()))?;
        Ok(Self {
            content_type,
            body,
            etag,
            brotli_quality: QUICK_BROTLI,
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        })
    }

    /// Compressed as well as possible, for what is compressed seldom.
    #[must_use]
    pub fn compressed_best(self) -> Self {
        Self { brotli_quality: BEST_BROTLI, ..self }
    }

    /// As it is without compression.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    pub fn respond(&self, request: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        // Room for these headers and those of the pipeline.
        headers.reserve(16);
        headers.insert(ETAG, self.etag.clone());
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if self.matches_if_none_match(request) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, self.content_type.clone());
        let encoding = accepted_encoding(request);
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, encoding.as_header());
        }
        let body = match encoding {
            Some(Encoding::Brotli) => {
                self.brotli.get_or_init(|| brotli(&self.body, self.brotli_quality).into()).clone()
            }
            Some(Encoding::Gzip) => self.gzip.get_or_init(|| gzip(&self.body, GZIP_LEVEL).into()).clone(),
            None => self.body.clone(),
        };
        *response.body_mut() = Body::from(body);
        response
    }

    fn matches_if_none_match(&self, request: &HeaderMap) -> bool {
        let own = opaque_tag(self.etag.as_bytes());
        request.get_all(IF_NONE_MATCH).iter().any(|line| {
            line.as_bytes()
                .split(|byte| *byte == b',')
                .map(<[u8]>::trim_ascii)
                .any(|tag| tag == b"*" || opaque_tag(tag) == own)
        })
    }
}

/// Weak and strong tags are compared alike.
fn opaque_tag(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_tag_is_answered_without_a_body() {
        let entity = CacheableResponse::new(serde_json::json!({ "a": 1 })).unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(entity.respond(&headers).status(), StatusCode::OK);
        let tag = format!("\"x\", {}", entity.etag.to_str().unwrap().trim_start_matches("W/"));
        headers.insert(IF_NONE_MATCH, HeaderValue::from_str(&tag).unwrap());
        assert_eq!(entity.respond(&headers).status(), StatusCode::NOT_MODIFIED);
    }
}
