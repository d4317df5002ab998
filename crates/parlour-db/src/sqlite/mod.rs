//! `SQLite`: one writer thread that commits what is queued together, several readers.

mod leftovers;
mod lock_wait;
mod timeouts;
mod watcher;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::changes::published_changes::TransactionChanges;
use super::conn::{Session, Tx};
use super::error::DbError;
use super::threads::{join_threads, spawn_thread};
use super::topics::CacheGenerations;
use super::unit_of_work::UnitOfWork;
use super::unit_queue::{QUEUE_CAPACITY, QueuedUnit, enqueue};
use leftovers::Leftovers;
use lock_wait::LockWait;
use timeouts::{BUSY_TIMEOUT, IDLE_BEFORE_SHRINKING};
use watcher::ChangeWatcher;

const READER_COUNT: usize = 4;
/// How many batches use savepoints after a batch with a failure: failures often come in groups.
const SAVEPOINT_BATCHES_AFTER_FAILURE: u32 = 16;
const MAX_BATCH_UNITS: usize = 256;
/// A batch is committed after this time, so that its first unit does not wait long.
const MAX_BATCH_DURATION: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct Sqlite {
    writes: Option<Sender<QueuedUnit>>,
    reads: Option<Sender<QueuedUnit>>,
    /// Dropped, it ends the watcher.
    stop_watcher: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
    readers: Vec<JoinHandle<()>>,
    lock_wait: Arc<LockWait>,
}

impl Sqlite {
    pub(super) fn start(path: &Path, generations: &Arc<CacheGenerations>) -> Result<Self, DbError> {
        let (writes, write_queue) = bounded(QUEUE_CAPACITY);
        let (reads, read_queue) = bounded::<QueuedUnit>(QUEUE_CAPACITY);
        let (stop_watcher, stop) = bounded(0);

        let (connection, lock_wait) = (open(path)?, Arc::new(LockWait::default()));
        let (own, wait) = (Arc::clone(generations), Arc::clone(&lock_wait));
        let writer = spawn_thread("db-writer", move || write_until_closed(&connection, &write_queue, &own, &wait))?;
        let mut readers = Vec::with_capacity(READER_COUNT + 1);
        for _ in 0..READER_COUNT {
            let (connection, queue) = (open_read_only(path)?, read_queue.clone());
            readers.push(spawn_thread("db-reader", move || read_until_closed(&connection, &queue))?);
        }
        let (watcher, own) = (ChangeWatcher::new(open_read_only(path)?, generations), Arc::clone(generations));
        readers.push(spawn_thread("db-watcher", move || watcher.watch(&stop, &own))?);
        Ok(Self {
            writes: Some(writes),
            reads: Some(reads),
            stop_watcher: Some(stop_watcher),
            writer: Some(writer),
            readers,
            lock_wait,
        })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        enqueue(self.reads.as_ref(), QueuedUnit::new(unit))
    }

    pub(super) fn submit_write(&self, unit: Box<dyn UnitOfWork>) -> Result<(), DbError> {
        enqueue(self.writes.as_ref(), QueuedUnit::new(unit))
    }

    /// Whether another program keeps the writer from writing.
    pub(super) fn is_locked(&self) -> bool {
        self.lock_wait.is_long()
    }

    pub(super) fn waiting(&self) -> usize {
        self.writes.as_ref().map_or(0, Sender::len) + self.reads.as_ref().map_or(0, Sender::len)
    }
}

/// Closing the queues lets the threads finish what they hold. The writer is last: only a connection
/// that may write can move the log into the file as it closes.
impl Drop for Sqlite {
    fn drop(&mut self) {
        (self.reads, self.stop_watcher) = (None, None);
        join_threads(self.readers.drain(..));
        self.writes = None;
        join_threads(self.writer.take());
    }
}

/// A connection that may write; makes the file and its folder where missing.
pub(crate) fn open(path: &Path) -> Result<Connection, DbError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .map_err(|error| DbError::Unavailable(format!("cannot make {}: {error}", folder.display())))?;
    }
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(DbError::Unavailable(format!("{} is not a file", path.display())));
    }
    withdraw_from_others(path);
    let connection = Connection::open(path)?;
    // FULL: an acknowledged write survives a power cut, not only a crash.
    connection.execute_batch("pragma journal_mode = wal; pragma synchronous = full;")?;
    // Room for the pages that every booking touches; and they are moved from the log to the file after 16 MiB, not 4,
    // for most have changed again by then.
    connection.execute_batch("pragma cache_size = -16000; pragma wal_autocheckpoint = 4000;")?;
    // What is deleted is overwritten with zeros: erased people must not be found in the bytes of the file. `fast` would
    // leave them on pages that became free.
    connection.execute_batch("pragma secure_delete = on")?;
    configure_connection(connection)
}

/// An older version created the database so that every user of the machine could read it. The folder stays as it is: it may
/// hold what is not ours.
fn withdraw_from_others(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        // A missing file is created with the umask of the process; a file of another user is not ours to change.
        if let Ok(found) = std::fs::metadata(&file)
            && found.is_file()
            && found.permissions().mode() & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(&file, Permissions::from_mode(0o600))
        {
            tracing::warn!(file = ?file, %error, "other users of this machine may read the database");
        }
    }
}

pub fn open_read_only(path: &Path) -> Result<Connection, DbError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    configure_connection(Connection::open_with_flags(path, flags)?)
}

fn configure_connection(connection: Connection) -> Result<Connection, DbError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch("pragma foreign_keys = on; pragma temp_store = memory;")?;
    connection.set_prepared_statement_cache_capacity(256);
    // One plan per statement. Without this, some are planned anew whenever a parameter differs, which for reading one
    // booking was a third of all work.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

fn read_until_closed(connection: &Connection, queue: &Receiver<QueuedUnit>) {
    for mut unit in queue.iter().filter_map(QueuedUnit::unit_unless_expired) {
        unit.run(&mut Tx::new(Session::Sqlite(connection)));
        unit.send_result(Ok(()));
    }
}

fn write_until_closed(
    connection: &Connection,
    queue: &Receiver<QueuedUnit>,
    generations: &CacheGenerations,
    lock_wait: &LockWait,
) {
    // How many more batches use savepoints.
    let mut savepoint_batches_left = 0;
    let leftovers = Leftovers::new(connection);
    // A process that ended early may have left what was erased in the log.
    leftovers.empty_log();
    let units = std::iter::from_fn(|| next_write(connection, queue, &leftovers));
    for first in units.filter_map(QueuedUnit::unit_unless_expired) {
        if let Err(error) = lock_wait.during(|| execute_cached(connection, "begin immediate")) {
            first.send_result(Err(error));
            continue;
        }
        let mut batch = WriteBatch::new(connection, savepoint_batches_left > 0);
        let started = Instant::now();
        batch.run(first);
        while !batch.is_transaction_lost
            && batch.units.len() < MAX_BATCH_UNITS
            && started.elapsed() < MAX_BATCH_DURATION
        {
            match queue.try_recv().map(QueuedUnit::unit_unless_expired) {
                Ok(Some(unit)) => batch.run(unit),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        savepoint_batches_left =
            if batch.has_failure { SAVEPOINT_BATCHES_AFTER_FAILURE } else { savepoint_batches_left.saturating_sub(1) };
        leftovers.note(&batch.changes);
        batch.finish(generations);
        leftovers.empty_log_if_due();
    }
}

fn next_write(connection: &Connection, queue: &Receiver<QueuedUnit>, leftovers: &Leftovers<'_>) -> Option<QueuedUnit> {
    loop {
        match queue.recv_timeout(IDLE_BEFORE_SHRINKING) {
            Ok(unit) => return Some(unit),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if leftovers.exist() => leftovers.remove_while_idle(),
            Err(RecvTimeoutError::Timeout) => {
                // Without success the cache stays as it is.
                let _ = connection.execute_batch("pragma shrink_memory");
                return queue.recv().ok();
            }
        }
    }
}

/// Units of work that share one commit; callers get results after it is on disk. A unit that fails must not undo
/// the others. A savepoint for each unit would ensure that, but it copies every changed page. Failures are rare, so
/// units first run without savepoints; after a failure all is rolled back, and the earlier units run again with them.
struct WriteBatch<'c> {
    connection: &'c Connection,
    units: Vec<Box<dyn UnitOfWork>>,
    changes: TransactionChanges,
    uses_savepoints: bool,
    has_failure: bool,
    /// Some failures (a full disk) end the whole transaction by themselves.
    is_transaction_lost: bool,
}

impl<'c> WriteBatch<'c> {
    fn new(connection: &'c Connection, uses_savepoints: bool) -> Self {
        Self {
            connection,
            units: Vec::new(),
            changes: TransactionChanges::default(),
            uses_savepoints,
            has_failure: false,
            is_transaction_lost: false,
        }
    }

    fn run(&mut self, mut unit: Box<dyn UnitOfWork>) {
        if self.uses_savepoints {
            self.run_in_savepoint(&mut unit);
        } else {
            let mut tx = Tx::new(Session::Sqlite(self.connection));
            if unit.run(&mut tx) {
                self.changes.add(tx.into_changes());
                self.is_transaction_lost = self.connection.is_autocommit();
            } else {
                self.rerun_with_savepoints();
            }
        }
        self.units.push(unit);
    }

    fn run_in_savepoint(&mut self, unit: &mut Box<dyn UnitOfWork>) {
        let mut tx = Tx::new(Session::Sqlite(self.connection));
        let kept = execute_cached(self.connection, "savepoint unit").and_then(|()| {
            if unit.run(&mut tx) {
                self.changes.add(tx.into_changes());
            } else {
                self.has_failure = true;
                if !self.connection.is_autocommit() {
                    execute_cached(self.connection, "rollback to unit")?;
                }
            }
            execute_cached(self.connection, "release unit")
        });
        self.is_transaction_lost = kept.is_err() || self.connection.is_autocommit();
    }

    fn commit(&self) -> Result<(), DbError> {
        if !self.changes.staff_days.is_empty() {
            execute_cached(self.connection, COUNT_STAFF_TIME_CHANGE)?;
        }
        if !self.changes.page_updates.is_empty() {
            execute_cached(self.connection, COUNT_PAGE_UPDATE)?;
        }
        execute_cached(self.connection, "commit")
    }

    /// Runs the earlier units again without the failed one, which has its result already.
    fn rerun_with_savepoints(&mut self) {
        (self.uses_savepoints, self.has_failure) = (true, true);
        let undone = if self.connection.is_autocommit() { Ok(()) } else { execute_cached(self.connection, "rollback") };
        let begun = undone.and_then(|()| execute_cached(self.connection, "begin immediate"));
        self.is_transaction_lost = begun.is_err();
        self.changes = TransactionChanges::default();
        for mut unit in std::mem::take(&mut self.units) {
            if !self.is_transaction_lost {
                self.run_in_savepoint(&mut unit);
            }
            self.units.push(unit);
        }
    }

    fn finish(self, generations: &CacheGenerations) {
        let (has_page_updates, is_staff_time) =
            (!self.changes.page_updates.is_empty(), !self.changes.staff_days.is_empty());
        let own_commits = (has_page_updates || is_staff_time).then(|| generations.page_updates().lock_own_commits());
        let stored = if self.is_transaction_lost {
            Err(DbError::Unavailable("the transaction was lost".to_owned()))
        } else {
            self.commit().map_err(DbError::into_temporary)
        };
        if stored.is_ok() {
            generations.publish(&self.changes);
        }
        if let Some(mut own_commits) = own_commits
            && stored.is_ok()
            && has_page_updates
        {
            *own_commits += 1;
        }
        if stored.is_err() && !self.connection.is_autocommit() {
            // If it fails, the next `begin` fails too.
            let _ = execute_cached(self.connection, "rollback");
        }
        for unit in self.units {
            unit.send_result(stored.clone());
        }
    }
}

/// Other processes on the same file learn from this counter that staff time has changed.
const COUNT_STAFF_TIME_CHANGE: &str = "insert into change_counters (topic, version) values ('staff_time', 1)
     on conflict (topic) do update set version = change_counters.version + 1";
/// And from this one that something changed which is watched.
const COUNT_PAGE_UPDATE: &str = "insert into change_counters (topic, version) values ('live', 1)
     on conflict (topic) do update set version = change_counters.version + 1";

fn execute_cached(connection: &Connection, sql: &'static str) -> Result<(), DbError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
