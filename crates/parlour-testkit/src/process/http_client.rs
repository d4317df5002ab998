//! Requests to a process, over the network.

use std::time::Duration;

use crate::Reply;

/// Far above what a start or a command needs, even on a loaded machine.
pub(super) const TIMEOUT: Duration = Duration::from_mins(1);

/// A client that goes nowhere but where it is sent, and trusts no certificate.
pub fn http_client() -> reqwest::Client {
    http_client_builder().timeout(TIMEOUT).build().expect("a client can be built")
}

/// The same, for a client that differs. The certificates of the machine would be read for each of thousands of clients.
pub fn http_client_builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).tls_certs_only([])
}

/// Sends a request and reads the whole answer.
pub async fn send_and_read(request: reqwest::RequestBuilder) -> Result<Reply, reqwest::Error> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    Ok(Reply { status, headers, bytes: response.bytes().await?.to_vec() })
}
