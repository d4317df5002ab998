//! The connection and the transaction that a unit of work gets.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use parlour_domain::page_update::PageUpdate;

use super::changes::published_changes::TransactionChanges;
use super::column::width;
use super::error::DbError;
use super::location::Engine;
use super::postgres::session::PgSession;
use super::staff_days::{StaffDay, StaffDayChange};
use super::statements::rewriting;
use super::statements::row::{Columns, FromRow, Row};
use super::statements::sql_value::{FromSqlValue, SqlValue};
use super::topics::CacheTopicSet;

/// A connection, for reading.
#[derive(Debug)]
pub struct Conn<'c> {
    pub(super) session: Session<'c>,
    /// The error of the first statement that failed.
    pub(super) failure: Option<DbError>,
    is_in_snapshot: bool,
}

#[derive(Debug)]
pub(super) enum Session<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut PgSession),
}

/// A transaction: all of it happens, or none.
#[derive(Debug)]
pub struct Tx<'c> {
    pub(super) conn: Conn<'c>,
    pub(super) changes: TransactionChanges,
    is_first_attempt: bool,
}

impl<'c> Conn<'c> {
    pub(super) fn new(session: Session<'c>) -> Self {
        Self { session, failure: None, is_in_snapshot: false }
    }

    pub fn engine(&self) -> Engine {
        match self.session {
            Session::Sqlite(_) => Engine::Sqlite,
            Session::Postgres(_) => Engine::Postgres,
        }
    }

    /// The first row, if there is one.
    pub fn one<T: FromRow>(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Option<T>, DbError> {
        let found = self.session.one(sql, params);
        self.remember_failure(found)
    }

    /// The first column of the first row, if there is one.
    pub fn one_value<T: FromSqlValue>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<Option<T>, DbError> {
        Ok(self.one::<(T,)>(sql, params)?.map(|(value,)| value))
    }

    /// What a statement counts or adds up; 0 where it finds no row.
    pub fn number(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<i64, DbError> {
        Ok(self.one_value(sql, params)?.unwrap_or(0))
    }

    /// Whether there is a row.
    pub fn exists(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<bool, DbError> {
        Ok(self.one::<()>(sql, params)?.is_some())
    }

    /// Every row. For lists that cannot grow without bound, or that are cut by a limit.
    pub fn all<T: FromRow>(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Vec<T>, DbError> {
        self.all_with(sql, params, T::from_row)
    }

    /// The first column of every row.
    pub fn all_values<T: FromSqlValue>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<Vec<T>, DbError> {
        Ok(self.all::<(T,)>(sql, params)?.into_iter().map(|(value,)| value).collect())
    }

    /// Every row, read by a function.
    pub fn all_with<T>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
        read: impl FnMut(&mut Columns<'_>) -> Result<T, DbError>,
    ) -> Result<Vec<T>, DbError> {
        let found = self.session.all(sql, params, read);
        self.remember_failure(found)
    }

    /// Parents with their children, of a statement that has a row per child and repeats its parent in each. The rows of
    /// a parent follow each other; `key` is the first column, by which a parent is known.
    pub fn all_grouped<P: Row, K: FromSqlValue + PartialEq>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
        mut add_child: impl FnMut(&mut P, &mut Columns<'_>) -> Result<(), DbError>,
    ) -> Result<Vec<P>, DbError> {
        let (mut parents, mut last_key): (Vec<P>, Option<K>) = (Vec::new(), None);
        self.all_with(sql, params, |columns| {
            let key = columns.peek(0)?;
            if last_key.as_ref() == Some(&key) {
                columns.skip(width(P::COLUMNS));
            } else {
                parents.push(P::from_row(columns)?);
                last_key = Some(key);
            }
            parents.last_mut().map_or(Ok(()), |parent| add_child(parent, columns))
        })?;
        Ok(parents)
    }

    /// Runs several statements on one state of the database, whatever others commit meanwhile. Inside another snapshot
    /// they run on its state: a page reads what several use cases find.
    pub fn in_snapshot<T, E: From<DbError>>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        if self.is_in_snapshot {
            return read(self);
        }
        self.begin_snapshot()?;
        self.is_in_snapshot = true;
        let result = catch_unwind(AssertUnwindSafe(|| read(self)));
        self.is_in_snapshot = false;
        let ended = self.end_snapshot();
        let result = result.unwrap_or_else(|panic| resume_unwind(panic))?;
        ended?;
        Ok(result)
    }

    fn begin_snapshot(&mut self) -> Result<(), DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => Ok(connection.prepare_cached("begin")?.execute([]).map(drop)?),
            Session::Postgres(session) => session.begin_snapshot(),
        }
    }

    fn end_snapshot(&mut self) -> Result<(), DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => Ok(connection.prepare_cached("commit")?.execute([]).map(drop)?),
            Session::Postgres(session) => session.end_snapshot(),
        }
    }

    /// Whether the engine can plan the statement against today's tables.
    pub fn check_statement(&mut self, sql: &'static str) -> Result<(), DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => connection.prepare(rewriting::for_sqlite(sql)).map(drop).map_err(Into::into),
            Session::Postgres(session) => session.check(sql),
        }
    }

    pub(super) fn remember_failure<T>(&mut self, outcome: Result<T, DbError>) -> Result<T, DbError> {
        if let Err(error) = &outcome {
            self.failure.get_or_insert_with(|| error.clone());
        }
        outcome
    }
}

impl Session<'_> {
    pub(super) fn one<T: FromRow>(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Option<T>, DbError> {
        match self {
            Session::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(rewriting::for_sqlite(sql))?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                match rows.next()? {
                    Some(row) => T::from_row(&mut Columns::of_sqlite(row)).map(Some),
                    None => Ok(None),
                }
            }
            Session::Postgres(session) => match session.query(sql, params)?.first() {
                Some(row) => T::from_row(&mut Columns::of_postgres(row)).map(Some),
                None => Ok(None),
            },
        }
    }

    fn all<T>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
        mut read: impl FnMut(&mut Columns<'_>) -> Result<T, DbError>,
    ) -> Result<Vec<T>, DbError> {
        let mut found = Vec::new();
        match self {
            Session::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(rewriting::for_sqlite(sql))?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                while let Some(row) = rows.next()? {
                    found.push(read(&mut Columns::of_sqlite(row))?);
                }
            }
            Session::Postgres(session) => {
                let rows = session.query(sql, params)?;
                found.reserve_exact(rows.len());
                for row in &rows {
                    found.push(read(&mut Columns::of_postgres(row))?);
                }
            }
        }
        Ok(found)
    }

    pub(super) fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        match self {
            Session::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(rewriting::for_sqlite(sql))?;
                let changed = statement.execute(rusqlite::params_from_iter(params))?;
                Ok(u64::try_from(changed).unwrap_or(u64::MAX))
            }
            Session::Postgres(session) => session.execute(sql, params),
        }
    }
}

impl<'c> Tx<'c> {
    pub(super) fn new(session: Session<'c>) -> Self {
        Self { conn: Conn::new(session), changes: TransactionChanges::default(), is_first_attempt: true }
    }

    pub(super) fn new_attempt(session: Session<'c>, is_first_attempt: bool) -> Self {
        Self { is_first_attempt, ..Self::new(session) }
    }

    /// Whether the work runs for the first time, not again after a conflict.
    pub fn is_first_attempt(&self) -> bool {
        self.is_first_attempt
    }

    /// Gives back all row locks, by letting the work run again from its beginning. `SQLite` has no row locks, so there
    /// it goes on.
    pub fn restart_without_locks(&mut self) -> Result<(), DbError> {
        match &mut self.conn.session {
            Session::Sqlite(_) => Ok(()),
            Session::Postgres(session) => Err(session.request_retry("somebody else was faster")),
        }
    }

    /// Runs a statement and counts the rows it changed.
    pub fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        let changed = self.conn.session.execute(sql, params);
        self.conn.remember_failure(changed)
    }

    /// Runs a statement; whether it changed its one row.
    pub fn changes_row(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<bool, DbError> {
        Ok(self.execute(sql, params)? == 1)
    }

    /// Waits longer for locks than a request may: another process may be filling a whole salon.
    pub fn raise_lock_timeouts(&mut self) -> Result<(), DbError> {
        self.execute_on_postgres("set local lock_timeout = '5min'", &[])?;
        self.execute_on_postgres("set local statement_timeout = '5min'", &[])
    }

    /// Runs a statement that only Postgres needs.
    pub fn execute_on_postgres(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<(), DbError> {
        if self.engine() == Engine::Postgres { self.run(sql, params) } else { Ok(()) }
    }

    /// The error of the first statement that failed.
    pub(super) fn failure(&self) -> Option<&DbError> {
        self.conn.failure.as_ref()
    }

    /// Fails if a statement of this transaction failed and the work continued. Postgres has rolled back
    /// such a transaction, but reports no error for its `commit`.
    pub(super) fn ensure_no_failed_statement(&mut self) -> Result<(), DbError> {
        match self.conn.failure.take() {
            Some(failure) => Err(DbError::Statement(format!("work went on after a failure: {failure}"))),
            None => Ok(()),
        }
    }

    /// Notes that what is served from memory under these topics is out of date once this commits.
    pub fn note_changed_topics(&mut self, topics: CacheTopicSet) {
        self.changes.topics = self.changes.topics.with(topics);
    }

    /// Notes what open pages that watch it are told once this commits.
    pub fn note_page_update(&mut self, update: PageUpdate) {
        self.changes.page_updates.insert(update);
    }

    /// Whether those who watch some day of a branch are told of a change.
    pub fn has_board_change(&self) -> bool {
        self.changes.page_updates.has_board()
    }

    /// Notes how a day changes once this commits, for what is kept in memory of it and for those who watch it.
    pub fn note_changed_staff_day(&mut self, day: StaffDay, change: StaffDayChange) {
        self.note_page_update(PageUpdate::Board { branch_id: day.branch_id.clone(), date: day.date });
        self.changes.note_staff_day(day, change);
    }

    /// Keeps a value until this was rolled back, or was committed and its changes are known in this process.
    pub fn keep_until_known(&mut self, value: impl Any + Send) {
        self.changes.until_known.push(value);
    }

    /// Notes that this removes personal data. `SQLite` then empties its log after the commit, which otherwise keeps the
    /// old pages for a while. Postgres keeps old rows until its own clean-up (vacuum).
    pub fn note_erasure(&mut self) {
        self.changes.erases = true;
    }

    /// Notes that the file of `SQLite` is rewritten after the commit, which takes a while if it is large. Postgres does the
    /// like by itself.
    pub fn note_file_rewrite(&mut self) {
        self.changes.rewrites_file = true;
    }

    pub(super) fn into_changes(self) -> TransactionChanges {
        self.changes
    }
}

/// Functions that read from a `Conn` also work in a transaction.
impl<'c> std::ops::Deref for Tx<'c> {
    type Target = Conn<'c>;

    fn deref(&self) -> &Conn<'c> {
        &self.conn
    }
}

impl<'c> std::ops::DerefMut for Tx<'c> {
    fn deref_mut(&mut self) -> &mut Conn<'c> {
        &mut self.conn
    }
}
