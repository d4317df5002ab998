//! A file as the body of a request, stored while it arrives, so that little of it is in memory.

use std::time::Duration;

use aws_lc_rs::digest::{Context, SHA256};
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use http_body_util::BodyExt;
use parlour_domain::ids::UserId;
use parlour_domain::text::to_hex;
use parlour_integrations::file_storage::{FileStorage, FileStorageError, FileUpload};
use tokio::time::timeout;

use super::request_key::{ClaimedKey, RequestKey, hash_parts};
use crate::body::{UPLOAD_TIMEOUT, body_too_large, drain_body, max_body_bytes};
use crate::error::{ErrorCode, HttpError};
use crate::state::HttpState;

/// How long the next bytes may take.
const PART_TIMEOUT: Duration = Duration::from_secs(30);

/// A file that has not arrived yet, with the query of its request, and with its key if it has one.
#[derive(Debug)]
pub struct KeyedUpload {
    body: Body,
    query: Option<String>,
    max_bytes: usize,
    key: RequestKey,
}

/// A file that has arrived and is stored.
#[derive(Debug)]
pub struct StoredUpload {
    query: Option<String>,
    hash: String,
    key: RequestKey,
}

impl KeyedUpload {
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Stores the body under this name. Nothing is left of one that is too large, or breaks off.
    pub async fn store(self, files: &FileStorage, name: &str) -> Result<StoredUpload, HttpError> {
        let Self { body, query, max_bytes, key } = self;
        let mut upload = files.begin_upload(name).await.map_err(|error| storage_failure(&error))?;
        let copied = timeout(UPLOAD_TIMEOUT, copy(body, max_bytes, &mut upload)).await;
        match copied.unwrap_or_else(|_| Err(too_slow())) {
            Ok(hash) => {
                upload.finish().await.map_err(|error| storage_failure(&error))?;
                Ok(StoredUpload { query, hash, key })
            }
            Err(error) => {
                upload.abort().await;
                Err(error)
            }
        }
    }
}

impl StoredUpload {
    /// As that of other requests: the same key with another file, or another query, is refused.
    pub fn start_request(&self, state: &HttpState, user: &UserId) -> Result<Option<ClaimedKey>, HttpError> {
        let query = self.query.as_deref().unwrap_or_default();
        self.key.claim(state, Some(user), || hash_parts(&[query.as_bytes(), self.hash.as_bytes()]))
    }
}

/// Returns the hash of the file.
async fn copy(mut body: Body, max_bytes: usize, upload: &mut FileUpload) -> Result<String, HttpError> {
    let (mut hash, mut size) = (Context::new(&SHA256), 0);
    while let Some(frame) = timeout(PART_TIMEOUT, body.frame()).await.map_err(|_| too_slow())? {
        let frame = frame.map_err(|_| HttpError::invalid_field("body", "could not be read to its end"))?;
        let Ok(bytes) = frame.into_data() else { continue };
        size += bytes.len();
        if size > max_bytes {
            drain_body(body).await;
            return Err(body_too_large(max_bytes));
        }
        hash.update(&bytes);
        upload.write(&bytes).await.map_err(|error| storage_failure(&error))?;
    }
    if size == 0 {
        return Err(HttpError::invalid_field("body", "must not be empty"));
    }
    Ok(to_hex(hash.finish().as_ref()))
}

fn too_slow() -> HttpError {
    HttpError::invalid_field("body", "took too long to arrive")
}

fn storage_failure(error: &FileStorageError) -> HttpError {
    tracing::warn!(%error, "a file could not be stored");
    HttpError::new(ErrorCode::Upstream, "The file storage does not answer. Please try again.")
}

impl<S: Send + Sync> FromRequest<S> for KeyedUpload {
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> Result<Self, HttpError> {
        let key = RequestKey::of(&request);
        let max_bytes = max_body_bytes(request.method(), request.uri().path());
        let query = request.uri().query().map(str::to_owned);
        Ok(Self { body: request.into_body(), query, max_bytes, key })
    }
}
