//! `parlour restore`.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use parlour_db::{DatabaseLocation, SoleConnection, migrations};
use parlour_integrations::clock::Clock;
use parlour_store::backup::{RestoreRefusal, SqliteBackup, restore_sqlite, statement_to_drop_all};

use super::backup_checksum::{ChecksumError, check_contents};
use super::backup_file::dump_postgres;
use super::doctor::check_stored_keys;
use super::opened_app::{database_location, install_tls_provider};
use super::postgres_tools::{PostgresDatabase, newest_version_in};
use crate::settings::Settings;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BackupKind {
    Sqlite,
    Postgres,
}

/// `without_checksum` also accepts a file that never had one.
pub(super) fn run(file: &Path, without_checksum: bool) -> anyhow::Result<()> {
    let settings = Settings::from_process()?;
    let location = database_location(&settings);
    let kind = backup_kind(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let unusable = || format!("{} cannot be restored", file.display());
    let kind = kind.ok_or(RestoreRefusal::NotABackup).with_context(unusable)?;
    let contents = check_contents(file).with_context(unusable)?;
    if !contents.has_checksum && !without_checksum {
        return Err(ChecksumError::Missing).with_context(unusable);
    }
    let kept = match (kind, &location) {
        (BackupKind::Sqlite, DatabaseLocation::Sqlite(path)) => {
            // What a link points to is replaced, not the link.
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            let kept_as = named_by_time(path.with_added_extension("replaced"), "");
            let backup = SqliteBackup { file, bytes: contents.bytes };
            restore_sqlite(backup, &path, &kept_as).with_context(unusable)?.then_some(kept_as)
        }
        (BackupKind::Postgres, DatabaseLocation::Postgres(url)) => {
            install_tls_provider();
            restore_postgres(file, url).with_context(unusable)?
        }
        (BackupKind::Sqlite, DatabaseLocation::Postgres(_)) => bail!(
            "{} is a backup of SQLite, but PARLOUR_DATABASE_URL names a Postgres database; restore it into a file and \
             use `parlour move`",
            file.display()
        ),
        (BackupKind::Postgres, DatabaseLocation::Sqlite(_)) => bail!(
            "{} is a backup of Postgres, but PARLOUR_DATABASE_URL names an SQLite file; restore it into a Postgres \
             database and use `parlour move`",
            file.display()
        ),
    };
    println!("Restored from {}.", file.display());
    if let Some(kept) = kept {
        println!("What the database contained before is in {}; delete it when you no longer need it.", kept.display());
        if kind == BackupKind::Sqlite {
            println!("To restore that file, add --without-checksum.");
        }
    }
    if let Some(Err(problem)) = check_stored_keys(&settings) {
        println!("Its keys cannot be used: {problem}.");
    }
    println!("Check the result with `parlour doctor`, then start Parlour.");
    Ok(())
}

/// What a file begins with tells what it is.
fn backup_kind(file: &Path) -> std::io::Result<Option<BackupKind>> {
    let mut start = Vec::new();
    // A pipe would be waited for.
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    File::open(file)?.take(16).read_to_end(&mut start)?;
    Ok(if start == b"SQLite format 3\0" {
        Some(BackupKind::Sqlite)
    } else if start.starts_with(b"PGDMP") {
        Some(BackupKind::Postgres)
    } else {
        None
    })
}

/// Returns the file with what the database contained before, if that was anything.
fn restore_postgres(file: &Path, url: &str) -> anyhow::Result<Option<PathBuf>> {
    let version = newest_version_in(file)?.ok_or(RestoreRefusal::NotABackup)?;
    ensure!(version <= migrations::newest_version(), RestoreRefusal::Newer);
    let (database, location) = (PostgresDatabase::new(url)?, DatabaseLocation::Postgres(url.to_owned()));
    // Held until the end: a process that starts meanwhile waits.
    let mut current = SoleConnection::open(&location)?;
    let drop_all = current.read(statement_to_drop_all)?;
    let kept = drop_all.is_some().then(|| named_by_time(file.with_file_name("parlour-replaced"), ".dump"));
    if let Some(kept) = &kept {
        dump_postgres(&database, kept).context("what the database contains now cannot be kept")?;
    }
    let restored = database.restore(drop_all.as_deref(), file);
    if let (Err(_), Some(kept)) = (&restored, &kept) {
        // Nothing was replaced.
        let _ = std::fs::remove_file(kept);
    }
    restored?;
    drop(current);
    migrations::run(&location)?;
    Ok(kept)
}

fn named_by_time(path: PathBuf, extension: &str) -> PathBuf {
    let mut name = path.into_os_string();
    name.push(format!("-{}{extension}", Clock::real().now().utc().format("%Y%m%dT%H%M%S%3fZ")));
    name.into()
}
