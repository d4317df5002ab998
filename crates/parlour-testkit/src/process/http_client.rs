//! Requests to a process, over the network.

use std::time::Duration;

use crate::Reply;

/// Far above what a start or a command needs, even on a loaded machine.
pub(super) const TIMEOUT: Duration = Duration::from_mins(1);

/// A client that goes nowhere but where it is sent.
pub fn http_client() -> reqwest::Client {
    reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .build()
        .expect("a client can be built")
}

/// Sends a request and reads the whole answer.
pub async fn send_and_read(request: reqwest::RequestBuilder) -> Result<Reply, reqwest::Error> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    Ok(Reply { status, headers, bytes: response.bytes().await?.to_vec() })
}
