//! Statements put together at compile time: from texts, the columns of row types, and shared conditions.

/// A column of a row type, or the columns of another row type inside it.
#[derive(Debug, Clone, Copy)]
pub enum Column {
    /// A column's name, or an expression that stands in the statement as it is.
    Named(&'static str),
    /// The columns of a row type, with the alias of its table, or with the outer alias where that is empty.
    Nested(&'static [Column], &'static str),
}

/// How many columns a row type reads.
pub const fn width(columns: &[Column]) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < columns.len() {
        count += match columns[index] {
            Column::Named(_) => 1,
            Column::Nested(nested, _) => width(nested),
        };
        index += 1;
    }
    count
}

/// The place of a named column of a row type. A name that it does not have stops the compiler.
pub const fn position(columns: &[Column], name: &str) -> usize {
    let mut index = 0;
    while index < columns.len() {
        if let Column::Named(own) = columns[index]
            && is_same(own.as_bytes(), name.as_bytes())
        {
            return index;
        }
        index += 1;
    }
    panic!("the row type has no such column")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

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
        let (mut text, mut index) = (Self::empty(), 0);
        while index < parts.len() {
            text.push_str(parts[index]);
            index += 1;
        }
        text
    }

    /// `l.id, l.name` for the columns `id` and `name` of a table with the alias `l`.
    pub const fn of_columns(columns: &[Column], alias: &str) -> Self {
        let mut text = Self::empty();
        text.push_columns(columns, alias);
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
pub(crate) const TWENTY_PARAMETERS: &str =
    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20";

/// Joins the parts of a statement: `sql!("select ", columns!(Lead, "l"), " from leads l where l.id = $1")`. Parts are
/// literals, `columns!` and constants; tests put the same parts together to prepare every statement.
macro_rules! sql {
    ($($part:expr),+ $(,)?) => {{
        const PARTS: &[&str] = &[$($part),+];
        const LENGTH: usize = $crate::db::sql_text::Text::<0>::of_parts(PARTS).length();
        const TEXT: &$crate::db::sql_text::Text<LENGTH> = &$crate::db::sql_text::Text::of_parts(PARTS);
        const STATEMENT: &str = TEXT.as_str();
        STATEMENT
    }};
}
pub(crate) use sql;

/// The columns of a row type in the order in which it reads them, for a table with this alias.
macro_rules! columns {
    ($row:ty, $alias:literal) => {{
        const COLUMNS: &[$crate::db::Column] = <$row as $crate::db::Row>::COLUMNS;
        const LENGTH: usize = $crate::db::sql_text::Text::<0>::of_columns(COLUMNS, $alias).length();
        const TEXT: &$crate::db::sql_text::Text<LENGTH> = &$crate::db::sql_text::Text::of_columns(COLUMNS, $alias);
        const LIST: &str = TEXT.as_str();
        LIST
    }};
}
pub(crate) use columns;

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(sql!("select ", columns!(Outer, "i"), " from t i"), format!("select {list} from t i"));
        assert_eq!(
            (width(<Outer as crate::db::Row>::COLUMNS), position(<Inner as crate::db::Row>::COLUMNS, "id")),
            (5, 0)
        );
    }
}
