//! Rows: how they are read, and the one list that says which columns a row type has.

use super::error::DbError;
use super::sql_text::{Column, width};
use super::sql_value::{FromSqlValue, SqlValue};

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
    pub(super) fn of_sqlite(row: &'r rusqlite::Row<'r>) -> Self {
        Self { row: EngineRow::Sqlite(row), next: 0 }
    }

    pub(super) fn of_postgres(row: &'r postgres::Row) -> Self {
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

    pub(crate) fn next_value(&mut self) -> Result<SqlValue<'_>, DbError> {
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
