//! One migration history for both engines, embedded, checked at every start.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use refinery_core::error::Kind;
use refinery_core::{Migration, Runner, Target};
use rusqlite::Connection;

use super::conn::Conn;
use super::error::DbError;
use super::inspection::open_without_creating;
use super::location::DatabaseLocation;
use super::postgres::session::PostgresConnector;
use super::sqlite;
use super::statements::search_index;

/// Never edited once landed: the checksums of what has run are compared at start.
const MIGRATIONS: &[(&str, &str)] = &[
    ("V1__people", include_str!("../migrations/V1__people.sql")),
    ("V2__catalogue", include_str!("../migrations/V2__catalogue.sql")),
    ("V3__bookings", include_str!("../migrations/V3__bookings.sql")),
    ("V4__money", include_str!("../migrations/V4__money.sql")),
    ("V5__machinery", include_str!("../migrations/V5__machinery.sql")),
    ("V6__directory", include_str!("../migrations/V6__directory.sql")),
    ("V7__sending", include_str!("../migrations/V7__sending.sql")),
    ("V8__jobs", include_str!("../migrations/V8__jobs.sql")),
    ("V9__work_tries", include_str!("../migrations/V9__work_tries.sql")),
    ("V10__owed", include_str!("../migrations/V10__owed.sql")),
    ("V11__contract_names", include_str!("../migrations/V11__contract_names.sql")),
    ("V12__search_spaces", include_str!("../migrations/V12__search_spaces.sql")),
    ("V13__counter", include_str!("../migrations/V13__counter.sql")),
    ("V14__people", include_str!("../migrations/V14__people.sql")),
    ("V15__pictures", include_str!("../migrations/V15__pictures.sql")),
    ("V16__staff_time", include_str!("../migrations/V16__staff_time.sql")),
    ("V17__visits", include_str!("../migrations/V17__visits.sql")),
    ("V18__desk_day", include_str!("../migrations/V18__desk_day.sql")),
    ("V19__sign_in_age", include_str!("../migrations/V19__sign_in_age.sql")),
    ("V20__branch_list", include_str!("../migrations/V20__branch_list.sql")),
    ("V21__wished_staff", include_str!("../migrations/V21__wished_staff.sql")),
    ("V22__notification_age", include_str!("../migrations/V22__notification_age.sql")),
    ("V23__clock", include_str!("../migrations/V23__clock.sql")),
    ("V24__notification_messages", include_str!("../migrations/V24__notification_messages.sql")),
    ("V25__membership_terms", include_str!("../migrations/V25__membership_terms.sql")),
    ("V26__lead_customers", include_str!("../migrations/V26__lead_customers.sql")),
    ("V27__made_at_desk", include_str!("../migrations/V27__made_at_desk.sql")),
    ("V28__wishes", include_str!("../migrations/V28__wishes.sql")),
    ("V29__salon_settings", include_str!("../migrations/V29__salon_settings.sql")),
    ("V30__own_visits", include_str!("../migrations/V30__own_visits.sql")),
    ("V31__browser_files", include_str!("../migrations/V31__browser_files.sql")),
    ("V32__kept_report_days", include_str!("../migrations/V32__kept_report_days.sql")),
    ("V33__offer_uses", include_str!("../migrations/V33__offer_uses.sql")),
    ("V34__hindi_texts", include_str!("../migrations/V34__hindi_texts.sql")),
    ("V35__devanagari_names", include_str!("../migrations/V35__devanagari_names.sql")),
];

/// Where the migrations note what has run.
pub const HISTORY_TABLE: &str = "refinery_schema_history";
/// Any number: it names the lock that keeps two starting processes from migrating at once.
pub(super) const MIGRATION_LOCK: i64 = 7_275_041;

/// Runs the migrations up to a version, as an older version of Parlour did. For tests of later ones.
pub fn run_up_to(location: &DatabaseLocation, version: i32) -> Result<(), DbError> {
    let run = |runner: Runner| runner.set_target(Target::Version(version));
    match location {
        DatabaseLocation::Sqlite(path) => {
            run(migration_runner(sql_for_sqlite)?)
                .run(&mut sqlite::open(path)?)
                .map_err(|error| migration_error(&error))?;
        }
        DatabaseLocation::Postgres(url) => {
            let mut client = PostgresConnector::new(url)?.connect()?;
            run(migration_runner(str::to_owned)?).run(&mut client).map_err(|error| migration_error(&error))?;
        }
    }
    Ok(())
}

/// The version of the newest migration.
pub fn newest_version() -> i64 {
    let version = |(name, _): &(&str, &str)| name.strip_prefix('V')?.split_once("__")?.0.parse().ok();
    MIGRATIONS.last().and_then(version).unwrap_or_default()
}

/// The tables that the migrations create.
pub fn known_tables() -> BTreeSet<&'static str> {
    let mut tables = BTreeSet::from([HISTORY_TABLE, "directory_search_bytes"]);
    for line in MIGRATIONS.iter().flat_map(|(_, sql)| sql.lines()) {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words.as_slice() {
            ["create", "table", name, ..] => tables.insert(name),
            ["alter", "table", old, "rename", "to", new] => tables.remove(old) && tables.insert(new),
            ["drop", "table", name] => tables.remove(name),
            _ => false,
        };
    }
    tables
}

/// What is in a database of `SQLite` with the schema of this version, and is not created by the migrations.
pub fn find_foreign_object(database: &Path) -> Result<Option<String>, DbError> {
    let mut own = Connection::open_in_memory()?;
    migration_runner(sql_for_sqlite)?.run(&mut own).map_err(|error| migration_error(&error))?;
    search_index::ensure_on_sqlite(&mut own)?;
    let own = schema_objects(&own)?;
    let found = schema_objects(&open_without_creating(database)?)?.into_iter().find(|object| !own.contains(object));
    Ok(found.map(|object| object.name))
}

#[derive(Debug, PartialEq, Eq)]
struct SchemaObject {
    kind: String,
    name: String,
    table: String,
    /// What a trigger does. The text of others depends on the version of `SQLite` that has altered them.
    trigger: Option<String>,
}

fn schema_objects(connection: &Connection) -> Result<Vec<SchemaObject>, DbError> {
    let mut listed = connection.prepare(
        "select type, name, tbl_name, case when type = 'trigger' then sql end from sqlite_schema
         where name not like 'sqlite!_%' escape '!' order by name",
    )?;
    let objects = listed.query_map([], |row| {
        Ok(SchemaObject { kind: row.get(0)?, name: row.get(1)?, table: row.get(2)?, trigger: row.get(3)? })
    })?;
    Ok(objects.collect::<Result<_, _>>()?)
}

/// Whether the migrations of this version have run, and no others.
pub fn is_current(conn: &mut Conn<'_>) -> Result<bool, DbError> {
    let newest = conn.one_value("select cast(coalesce(max(version), 0) as bigint) from refinery_schema_history", &[]);
    match newest {
        Ok(newest) => Ok(newest == Some(newest_version())),
        // There is no such table: this is no database of ours, or nothing has run yet.
        Err(DbError::Statement(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Brings the schema up to date and returns the names of what was applied. An unknown or altered
/// migration in the database is refused.
pub fn run(location: &DatabaseLocation) -> Result<Vec<String>, DbError> {
    match location {
        DatabaseLocation::Sqlite(path) => migrate_sqlite(path),
        DatabaseLocation::Postgres(url) => {
            let url = url.clone();
            // The client blocks on a runtime of its own, which a runtime's thread does not allow.
            std::thread::spawn(move || migrate_postgres(&url))
                .join()
                .unwrap_or_else(|_| Err(DbError::Unavailable("migrating panicked".into())))
        }
    }
}

fn migrate_sqlite(path: &Path) -> Result<Vec<String>, DbError> {
    // Before the database file is opened: two processes must not create it at the same time.
    let _lock = SchemaLock::of_sqlite(path)?;
    let mut connection = sqlite::open(path)?;
    let report = migration_runner(sql_for_sqlite)?.run(&mut connection).map_err(|error| migration_error(&error))?;
    search_index::ensure_on_sqlite(&mut connection)?;
    Ok(applied_names(&report))
}

/// Keeps other processes from creating, migrating or replacing a database of `SQLite`, until it is dropped.
#[derive(Debug)]
pub struct SchemaLock {
    path: PathBuf,
    _file: File,
}

impl SchemaLock {
    /// Waits for others.
    pub fn of_sqlite(database: &Path) -> Result<Self, DbError> {
        let path = database.with_extension("migrating");
        match lock_file(&path) {
            Ok(file) => Ok(Self { path, _file: file }),
            Err(error) => Err(DbError::Unavailable(format!("cannot lock {}: {error}", path.display()))),
        }
    }
}

impl Drop for SchemaLock {
    fn drop(&mut self) {
        // The file alone locks nothing.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The lock goes when the file is closed, however the process ends.
fn lock_file(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    loop {
        let file = File::create(path)?;
        file.lock()?;
        // The previous holder may have deleted the file, and another process may hold a new one.
        if std::fs::metadata(path).is_ok_and(|now| file.metadata().is_ok_and(|own| own.ino() == now.ino())) {
            return Ok(file);
        }
    }
}

fn migrate_postgres(url: &str) -> Result<Vec<String>, DbError> {
    let mut client = PostgresConnector::new(url)?.connect()?;
    // Waiting for another process that migrates is no reason to give up after 10 s.
    client.batch_execute("set lock_timeout = '5min'; set statement_timeout = '1h'")?;
    client.execute("select pg_advisory_lock($1)", &[&MIGRATION_LOCK])?;
    let report = migration_runner(str::to_owned)?.run(&mut client).map_err(|error| migration_error(&error))?;
    search_index::ensure_on_postgres(&mut client)?;
    // The lock goes with the connection.
    Ok(applied_names(&report))
}

/// Removes what SQLite does by default and has no syntax for.
fn sql_for_sqlite(sql: &str) -> String {
    sql.replace(" collate \"C\"", "").replace(" generated by default as identity", "")
}

fn migration_runner(for_engine: impl Fn(&str) -> String) -> Result<Runner, DbError> {
    let migrations = MIGRATIONS
        .iter()
        .map(|(name, sql)| Migration::unapplied(name, &for_engine(sql)).map_err(|error| migration_error(&error)))
        .collect::<Result<Vec<_>, _>>()?;
    // Grouped: a migration and the note that it ran are stored together, or neither.
    Ok(Runner::new(&migrations).set_abort_divergent(true).set_abort_missing(true).set_grouped(true))
}

fn applied_names(report: &refinery_core::Report) -> Vec<String> {
    report.applied_migrations().iter().map(ToString::to_string).collect()
}

fn migration_error(error: &refinery_core::Error) -> DbError {
    DbError::Statement(match error.kind() {
        Kind::MissingVersion(applied) => format!(
            "the database has migration {applied}, which this version of Parlour does not know: \
             it was last used with a newer one"
        ),
        Kind::DivergentVersion(applied, _) => {
            format!("migration {applied} in the database is not the one that this version of Parlour knows")
        }
        _ => {
            let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("migrating the database: {error}{cause}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_migration_is_the_newest() {
        let version = |name: &str| name[1..].split_once("__").unwrap().0.parse::<i64>().unwrap();
        let versions: Vec<i64> = MIGRATIONS.iter().map(|(name, _)| version(name)).collect();
        assert!(versions.is_sorted_by(|earlier, later| earlier < later), "{versions:?}");
        assert_eq!(Some(&newest_version()), versions.last());
    }

    #[test]
    fn every_file_is_in_the_history() {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap();
        let count =
            files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "sql")).count();
        assert_eq!(MIGRATIONS.len(), count);
        assert!(newest_version() >= i64::try_from(count).unwrap());
    }

    /// Exports and moves leave out what is not known: a table that the reader of the migrations missed would be lost.
    #[test]
    fn every_table_of_a_migrated_database_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parlour.db");
        run(&DatabaseLocation::Sqlite(path.clone())).unwrap();
        let connection = sqlite::open(&path).unwrap();
        let mut tables = connection.prepare("select name from sqlite_schema where type = 'table'").unwrap();
        let names = tables.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
        let names: BTreeSet<String> = names.filter(|name| !name.starts_with("directory_search")).collect();
        // Only Postgres has the table of bytes.
        let known = known_tables().into_iter().filter(|name| *name != "directory_search_bytes");
        assert_eq!(names, known.map(str::to_owned).collect());
    }
}
