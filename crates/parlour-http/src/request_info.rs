//! The id and the client address of a request.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use http::HeaderValue;
use http::request::Parts;

use crate::error::{ErrorCode, HttpError};
use crate::limits::ClientAddress;

/// Made by the pipeline, and an extension of the request.
#[derive(Debug, Clone)]
pub struct RequestInfo(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    request_id: String,
    address: ClientAddress,
    /// A cookie that is set on the response, whatever its status.
    cookie: OnceLock<HeaderValue>,
}

impl RequestInfo {
    pub fn new(request_id: String, address: ClientAddress) -> Self {
        Self(Arc::new(Inner { request_id, address, cookie: OnceLock::new() }))
    }

    pub fn request_id(&self) -> &str {
        &self.0.request_id
    }

    pub fn address(&self) -> ClientAddress {
        self.0.address
    }

    pub fn set_cookie(&self, cookie: HeaderValue) {
        // A second cookie would be equal.
        let _ = self.0.cookie.set(cookie);
    }

    pub fn cookie(&self) -> Option<&HeaderValue> {
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
