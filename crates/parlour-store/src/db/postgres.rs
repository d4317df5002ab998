//! Postgres: threads that each own a connection and get a new one when it breaks.

use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::conn::{Conn, Session, Tx};
use super::error::DbError;
use super::pg_session::{PgSession, PostgresConnector};
use super::threads::{QUEUE_CAPACITY, QueuedUnit, enqueue, join_threads, spawn_thread};
use super::topic_counters::TopicCounters;
use super::topics::CacheGenerations;
use super::unit_of_work::UnitOfWork;

const CONNECTIONS: usize = 16;
const REPLICA_CONNECTIONS: usize = 4;
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
        let (watcher, weak_generations) = (Arc::new(PostgresConnector::new(url)?), Arc::downgrade(generations));
        // Not joined: it ends when the generations are dropped.
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
            .find_map(|attempt| match run_attempt(&mut session, unit.as_mut(), kind, generations) {
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

fn run_attempt(
    session: &mut PgSession,
    unit: &mut dyn UnitOfWork,
    kind: AccessMode,
    generations: &CacheGenerations,
) -> Attempt {
    session.clear_retry_reason();
    if let Err(error) = session.connect() {
        return Attempt::Finished(Err(error));
    }
    match kind {
        AccessMode::Read => {
            unit.run(&mut Tx::new(Session::Postgres(session)));
            attempt_outcome(session, Ok(()))
        }
        AccessMode::Write => {
            if let Err(error) = session.run_batch("begin read write") {
                return attempt_outcome(session, Err(error));
            }
            let mut tx = Tx::new(Session::Postgres(session));
            let keep = unit.run(&mut tx);
            let changed_topics = tx.changed_topics();
            if keep && !session.must_retry() {
                // After a lost connection it is unknown whether this commit succeeded, so the work is not repeated.
                let stored = session.run_batch("commit");
                if stored.is_ok() {
                    generations.advance(changed_topics);
                }
                return Attempt::Finished(stored);
            }
            if session.run_batch("rollback").is_err() {
                session.disconnect();
            }
            attempt_outcome(session, Ok(()))
        }
    }
}

fn attempt_outcome(session: &mut PgSession, stored: Result<(), DbError>) -> Attempt {
    match session.take_retry_reason() {
        Some(why) => Attempt::Retry(DbError::Unavailable(why)),
        None => Attempt::Finished(stored),
    }
}

/// Waits for notifications of changes by other processes, and reads the counters now and then in case one was missed
/// while the connection was down.
fn watch_for_changes(connector: Arc<PostgresConnector>, generations: &Weak<CacheGenerations>) {
    let mut session = PgSession::new(connector);
    // Start with zero counters: data may have been cached and changed before the first read of the counters.
    let mut seen = TopicCounters::default();
    while generations.strong_count() > 0 {
        let looked =
            session.listen().and_then(|()| TopicCounters::read(&mut Conn::new(Session::Postgres(&mut session))));
        match looked {
            Ok(now) => {
                if let Some(generations) = generations.upgrade() {
                    generations.advance(now.changed_since(&seen));
                }
                seen = now;
                session.wait_for_notification(CHANGE_POLL_INTERVAL);
            }
            Err(error) => {
                tracing::debug!(%error, "waiting for the database to hear of changes");
                std::thread::sleep(CHANGE_POLL_INTERVAL);
            }
        }
    }
}
