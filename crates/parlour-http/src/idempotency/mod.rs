//! `Idempotency-Key`: a request that is sent again, because its response got lost, runs once.

mod running_requests;

use std::ops::Deref;
use std::time::{Duration, Instant};

use aws_lc_rs::digest::{Context, SHA256};
use axum::extract::{FromRequest, Request};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use parlour_domain::ids::UserId;
use parlour_domain::text::to_hex;
use parlour_store::idempotency::IdempotentRequest;
use url::form_urlencoded;
use utoipa::IntoParams;

use crate::body::RequestBody;
use crate::error::{ErrorCode, HttpError};
use crate::fields::Fields;
use crate::request::RequestShape;
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
    /// Whether the key comes from a hidden field of a form. A person who goes back and changes the form sends the same
    /// key with other fields, which is another request.
    is_form: bool,
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
            Some(user) if self.is_form => {
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
        Ok(Self { body: RequestBody::from_request(request, state).await?, key, method, path, is_form: false })
    }
}

/// The name of the hidden field with a form's key, which is random for every form that is shown.
pub const FORM_KEY_FIELD: &str = "key";

/// A submitted HTML form. Its hidden field `key` makes a second tap on the button harmless, also without scripts.
#[derive(Debug)]
pub struct FormBody(pub KeyedBody);

/// How long the second tap on a button waits for the first.
const FORM_WAIT: Duration = Duration::from_secs(10);
const FORM_WAIT_STEP: Duration = Duration::from_millis(20);

impl FormBody {
    /// The browser shows the answer to the last tap, so the second request waits for the first instead of being refused.
    pub(crate) async fn claim_key_when_free(
        &self,
        state: &HttpState,
        user: &UserId,
    ) -> Result<Option<ClaimedKey>, HttpError> {
        let started = Instant::now();
        loop {
            match self.0.start_request(state, Some(user)) {
                Err(busy) if busy.code() == ErrorCode::Conflict && started.elapsed() < FORM_WAIT => {
                    tokio::time::sleep(FORM_WAIT_STEP).await;
                }
                claimed => return claimed,
            }
        }
    }

    pub fn fields(&self) -> Fields {
        Fields::from_form(&self.0.body.bytes)
    }

    /// The whole request, or every field error.
    pub fn parse<S: RequestShape>(&self) -> Result<S, HttpError> {
        let mut fields = self.fields();
        let partial = S::read(&mut fields);
        fields.build(|| S::complete(partial))
    }
}

impl<S: Send + Sync> FromRequest<S> for FormBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        if !is_form_type(request.headers()) {
            return Err(HttpError::invalid_field("body", "must be an HTML form"));
        }
        let mut body = KeyedBody::from_request(request, state).await?;
        let mut pairs = form_urlencoded::parse(&body.body.bytes);
        let key = pairs.find(|(name, value)| name == FORM_KEY_FIELD && !value.is_empty());
        body.key = key.and_then(|(_, key)| HeaderValue::from_str(&key).ok());
        body.is_form = true;
        Ok(Self(body))
    }
}

/// Whether the body is sent as our forms send theirs, or does not say how. Read as a form, the text of another type
/// would be what nobody typed.
fn is_form_type(headers: &HeaderMap) -> bool {
    let Some(given) = headers.get(CONTENT_TYPE) else { return true };
    let kind = given.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
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
