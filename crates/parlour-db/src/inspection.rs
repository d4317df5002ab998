//! Looks at a database without changing it: no schema is updated and no file is created.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use super::conn::{Conn, Session};
use super::error::DbError;
use super::location::{DatabaseLocation, Engine};
use super::postgres::session::{PgSession, PostgresConnector};
use super::sqlite;

/// Reads from a database that nobody may have opened yet. Blocks.
pub fn read_without_changing<T: Send + 'static>(
    location: &DatabaseLocation,
    read: impl FnOnce(&mut Conn<'_>) -> T + Send + 'static,
) -> Result<T, DbError> {
    match location {
        DatabaseLocation::Sqlite(path) => Ok(read(&mut Conn::new(Session::Sqlite(&open_without_creating(path)?)))),
        DatabaseLocation::Postgres(url) => {
            let connector = PostgresConnector::new(url)?;
            let look = move || {
                let mut session = PgSession::new(connector.into());
                session.connect()?;
                Ok(read(&mut Conn::new(Session::Postgres(&mut session))))
            };
            // The client blocks on a runtime of its own, which a runtime's thread does not allow.
            let looking = std::thread::spawn(look).join();
            looking.unwrap_or_else(|_| Err(DbError::Unavailable("looking at the database panicked".into())))
        }
    }
}

/// A reader of a database with a log creates a file for shared memory, which would belong to whoever looks. Where there
/// is none, nobody uses the database, and it can be read without.
pub(super) fn open_without_creating(path: &Path) -> Result<Connection, DbError> {
    let mut shared_memory = path.as_os_str().to_owned();
    shared_memory.push("-shm");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = if Path::new(&shared_memory).exists() {
        Connection::open_with_flags(path, flags)
    } else {
        let mut address = url::Url::from_file_path(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
            .map_err(|()| DbError::Unavailable(format!("{} is not a path", path.display())))?;
        address.set_query(Some("immutable=1"));
        Connection::open_with_flags(address.as_str(), flags | OpenFlags::SQLITE_OPEN_URI)
    };
    Ok(connection?)
}

/// Fails if the file of `SQLite` is damaged.
pub fn check_integrity(conn: &mut Conn<'_>) -> Result<(), DbError> {
    if conn.engine() != Engine::Sqlite {
        return Ok(());
    }
    match conn.one_value::<String>("pragma quick_check(1)", &[])? {
        Some(found) if found != "ok" => {
            Err(DbError::Statement(format!("the file is damaged: {}", found.replace('\n', " "))))
        }
        _ => Ok(()),
    }
}

/// Fails if anything in a file of `SQLite` contradicts anything else. Slower than `check_integrity`, which does not compare
/// indexes with their tables. The file must be one that may be written: the search index is checked only there.
pub fn check_consistency(database: &Path) -> Result<(), DbError> {
    let connection = sqlite::open(database)?;
    let damaged = |found: String| DbError::Statement(format!("the file is damaged: {}", found.replace('\n', " ")));
    let found: String = connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(damaged(found));
    }
    let orphan = connection
        .query_row("pragma foreign_key_check", [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?)));
    match orphan.optional()? {
        Some((table, parent)) => {
            Err(damaged(format!("a row of {table} refers to a row of {parent} that is not there")))
        }
        None => Ok(()),
    }
}
