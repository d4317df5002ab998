//! Compresses answers that are in memory as a whole. An encoder that waited for its client between two parts would keep up
//! to megabytes, for each of the many answers that a client may ask for and not read.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCEPT_ENCODING, ACCEPT_RANGES, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, HeaderMap,
    HeaderValue, VARY,
};
use http_body_util::BodyExt;
use parlour_compression::{brotli, gzip};
use tower::{Layer, Service};

use crate::error::HttpError;

/// Smaller answers would grow.
const MIN_BYTES: u64 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    fn as_str(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    pub(crate) fn as_header(self) -> HeaderValue {
        HeaderValue::from_static(self.as_str())
    }
}

/// Compresses the answers of routes as far as their clients take that, but no answer that is streamed.
#[derive(Debug, Clone, Copy)]
pub struct WholeCompression {
    pub brotli_quality: u32,
    pub gzip_level: u32,
}

impl WholeCompression {
    /// For what is sent once.
    pub const QUICK: Self = Self { brotli_quality: 4, gzip_level: 6 };
}

impl<S> Layer<S> for WholeCompression {
    type Service = WholeCompressed<S>;

    fn layer(&self, inner: S) -> WholeCompressed<S> {
        WholeCompressed { inner, compression: *self }
    }
}

#[derive(Debug, Clone)]
pub struct WholeCompressed<S> {
    inner: S,
    compression: WholeCompression,
}

impl<S> Service<Request> for WholeCompressed<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (encoding, compression) = (accepted_encoding(request.headers()), self.compression);
        let answering = self.inner.call(request);
        Box::pin(async move { Ok(compress(answering.await?, encoding, compression).await) })
    }
}

async fn compress(response: Response, encoding: Option<Encoding>, compression: WholeCompression) -> Response {
    let is_large = response.body().size_hint().exact().is_some_and(|size| size >= MIN_BYTES);
    if !is_large || !is_compressible(response.headers()) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let mut varies = head.headers.get_all(VARY).iter().filter_map(|value| value.to_str().ok());
    if !varies.any(|names| names.to_ascii_lowercase().contains("accept-encoding")) {
        head.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    }
    let Some(encoding) = encoding else { return Response::from_parts(head, body) };
    let Ok(whole) = body.collect().await else { return HttpError::internal("an answer broke off").into_response() };
    let whole = whole.to_bytes();
    let compressed = match encoding {
        Encoding::Brotli => brotli(&whole, compression.brotli_quality),
        Encoding::Gzip => gzip(&whole, compression.gzip_level),
    };
    head.headers.remove(CONTENT_LENGTH);
    head.headers.remove(ACCEPT_RANGES);
    head.headers.insert(CONTENT_ENCODING, encoding.as_header());
    Response::from_parts(head, Body::from(compressed))
}

/// Pictures are compressed already.
fn is_compressible(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|content_type| content_type.to_str().ok());
    let is_picture = content_type.is_some_and(|given| given.starts_with("image/") && !given.starts_with("image/svg"));
    !is_picture && !headers.contains_key(CONTENT_ENCODING) && !headers.contains_key(CONTENT_RANGE)
}

/// The best encoding that the client accepts, if any.
pub(crate) fn accepted_encoding(headers: &HeaderMap) -> Option<Encoding> {
    [Encoding::Brotli, Encoding::Gzip].into_iter().find(|encoding| accepts(headers, *encoding))
}

pub(crate) fn accepts(headers: &HeaderMap, encoding: Encoding) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|entry| {
        let (coding, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        coding.trim().eq_ignore_ascii_case(encoding.as_str()) && weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers_with(name: http::header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn encodings_are_read_with_their_weights() {
        let accepted = |text: &'static str| accepted_encoding(&headers_with(ACCEPT_ENCODING, text));
        assert_eq!(accepted("gzip, deflate, br"), Some(Encoding::Brotli));
        assert_eq!(accepted("gzip;q=0.5, br;q=0"), Some(Encoding::Gzip));
        assert_eq!(accepted("GZIP"), Some(Encoding::Gzip));
        assert_eq!(accepted("identity"), None);
        assert_eq!(accepted(""), None);
    }

    #[tokio::test]
    async fn texts_are_compressed_as_a_whole_and_streams_and_pictures_are_not() {
        let text = "a page ".repeat(100);
        let compressed = async |body: Body, content_type: &'static str, encoding| {
            let mut response = Response::new(body);
            *response.headers_mut() = headers_with(CONTENT_TYPE, content_type);
            let answer = compress(response, encoding, WholeCompression::QUICK).await;
            let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
            let (encoding, vary) = (header(CONTENT_ENCODING), header(VARY));
            (encoding, vary, answer.into_body().collect().await.unwrap().to_bytes().len())
        };
        let (encoding, vary, size) = compressed(Body::from(text.clone()), "text/html", Some(Encoding::Brotli)).await;
        assert_eq!((encoding.as_deref(), vary.as_deref()), (Some("br"), Some("accept-encoding")));
        assert!(size < 100, "{size}");
        let (encoding, vary, size) = compressed(Body::from(text.clone()), "text/html", None).await;
        assert_eq!((encoding, vary.as_deref(), size), (None, Some("accept-encoding"), text.len()));
        let stream = Body::from_stream(futures_util::stream::iter([Ok::<_, std::io::Error>(text.clone())]));
        for (body, content_type) in
            [(stream, "text/html"), (Body::from(text.clone()), "image/png"), (Body::from("short"), "text/html")]
        {
            assert_eq!(compressed(body, content_type, Some(Encoding::Gzip)).await.0, None, "{content_type}");
        }
    }
}
