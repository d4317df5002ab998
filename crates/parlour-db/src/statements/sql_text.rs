//! Statements put together at compile time: from texts, the columns of row types, and shared conditions.

use super::column::Column;

/// Text that is built at compile time. Its length is found by building it once without room: `Text::<0>`.
#[derive(Debug)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Text<N> {
    const fn empty() -> Self {
        Self { bytes: [0; N], length: 0 }
    }

    pub const fn of_parts(parts: &[&str]) -> Self {
        let mut text = Self::empty();
        text.push_parts(parts);
        text
    }

    /// `l.id, l.name` for the columns `id` and `name` of a table with the alias `l`.
    pub const fn of_columns(columns: &[Column], alias: &str) -> Self {
        let mut text = Self::empty();
        text.push_columns(columns, alias);
        text
    }

    /// `insert into t (a, b) values ($1, $2)`, and what follows.
    pub const fn of_insert(table: &str, columns: &[&str], rest: &[&str]) -> Self {
        // In two parts: tests take a literal that begins with a verb and a space for a whole statement.
        let mut text = Self::of_parts(&["insert", " into ", table, " ("]);
        let mut index = 0;
        while index < columns.len() {
            text.push_parts(&[if index == 0 { "" } else { ", " }, columns[index]]);
            index += 1;
        }
        text.push_str(") values (");
        index = 0;
        while index < columns.len() {
            text.push_parts(&[if index == 0 { "$" } else { ", $" }]);
            index += 1;
            text.push_number(index);
        }
        text.push_str(")");
        index = 0;
        while index < rest.len() {
            text.push_parts(&[" ", rest[index]]);
            index += 1;
        }
        text
    }

    /// `update t set a = $2, b = $3 where key = $1`.
    pub const fn of_update(table: &str, key: &str, columns: &[&str]) -> Self {
        let mut text = Self::of_parts(&["update", " ", table, " set "]);
        let mut index = 0;
        while index < columns.len() {
            text.push_parts(&[if index == 0 { "" } else { ", " }, columns[index], " = $"]);
            text.push_number(index + 2);
            index += 1;
        }
        text.push_parts(&[" where ", key, " = $1"]);
        text
    }

    /// `totalVisits` for `total_visits`.
    pub const fn of_json_name(column: &str) -> Self {
        let (mut text, bytes, mut index) = (Self::empty(), column.as_bytes(), 0);
        while index < bytes.len() {
            if bytes[index] == b'_' && index + 1 < bytes.len() {
                index += 1;
                text.push(bytes[index].to_ascii_uppercase());
            } else {
                text.push(bytes[index]);
            }
            index += 1;
        }
        text
    }

    pub const fn length(&self) -> usize {
        self.length
    }

    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => text,
            Err(_) => panic!("a statement is not UTF-8"),
        }
    }

    const fn push(&mut self, byte: u8) {
        if self.length < N {
            self.bytes[self.length] = byte;
        }
        self.length += 1;
    }

    const fn push_str(&mut self, part: &str) {
        let (bytes, mut index) = (part.as_bytes(), 0);
        while index < bytes.len() {
            self.push(bytes[index]);
            index += 1;
        }
    }

    const fn push_parts(&mut self, parts: &[&str]) {
        let mut index = 0;
        while index < parts.len() {
            self.push_str(parts[index]);
            index += 1;
        }
    }

    const fn push_number(&mut self, number: usize) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b"0123456789"[number % 10]);
    }

    const fn push_columns(&mut self, columns: &[Column], alias: &str) {
        let mut index = 0;
        while index < columns.len() {
            match columns[index] {
                Column::Nested(nested, own_alias) => {
                    self.push_columns(nested, if own_alias.is_empty() { alias } else { own_alias });
                }
                Column::Named(name) => {
                    if self.length > 0 {
                        self.push_str(", ");
                    }
                    if !alias.is_empty() && is_plain_name(name) {
                        self.push_str(alias);
                        self.push(b'.');
                    }
                    self.push_str(name);
                }
            }
            index += 1;
        }
    }
}

/// An expression has other characters than a column's name, and gets no alias.
const fn is_plain_name(name: &str) -> bool {
    let (bytes, mut index) = (name.as_bytes(), 0);
    while index < bytes.len() {
        if !matches!(bytes[index], b'a'..=b'z' | b'0'..=b'9' | b'_') {
            return false;
        }
        index += 1;
    }
    true
}

/// For `in (…)`: lists of ids are read twenty at a time, so that one statement serves them all.
pub const TWENTY_PARAMETERS: &str =
    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20";

/// A text that a constructor of [`Text`] makes while compiling: `text!(of_parts, PARTS)`.
#[doc(hidden)]
#[macro_export]
macro_rules! text {
    ($constructor:ident $(, $argument:expr)+) => {{
        const LENGTH: usize = $crate::sql_text::Text::<0>::$constructor($($argument),+).length();
        const TEXT: &$crate::sql_text::Text<LENGTH> = &$crate::sql_text::Text::$constructor($($argument),+);
        const STATEMENT: &str = TEXT.as_str();
        STATEMENT
    }};
}

/// Joins the parts of a statement: `sql!(select!(Lead, "l"), " from leads l where l.id = $1")`. Parts are
/// literals, `select!`, `columns!` and constants; tests put the same parts together to prepare every statement.
#[macro_export]
macro_rules! sql {
    ($($part:expr),+ $(,)?) => {
        $crate::text!(of_parts, &[$($part),+])
    };
}

/// The columns of a row type in the order in which it reads them, for a table with this alias.
#[macro_export]
macro_rules! columns {
    ($row:ty, $alias:literal) => {
        $crate::text!(of_columns, <$row as $crate::Row>::COLUMNS, $alias)
    };
}

/// The beginning of a statement that reads rows of a type: `select l.id, l.name`.
#[macro_export]
macro_rules! select {
    ($row:ty, $alias:literal) => {
        $crate::sql!("select ", $crate::columns!($row, $alias))
    };
}

/// Inserts one row, by a method of [`Tx`](crate::Tx). Each column stands beside its value; without one it takes the
/// field of that name, or the variable of that name where there is no record.
/// `insert! { tx.changes_row, "tags", tag { id, slug, name_folded: fold(&tag.name) }, "on conflict do nothing" }`
#[macro_export]
macro_rules! insert {
    (
        $tx:ident.$method:ident, $table:literal, { $($column:ident $(: $value:expr)?),+ $(,)? } $(, $rest:literal)?
    ) => {
        $tx.$method(
            $crate::text!(of_insert, $table, &[$(stringify!($column)),+], &[$($rest)?]),
            $crate::params![$($crate::column_value!(($column) $($value)?)),+],
        )
    };
    (
        $tx:ident.$method:ident, $table:literal, $record:ident { $($column:ident $(: $value:expr)?),+ $(,)? }
        $(, $rest:literal)?
    ) => {
        $tx.$method(
            $crate::text!(of_insert, $table, &[$(stringify!($column)),+], &[$($rest)?]),
            $crate::params![$($crate::column_value!(($record.$column) $($value)?)),+],
        )
    };
}

/// Updates the row that a key names, as [`insert!`] inserts one.
/// `update! { tx.run, "tiers", id, tier { name, is_active } }`
#[macro_export]
macro_rules! update {
    (
        $tx:ident.$method:ident, $table:literal, $key:ident,
        $record:ident { $($column:ident $(: $value:expr)?),+ $(,)? }
    ) => {
        $tx.$method(
            $crate::text!(of_update, $table, stringify!($key), &[$(stringify!($column)),+]),
            $crate::params![
                $record.$key,
                $($crate::column_value!(($record.$column) $($value)?)),+
            ],
        )
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! column_value {
    (($($of_that_name:tt)+)) => {
        $($of_that_name)+
    };
    (($($of_that_name:tt)+) $value:expr) => {
        $value
    };
}

#[cfg(test)]
mod tests {
    use crate::column::{position, width};
    use crate::row;

    #[derive(Debug)]
    #[expect(dead_code, reason = "only its columns are looked at")]
    struct Inner {
        id: String,
        name: String,
    }
    row! { Inner { id, name: "x.display_name" } }

    #[derive(Debug)]
    #[expect(dead_code, reason = "only its columns are looked at")]
    struct Outer {
        inner: Inner,
        other: Option<Inner>,
        is_new: bool,
        rest: Vec<String>,
    }
    row! { Outer { inner: [Inner], other: [Option<Inner>, "o"], is_new: "count(*) = 0"; rest } }

    #[test]
    fn columns_follow_the_row_type() {
        assert_eq!(columns!(Inner, ""), "id, x.display_name");
        let list = "i.id, x.display_name, o.id, x.display_name, count(*) = 0";
        assert_eq!(columns!(Outer, "i"), list);
        assert_eq!(select!(Outer, "i"), format!("select {list}"));
        assert_eq!(sql!("select ", columns!(Outer, "i"), " from t i"), format!("select {list} from t i"));
        assert_eq!((width(<Outer as crate::Row>::COLUMNS), position(<Inner as crate::Row>::COLUMNS, "id")), (5, 0));
    }

    #[test]
    fn columns_are_numbered_like_their_values() {
        const NAMES: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let columns = NAMES.join(", ");
        let numbers = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10";
        let insert = format!("insert into t ({columns}) values ({numbers}) on conflict do nothing");
        assert_eq!(text!(of_insert, "t", NAMES, &["on conflict do nothing"]), insert);
        assert_eq!(text!(of_update, "t", "id", &["a", "b"]), "update t set a = $2, b = $3 where id = $1");
    }
}
