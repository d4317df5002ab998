//! `SQLite`: one writer thread that commits what is queued together, several readers.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::conn::{Conn, Session, Tx};
use super::threads::{QUEUE, Queued, join, spawn, submit};
use super::{DbError, Unit};
use crate::changes::{Counters, Generations, Topics};

const READERS: usize = 4;
/// After one with a failure: where one request is refused, others often are.
const CAREFUL_BATCHES: u32 = 16;
const LARGEST_BATCH: usize = 256;
/// The first of a batch should not wait long for the last.
const LONGEST_BATCH: Duration = Duration::from_millis(20);
const LOOK_FOR_FOREIGN_WRITES_EVERY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Sqlite {
    writes: Option<Sender<Queued>>,
    reads: Option<Sender<Queued>>,
    /// Dropped, it ends the watcher.
    watching: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
    readers: Vec<JoinHandle<()>>,
}

impl Sqlite {
    pub(super) fn start(path: &Path, generations: &Arc<Generations>) -> Result<Self, DbError> {
        let (writes, write_queue) = bounded(QUEUE);
        let (reads, read_queue) = bounded::<Queued>(QUEUE);
        let (watching, stop) = bounded(0);

        let connection = open(path)?;
        let own = Arc::clone(generations);
        let writer = spawn("db-writer", move || write_until_closed(&connection, &write_queue, &own))?;
        let mut readers = Vec::with_capacity(READERS + 1);
        for _ in 0..READERS {
            let (connection, queue) = (open_read_only(path)?, read_queue.clone());
            readers.push(spawn("db-reader", move || read_until_closed(&connection, &queue))?);
        }
        let (watcher, own) = (Watcher::new(open_read_only(path)?), Arc::clone(generations));
        readers.push(spawn("db-watcher", move || watcher.watch(&stop, &own))?);
        Ok(Self {
            writes: Some(writes),
            reads: Some(reads),
            watching: Some(watching),
            writer: Some(writer),
            readers,
        })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        submit(self.reads.as_ref(), Queued::new(unit))
    }

    pub(super) fn submit_write(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        submit(self.writes.as_ref(), Queued::new(unit))
    }

    pub(super) fn waiting(&self) -> usize {
        self.writes.as_ref().map_or(0, Sender::len) + self.reads.as_ref().map_or(0, Sender::len)
    }
}

/// Closing the queues lets the threads finish what they hold. The writer is last: only a connection
/// that may write can move the log into the file as it closes.
impl Drop for Sqlite {
    fn drop(&mut self) {
        (self.reads, self.watching) = (None, None);
        join(self.readers.drain(..));
        self.writes = None;
        join(self.writer.take());
    }
}

/// A connection that may write; makes the file and its folder where missing.
pub(crate) fn open(path: &Path) -> Result<Connection, DbError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .map_err(|error| DbError::Unavailable(format!("cannot make {}: {error}", folder.display())))?;
    }
    let connection = Connection::open(path)?;
    // FULL: an acknowledged write survives a power cut, not only a crash.
    connection.execute_batch("pragma journal_mode = wal; pragma synchronous = full;")?;
    // Room for the pages that every booking touches; and they are moved from the log to the file after 16 MiB, not 4,
    // for most have changed again by then.
    connection.execute_batch("pragma cache_size = -16000; pragma wal_autocheckpoint = 4000;")?;
    prepare(connection)
}

pub(crate) fn open_read_only(path: &Path) -> Result<Connection, DbError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepare(Connection::open_with_flags(path, flags)?)
}

fn prepare(connection: Connection) -> Result<Connection, DbError> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch("pragma foreign_keys = on; pragma temp_store = memory;")?;
    connection.set_prepared_statement_cache_capacity(256);
    // One plan per statement. Without this, some are planned anew whenever a parameter differs, which for reading one
    // booking was a third of all work.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

fn read_until_closed(connection: &Connection, queue: &Receiver<Queued>) {
    for mut unit in queue.iter().filter_map(Queued::in_time) {
        unit.run(&mut Tx::new(Session::Sqlite(connection)));
        unit.settle(Ok(()));
    }
}

fn write_until_closed(connection: &Connection, queue: &Receiver<Queued>, generations: &Generations) {
    // How many more batches are run with care.
    let mut careful = 0;
    for first in queue.iter().filter_map(Queued::in_time) {
        if let Err(error) = run_cached(connection, "begin immediate") {
            first.settle(Err(error));
            continue;
        }
        let mut batch = Batch::new(connection, careful > 0);
        let started = Instant::now();
        batch.run(first);
        while !batch.is_lost && batch.units.len() < LARGEST_BATCH && started.elapsed() < LONGEST_BATCH {
            match queue.try_recv().map(Queued::in_time) {
                Ok(Some(unit)) => batch.run(unit),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        careful = if batch.has_failure { CAREFUL_BATCHES } else { careful.saturating_sub(1) };
        batch.finish(generations);
    }
}

/// Units that share one commit; none is answered before it is on disk. One that fails takes no neighbour with it: with
/// care, each stands in its own savepoint, which costs a copy of every page it touches. Most never fail, so at first
/// they are run without; when one does, what was done is undone and those before it are run again, with care.
struct Batch<'c> {
    connection: &'c Connection,
    units: Vec<Box<dyn Unit>>,
    touched: Topics,
    is_careful: bool,
    has_failure: bool,
    /// Some failures (a full disk) end the whole transaction by themselves.
    is_lost: bool,
}

impl<'c> Batch<'c> {
    fn new(connection: &'c Connection, is_careful: bool) -> Self {
        Self {
            connection,
            units: Vec::new(),
            touched: Topics::NONE,
            is_careful,
            has_failure: false,
            is_lost: false,
        }
    }

    fn run(&mut self, mut unit: Box<dyn Unit>) {
        if self.is_careful {
            self.run_in_savepoint(&mut unit);
        } else {
            let mut tx = Tx::new(Session::Sqlite(self.connection));
            if unit.run(&mut tx) {
                self.touched = self.touched.with(tx.touched());
                self.is_lost = self.connection.is_autocommit();
            } else {
                self.start_over();
            }
        }
        self.units.push(unit);
    }

    fn run_in_savepoint(&mut self, unit: &mut Box<dyn Unit>) {
        let mut tx = Tx::new(Session::Sqlite(self.connection));
        let kept = run_cached(self.connection, "savepoint unit").and_then(|()| {
            if unit.run(&mut tx) {
                self.touched = self.touched.with(tx.touched());
            } else {
                self.has_failure = true;
                if !self.connection.is_autocommit() {
                    run_cached(self.connection, "rollback to unit")?;
                }
            }
            run_cached(self.connection, "release unit")
        });
        self.is_lost = kept.is_err() || self.connection.is_autocommit();
    }

    /// As if the one that failed had not been: it has its answer already.
    fn start_over(&mut self) {
        (self.is_careful, self.has_failure) = (true, true);
        let undone =
            if self.connection.is_autocommit() { Ok(()) } else { run_cached(self.connection, "rollback") };
        let begun = undone.and_then(|()| run_cached(self.connection, "begin immediate"));
        self.is_lost = begun.is_err();
        self.touched = Topics::NONE;
        for mut unit in std::mem::take(&mut self.units) {
            if !self.is_lost {
                self.run_in_savepoint(&mut unit);
            }
            self.units.push(unit);
        }
    }

    fn finish(self, generations: &Generations) {
        let stored = if self.is_lost {
            Err("the transaction was lost".to_owned())
        } else {
            run_cached(self.connection, "commit").map_err(|error| error.to_string())
        };
        if stored.is_ok() {
            generations.advance(self.touched);
        } else if !self.connection.is_autocommit() {
            // Whether it succeeds or not, the next `begin` tells.
            let _ = run_cached(self.connection, "rollback");
        }
        for unit in self.units {
            unit.settle(stored.clone().map_err(DbError::Unavailable));
        }
    }
}

fn run_cached(connection: &Connection, sql: &'static str) -> Result<(), DbError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

/// Sees the commits of other connections, of this process or another, and looks which topics moved.
struct Watcher {
    connection: Connection,
    data_version: Option<i64>,
    seen: Counters,
}

impl Watcher {
    /// The first look is taken here, before anybody can have read what later turns out to be old.
    fn new(connection: Connection) -> Self {
        let mut watcher = Self { connection, data_version: None, seen: Counters::default() };
        watcher.look();
        watcher
    }

    fn watch(mut self, stop: &Receiver<()>, generations: &Generations) {
        while stop.recv_timeout(LOOK_FOR_FOREIGN_WRITES_EVERY) == Err(RecvTimeoutError::Timeout) {
            generations.advance(self.look());
        }
    }

    /// What has moved since the last look. One that fails is taken again.
    fn look(&mut self) -> Topics {
        let version = self.connection.query_row("pragma data_version", [], |row| row.get(0)).ok();
        if version.is_some() && version == self.data_version {
            return Topics::NONE;
        }
        let Ok(now) = Counters::read(&mut Conn::new(Session::Sqlite(&self.connection))) else {
            return Topics::NONE;
        };
        let moved = now.moved_since(&self.seen);
        (self.data_version, self.seen) = (version, now);
        moved
    }
}
