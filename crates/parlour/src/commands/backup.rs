//! `parlour backup`.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use parlour_integrations::clock::Clock;
use parlour_store::{DatabaseLocation, backup};

use super::backup_place::BackupPlace;
use super::opened_app::{block_on, database_location, install_tls_provider};
use super::postgres_tools::PostgresDatabase;
use crate::settings::Settings;

pub(super) fn run(file: Option<&Path>) -> anyhow::Result<()> {
    let settings = Settings::from_process()?;
    let location = database_location(&settings);
    match (file, &settings.backups) {
        (Some(file), _) => {
            write_backup(&location, file)?;
            let size = std::fs::metadata(file)?.len();
            println!("Backup written to {} ({} KiB).", file.display(), size.div_ceil(1024));
        }
        (None, Some(backups)) => {
            install_tls_provider();
            let place = BackupPlace::new(backups)?;
            let clock = settings.clock_start.map_or_else(Clock::real, Clock::starting_at);
            let name = block_on(place.add(&location, clock.now()))??;
            println!("Backup written to {place} as {name}.");
        }
        (None, None) => bail!("name a file, or set PARLOUR_BACKUP_URL"),
    }
    Ok(())
}

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
