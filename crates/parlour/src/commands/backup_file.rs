//! Writes a copy of the database into a file.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use parlour_store::{DatabaseLocation, backup};

use super::postgres_tools::PostgresDatabase;

/// Writes a consistent copy into a new file. Blocks.
pub(super) fn write_backup(location: &DatabaseLocation, file: &Path) -> anyhow::Result<()> {
    if file.exists() {
        bail!("{} already exists; choose a new file", file.display());
    }
    match location {
        DatabaseLocation::Sqlite(path) => {
            if !path.exists() {
                bail!("there is no database at {}", path.display());
            }
            create_private_file(file)?;
            backup::copy_sqlite(path, file).inspect_err(|_| remove_partial_file(file))?;
        }
        DatabaseLocation::Postgres(url) => dump_postgres(&PostgresDatabase::new(url)?, file)?,
    }
    Ok(())
}

/// Writes an archive of a Postgres database into a new file.
pub(super) fn dump_postgres(database: &PostgresDatabase, file: &Path) -> anyhow::Result<()> {
    create_private_file(file)?;
    database.dump(file).inspect_err(|_| remove_partial_file(file))
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
