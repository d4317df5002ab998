//! The handle of the database: it takes units of work and returns their results.

use std::sync::Arc;
use std::time::Duration;

use parlour_domain::ist::Timestamp;
use tokio::sync::Semaphore;

use super::conn::{Conn, Tx};
use super::error::DbError;
use super::location::{DatabaseLocation, Engine};
use super::page_updates::PageUpdates;
use super::topics::CacheGenerations;
use super::unit_of_work::{UnitOfWork, UnitResult, Work, WriteChecks, new_unit_of_work, wait_for_result};
use super::write_state::WriteState;
use super::{migrations, postgres, sqlite};

/// After this the caller gets an error, though the work may still be done: a server can be reachable and silent, and no
/// engine's own limit covers that.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// The time limit of a write that fills a whole salon.
const BULK_WRITE_TIMEOUT: Duration = Duration::from_mins(5);
/// The time limit of a report.
const REPORT_TIMEOUT: Duration = Duration::from_mins(5);
/// Further reports wait, so that other requests find a free reader.
const MAX_CONCURRENT_REPORTS: usize = 2;

/// Another value each time: an engine may skip a write that changes nothing.
const COUNT_WRITE_CHECK: &str = "insert into change_counters (topic, version) values ('write_check', 1)
     on conflict (topic) do update set version = change_counters.version + 1";

/// The database, for as many holders as need it.
#[derive(Debug, Clone)]
pub struct Db(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    location: DatabaseLocation,
    engine: RunningEngine,
    /// A Postgres replica for reports and exports, where one is configured.
    replica: Option<postgres::Postgres>,
    reports: Arc<Semaphore>,
    generations: Arc<CacheGenerations>,
    writes: Arc<WriteState>,
}

#[derive(Debug)]
enum RunningEngine {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Db {
    /// Brings the schema up to date and starts the engine's threads. Blocks; call it off the
    /// async runtime.
    pub fn open(location: &DatabaseLocation, replica: Option<&str>) -> Result<Self, DbError> {
        migrations::run(location)?;
        Self::open_without_migrating(location, replica)
    }

    /// Starts the engine's threads without looking at the schema.
    pub fn open_without_migrating(location: &DatabaseLocation, replica: Option<&str>) -> Result<Self, DbError> {
        let generations = Arc::new(CacheGenerations::default());
        let engine = match location {
            DatabaseLocation::Sqlite(path) => RunningEngine::Sqlite(sqlite::Sqlite::start(path, &generations)?),
            DatabaseLocation::Postgres(url) => RunningEngine::Postgres(postgres::Postgres::start(url, &generations)?),
        };
        let replica = replica.map(postgres::Postgres::start_replica).transpose()?;
        let reports = Arc::new(Semaphore::new(MAX_CONCURRENT_REPORTS));
        Ok(Self(Arc::new(Inner {
            location: location.clone(),
            engine,
            replica,
            reports,
            generations,
            writes: Arc::default(),
        })))
    }

    pub fn location(&self) -> &DatabaseLocation {
        &self.0.location
    }

    pub fn engine(&self) -> Engine {
        match self.0.engine {
            RunningEngine::Sqlite(_) => Engine::Sqlite,
            RunningEngine::Postgres(_) => Engine::Postgres,
        }
    }

    /// How often each cache topic has changed.
    pub fn generations(&self) -> &CacheGenerations {
        &self.0.generations
    }

    /// Tells what has changed, in this process and in others on the same database.
    pub fn page_updates(&self) -> &PageUpdates {
        self.generations().page_updates()
    }

    /// Units of work that wait for a thread.
    pub fn waiting(&self) -> usize {
        match &self.0.engine {
            RunningEngine::Sqlite(engine) => engine.waiting(),
            RunningEngine::Postgres(engine) => engine.waiting(),
        }
    }

    pub async fn read<T, E>(&self, work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (unit, answer) = new_unit_of_work(Work::new(move |tx| work(tx)), None);
        wait_for_result(ANSWER_TIMEOUT, self.0.submit_read(unit), answer).await.with_types()
    }

    /// Runs several reads on one consistent state of the database.
    pub async fn snapshot<T, E>(&self, work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.read(move |conn| conn.in_snapshot(|conn| work(conn))).await
    }

    /// A snapshot that may be some seconds old and may take long: on the replica where there is one.
    pub async fn report<T, E>(&self, work: impl Fn(&mut Conn<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let permit = tokio::time::timeout(REPORT_TIMEOUT, Arc::clone(&self.0.reports).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else {
            return Err(DbError::Unavailable("other reports take too long".into()).into());
        };
        let work_with_permit = Work::new(move |tx: &mut Tx<'_>| {
            // Held as long as the work, which may outlast its caller.
            let _permit = &permit;
            tx.in_snapshot(|conn| work(conn))
        });
        let (unit, answer) = new_unit_of_work(work_with_permit, None);
        wait_for_result(REPORT_TIMEOUT, self.0.submit_report(unit), answer).await.with_types()
    }

    pub async fn write<T, E>(&self, work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.0.write(ANSWER_TIMEOUT, Work::new(work), true).await.with_types()
    }

    /// A write that is not refused while the clock is wrong: a key of this installation, or that the clock is right.
    pub async fn write_by_any_clock<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.0.write(ANSWER_TIMEOUT, Work::new(work), false).await.with_types()
    }

    /// From now on changes are refused while this clock is far from the newest audit entry.
    pub fn check_clock(&self, now: impl Fn() -> Timestamp + Send + Sync + 'static) {
        self.0.writes.check_clock(now);
    }

    /// Tries whether the next write would succeed, so that it becomes known to [`refuses_changes`](Self::refuses_changes):
    /// writes a little if the last write failed, and on `SQLite` takes the lock for writing, which another program may hold.
    pub async fn try_to_write(&self) {
        // A failure is noted like that of any write.
        if self.0.writes.has_failed() {
            let _ = self.write_by_any_clock(|tx| tx.run(COUNT_WRITE_CHECK, &[])).await;
        } else if self.engine() == Engine::Sqlite && !self.is_locked() {
            let _: Result<(), DbError> = self.write_by_any_clock(|_| Ok(())).await;
        }
    }

    fn is_locked(&self) -> bool {
        match &self.0.engine {
            RunningEngine::Sqlite(engine) => engine.is_locked(),
            RunningEngine::Postgres(_) => false,
        }
    }

    /// Why changes are refused, if they are. Everybody may read it: details are in the log, and `doctor` tells them.
    pub fn refuses_changes(&self, conn: &mut Conn<'_>) -> Result<Option<&'static str>, DbError> {
        match self.0.writes.ensure_clock_is_right(conn) {
            Err(DbError::WrongClock { .. }) => Ok(Some("the clock is wrong")),
            Err(error) => Err(error),
            Ok(()) if self.is_locked() => Ok(Some("another program has locked the database")),
            Ok(()) => Ok(self.0.writes.has_failed().then_some("the disk of the database is full or may only be read")),
        }
    }

    /// A write that may take minutes on a slow machine.
    pub async fn bulk_write<T, E>(&self, work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.0.write(BULK_WRITE_TIMEOUT, Work::new(work), false).await.with_types()
    }
}

impl Inner {
    fn submit_read(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        match &self.engine {
            RunningEngine::Sqlite(engine) => engine.submit_read(unit),
            RunningEngine::Postgres(engine) => engine.submit_read(unit),
        }
    }

    fn submit_report(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        match &self.replica {
            Some(replica) => replica.submit_read(unit),
            None => self.submit_read(unit),
        }
    }

    fn submit_write(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        match &self.engine {
            RunningEngine::Sqlite(engine) => engine.submit_write(unit),
            RunningEngine::Postgres(engine) => engine.submit_write(unit),
        }
    }

    async fn write(&self, time_limit: Duration, work: Work, needs_right_clock: bool) -> UnitResult {
        let checks = WriteChecks { state: Arc::clone(&self.writes), needs_right_clock };
        let (unit, answer) = new_unit_of_work(work, Some(checks));
        wait_for_result(time_limit, self.submit_write(unit), answer).await
    }
}
