//! A consistent copy of a database, also while others write, and the way back.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use parlour_db::migrations::SchemaLock;
use parlour_db::{
    Conn, DatabaseLocation, DbError, SoleConnection, SoleConnectionRefusal, check_consistency, migrations,
    open_sqlite_read_only, read_without_changing,
};

use crate::import_export::tables::{list_own_tables, list_relations};

/// What `SQLite` may have beside a database, and takes for a part of it.
const COMPANION_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

#[derive(Debug, thiserror::Error)]
pub enum RestoreRefusal {
    #[error("it is not a backup of Parlour")]
    NotABackup,
    #[error("it was made by a newer version of Parlour")]
    Newer,
    #[error("it has a log beside it ({0}): it is a database in use; make a backup of it with `parlour backup`")]
    InUse(PathBuf),
    #[error("the database also contains {0}, which is not Parlour's; restore into an empty database")]
    Foreign(String),
    #[error("it also contains {0}, which is not Parlour's")]
    ForeignInBackup(String),
    #[error("it is damaged: something was added to its end, or cut off")]
    OtherSize,
    #[error(transparent)]
    Connection(#[from] SoleConnectionRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("{0} cannot be read or written")]
    File(PathBuf, #[source] io::Error),
}

/// Writes a compact copy as of one moment. The target must not exist.
pub fn copy_sqlite(from: &Path, to: &Path) -> Result<(), DbError> {
    let target = to.to_str().ok_or_else(|| DbError::Statement("the file's name is not UTF-8".into()))?;
    open_sqlite_read_only(from)?.execute("vacuum into ?1", [target])?;
    Ok(())
}

/// What is in a copy of `SQLite` for which it could not be restored. The schema of another version is not looked at.
pub fn find_foreign_object_in_copy(copy: &Path) -> Result<Option<String>, DbError> {
    let location = DatabaseLocation::Sqlite(copy.to_owned());
    if read_without_changing(&location, migrations::is_current)?? {
        migrations::find_foreign_object(copy)
    } else {
        Ok(None)
    }
}

/// The database that is replaced.
enum Current {
    Missing,
    /// All of it is in its file, and nobody else can open it.
    Whole {
        _lock: SoleConnection,
    },
    /// It cannot be opened; perhaps this is why another takes its place.
    Damaged,
}

impl Current {
    fn open(database: &Path) -> Result<Self, RestoreRefusal> {
        if !database.exists() {
            return Ok(Self::Missing);
        }
        let opened = SoleConnection::open(&DatabaseLocation::Sqlite(database.to_owned()));
        match opened.and_then(|mut current| Ok(current.collect_into_file().map(|()| current)?)) {
            Ok(current) => Ok(Self::Whole { _lock: current }),
            Err(SoleConnectionRefusal::Db(DbError::Statement(_))) => Ok(Self::Damaged),
            Err(refusal) => Err(refusal.into()),
        }
    }
}

/// A file whose first bytes are a database of `SQLite`.
#[derive(Debug, Clone, Copy)]
pub struct SqliteBackup<'a> {
    pub file: &'a Path,
    pub bytes: u64,
}

/// Puts a copy in the place of the database, with its schema brought up to date. The database that was there becomes
/// `kept_as`; whether there was one. Fails before anything is replaced, or not at all.
pub fn restore_sqlite(backup: SqliteBackup<'_>, database: &Path, kept_as: &Path) -> Result<bool, RestoreRefusal> {
    refuse_other_files(backup)?;
    let _schema_lock = SchemaLock::of_sqlite(database)?;
    let current = Current::open(database)?;
    let new = with_suffix(database, ".restoring");
    let replaced = prepare_copy(backup, &new).and_then(|()| {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| RestoreRefusal::File(path, error)
        };
        if !matches!(current, Current::Missing) {
            fs::hard_link(database, kept_as).map_err(failed(kept_as))?;
        }
        // What belongs to the old database would be taken for a part of the new one.
        for suffix in COMPANION_SUFFIXES {
            let companion = with_suffix(database, suffix);
            if !companion.exists() {
                continue;
            }
            match current {
                // There is nothing left in it.
                Current::Whole { .. } => fs::remove_file(&companion).map_err(failed(&companion))?,
                Current::Missing | Current::Damaged => {
                    fs::rename(&companion, with_suffix(kept_as, suffix)).map_err(failed(&companion))?;
                }
            }
        }
        fs::rename(&new, database).map_err(failed(database))
    });
    if replaced.is_err() {
        remove_database(&new);
    }
    replaced?;
    sync_folder_of(database).map_err(|error| RestoreRefusal::File(database.to_owned(), error))?;
    Ok(!matches!(current, Current::Missing))
}

fn refuse_other_files(backup: SqliteBackup<'_>) -> Result<(), RestoreRefusal> {
    for log in ["-wal", "-journal"].map(|suffix| with_suffix(backup.file, suffix)) {
        if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            return Err(RestoreRefusal::InUse(log));
        }
    }
    if !is_whole_pages(backup).map_err(|error| RestoreRefusal::File(backup.file.to_owned(), error))? {
        return Err(RestoreRefusal::OtherSize);
    }
    read_without_changing(&DatabaseLocation::Sqlite(backup.file.to_owned()), |conn| {
        let is_ours = list_own_tables(conn)?.iter().any(|table| table == migrations::HISTORY_TABLE);
        if is_ours { Ok(()) } else { Err(RestoreRefusal::NotABackup) }
    })?
}

/// `SQLite` would not notice a part of a page.
fn is_whole_pages(backup: SqliteBackup<'_>) -> io::Result<bool> {
    let mut page_size = [0; 2];
    let mut file = File::open(backup.file)?;
    file.seek(SeekFrom::Start(16))?;
    file.read_exact(&mut page_size)?;
    let page_size = match u16::from_be_bytes(page_size) {
        1 => 65_536,
        size => u64::from(size),
    };
    Ok(backup.bytes.checked_rem(page_size) == Some(0))
}

/// A copy that is on the disk, with the schema of this version.
fn prepare_copy(backup: SqliteBackup<'_>, new: &Path) -> Result<(), RestoreRefusal> {
    let unwritable = |error| RestoreRefusal::File(new.to_owned(), error);
    remove_database(new);
    // Not `fs::copy`, which would also copy who may read the file.
    let source = File::open(backup.file).map_err(|error| RestoreRefusal::File(backup.file.to_owned(), error))?;
    let mut copy = File::create_new(new).map_err(unwritable)?;
    io::copy(&mut source.take(backup.bytes), &mut copy).map_err(unwritable)?;
    drop(copy);
    check_consistency(new)?;
    migrations::run(&DatabaseLocation::Sqlite(new.to_owned()))?;
    if let Some(name) = migrations::find_foreign_object(new)? {
        return Err(RestoreRefusal::ForeignInBackup(name));
    }
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

fn remove_database(path: &Path) {
    for suffix in [""].into_iter().chain(COMPANION_SUFFIXES) {
        // Most are not there.
        let _ = fs::remove_file(with_suffix(path, suffix));
    }
}

/// What must be dropped before a backup is restored into a Postgres database, in SQL; none if it has no tables. Nothing else
/// may be in the database: the backup may contain it too, or it may depend on what is dropped.
pub fn statement_to_drop_all(conn: &mut Conn<'_>) -> Result<Option<String>, RestoreRefusal> {
    let tables = list_own_tables(conn)?;
    let relations = list_relations(conn)?;
    let foreign = relations.into_iter().find(|name| !tables.contains(name));
    if let Some(name) = foreign.map_or_else(|| find_foreign_object(conn), |name| Ok(Some(name)))? {
        return Err(RestoreRefusal::Foreign(name));
    }
    if tables.is_empty() {
        return Ok(None);
    }
    let drop_tables = format!("drop table {}; ", tables.join(", "));
    Ok(Some(drop_tables + "drop function if exists directory_search_bytes_follow()"))
}

/// A schema or a function that somebody else has created.
fn find_foreign_object(conn: &mut Conn<'_>) -> Result<Option<String>, DbError> {
    conn.one_value(
        "select cast(nspname as text) from pg_namespace n
         where nspname <> current_schema() and nspname <> 'public' and nspname <> 'information_schema'
         and nspname not like 'pg!_%' escape '!'
         and not exists (select 1 from pg_depend d where d.objid = n.oid and d.deptype = 'e')
         union all
         select cast(proname as text) from pg_proc p
         where pronamespace = cast(current_schema() as regnamespace) and proname <> 'directory_search_bytes_follow'
         and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         limit 1",
        &[],
    )
}
