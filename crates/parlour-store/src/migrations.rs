//! One migration history for both engines, embedded, checked at every start.

use std::fs::File;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use refinery::error::Kind;
use refinery::{Migration, Runner};

use crate::db::{Connector, DbError, Location, open_sqlite};

/// Never edited once landed: the checksums of what has run are compared at start.
const HISTORY: &[(&str, &str)] = &[
    ("V1__people", include_str!("../migrations/V1__people.sql")),
    ("V2__catalogue", include_str!("../migrations/V2__catalogue.sql")),
    ("V3__bookings", include_str!("../migrations/V3__bookings.sql")),
    ("V4__money", include_str!("../migrations/V4__money.sql")),
    ("V5__machinery", include_str!("../migrations/V5__machinery.sql")),
];

/// Any number: it names the lock that keeps two starting processes from migrating at once.
const MIGRATION_LOCK: i64 = 7_275_041;

/// Brings the schema up to date and returns the names of what was applied. An unknown or altered
/// migration in the database is refused.
pub fn run(location: &Location) -> Result<Vec<String>, DbError> {
    match location {
        Location::Sqlite(path) => on_sqlite(path),
        Location::Postgres(url) => {
            let url = url.clone();
            // The client blocks on a runtime of its own, which a runtime's thread does not allow.
            std::thread::spawn(move || on_postgres(&url))
                .join()
                .unwrap_or_else(|_| Err(DbError::Unavailable("migrating panicked".into())))
        }
    }
}

fn on_sqlite(path: &Path) -> Result<Vec<String>, DbError> {
    let lock_path = path.with_extension("migrating");
    // Before the file is opened: two that make it at once stand in each other's way.
    let lock = lock(&lock_path)
        .map_err(|error| DbError::Unavailable(format!("cannot lock {}: {error}", lock_path.display())))?;
    let mut connection = open_sqlite(path)?;
    let report = runner(|sql| sql.replace(" collate \"C\"", ""))?
        .run(&mut connection)
        .map_err(|error| failed(&error))?;
    let _ = std::fs::remove_file(&lock_path);
    drop(lock);
    Ok(names(&report))
}

/// The lock goes when the file is closed, however the process ends.
fn lock(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    loop {
        let file = File::create(path)?;
        file.lock()?;
        // Whoever held it before has removed it, and a third may already hold a new one.
        if std::fs::metadata(path).is_ok_and(|now| file.metadata().is_ok_and(|own| own.ino() == now.ino())) {
            return Ok(file);
        }
    }
}

fn on_postgres(url: &str) -> Result<Vec<String>, DbError> {
    let mut client = Connector::new(url)?.connect()?;
    // Waiting for another process that migrates is no reason to give up after 10 s.
    client.batch_execute("set lock_timeout = '5min'; set statement_timeout = '1h'")?;
    client.execute("select pg_advisory_lock($1)", &[&MIGRATION_LOCK])?;
    let report = runner(str::to_owned)?.run(&mut client).map_err(|error| failed(&error))?;
    // The lock goes with the connection.
    Ok(names(&report))
}

fn runner(for_engine: impl Fn(&str) -> String) -> Result<Runner, DbError> {
    let migrations = HISTORY
        .iter()
        .map(|(name, sql)| Migration::unapplied(name, &for_engine(sql)).map_err(|error| failed(&error)))
        .collect::<Result<Vec<_>, _>>()?;
    // Grouped: a migration and the note that it ran are stored together, or neither.
    Ok(Runner::new(&migrations).set_abort_divergent(true).set_abort_missing(true).set_grouped(true))
}

fn names(report: &refinery::Report) -> Vec<String> {
    report.applied_migrations().iter().map(ToString::to_string).collect()
}

fn failed(error: &refinery::Error) -> DbError {
    DbError::Statement(match error.kind() {
        Kind::MissingVersion(applied) => format!(
            "the database has migration {applied}, which this version of Parlour does not know: \
             it was last used with a newer one"
        ),
        Kind::DivergentVersion(applied, _) => {
            format!("migration {applied} in the database is not the one that this version of Parlour knows")
        }
        _ => {
            let cause =
                std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("migrating the database: {error}{cause}")
        }
    })
}
