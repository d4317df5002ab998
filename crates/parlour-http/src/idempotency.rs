//! `Idempotency-Key`: a request that is sent again, because its response got lost, runs once.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method};
use parlour_domain::auth::app_side::AppSide;
use parlour_domain::ids::UserId;
use parlour_domain::text::to_hex;
use parlour_store::idempotency::RequestKey;
use sha2::{Digest, Sha256};

use crate::error::{ErrorCode, HttpError};

const IDEMPOTENCY_KEY_HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_CHARS: usize = 255;

/// The scope in which a key is unique.
#[derive(Debug)]
pub enum KeyScope<'a> {
    /// A user's request, by method and path.
    UserRequest { user: &'a UserId, method: &'a str, path: &'a str },
    /// Anyone may post a lead, so the body is part of the scope.
    PublicLead,
}

/// The key of a signed-in user's request, if it has one.
#[derive(Debug)]
pub struct IdempotencyKey {
    headers: HeaderMap,
    method: Method,
    path: String,
}

impl IdempotencyKey {
    pub fn claim(
        &self,
        side: AppSide,
        running: &RunningRequests,
        user: &UserId,
        body: &[u8],
    ) -> Result<Option<ClaimedKey>, HttpError> {
        let scope = KeyScope::UserRequest { user, method: self.method.as_str(), path: &self.path };
        claim_key(side, running, &self.headers, &scope, body)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let mut headers = HeaderMap::new();
        if let Some(key) = parts.headers.get(IDEMPOTENCY_KEY_HEADER) {
            headers.insert(IDEMPOTENCY_KEY_HEADER, key.clone());
        }
        Ok(Self { headers, method: parts.method.clone(), path: parts.uri.path().to_owned() })
    }
}

/// Requests of this process with an `Idempotency-Key` that have not been answered yet.
#[derive(Debug, Clone, Default)]
pub struct RunningRequests(Arc<Mutex<HashSet<String>>>);

impl RunningRequests {
    /// `None` while another request of the same name runs.
    fn start(&self, name: String) -> Option<RunningRequest> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(name.clone()).then(|| RunningRequest { all: self.clone(), name })
    }
}

/// Removes its name when the request ends.
#[derive(Debug)]
struct RunningRequest {
    all: RunningRequests,
    name: String,
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}

/// The key of a running request.
#[derive(Debug)]
pub struct ClaimedKey {
    pub request: RequestKey,
    _running: RunningRequest,
}

/// `None` if the request has no key; an error while another request with the same key runs.
pub fn claim_key(
    side: AppSide,
    running: &RunningRequests,
    headers: &HeaderMap,
    scope: &KeyScope<'_>,
    body: &[u8],
) -> Result<Option<ClaimedKey>, HttpError> {
    let Some(header) = headers.get(IDEMPOTENCY_KEY_HEADER) else { return Ok(None) };
    let key = std::str::from_utf8(header.as_bytes()).ok().map(strip_quotes);
    let key = key.filter(|key| (1..=MAX_KEY_CHARS).contains(&key.chars().count()));
    let key = key.ok_or_else(|| HttpError::invalid_field("Idempotency-Key", "must be 1 to 255 characters"))?;
    let body_hash = hash_parts(&[body]);
    let side = side.as_str().as_bytes();
    let (scope, user_id) = match scope {
        KeyScope::UserRequest { user, method, path } => {
            let parts = [side, user.as_str().as_bytes(), method.as_bytes(), path.as_bytes()];
            (hash_parts(&parts), Some((*user).clone()))
        }
        KeyScope::PublicLead => (hash_parts(&[side, b"lead", body_hash.as_bytes()]), None),
    };
    let running = running
        .start(format!("{scope} {key}"))
        .ok_or_else(|| HttpError::new(ErrorCode::Conflict, "A request with this Idempotency-Key is still running."))?;
    let request = RequestKey { scope, key: key.to_owned(), body_hash, user_id };
    Ok(Some(ClaimedKey { request, _running: running }))
}

/// The draft standard quotes the key; most clients do not.
fn strip_quotes(key: &str) -> &str {
    key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key)
}

/// Each part is hashed with its length, so that different lists of parts differ.
fn hash_parts(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    to_hex(&hash.finalize())
}
