//! One request to the provider: at most five seconds, no redirect, at most one mebibyte.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{ACCEPT, CACHE_CONTROL};
use reqwest::{Client, RequestBuilder, StatusCode};

use super::error::{Endpoint, IdentityError, Trouble};

const TIMEOUT: Duration = Duration::from_secs(5);
const MAX_BODY_BYTES: usize = 1024 * 1024;

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) cache_control: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Sends the request and reads the whole answer, whatever its status short of a redirect.
pub(super) async fn send(
    http: &Client,
    endpoint: Endpoint,
    request: RequestBuilder,
) -> Result<Answer, IdentityError> {
    let failed = |trouble| IdentityError::Unreachable { endpoint, trouble };
    let request = request
        .timeout(TIMEOUT)
        .header(ACCEPT, "application/json")
        .build()
        .map_err(|error| failed(no_answer(&error)))?;
    let asked = request.url().clone();
    let mut response = http.execute(request).await.map_err(|error| failed(no_answer(&error)))?;
    // The second half catches a client that was built to follow redirects.
    if response.status().is_redirection() || *response.url() != asked {
        return Err(failed(Trouble::Redirected));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failed(no_answer(&error)))? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            return Err(failed(Trouble::TooLarge));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer {
        status: response.status(),
        cache_control: response
            .headers()
            .get(CACHE_CONTROL)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned),
        body,
    })
}

/// As [`send`], and anything but 200 is trouble.
pub(super) async fn fetch(
    http: &Client,
    endpoint: Endpoint,
    request: RequestBuilder,
) -> Result<Answer, IdentityError> {
    let answer = send(http, endpoint, request).await?;
    if answer.status != StatusCode::OK {
        let trouble = Trouble::Status(answer.status.as_u16());
        return Err(IdentityError::Unreachable { endpoint, trouble });
    }
    Ok(answer)
}

/// The innermost cause: it names the socket or certificate trouble and never the URL.
fn no_answer(error: &reqwest::Error) -> Trouble {
    if error.is_timeout() {
        return Trouble::TimedOut;
    }
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if std::ptr::addr_eq(cause, error) {
        return Trouble::NoAnswer("the request failed".to_owned());
    }
    Trouble::NoAnswer(cause.to_string())
}
