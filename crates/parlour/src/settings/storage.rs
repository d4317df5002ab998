//! The storage settings: where invoice PDFs and backups are stored.

use std::path::PathBuf;

use url::Url;

use super::reader::SettingsReader;
use super::secret::Secret;
use super::values::{self, Expected};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StorageSettings {
    Folder(PathBuf),
    S3(S3Settings),
}

/// A bucket at Amazon S3, or at the endpoint of an S3-compatible server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct S3Settings {
    pub(crate) bucket: String,
    /// Prefix of all object names, without a slash at either end. May be empty.
    pub(crate) prefix: String,
    pub(crate) endpoint: Option<Url>,
    pub(crate) region: String,
    pub(crate) access_key: Secret,
    pub(crate) secret_key: Secret,
}

/// The value of `PARLOUR_STORAGE_URL` or `PARLOUR_BACKUP_URL`, without the other S3 settings.
enum StorageLocation {
    Folder(PathBuf),
    Bucket { bucket: String, prefix: String },
}

const URL: &str = "PARLOUR_STORAGE_URL";
const BACKUP_URL: &str = "PARLOUR_BACKUP_URL";
const ENDPOINT: &str = "PARLOUR_STORAGE_ENDPOINT";
const REGION: &str = "PARLOUR_STORAGE_REGION";
const ACCESS_KEY: &str = "PARLOUR_STORAGE_ACCESS_KEY";
const SECRET_KEY: &str = "PARLOUR_STORAGE_SECRET_KEY";

/// Where backups are written every night, and how many of them stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BackupSettings {
    pub(crate) place: StorageSettings,
    pub(crate) keep: usize,
}

/// All places outside the database. The settings for S3 are the same for each.
pub(super) struct Places {
    pub(super) storage: StorageSettings,
    pub(super) backups: Option<BackupSettings>,
}

impl Places {
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let storage = reader.required(URL, parse_storage_location);
        let backups = reader.optional(BACKUP_URL, parse_backup_location);
        let keep = reader.required("PARLOUR_BACKUP_KEEP", parse_backup_count);
        let s3 = S3Access::read(reader);
        let is_bucket = |place: &Option<StorageLocation>| matches!(place, Some(StorageLocation::Bucket { .. }));
        let buckets = [(URL, is_bucket(&storage)), (BACKUP_URL, is_bucket(&backups))];
        for (name, _) in buckets.iter().filter(|(_, is_bucket)| *is_bucket) {
            require_s3_settings(reader, name);
        }
        // What is wrong with a place is said once.
        let places_are_known = storage.is_some() && (backups.is_some() || !reader.is_given(BACKUP_URL));
        if places_are_known && buckets.iter().all(|(_, is_bucket)| !is_bucket) {
            refuse_s3_settings(reader);
        }
        let backups = match backups {
            Some(place) => Some(BackupSettings { place: s3.settings(place)?, keep: keep? }),
            None => None,
        };
        Some(Self { storage: s3.settings(storage?)?, backups })
    }
}

/// How an S3 service is reached.
struct S3Access {
    endpoint: Option<Url>,
    region: Option<String>,
    access_key: Option<Secret>,
    secret_key: Option<Secret>,
}

impl S3Access {
    fn read(reader: &mut SettingsReader) -> Self {
        Self {
            endpoint: reader.optional(ENDPOINT, values::parse_web_url),
            region: reader.optional(REGION, parse_region),
            access_key: reader.optional(ACCESS_KEY, Secret::parse),
            secret_key: reader.optional(SECRET_KEY, Secret::parse),
        }
    }

    /// `None` if a bucket has no keys.
    fn settings(&self, place: StorageLocation) -> Option<StorageSettings> {
        match place {
            StorageLocation::Folder(folder) => Some(StorageSettings::Folder(folder)),
            StorageLocation::Bucket { bucket, prefix } => Some(StorageSettings::S3(S3Settings {
                bucket,
                prefix,
                endpoint: self.endpoint.clone(),
                // S3-compatible servers without regions accept this name.
                region: self.region.clone().unwrap_or_else(|| "us-east-1".to_owned()),
                access_key: self.access_key.clone()?,
                secret_key: self.secret_key.clone()?,
            })),
        }
    }
}

impl StorageSettings {
    pub(super) fn endpoint(&self) -> Option<&Url> {
        match self {
            Self::S3(s3) => s3.endpoint.as_ref(),
            Self::Folder(_) => None,
        }
    }
}

/// S3 settings without an `s3://` URL are a mistake: the operator expects S3, but files would be written to the disk.
fn refuse_s3_settings(reader: &mut SettingsReader) {
    for name in [ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY] {
        if reader.is_given(name) {
            reader.add_problem(name, "only an s3:// PARLOUR_STORAGE_URL or PARLOUR_BACKUP_URL uses this");
        }
    }
}

fn require_s3_settings(reader: &mut SettingsReader, url: &str) {
    if !reader.is_given(ENDPOINT) && !reader.is_given(REGION) {
        reader.add_problem(url, "s3:// needs PARLOUR_STORAGE_REGION or PARLOUR_STORAGE_ENDPOINT");
    }
    for key in [ACCESS_KEY, SECRET_KEY] {
        if !reader.is_given(key) {
            reader.add_problem(url, &format!("s3:// needs {key}"));
        }
    }
}

/// A backup folder may also be written as a path.
fn parse_backup_location(text: &str) -> Result<StorageLocation, Expected> {
    let is_path = text.starts_with('/') && !text.contains(char::is_control);
    if is_path { Ok(StorageLocation::Folder(PathBuf::from(text))) } else { parse_storage_location(text) }
}

fn parse_backup_count(text: &str) -> Result<usize, Expected> {
    let count = text.parse().ok().filter(|count| (1..=1000).contains(count));
    count.ok_or("a number from 1 to 1000")
}

fn parse_storage_location(text: &str) -> Result<StorageLocation, Expected> {
    let expected = "a folder such as file://data/files or a bucket such as s3://bucket/prefix";
    let Some(rest) = text.strip_prefix("s3://") else {
        return values::parse_folder_url(text).map(StorageLocation::Folder).ok_or(expected);
    };
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let bucket_ok = (3..=63).contains(&bucket.len())
        && bucket.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b));
    let prefix_ok = !prefix.contains(|c: char| c.is_control() || "?#@".contains(c));
    if !bucket_ok || !prefix_ok {
        return Err(expected);
    }
    let prefix = prefix.trim_matches('/').to_owned();
    Ok(StorageLocation::Bucket { bucket: bucket.to_owned(), prefix })
}

fn parse_region(text: &str) -> Result<String, Expected> {
    let named = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if named { Ok(text.to_owned()) } else { Err("a region such as ap-south-1") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_folder_or_a_bucket() {
        for (text, found) in [
            ("s3://invoices", ("invoices", "")),
            ("s3://invoices/", ("invoices", "")),
            ("s3://invoices/salon/pdf/", ("invoices", "salon/pdf")),
        ] {
            let Ok(StorageLocation::Bucket { bucket, prefix }) = parse_storage_location(text) else {
                panic!("{text} is a bucket")
            };
            assert_eq!((bucket.as_str(), prefix.as_str()), found);
        }
        assert!(matches!(parse_storage_location("file://data/files"), Ok(StorageLocation::Folder(_))));
        for text in ["s3://", "s3://Up", "s3://key:pass@bucket/x", "gs://bucket", "data/files", "s3://b/c"] {
            assert!(parse_storage_location(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_region_is_a_name() {
        assert!(parse_region("ap-south-1").is_ok());
        assert!(parse_region("https://s3.example").is_err());
    }
}
