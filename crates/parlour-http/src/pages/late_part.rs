//! Pages that begin before all of them is known: the frame at once, what takes long to read afterwards.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use http::header::{CONTENT_ENCODING, HeaderMap};
use parlour_compression::GzipParts;
use tokio::time::timeout;

use crate::compression::{Encoding, WholeCompression, accepts};
use crate::error::HttpError;
use crate::request_info::RequestInfo;

/// The result of work that is done within this time, else the work itself, which goes on when it is waited for.
pub async fn done_within<W: Future + Unpin>(limit: Duration, mut work: W) -> Result<W::Output, W> {
    let done = timeout(limit, &mut work).await;
    done.map_err(|_| work)
}

/// A text whose second part is sent when it is known. Browsers can show the first meanwhile, also where it is compressed.
pub fn in_two_parts(
    request: &HeaderMap,
    first: String,
    second: impl Future<Output = String> + Send + 'static,
) -> Response {
    let level = WholeCompression::QUICK.gzip_level;
    let mut gzip = accepts(request, Encoding::Gzip).then(GzipParts::default);
    let is_compressed = gzip.is_some();
    let first = match &mut gzip {
        Some(gzip) => gzip.first(first.as_bytes(), level),
        None => first.into_bytes(),
    };
    let second = stream::once(async move {
        let second = second.await;
        Ok(match gzip {
            Some(gzip) => gzip.second(second.as_bytes(), level),
            None => second.into_bytes(),
        })
    });
    let first = stream::iter([Ok::<_, Infallible>(first)]);
    let mut response = Response::new(Body::from_stream(first.chain(second)));
    if is_compressed {
        response.headers_mut().insert(CONTENT_ENCODING, Encoding::Gzip.as_header());
    }
    response
}

/// The answer has begun, so the pipeline does not see that it failed.
pub fn log_late_failure(request_info: &RequestInfo, error: &HttpError) {
    let (request_id, cause) = (request_info.request_id(), error.cause());
    tracing::error!(request_id, cause, "the second part of a page failed");
}
