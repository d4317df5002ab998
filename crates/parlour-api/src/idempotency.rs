//! `Idempotency-Key`: a request that is sent again because the answer got lost is done once.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method};
use parlour_domain::ids::UserId;
use parlour_domain::text::hex;
use parlour_store::idempotency::RequestKey;
use sha2::{Digest, Sha256};

use crate::error::{ApiError, Code};
use crate::web::{Running, Web};

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const LONGEST: usize = 255;

/// What a key is unique within.
pub(crate) enum Scope<'a> {
    /// A signed-in person's act, by its path.
    Act { user: &'a UserId, method: &'a str, path: &'a str },
    /// Anyone may post a lead, so a key alone proves nothing: the body is part of it.
    PublicLead,
}

/// What a signed-in person's request says of being sent again.
#[derive(Debug)]
pub(crate) struct ActKey {
    headers: HeaderMap,
    method: Method,
    path: String,
}

impl ActKey {
    pub(crate) fn of(&self, web: &Web, user: &UserId, body: &[u8]) -> Result<Option<Keyed>, ApiError> {
        let scope = Scope::Act { user, method: self.method.as_str(), path: &self.path };
        key(web, &self.headers, &scope, body)
    }
}

impl FromRequestParts<Web> for ActKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Infallible> {
        let mut headers = HeaderMap::new();
        if let Some(key) = parts.headers.get(HEADER) {
            headers.insert(HEADER, key.clone());
        }
        Ok(Self { headers, method: parts.method.clone(), path: parts.uri.path().to_owned() })
    }
}

/// The key of a request that sent one, held while it runs.
#[derive(Debug)]
pub(crate) struct Keyed {
    pub(crate) request: RequestKey,
    _running: Running,
}

/// `None` where the request names no key; an error while another request with the same key runs.
pub(crate) fn key(
    web: &Web,
    headers: &HeaderMap,
    scope: &Scope<'_>,
    body: &[u8],
) -> Result<Option<Keyed>, ApiError> {
    let Some(header) = headers.get(HEADER) else { return Ok(None) };
    let key = std::str::from_utf8(header.as_bytes()).ok().map(unquoted);
    let key = key.filter(|key| (1..=LONGEST).contains(&key.chars().count()));
    let key = key.ok_or_else(|| ApiError::invalid_field("Idempotency-Key", "must be 1 to 255 characters"))?;
    let body_hash = hash_of(&[body]);
    let side = web.side().as_str().as_bytes();
    let (scope, user_id) = match scope {
        Scope::Act { user, method, path } => {
            let parts = [side, user.as_str().as_bytes(), method.as_bytes(), path.as_bytes()];
            (hash_of(&parts), Some((*user).clone()))
        }
        Scope::PublicLead => (hash_of(&[side, b"lead", body_hash.as_bytes()]), None),
    };
    let running = web.begin(format!("{scope} {key}")).ok_or_else(|| {
        ApiError::new(Code::Conflict, "A request with this Idempotency-Key is still running.")
    })?;
    let request = RequestKey { scope, key: key.to_owned(), body_hash, user_id };
    Ok(Some(Keyed { request, _running: running }))
}

/// The draft standard writes the key as a quoted string, most clients do not.
fn unquoted(key: &str) -> &str {
    key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key)
}

/// Each part with its length, so that no two lists of parts look alike.
fn hash_of(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}
