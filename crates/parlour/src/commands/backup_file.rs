//! Writes a copy of the database into a file.

use std::fmt::{self, Display};
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use parlour_store::{DatabaseLocation, backup};

use super::backup_checksum::append_checksum;
use super::postgres_tools::PostgresDatabase;

/// What is in a backup for which `parlour restore` refuses it. Somebody has created it in the database of Parlour.
#[derive(Debug)]
pub(super) struct ForeignObject(String);

impl Display for ForeignObject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "the database also contains {}, which is not Parlour's, so the backup cannot be restored; drop it, and make \
             another",
            self.0
        )
    }
}

/// Writes a consistent copy into a new file. Blocks.
pub(super) fn write_backup(location: &DatabaseLocation, file: &Path) -> anyhow::Result<Option<ForeignObject>> {
    if file.exists() {
        bail!("{} already exists; choose a new file", file.display());
    }
    match location {
        DatabaseLocation::Sqlite(path) => {
            if !path.exists() {
                bail!("there is no database at {}", path.display());
            }
            create_private_file(file)?;
            copy_sqlite(path, file).inspect_err(|_| remove_partial_file(file))
        }
        // Only the database that is replaced must contain nothing else.
        DatabaseLocation::Postgres(url) => dump_postgres(&PostgresDatabase::new(url)?, file).map(|()| None),
    }
}

fn copy_sqlite(database: &Path, file: &Path) -> anyhow::Result<Option<ForeignObject>> {
    backup::copy_sqlite(database, file)?;
    finish(file)?;
    Ok(backup::find_foreign_object_in_copy(file)?.map(ForeignObject))
}

/// Writes an archive of a Postgres database into a new file.
pub(super) fn dump_postgres(database: &PostgresDatabase, file: &Path) -> anyhow::Result<()> {
    create_private_file(file)?;
    database.dump(file).and_then(|()| finish(file)).inspect_err(|_| remove_partial_file(file))
}

fn finish(file: &Path) -> anyhow::Result<()> {
    append_checksum(file).with_context(|| format!("{} cannot be written", file.display()))
}

/// Creates an empty file that only its owner can read, because it will contain all data of the salon.
fn create_private_file(file: &Path) -> anyhow::Result<()> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    created.map(drop).with_context(|| format!("{} cannot be written", file.display()))
}

/// Removes an incomplete copy, which could be mistaken for a backup.
fn remove_partial_file(file: &Path) {
    let _ = std::fs::remove_file(file);
}
