//! `parlour backup`.

use std::path::Path;

use anyhow::bail;
use parlour_integrations::clock::Clock;

use super::backup_file::{ForeignObject, write_backup};
use super::backup_place::BackupPlace;
use super::opened_app::{block_on, database_location, install_tls_provider};
use crate::settings::Settings;

pub(super) fn run(file: Option<&Path>) -> anyhow::Result<()> {
    let settings = Settings::from_process()?;
    let location = database_location(&settings);
    match (file, &settings.backups) {
        (Some(file), _) => {
            let foreign = write_backup(&location, file)?;
            let size = std::fs::metadata(file)?.len();
            println!("Backup written to {} ({} KiB).", file.display(), size.div_ceil(1024));
            warn_of(foreign);
        }
        (None, Some(backups)) => {
            install_tls_provider();
            let place = BackupPlace::new(backups)?;
            let clock = settings.clock_start.map_or_else(Clock::real, Clock::starting_at);
            let (name, foreign) = block_on(place.add(&location, clock.now()))??;
            println!("Backup written to {place} as {name}.");
            warn_of(foreign);
        }
        (None, None) => bail!("name a file, or set PARLOUR_BACKUP_URL"),
    }
    Ok(())
}

fn warn_of(foreign: Option<ForeignObject>) {
    if let Some(foreign) = foreign {
        println!("Warning: {foreign}.");
    }
}
