//! `Idempotency-Key`: a request that is sent again, because its response got lost, runs once.

mod keyed_upload;
mod request_key;
mod running_requests;

use std::ops::Deref;

use axum::extract::{FromRequest, Request};
use http::HeaderValue;
use parlour_domain::ids::UserId;
use utoipa::IntoParams;

use crate::body::RequestBody;
use crate::error::HttpError;
use crate::state::HttpState;
use request_key::RequestKey;

pub use keyed_upload::{KeyedUpload, StoredUpload};
pub use request_key::ClaimedKey;
pub(crate) use request_key::hash_parts;
pub use running_requests::RunningRequests;

/// The body of a request, with its key if it has one.
#[derive(Debug)]
pub struct KeyedBody {
    body: RequestBody,
    key: RequestKey,
    /// In place of that of its bytes, where other bytes can say the same.
    content_hash: Option<String>,
}

impl KeyedBody {
    /// `None` if the request has no key; an error while another request with the same key runs. A request without a
    /// user is a lead.
    pub fn start_request(&self, state: &HttpState, user: Option<&UserId>) -> Result<Option<ClaimedKey>, HttpError> {
        self.key.claim(state, user, || self.hash())
    }

    /// Like [`start_request`](Self::start_request), but the same key with another body is refused, also for a form.
    pub(crate) fn start_request_for_one_body(
        &self,
        state: &HttpState,
        user: Option<&UserId>,
    ) -> Result<Option<ClaimedKey>, HttpError> {
        self.key.for_one_body().claim(state, user, || self.hash())
    }

    fn hash(&self) -> String {
        self.content_hash.clone().unwrap_or_else(|| hash_parts(&[&self.body.bytes]))
    }

    /// Bodies whose parts are the same are the same, whatever stands between the parts.
    pub(crate) fn of_parts(self, hash: String) -> Self {
        Self { content_hash: Some(hash), ..self }
    }

    /// The body of a form, whose key is in a hidden field.
    pub(crate) fn of_form(self, key: Option<HeaderValue>) -> Self {
        Self { key: RequestKey { key, is_body_in_scope: true, ..self.key }, ..self }
    }

    /// The same key with another body is refused, as that of a program is.
    pub(crate) fn with_key_for_one_body(self) -> Self {
        Self { key: self.key.for_one_body(), ..self }
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
        let key = RequestKey::of(&request);
        Ok(Self { body: RequestBody::from_request(request, state).await?, key, content_hash: None })
    }
}

/// The `Idempotency-Key` header of a [`KeyedBody`], as the OpenAPI document describes it.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    _key: Option<String>,
}
