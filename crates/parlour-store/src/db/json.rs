//! Rows written as JSON while they are read. A list of many rows takes this way: no value is made that would only be
//! written again, and on `SQLite` an instant is stored as the text that it is on the wire.

use std::io::Write as _;

use super::DbError;
use super::conn::Columns;
use super::value::Cell;

/// What a column holds, and so how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Identifiers, words and numbers that we have made ourselves: nothing in them needs escaping.
    Plain,
    Text,
    Int,
    Bool,
    At,
    Date,
    Time,
}

/// A field of a record: its name on the wire, and what it holds.
pub type Field = (&'static str, Kind);

/// What a page of a list turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<P> {
    /// Where its last row stands.
    pub last: Option<P>,
    /// Whether there are rows after it.
    pub has_more: bool,
}

/// Begins the next entry of a list that is being written: a comma goes before every one but the first, which follows
/// the bracket.
pub fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'[') {
        out.push(b',');
    }
}

impl Columns<'_> {
    /// Writes the next columns as fields of the object that has begun.
    pub fn write_fields(&mut self, fields: &[Field], out: &mut Vec<u8>) -> Result<(), DbError> {
        for &(name, kind) in fields {
            write_field(name, self.next_cell()?, kind, out)?;
        }
        Ok(())
    }
}

/// Writes one field of the object that has begun.
pub(crate) fn write_field(name: &str, cell: Cell<'_>, kind: Kind, out: &mut Vec<u8>) -> Result<(), DbError> {
    let before: &[u8] = if out.last() == Some(&b'{') { b"\"" } else { b",\"" };
    out.extend_from_slice(before);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    write(cell, kind, out).ok_or_else(|| DbError::Statement(format!("{name} is not {kind:?}")))
}

fn write(cell: Cell<'_>, kind: Kind, out: &mut Vec<u8>) -> Option<()> {
    match (kind, cell) {
        (_, Cell::Null) => out.extend_from_slice(b"null"),
        (Kind::Text, Cell::Text(text)) => serde_json::to_writer(out, text).ok()?,
        (Kind::Plain | Kind::At | Kind::Date | Kind::Time, Cell::Text(text)) => {
            out.push(b'"');
            out.extend_from_slice(text.as_bytes());
            out.push(b'"');
        }
        (Kind::Int, Cell::Int(number)) => serde_json::to_writer(out, &number).ok()?,
        (Kind::Bool, Cell::Bool(_) | Cell::Int(_)) => {
            let is_true = matches!(cell, Cell::Bool(true) | Cell::Int(1..));
            out.extend_from_slice(if is_true { b"true" } else { b"false" });
        }
        (Kind::At, Cell::Timestamp(at)) => write!(out, "\"{at}\"").ok()?,
        (Kind::Date, Cell::Date(date)) => write!(out, "\"{date}\"").ok()?,
        (Kind::Time, Cell::Time(time)) => write!(out, "\"{time}\"").ok()?,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::Timestamp;

    use super::*;

    #[test]
    fn cells_are_written_as_serde_writes_their_values() {
        fn written(cell: Cell<'_>, kind: Kind) -> Option<String> {
            let mut out = Vec::new();
            write(cell, kind, &mut out).map(|()| String::from_utf8(out).unwrap())
        }
        let at = Timestamp::from_millis(1_804_000_000_123);
        let on_either_engine = Some(serde_json::to_string(&at).unwrap());
        assert_eq!(written(Cell::Timestamp(at), Kind::At), on_either_engine);
        assert_eq!(written(Cell::Text(&at.to_string()), Kind::At), on_either_engine);
        assert_eq!(written(Cell::Text("a\"\\\n\u{1}é"), Kind::Text).as_deref(), Some(r#""a\"\\\n\u0001é""#));
        assert_eq!(written(Cell::Null, Kind::Int).as_deref(), Some("null"));
        assert_eq!(written(Cell::Int(-5), Kind::Int).as_deref(), Some("-5"));
        for (cell, word) in [(Cell::Bool(true), "true"), (Cell::Int(1), "true"), (Cell::Int(0), "false")] {
            assert_eq!(written(cell, Kind::Bool).as_deref(), Some(word));
        }
        assert_eq!(written(Cell::Int(5), Kind::Text), None);
        assert_eq!(written(Cell::Bool(true), Kind::Int), None);
    }
}
