//! Where files are kept: a folder of this machine, or a bucket of somebody who speaks S3.

use std::path::Path as Folder;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, RetryConfig};

/// Whoever waits for a file waits no longer than this for one try; there are three.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const MAX_RETRIES: usize = 2;
const RETRY_TIMEOUT: Duration = Duration::from_secs(25);

/// A name is a path of our own making: `invoices/PUN/2627/….pdf`.
#[derive(Clone)]
pub struct FileStorage {
    store: Arc<dyn ObjectStore>,
    /// What every name begins with.
    prefix: Path,
}

/// The keys of a bucket stay secret.
impl std::fmt::Debug for FileStorage {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Files")
    }
}

/// A bucket, and our key to it.
#[derive(Clone)]
pub struct Bucket {
    pub name: String,
    /// What our objects' names begin with; empty for nothing.
    pub prefix: String,
    /// Somebody other than Amazon.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
}

/// The keys stay secret.
impl std::fmt::Debug for Bucket {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Bucket").field("name", &self.name).finish_non_exhaustive()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum FileStorageError {
    #[error("the place for files cannot be used: {0}")]
    Unusable(String),
    #[error("the place for files does not take our key")]
    Refused,
    #[error("the place for files failed: {0}")]
    Failed(String),
}

impl FileStorage {
    /// The folder is made where it is missing. What is written is on disk before we say so.
    pub fn in_folder(folder: &Folder) -> Result<Self, FileStorageError> {
        std::fs::create_dir_all(folder).map_err(|error| FileStorageError::Unusable(error.to_string()))?;
        let store = LocalFileSystem::new_with_prefix(folder)
            .map_err(|error| unusable_storage(&error))?
            .with_fsync(true);
        Ok(Self { store: Arc::new(store), prefix: Path::default() })
    }

    /// Nobody is asked yet whether they take the key.
    pub fn in_bucket(bucket: &Bucket) -> Result<Self, FileStorageError> {
        let is_plain = bucket.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
        let client = ClientOptions::new()
            .with_timeout(REQUEST_TIMEOUT)
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_allow_http(is_plain)
            .with_default_content_type("application/octet-stream")
            .with_content_type_for_suffix("pdf", "application/pdf");
        let backoff = BackoffConfig { max_backoff: Duration::from_secs(2), ..BackoffConfig::default() };
        let retry = RetryConfig { backoff, max_retries: MAX_RETRIES, retry_timeout: RETRY_TIMEOUT };
        let mut s3 = AmazonS3Builder::new()
            .with_bucket_name(&bucket.name)
            .with_region(&bucket.region)
            .with_access_key_id(&bucket.access_key)
            .with_secret_access_key(&bucket.secret_key)
            .with_client_options(client)
            .with_retry(retry);
        if let Some(endpoint) = &bucket.endpoint {
            s3 = s3.with_endpoint(endpoint.trim_end_matches('/'));
        }
        let store = s3.build().map_err(|error| unusable_storage(&error))?;
        Ok(Self { store: Arc::new(store), prefix: Path::from(bucket.prefix.as_str()) })
    }

    /// Whoever reads meanwhile gets what was there before, or all of the new.
    pub async fn put(&self, name: &str, bytes: impl Into<Bytes>) -> Result<(), FileStorageError> {
        self.store.put(&self.path(name), bytes.into().into()).await.map_err(storage_failure)?;
        Ok(())
    }

    /// None where there is no such file.
    pub async fn get(&self, name: &str) -> Result<Option<Bytes>, FileStorageError> {
        let found = match self.store.get(&self.path(name)).await {
            Err(Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(storage_failure)?,
        };
        Ok(Some(found.bytes().await.map_err(storage_failure)?))
    }

    pub async fn has(&self, name: &str) -> Result<bool, FileStorageError> {
        match self.store.head(&self.path(name)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(storage_failure(error)),
        }
    }

    /// Whether there was such a file or not, there is none now.
    pub async fn delete(&self, name: &str) -> Result<(), FileStorageError> {
        match self.store.delete(&self.path(name)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(storage_failure(error)),
        }
    }

    /// Whatever a name holds, it stays below the prefix: `..` is a name like any other.
    fn path(&self, name: &str) -> Path {
        let parts = name.split('/').filter(|part| !part.is_empty());
        parts.fold(self.prefix.clone(), Path::join)
    }
}

fn unusable_storage(error: &Error) -> FileStorageError {
    FileStorageError::Unusable(short_error_message(error))
}

fn storage_failure(error: Error) -> FileStorageError {
    match error {
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => FileStorageError::Refused,
        error => FileStorageError::Failed(short_error_message(&error)),
    }
}

/// In one line, of which an answer in XML or HTML is no part.
fn short_error_message(error: &Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.split('<').next().unwrap_or_default().chars().take(300).collect()
}

#[cfg(test)]
mod tests;
