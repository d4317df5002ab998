//! The only connection to a database: for commands that read, fill or replace a whole database, while Parlour does not run
//! on it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::conn::{Conn, Session, Tx};
use super::error::DbError;
use super::location::DatabaseLocation;
use super::migrations::MIGRATION_LOCK;
use super::postgres::session::{PgSession, PostgresConnector};
use crate::params;

/// A process that just ended still holds its files or its connection for a moment.
const WAIT_FOR_OTHERS: Duration = Duration::from_secs(2);

/// Blocks; to be used off the async runtime.
#[derive(Debug)]
pub struct SoleConnection(Sole);

#[derive(Debug)]
enum Sole {
    Sqlite(Connection),
    Postgres(Box<PgSession>),
}

#[derive(Debug, thiserror::Error)]
pub enum SoleConnectionRefusal {
    #[error("Parlour runs on this database; stop it first, because what it changes meanwhile would be lost")]
    InUse,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl SoleConnection {
    /// The database must exist. Until this is dropped, nobody else can open it on `SQLite`; on Postgres it is checked that
    /// no other process of Parlour is connected, and those that start wait.
    pub fn open(location: &DatabaseLocation) -> Result<Self, SoleConnectionRefusal> {
        match location {
            DatabaseLocation::Sqlite(path) => open_sqlite(path).map(|connection| Self(Sole::Sqlite(connection))),
            DatabaseLocation::Postgres(url) => {
                open_postgres(url).map(|session| Self(Sole::Postgres(Box::new(session))))
            }
        }
    }

    /// Reads from one state of the database.
    pub fn read<T, E: From<DbError>>(&mut self, read: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E> {
        Conn::new(self.session()).in_snapshot(read)
    }

    /// Commits what the work does if it succeeds, and nothing otherwise.
    pub fn write<T, E: From<DbError>>(&mut self, work: impl FnOnce(&mut Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        self.begin()?;
        let mut tx = Tx::new(self.session());
        let done = work(&mut tx).and_then(|done| {
            tx.ensure_no_failed_statement()?;
            Ok(done)
        });
        match done {
            Ok(done) => {
                self.commit()?;
                Ok(done)
            }
            Err(error) => {
                // The first error says more than a failure to roll back, which closing the connection does as well.
                self.roll_back();
                Err(error)
            }
        }
    }

    /// Moves everything into the file of `SQLite`, so that no other file belongs to it.
    pub fn collect_into_file(&mut self) -> Result<(), DbError> {
        match &self.0 {
            Sole::Sqlite(connection) => Ok(connection.pragma_update(None, "journal_mode", "delete")?),
            Sole::Postgres(_) => Ok(()),
        }
    }

    /// Lets Postgres count the rows that were inserted, so that it plans statements well from the beginning. `SQLite` plans
    /// without counting.
    pub fn analyze(&mut self) -> Result<(), DbError> {
        match &mut self.0 {
            Sole::Sqlite(_) => Ok(()),
            Sole::Postgres(session) => session.run_batch("analyze"),
        }
    }

    fn begin(&mut self) -> Result<(), DbError> {
        match &mut self.0 {
            Sole::Sqlite(connection) => Ok(connection.execute_batch("begin immediate")?),
            Sole::Postgres(session) => session.begin(),
        }
    }

    fn commit(&mut self) -> Result<(), DbError> {
        match &mut self.0 {
            Sole::Sqlite(connection) => Ok(connection.execute_batch("commit")?),
            Sole::Postgres(session) => session.commit(),
        }
    }

    fn roll_back(&mut self) {
        match &mut self.0 {
            Sole::Sqlite(connection) => {
                let _ = connection.execute_batch("rollback");
            }
            Sole::Postgres(session) => session.roll_back(),
        }
    }

    fn session(&mut self) -> Session<'_> {
        match &mut self.0 {
            Sole::Sqlite(connection) => Session::Sqlite(connection),
            Sole::Postgres(session) => Session::Postgres(session),
        }
    }
}

fn open_sqlite(path: &Path) -> Result<Connection, SoleConnectionRefusal> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(DbError::from)?;
    connection.busy_timeout(WAIT_FOR_OTHERS).map_err(DbError::from)?;
    // Whoever uses the database has a lock on its file, also while nothing is read or written.
    let locked = connection.execute_batch("pragma locking_mode = exclusive; begin exclusive; commit");
    match locked {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Err(SoleConnectionRefusal::InUse),
        locked => {
            locked.and_then(|()| connection.execute_batch("pragma foreign_keys = on")).map_err(DbError::from)?;
            Ok(connection)
        }
    }
}

fn open_postgres(url: &str) -> Result<PgSession, SoleConnectionRefusal> {
    let mut session = PgSession::new(Arc::new(PostgresConnector::new(url)?));
    session.connect()?;
    // A whole table may take longer than what requests do.
    session.run_batch("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0")?;
    // Commands keep out of each other's way by the lock: one that waits for it does not count as a running Parlour.
    session.run_batch("set application_name = 'parlour-command'")?;
    let asked_at = Instant::now();
    // Whoever starts on the database meanwhile waits for this lock before anything else.
    while !try_to_lock(&mut session)? || others_are_connected(&mut session)? {
        if asked_at.elapsed() > WAIT_FOR_OTHERS {
            return Err(SoleConnectionRefusal::InUse);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(session)
}

/// As starting processes do, until the connection ends. Taken several times, it is one lock.
fn try_to_lock(session: &mut PgSession) -> Result<bool, DbError> {
    let mut conn = Conn::new(Session::Postgres(session));
    Ok(conn.one_value("select pg_try_advisory_lock($1)", params![MIGRATION_LOCK])?.unwrap_or(false))
}

fn others_are_connected(session: &mut PgSession) -> Result<bool, DbError> {
    Conn::new(Session::Postgres(session)).exists(
        "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and application_name = 'parlour' limit 1",
        &[],
    )
}
