//! The id and the client address of a request.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use http::HeaderValue;
use http::request::Parts;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Language;
use parlour_domain::ids::UserId;

use crate::error::{ErrorCode, HttpError};
use crate::limits::ClientAddress;
use crate::refusal_traces::Refusal;

/// Made by the pipeline, and an extension of the request.
#[derive(Debug, Clone)]
pub struct RequestInfo(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    request_id: String,
    address: ClientAddress,
    came_through_trusted_proxy: bool,
    /// A cookie that is set on the response, whatever its status.
    cookie: OnceLock<HeaderValue>,
    /// The user whose session the request has.
    caller: OnceLock<(UserId, Role)>,
    /// The language that this user chose.
    language: OnceLock<Language>,
    refusal: OnceLock<Refusal>,
}

impl RequestInfo {
    pub(crate) fn new(request_id: String, address: ClientAddress, came_through_trusted_proxy: bool) -> Self {
        Self(Arc::new(Inner {
            request_id,
            address,
            came_through_trusted_proxy,
            cookie: OnceLock::new(),
            caller: OnceLock::new(),
            language: OnceLock::new(),
            refusal: OnceLock::new(),
        }))
    }

    pub fn request_id(&self) -> &str {
        &self.0.request_id
    }

    pub(crate) fn address(&self) -> ClientAddress {
        self.0.address
    }

    pub(crate) fn came_through_trusted_proxy(&self) -> bool {
        self.0.came_through_trusted_proxy
    }

    pub(crate) fn set_cookie(&self, cookie: HeaderValue) {
        // A second cookie would be equal.
        let _ = self.0.cookie.set(cookie);
    }

    pub(crate) fn set_caller(&self, user: &UserId, role: Role) {
        // A page may look up the same session twice.
        let _ = self.0.caller.set((user.clone(), role));
    }

    pub(crate) fn caller(&self) -> Option<&(UserId, Role)> {
        self.0.caller.get()
    }

    /// Notes the language of whoever asks, for the page that says what went wrong.
    pub fn set_language(&self, language: Language) {
        // A second one would be equal.
        let _ = self.0.language.set(language);
    }

    pub(crate) fn language(&self) -> Option<Language> {
        self.0.language.get().copied()
    }

    /// Notes why this request is refused. The pipeline logs and counts it.
    pub fn set_refusal(&self, refusal: Refusal) {
        // The first refusal decides.
        let _ = self.0.refusal.set(refusal);
    }

    pub(crate) fn refusal(&self) -> Option<&Refusal> {
        self.0.refusal.get()
    }

    pub(crate) fn cookie(&self) -> Option<&HeaderValue> {
        self.0.cookie.get()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestInfo {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        let missing = || HttpError::new(ErrorCode::Internal, "The request did not pass the pipeline.");
        parts.extensions.get::<Self>().cloned().ok_or_else(missing)
    }
}
