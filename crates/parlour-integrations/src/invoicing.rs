//! The client of the invoicing service, which renders a document as a PDF. Requests are signed.

use std::time::Duration;

use aws_lc_rs::hmac;
use bytes::Bytes;
use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::text::to_hex;
use reqwest::StatusCode;
use url::Url;

use crate::bounded_body::read_at_most;
use crate::clock::Clock;
use crate::connection_error::ConnectionError;

const RENDER_TIMEOUT: Duration = Duration::from_secs(20);
const MAX_PDF_BYTES: usize = 20 * 1024 * 1024;

#[derive(Clone)]
pub struct InvoicingClient {
    render: Url,
    key: hmac::Key,
    http: reqwest::Client,
}

/// Does not show the secret.
impl std::fmt::Debug for InvoicingClient {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("InvoicingClient").field("render", &self.render.as_str()).finish_non_exhaustive()
    }
}

/// Why there is no PDF. The text continues a sentence that begins with "the invoicing service".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvoicingFailure {
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    #[error("answered with status {0}")]
    Refused(u16),
    #[error("did not send a PDF")]
    NoPdf,
}

impl InvoicingClient {
    pub fn new(mut url: Url, secret: &str, http: reqwest::Client) -> Self {
        let path = format!("{}/render", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Self { render: url, key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), http }
    }

    pub async fn render(&self, document: &InvoiceDocument) -> Result<Bytes, InvoicingFailure> {
        let body = serde_json::to_vec(document).map_err(|_| InvoicingFailure::NoPdf)?;
        let timestamp = Clock::real_unix_seconds().to_string();
        let mut signing = hmac::Context::with_key(&self.key);
        signing.update(timestamp.as_bytes());
        signing.update(b".");
        signing.update(&body);
        let signature = to_hex(signing.sign().as_ref());
        let request = self
            .http
            .post(self.render.clone())
            .header("content-type", "application/json")
            .header("x-timestamp", timestamp)
            .header("x-signature", signature)
            .timeout(RENDER_TIMEOUT)
            .body(body);
        let mut response = request.send().await.map_err(|error| unreachable_service(&error))?;
        if response.status() != StatusCode::OK {
            return Err(InvoicingFailure::Refused(response.status().as_u16()));
        }
        let body = read_at_most(&mut response, MAX_PDF_BYTES).await.map_err(|error| unreachable_service(&error))?;
        body.filter(|body| body.starts_with(b"%PDF-")).map(Bytes::from).ok_or(InvoicingFailure::NoPdf)
    }
}

fn unreachable_service(error: &reqwest::Error) -> InvoicingFailure {
    InvoicingFailure::Unreachable(match ConnectionError::from(error) {
        ConnectionError::TimedOut => "it did not answer in time".to_owned(),
        ConnectionError::Failed(cause) => cause,
    })
}
