//! A consistent copy of a `SQLite` database, also while others write, and the way back.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::db::{
    Conn, DatabaseLocation, DbError, SoleConnection, SoleConnectionRefusal, check_integrity, migrations,
    open_sqlite_read_only, read_without_changing,
};
use crate::import_export::tables::list_table_names;

#[derive(Debug, thiserror::Error)]
pub enum RestoreRefusal {
    #[error("it is not a backup of Parlour")]
    NotABackup,
    #[error("it has a log beside it ({0}): it is a database in use; make a backup of it with `parlour backup`")]
    InUse(PathBuf),
    #[error("the database has tables that are not Parlour's")]
    ForeignTables,
    #[error(transparent)]
    Connection(#[from] SoleConnectionRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("{0} cannot be written")]
    File(PathBuf, #[source] io::Error),
}

/// Writes a compact copy as of one moment. The target must not exist.
pub fn copy_sqlite(from: &Path, to: &Path) -> Result<(), DbError> {
    let target = to.to_str().ok_or_else(|| DbError::Statement("the file's name is not UTF-8".into()))?;
    open_sqlite_read_only(from)?.execute("vacuum into ?1", [target])?;
    Ok(())
}

/// Puts a copy in the place of the database, with its schema brought up to date. The database that was there becomes
/// `kept_as`; whether there was one. Fails before anything is replaced, or not at all.
pub fn restore_sqlite(backup: &Path, database: &Path, kept_as: &Path) -> Result<bool, RestoreRefusal> {
    refuse_other_files(backup)?;
    let location = DatabaseLocation::Sqlite(database.to_owned());
    let mut current = database.exists().then(|| SoleConnection::open(&location)).transpose()?;
    let new = with_suffix(database, ".restoring");
    let prepared = prepare_copy(backup, &new).and_then(|()| {
        if let Some(current) = &mut current {
            current.collect_into_file()?;
            fs::hard_link(database, kept_as).map_err(|error| RestoreRefusal::File(kept_as.to_owned(), error))?;
        } else {
            // Logs of a database that is gone: they would be taken for logs of the new one.
            remove_all([with_suffix(database, "-wal"), with_suffix(database, "-shm")]);
        }
        fs::rename(&new, database).map_err(|error| RestoreRefusal::File(database.to_owned(), error))
    });
    if prepared.is_err() {
        remove_all(["", "-wal", "-shm"].map(|suffix| with_suffix(&new, suffix)));
    }
    prepared?;
    sync_folder_of(database).map_err(|error| RestoreRefusal::File(database.to_owned(), error))?;
    Ok(current.is_some())
}

fn refuse_other_files(backup: &Path) -> Result<(), RestoreRefusal> {
    let log = with_suffix(backup, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(RestoreRefusal::InUse(log));
    }
    read_without_changing(&DatabaseLocation::Sqlite(backup.to_owned()), |conn| {
        let is_ours = list_table_names(conn)?.iter().any(|table| table == MIGRATION_TABLE);
        if is_ours { check_integrity(conn).map_err(RestoreRefusal::from) } else { Err(RestoreRefusal::NotABackup) }
    })?
}

/// A copy that is on the disk, with the schema of this version.
fn prepare_copy(backup: &Path, new: &Path) -> Result<(), RestoreRefusal> {
    let unwritable = |error| RestoreRefusal::File(new.to_owned(), error);
    if let Some(folder) = new.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    remove_all(["", "-wal", "-shm"].map(|suffix| with_suffix(new, suffix)));
    // Not `fs::copy`, which would also copy who may read the file.
    let mut source = File::open(backup).map_err(|error| RestoreRefusal::File(backup.to_owned(), error))?;
    let mut copy = File::create_new(new).map_err(unwritable)?;
    io::copy(&mut source, &mut copy).map_err(unwritable)?;
    drop(copy);
    migrations::run(&DatabaseLocation::Sqlite(new.to_owned()))?;
    File::open(new).and_then(|file| file.sync_all()).map_err(unwritable)
}

fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn remove_all(files: impl IntoIterator<Item = PathBuf>) {
    for file in files {
        // Most are not there.
        let _ = fs::remove_file(file);
    }
}

/// Where the migrations note what has run.
pub const MIGRATION_TABLE: &str = "refinery_schema_history";

/// What must be dropped before a backup is restored into a Postgres database, in SQL; none if it has no tables.
pub fn statement_to_drop_all(conn: &mut Conn<'_>) -> Result<Option<String>, RestoreRefusal> {
    let tables = list_table_names(conn)?;
    if tables.is_empty() {
        return Ok(None);
    }
    if !tables.iter().any(|table| table == MIGRATION_TABLE) {
        return Err(RestoreRefusal::ForeignTables);
    }
    let quoted: Vec<String> = tables.iter().map(|table| format!("\"{}\"", table.replace('"', "\"\""))).collect();
    Ok(Some(format!(
        "drop table {} cascade; drop function if exists directory_search_bytes_follow() cascade",
        quoted.join(", ")
    )))
}
