//! Request bodies: JSON objects and forms of at most 256 KiB, pictures of at most 5 MiB, and files to import of at most
//! 20 MiB.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, MatchedPath, Request};
use bytes::{Bytes, BytesMut};
use http::Method;
use http_body_util::BodyExt;
use parlour_integrations::picture::MAX_UPLOAD_BYTES;
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::{ErrorCode, HttpError};
use crate::fields::Fields;
use crate::request::prefer::wants_strict_handling;
use crate::request::{Property, ReadFields, RequestShape, read_shape};

pub const MAX_JSON_BYTES: usize = 256 * 1024;
/// Files to import are stored while they arrive.
pub(crate) const MAX_IMPORT_BYTES: usize = 20 * 1024 * 1024;
const IMPORTS_PATH: &str = "/api/imports";
/// The form that brings a file to import.
const IMPORT_FORM_PATH: &str = "/imports";
/// A body that takes longer than this to arrive is refused.
const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// One with a file to import.
pub(crate) const UPLOAD_TIMEOUT: Duration = Duration::from_mins(10);
/// Below these addresses are the forms that may bring a picture.
const FORMS_WITH_PICTURE: [&str; 3] = ["/services/", "/team/", "/branches/"];
/// A body up to this size needs no room.
const SMALL_BODY_BYTES: usize = 64 * 1024;
/// What the larger bodies that are arriving may take in memory, in both apps: twelve pictures of the greatest size.
const MAX_ARRIVING_KIB: usize = 64 * 1024;
/// How long a body waits for others to arrive. Nothing more of it is read meanwhile.
const MAX_WAIT_FOR_ROOM: Duration = Duration::from_secs(10);
const MAX_DISCARDED_BYTES: usize = 8 * 1024 * 1024;

/// The bytes of a request body. `Idempotency-Key` compares them; [`RequestBody::parse`] reads their fields.
#[derive(Debug)]
pub struct RequestBody {
    pub bytes: Bytes,
    /// Whether unknown fields are refused: the request has `Prefer: handling=strict`.
    is_strict: bool,
}

impl RequestBody {
    /// The whole request, or every field error.
    pub fn parse<S: RequestShape>(&self) -> Result<S, HttpError> {
        let (fields, partial) = self.read::<S>()?;
        fields.build(|| S::complete(partial))
    }

    /// The fields that could be read, for a handler that has more to check before it builds the whole request.
    pub fn read<S: RequestShape>(&self) -> Result<ReadFields<S>, HttpError> {
        let mut fields = self.fields()?;
        let partial = read_shape::<S>(&mut fields);
        Ok((fields, partial))
    }

    /// No body, or `null`, counts as an empty object, for requests without required fields.
    fn fields(&self) -> Result<Fields, HttpError> {
        if self.bytes.trim_ascii().is_empty() {
            return Ok(Fields::from_object(serde_json::Map::new()));
        }
        match serde_json::from_slice(&self.bytes) {
            Ok(Value::Object(given)) if self.is_strict => Ok(Fields::from_strict_object(given)),
            Ok(Value::Object(given)) => Ok(Fields::from_object(given)),
            Ok(Value::Null) => Ok(Fields::from_object(serde_json::Map::new())),
            Ok(_) => Err(HttpError::invalid_field("body", "must be a JSON object")),
            Err(error) => Err(HttpError::invalid_field("body", format!("is not valid JSON: {error}"))),
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for RequestBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> Result<Self, HttpError> {
        let is_strict = wants_strict_handling(request.headers());
        read_request(request).await.map(|bytes| Self { bytes, is_strict })
    }
}

/// The body of a request that has no fields. What is sent must still be a JSON object.
#[derive(Debug)]
pub struct WithoutFields<B = RequestBody>(pub B);

impl<S: Send + Sync, B: FromRequest<S, Rejection = HttpError> + AsRef<RequestBody>> FromRequest<S>
    for WithoutFields<B>
{
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let body = B::from_request(request, state).await?;
        body.as_ref().parse::<NoFields>()?;
        Ok(Self(body))
    }
}

/// The body of a request that has none, such as one that deletes. What is sent all the same is not read, unless the request
/// has `Prefer: handling=strict`: then it must be a JSON object without fields.
#[derive(Debug)]
pub struct NoBody;

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        if wants_strict_handling(request.headers()) {
            WithoutFields::<RequestBody>::from_request(request, state).await?;
        }
        Ok(Self)
    }
}

impl AsRef<Self> for RequestBody {
    fn as_ref(&self) -> &Self {
        self
    }
}

struct NoFields;

impl RequestShape for NoFields {
    type Partial = ();

    fn read(_: &mut Fields) {}

    fn complete((): ()) -> Option<Self> {
        Some(Self)
    }

    fn properties() -> Vec<Property> {
        Vec::new()
    }
}

/// The bytes of an uploaded picture.
#[derive(Debug)]
pub struct UploadBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for UploadBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> Result<Self, HttpError> {
        read_request(request).await.map(Self)
    }
}

/// Reads what is sent with a request that only reads data, if it asks for strict handling: it has no fields.
pub(crate) async fn check_body_of_read(request: Request) -> Result<Request, HttpError> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_known = request.uri().path().starts_with("/api/") && request.extensions().get::<MatchedPath>().is_some();
    if !is_read || !is_known || !wants_strict_handling(request.headers()) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let bytes = read_whole_body(body, MAX_JSON_BYTES).await?;
    RequestBody { bytes, is_strict: true }.parse::<NoFields>()?;
    Ok(Request::from_parts(parts, Body::empty()))
}

/// The largest body that a request may have.
pub(crate) fn max_body_bytes(method: &Method, path: &str) -> usize {
    let is_upload = method == Method::PUT && (path.ends_with("/image") || path.ends_with("/logo"));
    if is_upload {
        MAX_UPLOAD_BYTES
    } else if method == Method::POST && path == IMPORT_FORM_PATH {
        MAX_IMPORT_BYTES + MAX_JSON_BYTES
    } else if method == Method::POST && is_form_with_file(path) {
        MAX_UPLOAD_BYTES + MAX_JSON_BYTES
    } else if method == Method::POST && path == IMPORTS_PATH {
        MAX_IMPORT_BYTES
    } else {
        MAX_JSON_BYTES
    }
}

/// Whether this is the address of a form that may bring a picture or another file. Its handler reads it, once it knows
/// who sent it.
pub(crate) fn is_form_with_file(path: &str) -> bool {
    path == IMPORT_FORM_PATH || FORMS_WITH_PICTURE.iter().any(|above| path.starts_with(above))
}

async fn read_request(request: Request) -> Result<Bytes, HttpError> {
    let limit = max_body_bytes(request.method(), request.uri().path());
    read_whole_body(request.into_body(), limit).await
}

pub(crate) async fn read_whole_body(body: Body, limit: usize) -> Result<Bytes, HttpError> {
    let longest = if limit > MAX_IMPORT_BYTES { UPLOAD_TIMEOUT } else { READ_TIMEOUT };
    tokio::time::timeout(longest, read_body(body, limit))
        .await
        .unwrap_or_else(|_| Err(HttpError::invalid_field("body", "took too long to arrive")))
}

/// The room for larger bodies that have not arrived whole, in KiB.
static ARRIVING: Semaphore = Semaphore::const_new(MAX_ARRIVING_KIB);

/// Room for a body of this size. It is taken at once and not in parts: bodies that each have a part would wait for each
/// other.
async fn take_room(all: &Semaphore, bytes: usize, max_wait: Duration) -> Result<SemaphorePermit<'_>, HttpError> {
    let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
    let room = tokio::time::timeout(max_wait, all.acquire_many(kib)).await;
    room.ok()
        .and_then(Result::ok)
        .ok_or_else(|| HttpError::new(ErrorCode::Unavailable, "The service is busy. Please try again in a moment."))
}

async fn read_body(mut body: Body, limit: usize) -> Result<Bytes, HttpError> {
    let announced = body.size_hint().upper().and_then(|size| usize::try_from(size).ok());
    let size = announced.map_or(limit, |size| size.min(limit));
    let mut bytes = BytesMut::new();
    let mut room = None;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| HttpError::invalid_field("body", "could not be read to its end"))?;
        if let Ok(data) = frame.into_data() {
            if bytes.len() + data.len() > limit {
                drain_body(body).await;
                return Err(body_too_large(limit));
            }
            if room.is_none() && bytes.len() + data.len() > SMALL_BODY_BYTES {
                room = Some(take_room(&ARRIVING, size, MAX_WAIT_FOR_ROOM).await?);
                // Grown by itself, it could take twice as much.
                bytes.reserve(size.saturating_sub(bytes.len()));
            }
            bytes.extend_from_slice(&data);
        }
    }
    Ok(bytes.freeze())
}

/// Reads and drops some of a body that is refused. A client that is still sending when the connection closes would not
/// read the response.
pub(crate) async fn drain_body(mut body: axum::body::Body) {
    let draining = async {
        let mut left = MAX_DISCARDED_BYTES;
        while let Some(Ok(frame)) = body.frame().await {
            left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
            if left == 0 {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(2), draining).await;
}

pub fn body_too_large(limit: usize) -> HttpError {
    HttpError::new(ErrorCode::PayloadTooLarge, format!("The body is larger than {} KiB.", limit / 1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &'static [u8]) -> bool {
        RequestBody { bytes: Bytes::from_static(bytes), is_strict: false }.fields().is_err()
    }

    #[tokio::test]
    async fn larger_bodies_wait_for_room() {
        let all = Semaphore::new(100);
        let take = |kib: usize| take_room(&all, kib * 1024, Duration::from_millis(20));
        let first = take(60).await.unwrap();
        assert_eq!(take(41).await.unwrap_err().code(), ErrorCode::Unavailable);
        let second = take(40).await.unwrap();
        drop(first);
        assert_eq!(take(60).await.unwrap().num_permits(), 60);
        drop(second);
        assert!(take(101).await.is_err(), "more than there is");
        let whole = read_whole_body(Body::from(vec![7; 300_000]), 300_000).await.unwrap();
        assert_eq!((whole.len(), ARRIVING.available_permits()), (300_000, MAX_ARRIVING_KIB));
    }

    #[test]
    fn only_json_objects_are_bodies() {
        for bytes in [&b"{"[..], b"[]", b"\"x\"", b"{\"a\": \"\xff\"}", b"{} {}", b"\xef\xbb\xbf{}"] {
            assert!(refused(bytes), "{bytes:?}");
        }
        let deep = format!("{}1{}", "{\"a\":".repeat(200), "}".repeat(200));
        assert!(RequestBody { bytes: deep.into(), is_strict: false }.fields().is_err());
        for nothing in [&b""[..], b" \n", b"null"] {
            assert!(!refused(nothing));
        }
        assert!(!refused(b" {\"a\": 1} "));
    }
}
