//! Rows, and how they are read.

use super::column::{Column, width};
use super::sql_value::{FromSqlValue, SqlValue};
use crate::error::DbError;

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

impl<'r> Columns<'r> {
    pub(crate) fn of_sqlite(row: &'r rusqlite::Row<'r>) -> Self {
        Self { row: EngineRow::Sqlite(row), next: 0 }
    }

    pub(crate) fn of_postgres(row: &'r postgres::Row) -> Self {
        Self { row: EngineRow::Postgres(row), next: 0 }
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
        T::from_sql_value(self.next_value()?)
            .ok_or_else(|| DbError::Statement(format!("column {at} cannot be read as {}", std::any::type_name::<T>())))
    }

    pub fn next_value(&mut self) -> Result<SqlValue<'_>, DbError> {
        let at = self.next;
        self.next += 1;
        match &self.row {
            EngineRow::Sqlite(row) => SqlValue::try_from(row.get_ref(at)?),
            EngineRow::Postgres(row) => Ok(row.try_get(at)?),
        }
    }
}

macro_rules! tuple_rows {
    ($(($($column:ident),*))*) => {$(
        impl<$($column: FromSqlValue),*> FromRow for ($($column,)*) {
            fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
                Ok(($(columns.take::<$column>()?,)*))
            }
        }
    )*};
}
tuple_rows! { (A) (A, B) (A, B, C) (A, B, C, D) }

/// For statements that only say whether there is a row.
impl FromRow for () {
    fn from_row(_: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok(())
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
