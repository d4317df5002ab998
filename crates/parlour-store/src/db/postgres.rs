//! Postgres: threads that each own a connection and get a new one when it breaks.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::ToSql;
use postgres::{Client, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::conn::{Conn, Session, Tx};
use super::error::{describe, is_connection_error, is_retryable};
use super::sql_value::SqlValue;
use super::threads::{QUEUE_CAPACITY, QueuedUnit, enqueue, join_threads, spawn_thread};
use super::{DbError, UnitOfWork, tls};
use crate::cache_topics::{CacheGenerations, TopicCounters};

const CONNECTIONS: usize = 16;
const REPLICA_CONNECTIONS: usize = 4;
const CONNECT_TIMEOUT: Duration = Duration::from_millis(1500);
const TIMEOUT_OPTIONS: &str =
    "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";
/// One plan per statement, as on the other engine: planning what is read by key took longer than reading it. Nor is
/// anything here worth compiling.
const PLANNER_OPTIONS: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";
const MAX_ATTEMPTS: usize = 5;
const CHANGE_POLL_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Postgres {
    queue: Option<Sender<(AccessMode, QueuedUnit)>>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AccessMode {
    Read,
    Write,
}

impl Postgres {
    pub(super) fn start(url: &str, generations: &Arc<CacheGenerations>) -> Result<Self, DbError> {
        let (watcher, weak_generations) =
            (Arc::new(PostgresConnector::new(url)?), Arc::downgrade(generations));
        // Not joined: it ends by itself when nobody holds the generations any more.
        spawn_thread("db-watcher", move || watch_for_changes(watcher, &weak_generations))?;
        Self::start_threads(url, CONNECTIONS, generations)
    }

    pub(super) fn start_replica(url: &str) -> Result<Self, DbError> {
        Self::start_threads(url, REPLICA_CONNECTIONS, &Arc::default())
    }

    fn start_threads(url: &str, count: usize, generations: &Arc<CacheGenerations>) -> Result<Self, DbError> {
        let connector = Arc::new(PostgresConnector::new(url)?);
        let (queue, work) = bounded(QUEUE_CAPACITY);
        let threads = (0..count)
            .map(|_| {
                let (connector, work) = (Arc::clone(&connector), work.clone());
                let generations = Arc::clone(generations);
                spawn_thread("db-connection", move || run_units_until_closed(connector, &work, &generations))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { queue: Some(queue), threads })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        self.enqueue(unit, AccessMode::Read)
    }

    pub(super) fn submit_write(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        self.enqueue(unit, AccessMode::Write)
    }

    fn enqueue(&self, unit: Box<dyn UnitOfWork>, kind: AccessMode) -> Result<(), DbError> {
        enqueue(self.queue.as_ref(), (kind, QueuedUnit::new(unit)))
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, Sender::len)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.queue = None;
        join_threads(self.threads.drain(..));
    }
}

fn run_units_until_closed(
    connector: Arc<PostgresConnector>,
    queue: &Receiver<(AccessMode, QueuedUnit)>,
    generations: &CacheGenerations,
) {
    let mut session = PgSession::new(connector);
    for (kind, queued) in queue {
        let Some(mut unit) = queued.unit_unless_expired() else { continue };
        let stored = (1..=MAX_ATTEMPTS)
            .find_map(|attempt| match session.attempt(unit.as_mut(), kind, generations) {
                Attempt::Retry(_) if attempt < MAX_ATTEMPTS => None,
                Attempt::Retry(error) => Some(Err(error)),
                Attempt::Finished(stored) => Some(stored),
            })
            .unwrap_or(Err(DbError::Overloaded));
        unit.send_result(stored);
    }
}

enum Attempt {
    Finished(Result<(), DbError>),
    /// Nothing was stored, and the same work may succeed now.
    Retry(DbError),
}

/// One thread's connection, with its prepared statements.
#[derive(Debug)]
pub(super) struct PgSession {
    connector: Arc<PostgresConnector>,
    open: Option<OpenConnection>,
    /// Why the current unit should be tried again, once a statement has said so.
    retry_reason: Option<String>,
}

struct OpenConnection {
    client: Client,
    /// Statements are written in the source, so their address names them.
    statements: HashMap<(usize, usize), Statement>,
}

impl std::fmt::Debug for OpenConnection {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Open").field("statements", &self.statements.len()).finish_non_exhaustive()
    }
}

impl PgSession {
    fn new(connector: Arc<PostgresConnector>) -> Self {
        Self { connector, open: None, retry_reason: None }
    }

    fn attempt(
        &mut self,
        unit: &mut dyn UnitOfWork,
        kind: AccessMode,
        generations: &CacheGenerations,
    ) -> Attempt {
        self.retry_reason = None;
        if let Err(error) = self.connect() {
            return Attempt::Finished(Err(error));
        }
        match kind {
            AccessMode::Read => {
                unit.run(&mut Tx::new(Session::Postgres(self)));
                self.attempt_outcome(Ok(()))
            }
            AccessMode::Write => {
                if let Err(error) = self.run_batch("begin read write") {
                    return self.attempt_outcome(Err(error));
                }
                let mut tx = Tx::new(Session::Postgres(self));
                let keep = unit.run(&mut tx);
                let changed_topics = tx.changed_topics();
                if keep && self.retry_reason.is_none() {
                    // Past this point a lost connection leaves the outcome unknown: never again.
                    let stored = self.run_batch("commit");
                    if stored.is_ok() {
                        generations.advance(changed_topics);
                    }
                    return Attempt::Finished(stored);
                }
                if self.run_batch("rollback").is_err() {
                    self.open = None;
                }
                self.attempt_outcome(Ok(()))
            }
        }
    }

    fn attempt_outcome(&mut self, stored: Result<(), DbError>) -> Attempt {
        match self.retry_reason.take() {
            Some(why) => Attempt::Retry(DbError::Unavailable(why)),
            None => Attempt::Finished(stored),
        }
    }

    fn connect(&mut self) -> Result<(), DbError> {
        if self.open.as_ref().is_none_or(|open| open.client.is_closed()) {
            self.open = None;
            self.open =
                Some(OpenConnection { client: self.connector.connect()?, statements: HashMap::new() });
            // What is meant to read cannot write, as on the other engine.
            self.run_batch("set default_transaction_read_only = on")?;
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<(), DbError> {
        let is_new = self.open.as_ref().is_none_or(|open| open.client.is_closed());
        self.connect()?;
        if is_new { self.run_batch("listen parlour_changes") } else { Ok(()) }
    }

    fn wait_for_notification(&mut self) {
        if let Some(open) = &mut self.open {
            // Heard, timed out or broken: the next look tells.
            let _ = open.client.notifications().timeout_iter(CHANGE_POLL_INTERVAL).next();
        }
    }

    pub(super) fn run_batch(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.batch_execute(sql))
    }

    pub(super) fn query(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<Vec<postgres::Row>, DbError> {
        let params = as_sql_params(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.query(&statement, &params)
        })
    }

    pub(super) fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        let params = as_sql_params(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.execute(&statement, &params)
        })
    }

    pub(super) fn check(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.prepare(sql).map(drop))
    }

    fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut OpenConnection) -> Result<T, postgres::Error>,
    ) -> Result<T, DbError> {
        let open = self.open.as_mut().ok_or_else(|| DbError::Unavailable("not connected".into()))?;
        operation(open).map_err(|error| {
            if is_connection_error(&error) {
                self.open = None;
                self.retry_reason = Some(describe(&error));
            } else if error.code().is_some_and(is_retryable) {
                self.retry_reason = Some(describe(&error));
            } else if error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED) {
                // A table has changed under a prepared statement, for all that is known: prepare anew.
                self.open = None;
            }
            error.into()
        })
    }
}

impl OpenConnection {
    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        let name = (sql.as_ptr().addr(), sql.len());
        if let Some(known) = self.statements.get(&name) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(name, statement.clone());
        Ok(statement)
    }
}

fn as_sql_params<'a>(params: &'a [SqlValue<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|sql_value| sql_value as &(dyn ToSql + Sync)).collect()
}

/// How to reach the server.
pub(crate) struct PostgresConnector {
    config: postgres::Config,
    tls: MakeRustlsConnect,
}

impl std::fmt::Debug for PostgresConnector {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Connector")
    }
}

impl PostgresConnector {
    pub(crate) fn new(url: &str) -> Result<Self, DbError> {
        let (mut config, tls) = tls::config_and_tls(url)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("parlour");
        }
        // Whatever hangs ends: a request's client has long gone by then. What the URL says comes later and wins.
        let options =
            format!("{TIMEOUT_OPTIONS} {PLANNER_OPTIONS} {}", config.get_options().unwrap_or_default());
        config.options(&options);
        // A server that is gone without a word is noticed in seconds, not in the system's two hours.
        config.tcp_user_timeout(Duration::from_secs(10));
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        Ok(Self { config, tls })
    }

    /// Blocks; call it off the async runtime.
    pub(crate) fn connect(&self) -> Result<Client, DbError> {
        self.config.connect(self.tls.clone()).map_err(|error| DbError::Unavailable(describe(&error)))
    }
}

/// Hears of changes made by other processes, and looks now and then in case it missed one while
/// the connection was down.
fn watch_for_changes(connector: Arc<PostgresConnector>, generations: &Weak<CacheGenerations>) {
    let mut session = PgSession::new(connector);
    // Before the first look anything may have been read, and changed since.
    let mut seen = TopicCounters::default();
    while generations.strong_count() > 0 {
        let looked = session
            .listen()
            .and_then(|()| TopicCounters::read(&mut Conn::new(Session::Postgres(&mut session))));
        match looked {
            Ok(now) => {
                if let Some(generations) = generations.upgrade() {
                    generations.advance(now.changed_since(&seen));
                }
                seen = now;
                session.wait_for_notification();
            }
            Err(error) => {
                tracing::debug!(%error, "waiting for the database to hear of changes");
                std::thread::sleep(CHANGE_POLL_INTERVAL);
            }
        }
    }
}
