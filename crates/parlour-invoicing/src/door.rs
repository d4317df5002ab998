//! HTTP: who asks, what they send, and what they get.

use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::hmac;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use parlour_domain::invoice_document::InvoiceDocument;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::render::{RenderFault, render};
use crate::signature::Claim;

const LARGEST_BODY: usize = 2 * 1024 * 1024;
/// For a body to arrive.
const LONGEST_ARRIVAL: Duration = Duration::from_secs(10);
/// For a place among those that are rendered.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

struct Door {
    key: hmac::Key,
    /// Seconds since 1970, as the rest of the world counts them.
    now: fn() -> i64,
    /// As many as there are cores: more at once would only make each slower.
    places: Arc<Semaphore>,
}

/// `POST /render` and `GET /health`. The clock is the world's: signatures do not follow business time.
pub fn router(secret: &str, now: fn() -> i64) -> Router {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let door = Door {
        key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()),
        now,
        places: Arc::new(Semaphore::new(cores)),
    };
    Router::new()
        .route("/render", post(rendered))
        .route("/health", get(|| async { "ok" }))
        .with_state(Arc::new(door))
}

/// An answer other than a PDF: a status and plain text.
struct Refusal(StatusCode, String);

impl Refusal {
    fn of(status: StatusCode, reason: &str) -> Self {
        Self(status, reason.to_owned())
    }

    fn unauthorized() -> Self {
        Self::of(StatusCode::UNAUTHORIZED, "Unauthorized")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

async fn rendered(State(door): State<Arc<Door>>, request: Request) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let claim = claim(&parts.headers, (door.now)()).ok_or_else(Refusal::unauthorized)?;
    let body = arrived(body).await?;
    if !claim.proves(&door.key, &body) {
        return Err(Refusal::unauthorized());
    }
    let document = read(&body)?;
    let pdf = in_its_place(&door, document).await?;
    let headers = [(header::CONTENT_TYPE, "application/pdf"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, pdf).into_response())
}

fn claim(headers: &HeaderMap, now: i64) -> Option<Claim> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    Claim::read(text("x-timestamp"), text("x-signature"), now)
}

async fn arrived(body: Body) -> Result<Bytes, Refusal> {
    let too_slow = |_| Refusal::of(StatusCode::REQUEST_TIMEOUT, "The body did not arrive");
    let arrived =
        timeout(LONGEST_ARRIVAL, axum::body::to_bytes(body, LARGEST_BODY)).await.map_err(too_slow)?;
    arrived.map_err(|error| {
        // Too much, or the connection ended; the one who has gone does not hear the answer.
        tracing::debug!(%error, "no body");
        Refusal::of(StatusCode::PAYLOAD_TOO_LARGE, "The document is larger than 2 MiB")
    })
}

/// Says where reading ended and not what was there: that may be somebody's name.
fn read(body: &[u8]) -> Result<InvoiceDocument, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Refusal(StatusCode::BAD_REQUEST, format!("Not an invoice document: line {line}, column {column}"))
    })
}

/// The place is given back when the work ends, not when whoever asked has gone.
async fn in_its_place(door: &Door, document: InvoiceDocument) -> Result<Vec<u8>, Refusal> {
    let busy = || Refusal::of(StatusCode::SERVICE_UNAVAILABLE, "Busy");
    let wanted = Arc::clone(&door.places).acquire_owned();
    let place = timeout(LONGEST_WAIT, wanted).await.map_err(|_| busy())?.map_err(|_| busy())?;
    let work = tokio::task::spawn_blocking(move || {
        let pdf = render(&document);
        drop(place);
        pdf
    });
    match work.await {
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(RenderFault::Pdf)) | Err(_) => {
            Err(Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, "The document could not be rendered"))
        }
        Ok(Err(fault)) => Err(Refusal(StatusCode::BAD_REQUEST, fault.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use tower::ServiceExt;

    use super::*;
    use crate::samples;
    use crate::signature::sign;

    const NOW: i64 = 1_767_225_600;

    async fn asked(timestamp: i64, signature: &str, body: Vec<u8>) -> (StatusCode, HeaderMap, Bytes) {
        let request = Request::post("/render")
            .header("x-timestamp", timestamp)
            .header("x-signature", signature)
            .body(Body::from(body))
            .unwrap();
        answered(request).await
    }

    async fn answered(request: Request) -> (StatusCode, HeaderMap, Bytes) {
        let (parts, body) = router("secret", || NOW).oneshot(request).await.unwrap().into_parts();
        (parts.status, parts.headers, axum::body::to_bytes(body, usize::MAX).await.unwrap())
    }

    async fn signed(body: Vec<u8>) -> (StatusCode, String) {
        let signature = sign("secret", NOW, &body);
        let (status, _, body) = asked(NOW, &signature, body).await;
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn a_document_comes_back_as_a_pdf() {
        let body = serde_json::to_vec(&samples::invoice(&[149_900])).unwrap();
        let (status, headers, pdf) = asked(NOW, &sign("secret", NOW, &body), body).await;
        assert_eq!(
            (status, headers[header::CONTENT_TYPE].to_str().unwrap()),
            (StatusCode::OK, "application/pdf")
        );
        assert!(pdf.starts_with(b"%PDF-"));
    }

    #[tokio::test]
    async fn whoever_cannot_sign_hears_only_that() {
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
            let (status, _, said) = asked(timestamp, &signature, body.clone()).await;
            assert_eq!((status, said.as_ref()), (StatusCode::UNAUTHORIZED, b"Unauthorized".as_slice()));
        }
        let unsigned = Request::post("/render").body(Body::from(body)).unwrap();
        assert_eq!(answered(unsigned).await.0, StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn what_is_no_document_is_refused_with_a_reason_that_names_nobody() {
        for body in ["", "{}", "[1]", r#"{"kind":"Asha Rao"}"#, "\u{0}"] {
            let (status, reason) = signed(body.into()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
            assert!(
                reason.starts_with("Not an invoice document: line ") && !reason.contains("Asha"),
                "{reason}"
            );
        }
        let mut wrong = samples::invoice(&[149_900]);
        wrong.totals.total_paise += 1;
        let (status, reason) = signed(serde_json::to_vec(&wrong).unwrap()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(reason, "Not a document to hand out: the total does not add up");
    }

    #[tokio::test]
    async fn nobody_sends_more_than_two_mebibytes() {
        assert_eq!(signed(vec![b' '; LARGEST_BODY]).await.0, StatusCode::BAD_REQUEST);
        assert_eq!(signed(vec![b' '; LARGEST_BODY + 1]).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn health_is_asked_without_a_signature() {
        let (status, _, said) = answered(Request::get("/health").body(Body::empty()).unwrap()).await;
        assert_eq!((status, said.as_ref()), (StatusCode::OK, b"ok".as_slice()));
    }
}
