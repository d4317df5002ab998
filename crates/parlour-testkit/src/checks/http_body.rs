//! Request bodies that are sent in pieces.

use axum::body::{Body, Bytes};
use futures_util::stream;

/// A body without a known length, which is sent in chunks.
pub fn chunked_body(bytes: String) -> Body {
    let pieces: Vec<Result<Bytes, std::io::Error>> =
        bytes.into_bytes().chunks(10_000).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
    Body::from_stream(stream::iter(pieces))
}
