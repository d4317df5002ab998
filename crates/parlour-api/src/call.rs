//! What is known of a request before anyone has looked inside it.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use http::HeaderValue;
use http::request::Parts;

use crate::error::{ApiError, Code};
use crate::limits::ClientAddress;
use crate::web::Web;

/// Made by the front, carried by the request.
#[derive(Debug, Clone)]
pub(crate) struct Call(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    request_id: String,
    address: ClientAddress,
    /// A cookie to set on the answer, whatever the answer is.
    cookie: OnceLock<HeaderValue>,
}

impl Call {
    pub(crate) fn new(request_id: String, address: ClientAddress) -> Self {
        Self(Arc::new(Inner { request_id, address, cookie: OnceLock::new() }))
    }

    pub(crate) fn request_id(&self) -> &str {
        &self.0.request_id
    }

    pub(crate) fn address(&self) -> ClientAddress {
        self.0.address
    }

    pub(crate) fn set_cookie(&self, cookie: HeaderValue) {
        // A second one would be the same.
        let _ = self.0.cookie.set(cookie);
    }

    pub(crate) fn cookie(&self) -> Option<&HeaderValue> {
        self.0.cookie.get()
    }
}

impl FromRequestParts<Web> for Call {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, ApiError> {
        let missing = || ApiError::new(Code::Internal, "The request came past the front.");
        parts.extensions.get::<Self>().cloned().ok_or_else(missing)
    }
}
