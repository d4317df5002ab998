//! `Idempotency-Key`: a request that is sent again because the answer got lost is done once.

use http::HeaderMap;
use parlour_domain::ids::UserId;
use parlour_domain::text::hex;
use parlour_store::idempotency::RequestKey;
use sha2::{Digest, Sha256};

use crate::error::{ApiError, Code};
use crate::web::{Running, Web};

const LONGEST: usize = 255;

/// What a key is unique within.
pub(crate) enum Scope<'a> {
    /// A signed-in person's act, by its path.
    #[expect(dead_code, reason = "bookings and the desk move in with the next parts")]
    Act { user: &'a UserId, method: &'a str, path: &'a str },
    /// Anyone may post a lead, so a key alone proves nothing: the body is part of it.
    PublicLead,
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
    let Some(header) = headers.get("idempotency-key") else { return Ok(None) };
    let key = header.to_str().ok().map(unquoted).filter(|key| (1..=LONGEST).contains(&key.len()));
    let key = key.ok_or_else(|| {
        ApiError::invalid_field("Idempotency-Key", "must be 1 to 255 visible ASCII characters")
    })?;
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
