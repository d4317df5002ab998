//! `PARLOUR_BACKUP_URL`: where backups go without being asked for, and which of them stay.

use std::fmt::Display;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_integrations::clock::Clock;
use parlour_integrations::file_storage::FileStorage;
use parlour_store::DatabaseLocation;

use super::backup_file::{ForeignObject, write_backup};
use super::integrations::bucket;
use crate::settings::storage::{BackupSettings, StorageSettings};

const PREFIX: &str = "parlour-";
/// Not yet a backup.
const PARTIAL_SUFFIX: &str = ".partial";

pub(super) struct BackupPlace {
    place: Place,
    keep: usize,
}

enum Place {
    Folder(PathBuf),
    Bucket {
        files: FileStorage,
        /// The same files, with time for large ones.
        uploads: FileStorage,
        name: String,
    },
}

impl Display for BackupPlace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Place::Folder(folder) => folder.display().fmt(out),
            Place::Bucket { name, .. } => write!(out, "bucket {name}"),
        }
    }
}

impl BackupPlace {
    /// Creates nothing yet.
    pub(super) fn new(settings: &BackupSettings) -> anyhow::Result<Self> {
        let place = match &settings.place {
            StorageSettings::Folder(folder) => Place::Folder(folder.clone()),
            StorageSettings::S3(s3) => {
                let bucket = bucket(s3);
                let uploads = FileStorage::in_bucket_for_large_files(&bucket)?;
                Place::Bucket { files: FileStorage::in_bucket(&bucket)?, uploads, name: bucket.name }
            }
        };
        Ok(Self { place, keep: settings.keep })
    }

    /// When the newest backup was made. One whose name is of the future says nothing: a clock was wrong.
    pub(super) async fn newest(&self, now: Timestamp) -> anyhow::Result<Option<Timestamp>> {
        let made = self.list().await?.into_iter().filter_map(|name| made_at(&name));
        Ok(made.filter(|made_at| *made_at <= now).max())
    }

    /// Makes a backup, and deletes those that are too many. Returns its name.
    pub(super) async fn add(
        &self,
        location: &DatabaseLocation,
        now: Timestamp,
    ) -> anyhow::Result<(String, Option<ForeignObject>)> {
        let name = backup_name(location, now);
        let written = self.write(location.clone(), &name, now).await;
        let foreign = written.with_context(|| format!("no backup was written to {self}"))?;
        self.delete_oldest(now).await.with_context(|| format!("old backups cannot be deleted in {self}"))?;
        Ok((name, foreign))
    }

    /// The oldest first. What has another name is not ours.
    async fn list(&self) -> anyhow::Result<Vec<String>> {
        let names = match &self.place {
            Place::Folder(folder) => names_in(folder)?,
            Place::Bucket { files, .. } => files.list().await?,
        };
        let mut names: Vec<String> = names.into_iter().filter(|name| made_at(name).is_some()).collect();
        names.sort_unstable_by_key(|name| made_at(name));
        Ok(names)
    }

    async fn write(
        &self,
        location: DatabaseLocation,
        name: &str,
        now: Timestamp,
    ) -> anyhow::Result<Option<ForeignObject>> {
        match &self.place {
            Place::Folder(folder) => {
                // Another process may be writing one of the same second.
                let unique = Clock::real().now().millis() % 100_000;
                let partial = folder.join(format!("{name}{PARTIAL_SUFFIX}-{}-{unique}", std::process::id()));
                let file = folder.join(name);
                fs::create_dir_all(folder)?;
                remove_old_partial_files(folder, now);
                let foreign = write_on_blocking_thread(location, partial.clone()).await?;
                fs::rename(&partial, &file)?;
                File::open(folder)?.sync_all()?;
                Ok(foreign)
            }
            Place::Bucket { uploads, .. } => {
                let local = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
                let foreign = write_on_blocking_thread(location, local.clone()).await?;
                let sent = uploads.put_file(name, &local).await;
                fs::remove_file(&local)?;
                sent?;
                Ok(foreign)
            }
        }
    }

    /// Those of the future stay, so that they do not take the place of the new one.
    async fn delete_oldest(&self, now: Timestamp) -> anyhow::Result<()> {
        let mut names = self.list().await?;
        names.retain(|name| made_at(name).is_some_and(|made_at| made_at <= now));
        for name in &names[..names.len().saturating_sub(self.keep)] {
            match &self.place {
                Place::Folder(folder) => fs::remove_file(folder.join(name))?,
                Place::Bucket { files, .. } => files.delete(name).await?,
            }
        }
        Ok(())
    }
}

async fn write_on_blocking_thread(location: DatabaseLocation, file: PathBuf) -> anyhow::Result<Option<ForeignObject>> {
    tokio::task::spawn_blocking(move || write_backup(&location, &file)).await?
}

/// An empty file is none: nothing was written.
fn name_of_file(entry: io::Result<DirEntry>) -> io::Result<Option<String>> {
    let entry = entry?;
    let found = entry.metadata()?;
    Ok((found.is_file() && found.len() > 0).then(|| entry.file_name().to_string_lossy().into_owned()))
}

/// None if the folder is not there yet.
fn names_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries
            .and_then(|entries| entries.filter_map(|entry| name_of_file(entry).transpose()).collect())
            .with_context(|| folder.display().to_string()),
    }
}

/// A process that was killed while it wrote has left one. What is not old may still be written by another.
fn remove_old_partial_files(folder: &Path, now: Timestamp) {
    let is_old = |made_at: Timestamp| now.millis_since(made_at) > DAY_MS;
    for name in names_in(folder).unwrap_or_default() {
        // Also what SQLite has beside it.
        if name.split_once(PARTIAL_SUFFIX).is_some_and(|(name, _)| made_at(name).is_some_and(is_old)) {
            // If it cannot be removed, the new one has another name.
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

/// `parlour-20261118T210000Z.db`: the time is UTC.
fn backup_name(location: &DatabaseLocation, at: Timestamp) -> String {
    let extension = match location {
        DatabaseLocation::Sqlite(_) => "db",
        DatabaseLocation::Postgres(_) => "dump",
    };
    format!("{PREFIX}{}.{extension}", at.utc().format("%Y%m%dT%H%M%SZ"))
}

fn made_at(name: &str) -> Option<Timestamp> {
    let time = name.strip_prefix(PREFIX)?;
    let time = time.strip_suffix(".db").or_else(|| time.strip_suffix(".dump"))?;
    let (date, time) = time.strip_suffix('Z')?.split_once('T')?;
    let is_digits = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(date, 8) || !is_digits(time, 6) {
        return None;
    }
    let (year, month, day) = (&date[..4], &date[4..6], &date[6..]);
    Timestamp::parse_stored(&format!("{year}-{month}-{day}T{}:{}:{}.000Z", &time[..2], &time[2..4], &time[4..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_when_a_backup_was_made() {
        let at = Timestamp::from_millis(1_800_000_000_000);
        for location in [DatabaseLocation::Sqlite("x".into()), DatabaseLocation::Postgres("x".into())] {
            assert_eq!(made_at(&backup_name(&location, at)), Some(at));
        }
        for other in
            ["parlour.db", "parlour-latest.db", "parlour-20261118T210000Z.db.partial", "parlour-2026é118T210000Z.db"]
        {
            assert_eq!(made_at(other), None, "{other}");
        }
        assert_eq!(made_at("parlour-20269918T210000Z.db"), None, "no such month");
    }
}
