//! What is left of erased people in the files of `SQLite`, although no row has it any more.

use std::cell::Cell;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::timeouts::{BUSY_TIMEOUT, IDLE_BEFORE_SHRINKING};
use crate::changes::published_changes::TransactionChanges;

/// How long emptying the log waits for readers before it is tried again later.
const WAIT_FOR_READERS: Duration = Duration::from_millis(100);
/// Rewriting a file of this size takes about a second. A larger one is rewritten by the monthly job, at night.
const MAX_SIZE_TO_REWRITE_AT_ONCE: i64 = 128 << 20;

/// The write-ahead log holds old pages until it is overwritten; after an erasure it is moved into the file and cut to
/// nothing, as soon as no reader needs it. And pages may keep copies of rows that were moved to other pages as these filled
/// up, which only a rewrite of the whole file removes; it waits for a pause.
pub(super) struct Leftovers<'c> {
    connection: &'c Connection,
    is_log_owed: Cell<bool>,
    log_tried_at: Cell<Option<Instant>>,
    rewrite: Cell<OwedRewrite>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OwedRewrite {
    No,
    UnlessLarge,
    Always,
}

impl<'c> Leftovers<'c> {
    pub(super) fn new(connection: &'c Connection) -> Self {
        Self {
            connection,
            is_log_owed: Cell::new(false),
            log_tried_at: Cell::new(None),
            rewrite: Cell::new(OwedRewrite::No),
        }
    }

    pub(super) fn note(&self, changes: &TransactionChanges) {
        if changes.erases {
            self.is_log_owed.set(true);
            self.log_tried_at.set(None);
        }
        match self.rewrite.get() {
            _ if changes.rewrites_file => self.rewrite.set(OwedRewrite::Always),
            OwedRewrite::No if changes.erases => self.rewrite.set(OwedRewrite::UnlessLarge),
            _ => {}
        }
    }

    pub(super) fn exist(&self) -> bool {
        self.is_log_owed.get() || self.rewrite.get() != OwedRewrite::No
    }

    /// Tries again if a reader was in the way, but not after every write: each try may delay them a little.
    pub(super) fn empty_log_if_due(&self) {
        let is_due = self.log_tried_at.get().is_none_or(|tried_at| tried_at.elapsed() >= IDLE_BEFORE_SHRINKING);
        if self.is_log_owed.get() && is_due {
            self.empty_log();
        }
    }

    pub(super) fn empty_log(&self) {
        self.is_log_owed.set(!self.try_to_empty_log().unwrap_or(false));
        self.log_tried_at.set(Some(Instant::now()));
    }

    /// Waits only a moment for readers, because writes wait meanwhile.
    fn try_to_empty_log(&self) -> Result<bool, rusqlite::Error> {
        self.connection.busy_timeout(WAIT_FOR_READERS)?;
        let is_busy = self.connection.query_row("pragma wal_checkpoint(truncate)", [], |row| row.get::<_, i64>(0));
        self.connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(is_busy? == 0)
    }

    pub(super) fn remove_while_idle(&self) {
        let owed = self.rewrite.replace(OwedRewrite::No);
        let is_small = || self.file_size().is_ok_and(|size| size <= MAX_SIZE_TO_REWRITE_AT_ONCE);
        if owed == OwedRewrite::Always || (owed == OwedRewrite::UnlessLarge && is_small()) {
            if let Err(error) = self.rewrite_file() {
                tracing::warn!(%error, "the database file could not be rewritten after an erasure");
            }
            self.is_log_owed.set(true);
        }
        if self.is_log_owed.get() {
            self.empty_log();
        }
    }

    fn file_size(&self) -> Result<i64, rusqlite::Error> {
        let read = |pragma| self.connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
        Ok(read("pragma page_count")? * read("pragma page_size")?)
    }

    /// In a temporary file and not in memory, which a large database would fill.
    fn rewrite_file(&self) -> Result<(), rusqlite::Error> {
        self.connection.execute_batch("pragma temp_store = file")?;
        let rewritten = self.connection.execute_batch("vacuum");
        self.connection.execute_batch("pragma temp_store = memory")?;
        rewritten
    }
}
