//! Sends one request to the provider: at most five seconds, no redirect, at most one mebibyte.

use std::time::Duration;

use reqwest::header::{ACCEPT, CACHE_CONTROL};
use reqwest::{Client, RequestBuilder, StatusCode};

use super::error::{Endpoint, EndpointFailure, IdentityError};
use crate::bounded_body::read_at_most;
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
    let failed = |failure| endpoint.failed(failure);
    let unanswered = |error| failed(endpoint_failure(&error));
    let request = request.timeout(TIMEOUT).header(ACCEPT, "application/json").build().map_err(unanswered)?;
    let requested = request.url().clone();
    let mut response = http.execute(request).await.map_err(unanswered)?;
    // The second condition finds a client that follows redirects.
    if response.status().is_redirection() || *response.url() != requested {
        return Err(failed(EndpointFailure::Redirected));
    }
    let body = read_at_most(&mut response, MAX_BODY_BYTES).await.map_err(unanswered)?;
    let body = body.ok_or_else(|| failed(EndpointFailure::TooLarge))?;
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
    match response.status {
        StatusCode::OK => Ok(response),
        status => Err(endpoint.failed(EndpointFailure::Status(status.as_u16()))),
    }
}

fn endpoint_failure(error: &reqwest::Error) -> EndpointFailure {
    match ConnectionError::from(error) {
        ConnectionError::TimedOut => EndpointFailure::TimedOut,
        ConnectionError::Failed(cause) => EndpointFailure::NoAnswer(cause),
    }
}
