//! The key of a request, and the request while it runs.

use aws_lc_rs::digest::{Context, SHA256};
use axum::extract::Request;
use http::{HeaderName, HeaderValue, Method};
use parlour_domain::ids::UserId;
use parlour_domain::text::to_hex;
use parlour_store::idempotency::IdempotentRequest;

use super::running_requests::RunningRequest;
use crate::error::{ErrorCode, HttpError};
use crate::state::HttpState;

const IDEMPOTENCY_KEY_HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_CHARS: usize = 255;

#[derive(Debug, Clone)]
pub(super) struct RequestKey {
    pub(super) key: Option<HeaderValue>,
    pub(super) method: Method,
    pub(super) path: String,
    /// Whether the key with another body is another request. It is for most forms: a person who goes back and changes the
    /// form sends the same key with other fields.
    pub(super) is_body_in_scope: bool,
}

impl RequestKey {
    pub(super) fn of(request: &Request) -> Self {
        let key = request.headers().get(IDEMPOTENCY_KEY_HEADER).cloned();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        Self { key, method, path, is_body_in_scope: false }
    }

    /// The same key with another body is refused.
    pub(super) fn for_one_body(&self) -> Self {
        Self { is_body_in_scope: false, ..self.clone() }
    }

    /// `None` if the request has no key; an error while another request with the same key runs. A request without a
    /// user is a lead.
    pub(super) fn claim(
        &self,
        state: &HttpState,
        user: Option<&UserId>,
        body_hash: impl FnOnce() -> String,
    ) -> Result<Option<ClaimedKey>, HttpError> {
        let Some(header) = &self.key else { return Ok(None) };
        let key = std::str::from_utf8(header.as_bytes()).ok().map(strip_quotes);
        let key = key.filter(|key| (1..=MAX_KEY_CHARS).contains(&key.chars().count()));
        let key = key.ok_or_else(|| HttpError::invalid_field("Idempotency-Key", "must be 1 to 255 characters"))?;
        let body_hash = body_hash();
        let app_kind = state.app_kind().as_str().as_bytes();
        let scope = match user {
            Some(user) if self.is_body_in_scope => {
                hash_parts(&[app_kind, user.as_str().as_bytes(), self.path.as_bytes(), body_hash.as_bytes()])
            }
            Some(user) => {
                hash_parts(&[app_kind, user.as_str().as_bytes(), self.method.as_str().as_bytes(), self.path.as_bytes()])
            }
            // Anyone may post a lead, so the body is part of the scope.
            None => hash_parts(&[app_kind, b"lead", body_hash.as_bytes()]),
        };
        let running = state.running_requests().start(format!("{scope} {key}")).ok_or_else(|| {
            HttpError::new(ErrorCode::Conflict, "A request with this Idempotency-Key is still running.")
        })?;
        let request = IdempotentRequest { scope, key: key.to_owned(), body_hash, user_id: user.cloned() };
        Ok(Some(ClaimedKey { request, _running: running }))
    }
}

/// The key of a running request.
#[derive(Debug)]
pub struct ClaimedKey {
    pub request: IdempotentRequest,
    _running: RunningRequest,
}

/// The draft standard quotes the key; most clients do not.
fn strip_quotes(key: &str) -> &str {
    key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key)
}

/// Each part is hashed with its length, so that different lists of parts differ.
pub(crate) fn hash_parts(parts: &[&[u8]]) -> String {
    let mut hash = Context::new(&SHA256);
    for part in parts {
        hash.update(&part.len().to_le_bytes());
        hash.update(part);
    }
    to_hex(hash.finish().as_ref())
}
