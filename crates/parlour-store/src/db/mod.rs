//! Units of work on two engines: `db.read(|conn| …).await`, `db.write(|tx| …).await`.
//!
//! A closure is plain synchronous Rust on a database thread. A write commits when it returns `Ok`
//! and leaves no trace when it returns `Err` or panics, nor when it returns `Ok` although one of its
//! statements failed. It may run more than once, where Postgres asks a transaction to try again, so
//! it is an `Fn` and owns what it needs.

mod conn;
mod error;
pub mod json;
mod postgres;
mod sql;
mod sqlite;
mod threads;
mod tls;
mod unit;
mod value;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

pub use conn::{Columns, Conn, FromRow, Tx};
pub use error::DbError;
pub use value::{AsCell, Cell, FromCell};

use crate::changes::Generations;
use crate::migrations;
use unit::{Unit, unit};

pub(crate) use postgres::Connector;
pub(crate) use sqlite::{open as open_sqlite, open_read_only as open_sqlite_read_only};

/// Past this the asker is told that the database does not answer, though the work may still be
/// done: a server can be reachable and silent, and no engine's own limit covers that.
const LONGEST_ANSWER: Duration = Duration::from_secs(20);
/// A report may take its time.
const LONGEST_REPORT: Duration = Duration::from_mins(5);
/// Others wait, so that whoever works at the desk finds a reader that is free.
const REPORTS_AT_ONCE: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Where the data is.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A file; its folder is made where missing.
    Sqlite(PathBuf),
    /// A `postgres://` URL.
    Postgres(String),
}

/// A Postgres URL holds a password.
impl std::fmt::Debug for Location {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(out, "Sqlite({})", path.display()),
            Self::Postgres(_) => out.write_str("Postgres"),
        }
    }
}

/// The database, for as many holders as need it.
#[derive(Debug, Clone)]
pub struct Db(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    location: Location,
    engine: Running,
    /// A Postgres replica for reports and exports, where one is configured.
    replica: Option<postgres::Postgres>,
    reports: Arc<Semaphore>,
    generations: Arc<Generations>,
}

#[derive(Debug)]
enum Running {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Db {
    /// Brings the schema up to date and starts the engine's threads. Blocks; call it off the
    /// async runtime.
    pub fn open(location: &Location, replica: Option<&str>) -> Result<Self, DbError> {
        migrations::run(location)?;
        Self::open_as_is(location, replica)
    }

    /// Starts the engine's threads without looking at the schema.
    pub fn open_as_is(location: &Location, replica: Option<&str>) -> Result<Self, DbError> {
        let generations = Arc::new(Generations::default());
        let engine = match location {
            Location::Sqlite(path) => Running::Sqlite(sqlite::Sqlite::start(path, &generations)?),
            Location::Postgres(url) => Running::Postgres(postgres::Postgres::start(url, &generations)?),
        };
        let replica = replica.map(postgres::Postgres::start_replica).transpose()?;
        let reports = Arc::new(Semaphore::new(REPORTS_AT_ONCE));
        Ok(Self(Arc::new(Inner { location: location.clone(), engine, replica, reports, generations })))
    }

    pub fn location(&self) -> &Location {
        &self.0.location
    }

    pub fn engine(&self) -> Engine {
        match self.0.engine {
            Running::Sqlite(_) => Engine::Sqlite,
            Running::Postgres(_) => Engine::Postgres,
        }
    }

    /// How often what is kept in memory has gone out of date.
    pub fn generations(&self) -> &Generations {
        &self.0.generations
    }

    /// Units of work that wait for a thread.
    pub fn waiting(&self) -> usize {
        match &self.0.engine {
            Running::Sqlite(engine) => engine.waiting(),
            Running::Postgres(engine) => engine.waiting(),
        }
    }

    pub async fn read<T, E>(
        &self,
        work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        ask(LONGEST_ANSWER, |unit| self.0.submit_read(unit), move |tx| work(tx)).await
    }

    /// A read of several statements that must fit each other.
    pub async fn snapshot<T, E>(
        &self,
        work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.read(move |conn| conn.in_one_state(|conn| work(conn))).await
    }

    /// A snapshot that may be some seconds old and may take long: on the replica where there is one.
    pub async fn report<T, E>(
        &self,
        work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let submit = |unit| match &self.0.replica {
            Some(replica) => replica.submit_read(unit),
            None => self.0.submit_read(unit),
        };
        let turn = tokio::time::timeout(LONGEST_REPORT, Arc::clone(&self.0.reports).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(DbError::Unavailable("other reports take too long".into()).into());
        };
        let in_turn = move |tx: &mut Tx<'_>| {
            // Goes with the work, which may outlast whoever asked for it.
            let _kept = &turn;
            tx.in_one_state(|conn| work(conn))
        };
        ask(LONGEST_REPORT, submit, in_turn).await
    }

    pub async fn write<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let submit = |unit| match &self.0.engine {
            Running::Sqlite(engine) => engine.submit_write(unit),
            Running::Postgres(engine) => engine.submit_write(unit),
        };
        let whole = move |tx: &mut Tx<'_>| {
            let done = work(tx)?;
            tx.ensure_whole()?;
            Ok(done)
        };
        ask(LONGEST_ANSWER, submit, whole).await
    }
}

impl Inner {
    fn submit_read(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        match &self.engine {
            Running::Sqlite(engine) => engine.submit_read(unit),
            Running::Postgres(engine) => engine.submit_read(unit),
        }
    }
}

async fn ask<T, E>(
    patience: Duration,
    submit: impl FnOnce(Box<dyn Unit>) -> Result<(), DbError>,
    work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    let (unit, answer) = unit(work);
    submit(unit)?;
    let unavailable = |why: &str| Err(DbError::Unavailable(why.into()).into());
    match tokio::time::timeout(patience, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => unavailable("the database is shutting down"),
        Err(_) => unavailable("the database does not answer"),
    }
}
