//! The file storage: a local folder or a bucket of an S3 service.

use std::io::{self, Read};
use std::path::Path as Folder;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, Error, GetOptions, GetRange, ObjectStore, ObjectStoreExt, RetryConfig, WriteMultipart,
};
use tokio::io::AsyncReadExt as _;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// The timeout of one attempt; there are three.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const MAX_RETRIES: usize = 2;
const RETRY_TIMEOUT: Duration = Duration::from_secs(25);
/// Large files are sent in parts of this size, one after the other: memory stays bounded. S3 takes no smaller ones, and at
/// most 10,000: 80 GiB.
const PART_BYTES: usize = 8 << 20;
/// Files are read for a client in parts of this size. Most PDFs are one.
const READ_BYTES: u64 = 128 << 10;
/// Reads from a folder take a thread each, which keeps memory afterwards.
const FOLDER_READS_AT_ONCE: usize = 4;
const BUCKET_READS_AT_ONCE: usize = 64;
/// The timeout of one attempt to send a part: enough at 30 KB/s.
const PART_TIMEOUT: Duration = Duration::from_mins(5);

/// The file storage. A file name is a path such as `invoices/PUN/2627/….pdf`.
#[derive(Clone)]
pub struct FileStorage {
    store: Arc<dyn ObjectStore>,
    /// Put before every name.
    prefix: Path,
    reads: Arc<Semaphore>,
}

/// Does not show the keys.
impl std::fmt::Debug for FileStorage {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Files")
    }
}

/// A bucket and the key to it.
#[derive(Clone)]
pub struct Bucket {
    pub name: String,
    /// Put before every name; may be empty.
    pub prefix: String,
    /// The URL of a service other than Amazon's.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
}

debug_only! { Bucket { name } }

#[derive(Debug, thiserror::Error)]
pub enum FileStorageError {
    #[error("the file storage cannot be used: {0}")]
    Unusable(String),
    #[error("the file storage does not accept our key")]
    Refused,
    #[error("the file storage failed: {0}")]
    Failed(String),
}

impl FileStorage {
    /// Creates the folder if it is missing. A file is synced to disk before a write succeeds.
    pub fn in_folder(folder: &Folder) -> Result<Self, FileStorageError> {
        std::fs::create_dir_all(folder).map_err(|error| FileStorageError::Unusable(error.to_string()))?;
        let store =
            LocalFileSystem::new_with_prefix(folder).map_err(|error| unusable_storage(&error))?.with_fsync(true);
        let reads = Arc::new(Semaphore::new(FOLDER_READS_AT_ONCE));
        Ok(Self { store: Arc::new(store), prefix: Path::default(), reads })
    }

    /// Does not check the key yet.
    pub fn in_bucket(bucket: &Bucket) -> Result<Self, FileStorageError> {
        Self::in_bucket_within(bucket, REQUEST_TIMEOUT, RETRY_TIMEOUT)
    }

    /// For files that take minutes to send.
    pub fn in_bucket_for_large_files(bucket: &Bucket) -> Result<Self, FileStorageError> {
        Self::in_bucket_within(bucket, PART_TIMEOUT, PART_TIMEOUT * 2)
    }

    fn in_bucket_within(
        bucket: &Bucket,
        request_timeout: Duration,
        retry_timeout: Duration,
    ) -> Result<Self, FileStorageError> {
        let is_plain = bucket.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
        let client = ClientOptions::new()
            .with_timeout(request_timeout)
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_allow_http(is_plain)
            .with_default_content_type("application/octet-stream")
            .with_content_type_for_suffix("pdf", "application/pdf");
        let backoff = BackoffConfig { max_backoff: Duration::from_secs(2), ..BackoffConfig::default() };
        let retry = RetryConfig { backoff, max_retries: MAX_RETRIES, retry_timeout };
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
        let reads = Arc::new(Semaphore::new(BUCKET_READS_AT_ONCE));
        Ok(Self { store: Arc::new(store), prefix: Path::from(bucket.prefix.as_str()), reads })
    }

    /// Replaces a file atomically: readers get the old or the new contents.
    pub async fn put(&self, name: &str, bytes: impl Into<Bytes>) -> Result<(), FileStorageError> {
        self.store.put(&self.path(name), bytes.into().into()).await.map_err(storage_failure)?;
        Ok(())
    }

    /// Begins a file whose parts follow. Readers get all of it or nothing.
    pub async fn begin_upload(&self, name: &str) -> Result<FileUpload, FileStorageError> {
        let upload = self.store.put_multipart(&self.path(name)).await.map_err(storage_failure)?;
        Ok(FileUpload(WriteMultipart::new_with_chunk_size(upload, PART_BYTES)))
    }

    /// Copies a file of this machine. Readers get all of it or nothing.
    pub async fn put_file(&self, name: &str, file: &Folder) -> Result<(), FileStorageError> {
        let unreadable = |error: io::Error| FileStorageError::Unusable(error.to_string());
        let mut source = tokio::fs::File::open(file).await.map_err(unreadable)?;
        let mut upload = self.begin_upload(name).await?;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let written = match source.read(&mut buffer).await {
                Ok(0) => break,
                Ok(read) => upload.write(&buffer[..read]).await,
                Err(error) => Err(unreadable(error)),
            };
            if let Err(error) = written {
                upload.abort().await;
                return Err(error);
            }
        }
        upload.finish().await
    }

    /// The names of all files, without those in folders inside.
    pub async fn list(&self) -> Result<Vec<String>, FileStorageError> {
        let prefix = Some(&self.prefix).filter(|prefix| !prefix.as_ref().is_empty());
        let found = self.store.list_with_delimiter(prefix).await.map_err(storage_failure)?;
        Ok(found.objects.iter().filter_map(|object| object.location.filename().map(str::to_owned)).collect())
    }

    /// `None` if there is no such file.
    pub async fn get(&self, name: &str) -> Result<Option<Bytes>, FileStorageError> {
        let found = match self.store.get(&self.path(name)).await {
            Err(Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(storage_failure)?,
        };
        Ok(Some(found.bytes().await.map_err(storage_failure)?))
    }

    /// Opens a file that is read part by part; `None` if there is no such file.
    pub async fn open(&self, name: &str) -> Result<Option<StoredFile>, FileStorageError> {
        let options = GetOptions { range: Some(GetRange::Bounded(0..READ_BYTES)), ..GetOptions::default() };
        let path = self.path(name);
        // Nobody closes it.
        let reading = self.reads.acquire().await.ok();
        let found = match self.store.get_opts(&path, options).await {
            Err(Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(storage_failure)?,
        };
        let (size, version) = (found.meta.size, found.meta.e_tag.clone());
        let first = found.bytes().await.map_err(storage_failure)?;
        drop(reading);
        let position = u64::try_from(first.len()).unwrap_or(size);
        Ok(Some(StoredFile { storage: self.clone(), path, version, size, position, first: Some(first) }))
    }

    pub async fn has(&self, name: &str) -> Result<bool, FileStorageError> {
        match self.store.head(&self.path(name)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(storage_failure(error)),
        }
    }

    /// Deletes a file; a missing one is no failure.
    pub async fn delete(&self, name: &str) -> Result<(), FileStorageError> {
        match self.store.delete(&self.path(name)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(storage_failure(error)),
        }
    }

    /// A name cannot leave the prefix: `..` has no special meaning.
    fn path(&self, name: &str) -> Path {
        let parts = name.split('/').filter(|part| !part.is_empty());
        parts.fold(self.prefix.clone(), Path::join)
    }
}

/// A file that is written part by part, so that little of it is in memory. It has to be finished or aborted.
#[derive(Debug)]
pub struct FileUpload(WriteMultipart);

impl FileUpload {
    /// Waits while the storage has not taken the last part.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), FileStorageError> {
        self.0.wait_for_capacity(1).await.map_err(storage_failure)?;
        self.0.write(bytes);
        Ok(())
    }

    pub async fn finish(self) -> Result<(), FileStorageError> {
        self.0.finish().await.map_err(storage_failure)?;
        Ok(())
    }

    /// Parts that nobody completes cost money. The first error says more than a failure to delete them.
    pub async fn abort(self) {
        let _ = self.0.abort().await;
    }
}

/// A file that is read part by part, so that of many files for slow clients little is in memory.
pub struct StoredFile {
    storage: FileStorage,
    path: Path,
    /// Parts of two versions would be no file.
    version: Option<String>,
    size: u64,
    position: u64,
    first: Option<Bytes>,
}

impl StoredFile {
    pub fn size(&self) -> u64 {
        self.size
    }

    /// `None` at the end.
    pub async fn next_part(&mut self) -> Result<Option<Bytes>, FileStorageError> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        if self.position >= self.size {
            return Ok(None);
        }
        let range = self.position..self.size.min(self.position + READ_BYTES);
        let options = GetOptions {
            range: Some(GetRange::Bounded(range.clone())),
            if_match: self.version.clone(),
            ..GetOptions::default()
        };
        let _reading = self.storage.reads.acquire().await.ok();
        let found = self.storage.store.get_opts(&self.path, options).await.map_err(storage_failure)?;
        let part = found.bytes().await.map_err(storage_failure)?;
        self.position = range.end;
        Ok(Some(part))
    }
}

/// A stored file for readers that wait for each part. To be used on a thread that may block.
#[derive(Debug)]
pub struct BlockingReader {
    file: StoredFile,
    runtime: Handle,
    /// What was read and not given out yet.
    part: Bytes,
}

impl BlockingReader {
    pub fn new(file: StoredFile, runtime: Handle) -> Self {
        Self { file, runtime, part: Bytes::new() }
    }
}

impl Read for BlockingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.part.is_empty() {
            let next = self.runtime.block_on(self.file.next_part()).map_err(io::Error::other)?;
            self.part = next.unwrap_or_default();
        }
        let count = buffer.len().min(self.part.len());
        buffer[..count].copy_from_slice(&self.part.split_to(count));
        Ok(count)
    }
}

impl std::fmt::Debug for StoredFile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("StoredFile").field("path", &self.path).field("size", &self.size).finish_non_exhaustive()
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

/// The error in one line, without the XML or HTML of the answer.
fn short_error_message(error: &Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.split('<').next().unwrap_or_default().chars().take(300).collect()
}

#[cfg(test)]
mod tests;
