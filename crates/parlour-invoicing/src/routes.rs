//! The HTTP interface of the service.

use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::hmac;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use parlour_domain::billing::invoice_document::InvoiceDocument;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::render::{RenderFault, render};
use crate::signature::RequestSignature;

const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;
/// How long a request may take to send its body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a request waits until another document is finished.
const RENDER_PERMIT_TIMEOUT: Duration = Duration::from_secs(10);

struct RenderState {
    key: hmac::Key,
    /// Unix time in seconds.
    now: fn() -> i64,
    /// As many as there are cores.
    render_permits: Arc<Semaphore>,
}

/// `POST /render` and `GET /health`. `now` is real Unix time, not the adjustable business clock: signatures expire in real
/// time.
pub fn router(secret: &str, now: fn() -> i64) -> Router {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let state = RenderState {
        key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()),
        now,
        render_permits: Arc::new(Semaphore::new(cores)),
    };
    Router::new()
        .route("/render", post(render_invoice))
        .route("/health", get(|| async { "ok" }))
        .with_state(Arc::new(state))
}

/// An answer other than a PDF: a status and plain text.
struct ErrorResponse(StatusCode, String);

impl ErrorResponse {
    fn of(status: StatusCode, reason: &str) -> Self {
        Self(status, reason.to_owned())
    }

    fn unauthorized() -> Self {
        Self::of(StatusCode::UNAUTHORIZED, "Unauthorized")
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

async fn render_invoice(State(state): State<Arc<RenderState>>, request: Request) -> Result<Response, ErrorResponse> {
    let (parts, body) = request.into_parts();
    let claim = read_signature_headers(&parts.headers, (state.now)()).ok_or_else(ErrorResponse::unauthorized)?;
    let body = read_body(body).await?;
    if !claim.verifies(&state.key, &body) {
        return Err(ErrorResponse::unauthorized());
    }
    let document = parse_document(&body)?;
    let pdf = render_with_permit(&state, document).await?;
    let headers = [(header::CONTENT_TYPE, "application/pdf"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, pdf).into_response())
}

fn read_signature_headers(headers: &HeaderMap, now: i64) -> Option<RequestSignature> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    RequestSignature::read(text("x-timestamp"), text("x-signature"), now)
}

async fn read_body(body: Body) -> Result<Bytes, ErrorResponse> {
    let timed_out = |_| ErrorResponse::of(StatusCode::REQUEST_TIMEOUT, "The body did not arrive");
    let arrived = timeout(BODY_TIMEOUT, axum::body::to_bytes(body, MAX_BODY_BYTES)).await.map_err(timed_out)?;
    arrived.map_err(|error| {
        // Either the body is too large or the connection was closed; then nobody reads the answer.
        tracing::debug!(%error, "the body could not be read");
        ErrorResponse::of(StatusCode::PAYLOAD_TOO_LARGE, "The document is larger than 2 MiB")
    })
}

/// The error names the position of the fault, not the content: that may be personal data.
fn parse_document(body: &[u8]) -> Result<InvoiceDocument, ErrorResponse> {
    serde_json::from_slice(body).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        ErrorResponse(StatusCode::BAD_REQUEST, format!("Not an invoice document: line {line}, column {column}"))
    })
}

/// The permit is released when the rendering ends, even if the client has disconnected.
async fn render_with_permit(state: &RenderState, document: InvoiceDocument) -> Result<Vec<u8>, ErrorResponse> {
    let busy = || ErrorResponse::of(StatusCode::SERVICE_UNAVAILABLE, "Busy");
    let acquire_permit = Arc::clone(&state.render_permits).acquire_owned();
    let permit = timeout(RENDER_PERMIT_TIMEOUT, acquire_permit).await.map_err(|_| busy())?.map_err(|_| busy())?;
    let work = tokio::task::spawn_blocking(move || {
        let pdf = render(&document);
        drop(permit);
        pdf
    });
    match work.await {
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(RenderFault::Pdf)) | Err(_) => {
            Err(ErrorResponse::of(StatusCode::INTERNAL_SERVER_ERROR, "The document could not be rendered"))
        }
        Ok(Err(fault)) => Err(ErrorResponse(StatusCode::BAD_REQUEST, fault.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use tower::ServiceExt;

    use super::*;
    use crate::samples;
    use crate::signature::sign;

    const NOW: i64 = 1_767_225_600;

    async fn post_with_signature(timestamp: i64, signature: &str, body: Vec<u8>) -> (StatusCode, HeaderMap, Bytes) {
        let request = Request::post("/render")
            .header("x-timestamp", timestamp)
            .header("x-signature", signature)
            .body(Body::from(body))
            .unwrap();
        send_request(request).await
    }

    async fn send_request(request: Request) -> (StatusCode, HeaderMap, Bytes) {
        let (parts, body) = router("secret", || NOW).oneshot(request).await.unwrap().into_parts();
        (parts.status, parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap())
    }

    async fn post_signed(body: Vec<u8>) -> (StatusCode, String) {
        let signature = sign("secret", NOW, &body);
        let (status, _, body) = post_with_signature(NOW, &signature, body).await;
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn a_document_comes_back_as_a_pdf() {
        let body = serde_json::to_vec(&samples::invoice(&[149_900])).unwrap();
        let (status, headers, pdf) = post_with_signature(NOW, &sign("secret", NOW, &body), body).await;
        assert_eq!((status, headers[header::CONTENT_TYPE].to_str().unwrap()), (StatusCode::OK, "application/pdf"));
        assert!(pdf.starts_with(b"%PDF-"));
    }

    #[tokio::test]
    async fn unsigned_requests_get_401_only() {
        let body = serde_json::to_vec(&samples::invoice(&[149_900])).unwrap();
        let right = sign("secret", NOW, &body);
        for (timestamp, signature) in [
            (NOW, sign("other", NOW, &body)),
            (NOW, String::new()),
            (NOW, "zz".repeat(32)),
            (NOW + 1, right.clone()),
            (NOW - 301, sign("secret", NOW - 301, &body)),
            (NOW + 301, sign("secret", NOW + 301, &body)),
        ] {
            let (status, _, response_body) = post_with_signature(timestamp, &signature, body.clone()).await;
            assert_eq!((status, response_body.as_ref()), (StatusCode::UNAUTHORIZED, b"Unauthorized".as_slice()));
        }
        let unsigned = Request::post("/render").body(Body::from(body)).unwrap();
        assert_eq!(send_request(unsigned).await.0, StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn invalid_documents_are_refused_without_personal_data() {
        for body in ["", "{}", "[1]", r#"{"kind":"Asha Rao"}"#, "\u{0}"] {
            let (status, reason) = post_signed(body.into()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
            assert!(reason.starts_with("Not an invoice document: line ") && !reason.contains("Asha"), "{reason}");
        }
        let mut wrong = samples::invoice(&[149_900]);
        wrong.totals.total_paise += 1;
        let (status, reason) = post_signed(serde_json::to_vec(&wrong).unwrap()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(reason, "Not a document to hand out: the total does not add up");
    }

    #[tokio::test]
    async fn bodies_over_two_mebibytes_are_refused() {
        assert_eq!(post_signed(vec![b' '; MAX_BODY_BYTES]).await.0, StatusCode::BAD_REQUEST);
        assert_eq!(post_signed(vec![b' '; MAX_BODY_BYTES + 1]).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn health_needs_no_signature() {
        let (status, _, response_body) = send_request(Request::get("/health").body(Body::empty()).unwrap()).await;
        assert_eq!((status, response_body.as_ref()), (StatusCode::OK, b"ok".as_slice()));
    }
}
