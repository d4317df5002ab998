//! `SQLite`: one writer thread that commits what is queued together, several readers.

use std::path::Path;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use rusqlite::{Connection, OpenFlags};

use super::conn::{Conn, Session, Tx};
use super::{DbError, Unit};
use crate::changes::{Counters, Generations, Topics};

const READERS: usize = 4;
/// Past this many waiting units a request is better told to come back.
const QUEUE: usize = 1024;
const LARGEST_BATCH: usize = 256;
/// The first of a batch should not wait long for the last.
const LONGEST_BATCH: Duration = Duration::from_millis(20);
const LOOK_FOR_FOREIGN_WRITES_EVERY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Sqlite {
    writer: Option<Sender<Box<dyn Unit>>>,
    readers: Option<Sender<Box<dyn Unit>>>,
    threads: Vec<JoinHandle<()>>,
}

impl Sqlite {
    pub(super) fn start(path: &Path, generations: &Arc<Generations>) -> Result<Self, DbError> {
        let (writer, write_queue) = bounded(QUEUE);
        let (readers, read_queue) = bounded::<Box<dyn Unit>>(QUEUE);
        let mut threads = Vec::with_capacity(READERS + 1);

        let connection = open(path)?;
        let heirs = Arc::clone(generations);
        threads.push(spawn("db-writer", move || write_until_closed(&connection, &write_queue, &heirs))?);
        for _ in 0..READERS {
            let (connection, queue) = (open_read_only(path)?, read_queue.clone());
            threads.push(spawn("db-reader", move || read_until_closed(&connection, &queue))?);
        }
        let (connection, heirs) = (open_read_only(path)?, Arc::downgrade(generations));
        // Not joined: it ends by itself when nobody holds the generations any more.
        spawn("db-watcher", move || watch(&connection, &heirs))?;
        Ok(Self { writer: Some(writer), readers: Some(readers), threads })
    }

    pub(super) fn submit_read(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        submit(self.readers.as_ref(), unit)
    }

    pub(super) fn submit_write(&self, unit: Box<dyn Unit>) -> Result<(), DbError> {
        submit(self.writer.as_ref(), unit)
    }

    pub(super) fn waiting(&self) -> usize {
        self.writer.as_ref().map_or(0, Sender::len) + self.readers.as_ref().map_or(0, Sender::len)
    }
}

/// Closing the queues lets the threads finish what they hold; then the file is closed in order.
impl Drop for Sqlite {
    fn drop(&mut self) {
        self.writer = None;
        self.readers = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

pub(super) fn submit<Work>(queue: Option<&Sender<Work>>, work: Work) -> Result<(), DbError> {
    let queue = queue.ok_or_else(|| DbError::Unavailable("the database is closed".into()))?;
    queue.try_send(work).map_err(|refusal| match refusal {
        TrySendError::Full(_) => DbError::Overloaded,
        TrySendError::Disconnected(_) => DbError::Unavailable("a database thread has ended".into()),
    })
}

pub(super) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, DbError> {
    thread::Builder::new()
        .name(name.into())
        .spawn(run)
        .map_err(|error| DbError::Unavailable(format!("no thread for the database: {error}")))
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
    Ok(connection)
}

fn read_until_closed(connection: &Connection, queue: &Receiver<Box<dyn Unit>>) {
    for mut unit in queue {
        unit.run(&mut Tx::new(Session::Sqlite(connection)));
        unit.settle(Ok(()));
    }
}

fn write_until_closed(connection: &Connection, queue: &Receiver<Box<dyn Unit>>, generations: &Generations) {
    while let Ok(first) = queue.recv() {
        if let Err(error) = run_cached(connection, "begin immediate") {
            first.settle(Err(error));
            continue;
        }
        let mut batch = Batch::new(connection);
        let started = Instant::now();
        batch.run(first);
        while !batch.is_lost && batch.units.len() < LARGEST_BATCH && started.elapsed() < LONGEST_BATCH {
            match queue.try_recv() {
                Ok(unit) => batch.run(unit),
                Err(_) => break,
            }
        }
        batch.finish(generations);
    }
}

/// Units that share one commit. Each stands in its own savepoint, so one that fails takes no
/// neighbour with it; none is answered before the commit is on disk.
struct Batch<'c> {
    connection: &'c Connection,
    units: Vec<Box<dyn Unit>>,
    touched: Topics,
    /// Some failures (a full disk) end the whole transaction by themselves.
    is_lost: bool,
}

impl<'c> Batch<'c> {
    fn new(connection: &'c Connection) -> Self {
        Self { connection, units: Vec::new(), touched: Topics::NONE, is_lost: false }
    }

    fn run(&mut self, mut unit: Box<dyn Unit>) {
        let mut tx = Tx::new(Session::Sqlite(self.connection));
        let kept = run_cached(self.connection, "savepoint unit").and_then(|()| {
            if unit.run(&mut tx) {
                self.touched = self.touched.with(tx.touched());
            } else if !self.connection.is_autocommit() {
                run_cached(self.connection, "rollback to unit")?;
            }
            run_cached(self.connection, "release unit")
        });
        self.is_lost = kept.is_err() || self.connection.is_autocommit();
        self.units.push(unit);
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
fn watch(connection: &Connection, generations: &Weak<Generations>) {
    let version = || connection.query_row("pragma data_version", [], |row| row.get::<_, i64>(0)).ok();
    let counters = || Counters::read(&mut Conn::new(Session::Sqlite(connection))).unwrap_or_default();
    let (mut seen_version, mut seen) = (version(), counters());
    loop {
        thread::sleep(LOOK_FOR_FOREIGN_WRITES_EVERY);
        let Some(generations) = generations.upgrade() else { return };
        let current = version();
        if current != seen_version {
            let now = counters();
            generations.advance(now.moved_since(&seen));
            (seen_version, seen) = (current, now);
        }
    }
}
