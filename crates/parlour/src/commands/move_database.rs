//! `parlour move`.

use std::io::{IsTerminal as _, stderr};

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use parlour_store::DatabaseLocation;
use parlour_store::import_export::moving::{copy_all, open_empty_target, open_source};

use super::opened_app::{install_tls_provider, location_of};
use crate::settings::database::DatabaseUrl;

pub(super) const EXAMPLE: &str =
    "Example: parlour move --from sqlite://data/parlour.db --to postgres://parlour:secret@localhost/parlour";

#[derive(Debug, Args)]
pub(crate) struct Move {
    /// The database that has the data; it stays as it is
    #[arg(long, value_name = "URL")]
    from: String,
    /// A database without data: a file that does not exist yet, or an empty Postgres database
    #[arg(long, value_name = "URL")]
    to: String,
}

impl Move {
    pub(super) fn run(self) -> anyhow::Result<()> {
        install_tls_provider();
        let (from, to) = (parse("--from", &self.from)?, parse("--to", &self.to)?);
        ensure!(from != to, "--from and --to are the same database");
        let mut source = open_source(&from).with_context(|| format!("cannot move from {}", shown(&from)))?;
        let mut target = open_empty_target(&to).with_context(|| format!("cannot move to {}", shown(&to)))?;
        let bar = if stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let mut show = |table: &str, rows: u64| {
            bar.set_message(format!("{table}: {} rows", HumanCount(rows)));
            bar.tick();
        };
        let copied = copy_all(&mut source, &mut target, &mut show).context("nothing was moved")?;
        bar.finish_and_clear();
        for (table, rows) in &copied {
            eprintln!("{table:<28} {:>12} rows", HumanCount(*rows).to_string());
        }
        let rows: u64 = copied.iter().map(|(_, rows)| rows).sum();
        println!("Moved {} rows in {} tables to {}.", HumanCount(rows), copied.len(), shown(&to));
        println!(
            "Set PARLOUR_DATABASE_URL to it, check it with `parlour doctor`, and start Parlour. {} is as it was. Files such \
             as PDFs stay where PARLOUR_STORAGE_URL says.",
            shown(&from)
        );
        Ok(())
    }
}

/// An invalid value is not repeated, because it may contain a password.
fn parse(name: &str, url: &str) -> anyhow::Result<DatabaseLocation> {
    match DatabaseUrl::parse(url) {
        Ok(url) => Ok(location_of(&url)),
        Err(expected) => bail!("{name}: expected {expected}"),
    }
}

/// Without user and password.
fn shown(location: &DatabaseLocation) -> String {
    match location {
        DatabaseLocation::Sqlite(path) => path.display().to_string(),
        DatabaseLocation::Postgres(url) => url::Url::parse(url).map_or_else(
            |_| "the Postgres database".to_owned(),
            |url| format!("{}{}", url.host_str().unwrap_or_default(), url.path()),
        ),
    }
}
