//! `parlour backup`.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use parlour_store::{DatabaseLocation, backup};
use url::Url;

use super::opened_app::database_location;
use crate::settings::Settings;

pub(super) fn run(file: &Path) -> anyhow::Result<()> {
    if file.exists() {
        bail!("{} already exists; choose a new file", file.display());
    }
    match database_location(&Settings::from_process()?) {
        DatabaseLocation::Sqlite(path) => {
            if !path.exists() {
                bail!("there is no database at {}", path.display());
            }
            create_private_file(file)?;
            backup::copy_sqlite(&path, file).inspect_err(|_| remove_partial_file(file))?;
        }
        DatabaseLocation::Postgres(url) => dump_postgres(&url, file)?,
    }
    println!("Backup written to {} ({} KiB).", file.display(), std::fs::metadata(file)?.len().div_ceil(1024));
    Ok(())
}

/// Runs `pg_dump`. The password is passed in the environment because every user of the machine can read the arguments
/// of a process.
fn dump_postgres(url: &str, file: &Path) -> anyhow::Result<()> {
    let mut url = Url::parse(url).context("PARLOUR_DATABASE_URL is not a valid URL")?;
    let password = take_password(&mut url)?;
    let mut dump = Command::new("pg_dump");
    dump.arg("--format=custom").arg("--no-owner").arg("--file").arg(file).arg(url.as_str());
    if let Some(password) = password {
        dump.env("PGPASSWORD", password);
    }
    create_private_file(file)?;
    let started = dump.status().inspect_err(|_| remove_partial_file(file));
    let status = started.context("cannot start pg_dump; install the Postgres client tools")?;
    if !status.success() {
        remove_partial_file(file);
        bail!("pg_dump failed ({status})");
    }
    Ok(())
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

/// Removes the password from the URL and returns it. A URL can contain it before the host or in the query.
fn take_password(url: &mut Url) -> anyhow::Result<Option<String>> {
    let (passwords, others): (Vec<_>, Vec<_>) =
        url.query_pairs().into_owned().partition(|(name, _)| name == "password");
    if let Some((_, password)) = passwords.into_iter().next() {
        url.query_pairs_mut().clear().extend_pairs(others);
        return Ok(Some(password));
    }
    let password = url.password().map(percent_decode).transpose()?;
    if password.is_some() {
        url.set_password(None).map_err(|()| anyhow::anyhow!("PARLOUR_DATABASE_URL has no host"))?;
    }
    Ok(password)
}

fn percent_decode(text: &str) -> anyhow::Result<String> {
    let pair = format!("p={}", text.replace('+', "%2B"));
    let decoded = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
    decoded.context("the password in PARLOUR_DATABASE_URL cannot be decoded")
}
