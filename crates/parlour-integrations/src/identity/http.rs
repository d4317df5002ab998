//! Sends one request to the provider: at most five seconds, no redirect, at most one mebibyte.

use std::time::Duration;

use reqwest::header::{ACCEPT, CACHE_CONTROL};
use reqwest::{Client, RequestBuilder, StatusCode};

use super::error::{Endpoint, EndpointFailure, IdentityError};
use crate::connection_error::ConnectionError;

const TIMEOUT: Duration = Duration::from_secs(5);
const MAX_BODY_BYTES: usize = 1024 * 1024;

pub(super) struct ProviderResponse {
    pub(super) status: StatusCode,
    pub(super) cache_control: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Sends the request and reads the whole response. Any status except a redirect is accepted.
pub(super) async fn send(
    http: &Client,
    endpoint: Endpoint,
    request: RequestBuilder,
) -> Result<ProviderResponse, IdentityError> {
    let failed = |failure| IdentityError::Unreachable { endpoint, failure };
    let request = request
        .timeout(TIMEOUT)
        .header(ACCEPT, "application/json")
        .build()
        .map_err(|error| failed(endpoint_failure(&error)))?;
    let requested = request.url().clone();
    let mut response = http.execute(request).await.map_err(|error| failed(endpoint_failure(&error)))?;
    // The second condition finds a client that follows redirects.
    if response.status().is_redirection() || *response.url() != requested {
        return Err(failed(EndpointFailure::Redirected));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failed(endpoint_failure(&error)))? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            return Err(failed(EndpointFailure::TooLarge));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(ProviderResponse {
        status: response.status(),
        cache_control: response.headers().get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).map(str::to_owned),
        body,
    })
}

/// Like [`send`], but accepts status 200 only.
pub(super) async fn send_expecting_ok(
    http: &Client,
    endpoint: Endpoint,
    request: RequestBuilder,
) -> Result<ProviderResponse, IdentityError> {
    let response = send(http, endpoint, request).await?;
    if response.status != StatusCode::OK {
        let failure = EndpointFailure::Status(response.status.as_u16());
        return Err(IdentityError::Unreachable { endpoint, failure });
    }
    Ok(response)
}

fn endpoint_failure(error: &reqwest::Error) -> EndpointFailure {
    match ConnectionError::from(error) {
        ConnectionError::TimedOut => EndpointFailure::TimedOut,
        ConnectionError::Failed(cause) => EndpointFailure::NoAnswer(cause),
    }
}
