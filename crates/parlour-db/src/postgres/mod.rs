//! Postgres: threads that each own a connection and get a new one when it breaks.

pub(super) mod connection;
pub(super) mod expected_numbers;
mod messages;
pub(super) mod session;
pub(super) mod tls;

use std::sync::{Arc, Weak};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use parlour_domain::page_update::NotedPageUpdates;

use super::changes::published_changes::{
    ChangeSender, PAGE_UPDATE_CHANNEL, STAFF_DAYS_CHANNEL, TransactionChanges, read_payload,
};
use super::changes::topic_counters::TopicCounters;
use super::conn::{Conn, Session, Tx};
use super::error::DbError;
use super::growing_threads::{GrowingThreads, UnfinishedUnits};
use super::staff_days::StaffDayChange;
use super::threads::spawn_thread;
use super::topics::CacheGenerations;
use super::unit_of_work::UnitOfWork;
use super::unit_queue::{QUEUE_CAPACITY, QueuedUnit, enqueue};
use session::{PgSession, PostgresConnector};

const CONNECTIONS: usize = 16;
const REPLICA_CONNECTIONS: usize = 4;
const MAX_ATTEMPTS: usize = 5;
const CHANGE_POLL_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Postgres {
    queue: Option<Sender<(AccessMode, QueuedUnit)>>,
    threads: GrowingThreads,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AccessMode {
    Read,
    Write,
}

impl Postgres {
    pub(super) fn start(url: &str, generations: &Arc<CacheGenerations>) -> Result<Self, DbError> {
        let connector = Arc::new(PostgresConnector::new(url)?);
        let sender = ChangeSender::start(Arc::clone(&connector))?;
        let watcher = ChangeWatcher {
            session: PgSession::new(connector),
            generations: Arc::downgrade(generations),
            own_sender: sender.clone(),
            // Zero: data may have been cached and changed before the first read of the counters.
            seen: TopicCounters::default(),
        };
        // Not joined: it ends when the generations are dropped.
        spawn_thread("db-watcher", move || watcher.watch())?;
        Self::start_threads(url, CONNECTIONS, generations, Some(&sender))
    }

    pub(super) fn start_replica(url: &str) -> Result<Self, DbError> {
        Self::start_threads(url, REPLICA_CONNECTIONS, &Arc::default(), None)
    }

    fn start_threads(
        url: &str,
        count: usize,
        generations: &Arc<CacheGenerations>,
        sender: Option<&ChangeSender>,
    ) -> Result<Self, DbError> {
        let connector = Arc::new(PostgresConnector::new(url)?);
        let (queue, work) = bounded(QUEUE_CAPACITY);
        let publisher = ChangePublisher { generations: Arc::clone(generations), sender: sender.cloned() };
        let numbers = Arc::default();
        let threads = GrowingThreads::new("db-connection", count, move |unfinished| {
            let session = PgSession::new(Arc::clone(&connector)).sharing(&numbers);
            run_units_until_closed(session, &work, &publisher, unfinished);
        });
        Ok(Self { queue: Some(queue), threads })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        self.enqueue(unit, AccessMode::Read)
    }

    pub(super) fn submit_write(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        self.enqueue(unit, AccessMode::Write)
    }

    fn enqueue(&self, unit: Box<dyn UnitOfWork>, kind: AccessMode) -> Result<(), DbError> {
        let unfinished = self.threads.expect_unit()?;
        enqueue(self.queue.as_ref(), (kind, QueuedUnit::new(unit))).inspect_err(|_| unfinished.finish_unit())
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, Sender::len)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.queue = None;
        self.threads.join();
    }
}

fn run_units_until_closed(
    mut session: PgSession,
    queue: &Receiver<(AccessMode, QueuedUnit)>,
    publisher: &ChangePublisher,
    unfinished: &UnfinishedUnits,
) {
    for (kind, queued) in queue {
        let Some(mut unit) = queued.unit_unless_expired() else {
            unfinished.finish_unit();
            continue;
        };
        let stored = (1..=MAX_ATTEMPTS)
            .find_map(|attempt| match run_attempt(&mut session, unit.as_mut(), (kind, attempt == 1), publisher) {
                Attempt::Retry(_) if attempt < MAX_ATTEMPTS => None,
                Attempt::Retry(error) => Some(Err(error)),
                Attempt::Finished(stored) => Some(stored),
            })
            .unwrap_or(Err(DbError::Overloaded));
        // Before the result: who gets it may have more work, and this thread is free for it.
        unfinished.finish_unit();
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
    (kind, is_first): (AccessMode, bool),
    publisher: &ChangePublisher,
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
            if let Err(error) = session.begin() {
                return attempt_outcome(session, Err(error));
            }
            let mut tx = Tx::new_attempt(Session::Postgres(session), is_first);
            let keep = unit.run(&mut tx);
            let changes = tx.into_changes();
            if keep && !session.must_retry() {
                let stored = session.commit();
                if stored.is_ok() {
                    publisher.publish(changes);
                }
                return attempt_outcome(session, stored);
            }
            session.roll_back();
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

/// Makes known what a transaction of this process changed.
struct ChangePublisher {
    generations: Arc<CacheGenerations>,
    sender: Option<ChangeSender>,
}

impl ChangePublisher {
    fn publish(&self, mut changes: TransactionChanges) {
        // First: others wait for their number.
        changes.commit_numbers();
        changes.add_page_updates_of_rows();
        self.generations.publish(&changes);
        if let Some(sender) = &self.sender {
            sender.send(changes);
        }
    }
}

/// Waits for notifications of changes by other processes, and reads the counters now and then in case one was missed
/// while the connection was down.
struct ChangeWatcher {
    session: PgSession,
    generations: Weak<CacheGenerations>,
    own_sender: ChangeSender,
    seen: TopicCounters,
}

impl ChangeWatcher {
    fn watch(mut self) {
        while self.generations.strong_count() > 0 {
            if let Err(error) = self.read_counters() {
                tracing::debug!(%error, "waiting for the database to hear of changes");
                std::thread::sleep(CHANGE_POLL_INTERVAL);
                continue;
            }
            while self.hear_of_changes() {}
        }
    }

    fn read_counters(&mut self) -> Result<(), DbError> {
        let may_have_missed = self.session.listen()?;
        let now = TopicCounters::read(&mut Conn::new(Session::Postgres(&mut self.session)))?;
        if let Some(generations) = self.generations.upgrade() {
            generations.advance(now.changed_since(&self.seen));
            if may_have_missed {
                generations.staff_days().advance_all();
                generations.page_updates().publish(&NotedPageUpdates::all());
            }
        }
        self.seen = now;
        Ok(())
    }

    /// Whether nothing but days of staff time and watched topics changed, so that the counters need not be read.
    fn hear_of_changes(&mut self) -> bool {
        let notifications = self.session.wait_for_notifications(CHANGE_POLL_INTERVAL);
        let Some(generations) = self.generations.upgrade() else { return false };
        let is_new = |notification: &postgres::Notification| !self.own_sender.is_own(notification.process_id());
        let mut is_counted = notifications.is_empty();
        // All days before the topics: whoever is told of a change must not find the old state in memory.
        for day in notifications.iter().filter(|day| day.channel() == STAFF_DAYS_CHANNEL && is_new(day)) {
            match read_payload(day.payload()) {
                Some(days) => {
                    let rewritten: Vec<_> = days.into_iter().map(|day| (day, StaffDayChange::Rewritten)).collect();
                    generations.staff_days().advance(&rewritten);
                }
                None => generations.staff_days().advance_all(),
            }
        }
        for notification in &notifications {
            match notification.channel() {
                PAGE_UPDATE_CHANNEL if is_new(notification) => {
                    generations.page_updates().publish(&NotedPageUpdates::from_payload(notification.payload()));
                }
                STAFF_DAYS_CHANNEL | PAGE_UPDATE_CHANNEL => {}
                _ => is_counted = true,
            }
        }
        !is_counted
    }
}
