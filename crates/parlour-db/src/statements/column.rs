//! The columns of a row type.

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
