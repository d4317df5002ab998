//! What a unit of work sees of the database.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::error::DbError;
use super::location::Engine;
use super::pg_session::PgSession;
use super::sql_text::{Column, width};
use super::sql_value::{FromSqlValue, SqlValue};
use super::statement_rewriting;
use super::topics::CacheTopicSet;

/// A connection, for reading.
#[derive(Debug)]
pub struct Conn<'c> {
    session: Session<'c>,
    /// What the first statement that failed said.
    failure: Option<String>,
}

#[derive(Debug)]
pub(super) enum Session<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut PgSession),
}

/// A transaction: all of it happens, or none.
#[derive(Debug)]
pub struct Tx<'c> {
    conn: Conn<'c>,
    changed_topics: CacheTopicSet,
}

/// A row's columns, taken from left to right: the order of a `select` is the order of its row type.
#[derive(Debug)]
pub struct Columns<'r> {
    row: EngineRow<'r>,
    next: usize,
}

#[derive(Debug)]
enum EngineRow<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r postgres::Row),
}

/// What can be read from a row, column by column.
pub trait FromRow: Sized {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError>;
}

/// A row type that knows which columns it reads, in their order. `columns!` writes them into statements.
pub trait Row: FromRow {
    const COLUMNS: &'static [Column];
}

impl<'c> Conn<'c> {
    pub(super) fn new(session: Session<'c>) -> Self {
        Self { session, failure: None }
    }

    pub fn engine(&self) -> Engine {
        match self.session {
            Session::Sqlite(_) => Engine::Sqlite,
            Session::Postgres(_) => Engine::Postgres,
        }
    }

    /// The first row, if there is one.
    pub fn one<T: FromRow>(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<Option<T>, DbError> {
        let found = self.session.one(sql, params);
        self.remember_failure(found)
    }

    /// Every row. For lists that cannot grow without bound, or that are cut by a limit.
    pub fn all<T: FromRow>(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Vec<T>, DbError> {
        self.all_with(sql, params, T::from_row)
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

    /// Runs several statements on one state of the database, whatever others commit meanwhile.
    pub fn in_snapshot<T, E: From<DbError>>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.run_control_statement("begin", "begin isolation level repeatable read read only")?;
        let result = catch_unwind(AssertUnwindSafe(|| read(self)));
        let committed = self.run_control_statement("commit", "commit");
        let result = result.unwrap_or_else(|panic| resume_unwind(panic))?;
        committed?;
        Ok(result)
    }

    fn run_control_statement(
        &mut self,
        sqlite_statement: &'static str,
        postgres_statement: &'static str,
    ) -> Result<(), DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => {
                connection.prepare_cached(sqlite_statement)?.execute([])?;
                Ok(())
            }
            Session::Postgres(session) => session.run_batch(postgres_statement),
        }
    }

    /// Whether the engine can plan the statement against today's tables.
    pub fn check_statement(&mut self, sql: &'static str) -> Result<(), DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => {
                connection.prepare(statement_rewriting::for_sqlite(sql)).map(drop).map_err(Into::into)
            }
            Session::Postgres(session) => session.check(sql),
        }
    }

    fn remember_failure<T>(&mut self, outcome: Result<T, DbError>) -> Result<T, DbError> {
        if let Err(error) = &outcome {
            self.failure.get_or_insert_with(|| error.to_string());
        }
        outcome
    }
}

impl Session<'_> {
    fn one<T: FromRow>(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Option<T>, DbError> {
        match self {
            Session::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(statement_rewriting::for_sqlite(sql))?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                match rows.next()? {
                    Some(row) => T::from_row(&mut Columns { row: EngineRow::Sqlite(row), next: 0 }).map(Some),
                    None => Ok(None),
                }
            }
            Session::Postgres(session) => match session.query(sql, params)?.first() {
                Some(row) => T::from_row(&mut Columns { row: EngineRow::Postgres(row), next: 0 }).map(Some),
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
                let mut statement = connection.prepare_cached(statement_rewriting::for_sqlite(sql))?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                while let Some(row) = rows.next()? {
                    found.push(read(&mut Columns { row: EngineRow::Sqlite(row), next: 0 })?);
                }
            }
            Session::Postgres(session) => {
                let rows = session.query(sql, params)?;
                found.reserve_exact(rows.len());
                for row in &rows {
                    found.push(read(&mut Columns { row: EngineRow::Postgres(row), next: 0 })?);
                }
            }
        }
        Ok(found)
    }

    fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        match self {
            Session::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(statement_rewriting::for_sqlite(sql))?;
                let changed = statement.execute(rusqlite::params_from_iter(params))?;
                Ok(u64::try_from(changed).unwrap_or(u64::MAX))
            }
            Session::Postgres(session) => session.execute(sql, params),
        }
    }
}

impl<'c> Tx<'c> {
    pub(super) fn new(session: Session<'c>) -> Self {
        Self { conn: Conn::new(session), changed_topics: CacheTopicSet::NONE }
    }

    /// Runs a statement and counts the rows it changed.
    pub fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        let changed = self.conn.session.execute(sql, params);
        self.conn.remember_failure(changed)
    }

    /// Waits longer for locks than a request may: another process may be filling a whole salon.
    pub fn raise_lock_timeouts(&mut self) -> Result<(), DbError> {
        self.execute_on_postgres("set local lock_timeout = '5min'", &[])?;
        self.execute_on_postgres("set local statement_timeout = '5min'", &[])
    }

    /// Runs a statement that only Postgres needs.
    pub(crate) fn execute_on_postgres(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<(), DbError> {
        if self.engine() == Engine::Postgres {
            self.execute(sql, params)?;
        }
        Ok(())
    }

    /// Refuses to keep work that went on after a statement had failed. Postgres has forgotten all
    /// of it by then, and answers a `commit` as if it had not.
    pub(super) fn ensure_no_failed_statement(&mut self) -> Result<(), DbError> {
        match self.conn.failure.take() {
            Some(failure) => Err(DbError::Statement(format!("work went on after a failure: {failure}"))),
            None => Ok(()),
        }
    }

    /// Notes that what is served from memory under these topics is out of date once this commits.
    pub(crate) fn note_changed_topics(&mut self, topics: CacheTopicSet) {
        self.changed_topics = self.changed_topics.with(topics);
    }

    pub(super) fn changed_topics(&self) -> CacheTopicSet {
        self.changed_topics
    }
}

/// Whatever reads can also read what its own transaction has written.
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

impl Columns<'_> {
    /// Skips columns that repeat those of the row before.
    pub fn skip(&mut self, count: usize) {
        self.next += count;
    }

    /// The column so many places after the next one, which stays the next one.
    pub fn peek<T: FromSqlValue>(&mut self, offset: usize) -> Result<T, DbError> {
        let next = self.next;
        self.next += offset;
        let value = self.take();
        self.next = next;
        value
    }

    /// The next column.
    pub fn take<T: FromSqlValue>(&mut self) -> Result<T, DbError> {
        let at = self.next;
        T::from_sql_value(self.next_value()?).ok_or_else(|| {
            DbError::Statement(format!("column {at} cannot be read as {}", std::any::type_name::<T>()))
        })
    }

    pub(crate) fn next_value(&mut self) -> Result<SqlValue<'_>, DbError> {
        let at = self.next;
        self.next += 1;
        match &self.row {
            EngineRow::Sqlite(row) => SqlValue::try_from(row.get_ref(at)?),
            EngineRow::Postgres(row) => Ok(row.try_get(at)?),
        }
    }
}

impl<A: FromSqlValue> FromRow for (A,) {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?,))
    }
}

impl<A: FromSqlValue, B: FromSqlValue> FromRow for (A, B) {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?, columns.take()?))
    }
}

impl<A: FromSqlValue, B: FromSqlValue, C: FromSqlValue> FromRow for (A, B, C) {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?, columns.take()?, columns.take()?))
    }
}

impl<A: FromSqlValue, B: FromSqlValue, C: FromSqlValue, D: FromSqlValue> FromRow for (A, B, C, D) {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?, columns.take()?, columns.take()?, columns.take()?))
    }
}

/// None where the first column is null, as all are where a `left join` finds nothing.
impl<T: Row> FromRow for Option<T> {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        let next = columns.next;
        if columns.next_value()? == SqlValue::Null {
            columns.next = next + width(T::COLUMNS);
            return Ok(None);
        }
        columns.next = next;
        T::from_row(columns).map(Some)
    }
}

impl<T: Row> Row for Option<T> {
    const COLUMNS: &'static [Column] = T::COLUMNS;
}

/// The one list of a row type's columns, from which it is read and with which statements select it:
/// `row! { Lead { id, name, service_name: "s.name", note: [LeadNote, "n"]; tags } }`. A field without a source is the
/// column of its name; a text, or a constant
/// in parentheses, is another column or an expression; brackets hold a row type inside this one and the alias
/// of its table. Fields after the semicolon are not read and begin empty. With `json` in front,
/// the same list writes rows as JSON while they are read.
#[macro_export]
macro_rules! row {
    (json $type:ident $(<$generic:ident>)? { $($field:ident),* $(,)? $(; $($unread:ident),+ $(,)?)? }) => {
        $crate::row! { $type $(<$generic>)? { $($field),* $(; $($unread),+)? } }

        impl$(<$generic>)? $crate::db::json::JsonRow for $type$(<$generic>)? {
            const FIELDS: &'static [$crate::db::json::JsonField] = &[$($crate::db::json::JsonField {
                name: {
                    const LENGTH: usize =
                        $crate::db::sql_text::Text::<0>::of_json_name(stringify!($field)).length();
                    const NAME: &$crate::db::sql_text::Text<LENGTH> =
                        &$crate::db::sql_text::Text::of_json_name(stringify!($field));
                    NAME.as_str()
                },
                kind: $crate::db::json::kind_of_field(|row: &Self| &row.$field),
            }),*];
        }
    };
    (
        $type:ident $(<$generic:ident>)? {
            $($field:ident $(: $source:tt)?),* $(,)? $(; $($unread:ident),+ $(,)?)?
        }
    ) => {
        impl$(<$generic>)? $crate::db::Row for $type$(<$generic>)? {
            const COLUMNS: &'static [$crate::db::Column] =
                &[$($crate::row_column!($field $(, $source)?)),*];
        }

        impl$(<$generic>)? $crate::db::FromRow for $type$(<$generic>)? {
            fn from_row(columns: &mut $crate::db::Columns<'_>) -> Result<Self, $crate::DbError> {
                Ok(Self {
                    $($field: $crate::row_value!(columns $(, $source)?),)*
                    $($($unread: Default::default(),)+)?
                })
            }
        }
    };
}

/// One entry of [`row!`] as a column.
#[doc(hidden)]
#[macro_export]
macro_rules! row_column {
    ($field:ident) => {
        $crate::db::Column::Named(stringify!($field))
    };
    ($field:ident, [$row:ty]) => {
        $crate::db::Column::Nested(<$row as $crate::db::Row>::COLUMNS, "")
    };
    ($field:ident, [$row:ty, $alias:literal]) => {
        $crate::db::Column::Nested(<$row as $crate::db::Row>::COLUMNS, $alias)
    };
    ($field:ident, ($text:expr)) => {
        $crate::db::Column::Named($text)
    };
    ($field:ident, $text:literal) => {
        $crate::db::Column::Named($text)
    };
}

/// One entry of [`row!`] as a value that is read.
#[doc(hidden)]
#[macro_export]
macro_rules! row_value {
    ($columns:ident, [$row:ty $(, $alias:literal)?]) => {
        <$row as $crate::db::FromRow>::from_row($columns)?
    };
    ($columns:ident $(, $text:tt)?) => {
        $columns.take()?
    };
}
