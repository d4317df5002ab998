//! `Idempotency-Key`: a request that is sent again, because its response got lost, runs once.

mod running_requests;

use std::ops::Deref;

use aws_lc_rs::digest::{Context, SHA256};
use axum::extract::{FromRequest, Request};
use http::{HeaderName, HeaderValue, Method};
use parlour_domain::ids::UserId;
use parlour_domain::text::to_hex;
use parlour_store::idempotency::IdempotentRequest;
use utoipa::IntoParams;

use crate::body::RequestBody;
use crate::error::{ErrorCode, HttpError};
use crate::state::HttpState;
use running_requests::RunningRequest;

pub use running_requests::RunningRequests;

const IDEMPOTENCY_KEY_HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_CHARS: usize = 255;

/// The body of a request, with its key if it has one.
#[derive(Debug)]
pub struct KeyedBody {
    body: RequestBody,
    key: Option<HeaderValue>,
    method: Method,
    path: String,
    /// Whether the key with another body is another request. It is for most forms: a person who goes back and changes the
    /// form sends the same key with other fields.
    is_body_in_scope: bool,
}

impl KeyedBody {
    /// `None` if the request has no key; an error while another request with the same key runs. A request without a
    /// user is a lead.
    pub fn start_request(&self, state: &HttpState, user: Option<&UserId>) -> Result<Option<ClaimedKey>, HttpError> {
        let Some(header) = &self.key else { return Ok(None) };
        let key = std::str::from_utf8(header.as_bytes()).ok().map(strip_quotes);
        let key = key.filter(|key| (1..=MAX_KEY_CHARS).contains(&key.chars().count()));
        let key = key.ok_or_else(|| HttpError::invalid_field("Idempotency-Key", "must be 1 to 255 characters"))?;
        let body_hash = hash_parts(&[&self.body.bytes]);
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

impl KeyedBody {
    /// The body of a form, whose key is in a hidden field.
    pub(crate) fn of_form(self, key: Option<HeaderValue>) -> Self {
        Self { key, is_body_in_scope: true, ..self }
    }

    /// The same key with another body is refused, as that of a program is.
    pub(crate) fn with_key_for_one_body(self) -> Self {
        Self { is_body_in_scope: false, ..self }
    }
}

impl Deref for KeyedBody {
    type Target = RequestBody;

    fn deref(&self) -> &RequestBody {
        &self.body
    }
}

impl AsRef<RequestBody> for KeyedBody {
    fn as_ref(&self) -> &RequestBody {
        &self.body
    }
}

impl<S: Send + Sync> FromRequest<S> for KeyedBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let key = request.headers().get(IDEMPOTENCY_KEY_HEADER).cloned();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        Ok(Self { body: RequestBody::from_request(request, state).await?, key, method, path, is_body_in_scope: false })
    }
}

/// The `Idempotency-Key` header of a [`KeyedBody`], as the OpenAPI document describes it.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    _key: Option<String>,
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
fn hash_parts(parts: &[&[u8]]) -> String {
    let mut hash = Context::new(&SHA256);
    for part in parts {
        hash.update(&part.len().to_le_bytes());
        hash.update(part);
    }
    to_hex(hash.finish().as_ref())
}
