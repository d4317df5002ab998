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
use super::error::{describe, is_connection_trouble, is_worth_another_try};
use super::threads::{QUEUE, Queued, join, spawn, submit};
use super::value::Cell;
use super::{DbError, Unit, tls};
use crate::changes::{Counters, Generations};

const CONNECTIONS: usize = 16;
const REPLICA_CONNECTIONS: usize = 4;
const CONNECT_TIMEOUT: Duration = Duration::from_millis(1500);
const LIMITS: &str =
    "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";
/// One plan per statement, as on the other engine: planning what is read by key took longer than reading it. Nor is
/// anything here worth compiling.
const PLANS: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";
const TRIES: usize = 5;
const LOOK_FOR_CHANGES_EVERY: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Postgres {
    queue: Option<Sender<(Kind, Queued)>>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
}

impl Postgres {
    pub(super) fn start(url: &str, generations: &Arc<Generations>) -> Result<Self, DbError> {
        let (watcher, heirs) = (Arc::new(Connector::new(url)?), Arc::downgrade(generations));
        // Not joined: it ends by itself when nobody holds the generations any more.
        spawn("db-watcher", move || watch(watcher, &heirs))?;
        Self::start_threads(url, CONNECTIONS, generations)
    }

    pub(super) fn start_replica(url: &str) -> Result<Self, DbError> {
        Self::start_threads(url, REPLICA_CONNECTIONS, &Arc::default())
    }

    fn start_threads(url: &str, count: usize, generations: &Arc<Generations>) -> Result<Self, DbError> {
        let connector = Arc::new(Connector::new(url)?);
        let (queue, work) = bounded(QUEUE);
        let threads = (0..count)
            .map(|_| {
                let (connector, work) = (Arc::clone(&connector), work.clone());
                let generations = Arc::clone(generations);
                spawn("db-connection", move || serve_until_closed(connector, &work, &generations))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { queue: Some(queue), threads })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        self.submit(unit, Kind::Read)
    }

    pub(super) fn submit_write(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        self.submit(unit, Kind::Write)
    }

    fn submit(&self, unit: Box<dyn Unit>, kind: Kind) -> Result<(), DbError> {
        submit(self.queue.as_ref(), (kind, Queued::new(unit)))
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, Sender::len)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.queue = None;
        join(self.threads.drain(..));
    }
}

fn serve_until_closed(
    connector: Arc<Connector>,
    queue: &Receiver<(Kind, Queued)>,
    generations: &Generations,
) {
    let mut session = PgSession::new(connector);
    for (kind, queued) in queue {
        let Some(mut unit) = queued.in_time() else { continue };
        let stored = (1..=TRIES)
            .find_map(|attempt| match session.attempt(unit.as_mut(), kind, generations) {
                Attempt::Again(_) if attempt < TRIES => None,
                Attempt::Again(error) => Some(Err(error)),
                Attempt::Settled(stored) => Some(stored),
            })
            .unwrap_or(Err(DbError::Overloaded));
        unit.settle(stored);
    }
}

enum Attempt {
    Settled(Result<(), DbError>),
    /// Nothing was stored, and the same work may succeed now.
    Again(DbError),
}

/// One thread's connection, with its prepared statements.
#[derive(Debug)]
pub(super) struct PgSession {
    connector: Arc<Connector>,
    open: Option<Open>,
    /// Why the current unit should be tried again, once a statement has said so.
    trouble: Option<String>,
}

struct Open {
    client: Client,
    /// Statements are written in the source, so their address names them.
    statements: HashMap<(usize, usize), Statement>,
}

impl std::fmt::Debug for Open {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Open").field("statements", &self.statements.len()).finish_non_exhaustive()
    }
}

impl PgSession {
    fn new(connector: Arc<Connector>) -> Self {
        Self { connector, open: None, trouble: None }
    }

    fn attempt(&mut self, unit: &mut dyn Unit, kind: Kind, generations: &Generations) -> Attempt {
        self.trouble = None;
        if let Err(error) = self.connect() {
            return Attempt::Settled(Err(error));
        }
        match kind {
            Kind::Read => {
                unit.run(&mut Tx::new(Session::Postgres(self)));
                self.verdict(Ok(()))
            }
            Kind::Write => {
                if let Err(error) = self.batch("begin read write") {
                    return self.verdict(Err(error));
                }
                let mut tx = Tx::new(Session::Postgres(self));
                let keep = unit.run(&mut tx);
                let touched = tx.touched();
                if keep && self.trouble.is_none() {
                    // Past this point a lost connection leaves the outcome unknown: never again.
                    let stored = self.batch("commit");
                    if stored.is_ok() {
                        generations.advance(touched);
                    }
                    return Attempt::Settled(stored);
                }
                if self.batch("rollback").is_err() {
                    self.open = None;
                }
                self.verdict(Ok(()))
            }
        }
    }

    fn verdict(&mut self, stored: Result<(), DbError>) -> Attempt {
        match self.trouble.take() {
            Some(why) => Attempt::Again(DbError::Unavailable(why)),
            None => Attempt::Settled(stored),
        }
    }

    fn connect(&mut self) -> Result<(), DbError> {
        if self.open.as_ref().is_none_or(|open| open.client.is_closed()) {
            self.open = None;
            self.open = Some(Open { client: self.connector.connect()?, statements: HashMap::new() });
            // What is meant to read cannot write, as on the other engine.
            self.batch("set default_transaction_read_only = on")?;
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<(), DbError> {
        let is_new = self.open.as_ref().is_none_or(|open| open.client.is_closed());
        self.connect()?;
        if is_new { self.batch("listen parlour_changes") } else { Ok(()) }
    }

    fn wait_for_notification(&mut self) {
        if let Some(open) = &mut self.open {
            // Heard, timed out or broken: the next look tells.
            let _ = open.client.notifications().timeout_iter(LOOK_FOR_CHANGES_EVERY).next();
        }
    }

    pub(super) fn batch(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.batch_execute(sql))
    }

    pub(super) fn query(
        &mut self,
        sql: &'static str,
        params: &[Cell<'_>],
    ) -> Result<Vec<postgres::Row>, DbError> {
        let params = as_sql(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.query(&statement, &params)
        })
    }

    pub(super) fn execute(&mut self, sql: &'static str, params: &[Cell<'_>]) -> Result<u64, DbError> {
        let params = as_sql(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.execute(&statement, &params)
        })
    }

    pub(super) fn check(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.prepare(sql).map(drop))
    }

    fn run<T>(&mut self, act: impl FnOnce(&mut Open) -> Result<T, postgres::Error>) -> Result<T, DbError> {
        let open = self.open.as_mut().ok_or_else(|| DbError::Unavailable("not connected".into()))?;
        act(open).map_err(|error| {
            if is_connection_trouble(&error) {
                self.open = None;
                self.trouble = Some(describe(&error));
            } else if error.code().is_some_and(is_worth_another_try) {
                self.trouble = Some(describe(&error));
            } else if error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED) {
                // A table has changed under a prepared statement, for all that is known: prepare anew.
                self.open = None;
            }
            error.into()
        })
    }
}

impl Open {
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

fn as_sql<'a>(params: &'a [Cell<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|cell| cell as &(dyn ToSql + Sync)).collect()
}

/// How to reach the server.
pub(crate) struct Connector {
    config: postgres::Config,
    tls: MakeRustlsConnect,
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Connector")
    }
}

impl Connector {
    pub(crate) fn new(url: &str) -> Result<Self, DbError> {
        let (mut config, tls) = tls::connector(url)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("parlour");
        }
        // Whatever hangs ends: a request's client has long gone by then. What the URL says comes later and wins.
        let options = format!("{LIMITS} {PLANS} {}", config.get_options().unwrap_or_default());
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
fn watch(connector: Arc<Connector>, generations: &Weak<Generations>) {
    let mut session = PgSession::new(connector);
    // Before the first look anything may have been read, and changed since.
    let mut seen = Counters::default();
    while generations.strong_count() > 0 {
        let looked =
            session.listen().and_then(|()| Counters::read(&mut Conn::new(Session::Postgres(&mut session))));
        match looked {
            Ok(now) => {
                if let Some(generations) = generations.upgrade() {
                    generations.advance(now.moved_since(&seen));
                }
                seen = now;
                session.wait_for_notification();
            }
            Err(error) => {
                tracing::debug!(%error, "waiting for the database to hear of changes");
                std::thread::sleep(LOOK_FOR_CHANGES_EVERY);
            }
        }
    }
}
