//! Writes rows as JSON while they are read. Long lists use this, because it creates no Rust values only to serialise
//! them, and `SQLite` stores timestamps in the same text format as JSON.

use std::io::Write as _;

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::{BookingId, BranchId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;

use super::row::{Columns, Row};
use super::sql_value::SqlValue;
use crate::error::DbError;

/// What a column holds, and so how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    /// Identifiers, words and numbers that we have made ourselves: nothing in them needs escaping.
    Plain,
    Text,
    Int,
    Bool,
    At,
    Date,
    Time,
}

/// A field of a record: its name in JSON, and what it holds.
#[derive(Debug, Clone, Copy)]
pub struct JsonField {
    pub name: &'static str,
    pub kind: JsonKind,
}

/// A row type that can be written as JSON without being made.
pub trait JsonRow: Row {
    const FIELDS: &'static [JsonField];
}

/// A type that says how its column is written.
pub trait JsonColumn {
    const KIND: JsonKind;
}

pub const fn kind_of_field<R, T: JsonColumn>(_: fn(&R) -> &T) -> JsonKind {
    T::KIND
}

impl<T: JsonColumn> JsonColumn for Option<T> {
    const KIND: JsonKind = T::KIND;
}

macro_rules! json_columns {
    ($($type:ty: $kind:ident)*) => {$(
        impl JsonColumn for $type {
            const KIND: JsonKind = JsonKind::$kind;
        }
    )*};
}
json_columns! {
    String: Text i64: Int bool: Bool Timestamp: At NaiveDate: Date NaiveTime: Time
    BookingId: Plain BranchId: Plain UserId: Plain OfferId: Plain MembershipId: Plain ServiceId: Plain StaffId: Plain
    BookingStatus: Plain ServiceType: Plain WishedGender: Plain
}

/// The end of a written page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEnd<P> {
    /// The cursor of the last row; `None` if the page is empty.
    pub last: Option<P>,
    /// Whether there are rows after it.
    pub has_more: bool,
}

/// Begins the next entry of a list that is being written: a comma goes before every one but the first, which follows
/// the bracket.
pub fn write_separator(out: &mut Vec<u8>) {
    if out.last() != Some(&b'[') {
        out.push(b',');
    }
}

impl Columns<'_> {
    /// Writes the next columns as fields of the object that has begun.
    pub fn write_fields(&mut self, fields: &[JsonField], out: &mut Vec<u8>) -> Result<(), DbError> {
        for &JsonField { name, kind } in fields {
            write_field(name, self.next_value()?, kind, out)?;
        }
        Ok(())
    }
}

/// Writes one field of the object that has begun.
pub fn write_field(name: &str, sql_value: SqlValue<'_>, kind: JsonKind, out: &mut Vec<u8>) -> Result<(), DbError> {
    let before: &[u8] = if out.last() == Some(&b'{') { b"\"" } else { b",\"" };
    out.extend_from_slice(before);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    write_value(sql_value, kind, out).ok_or_else(|| DbError::Statement(format!("{name} is not {kind:?}")))
}

fn write_value(sql_value: SqlValue<'_>, kind: JsonKind, out: &mut Vec<u8>) -> Option<()> {
    match (kind, sql_value) {
        (_, SqlValue::Null) => out.extend_from_slice(b"null"),
        (JsonKind::Text, SqlValue::Text(text)) => serde_json::to_writer(out, text).ok()?,
        (JsonKind::Plain | JsonKind::At | JsonKind::Date | JsonKind::Time, SqlValue::Text(text)) => {
            out.push(b'"');
            out.extend_from_slice(text.as_bytes());
            out.push(b'"');
        }
        (JsonKind::Int, SqlValue::Int(number)) => serde_json::to_writer(out, &number).ok()?,
        (JsonKind::Bool, SqlValue::Bool(_) | SqlValue::Int(_)) => {
            let is_true = matches!(sql_value, SqlValue::Bool(true) | SqlValue::Int(1..));
            out.extend_from_slice(if is_true { b"true" } else { b"false" });
        }
        (JsonKind::At, SqlValue::Timestamp(at)) => write!(out, "\"{at}\"").ok()?,
        (JsonKind::Date, SqlValue::Date(date)) => write!(out, "\"{date}\"").ok()?,
        (JsonKind::Time, SqlValue::Time(time)) => write!(out, "\"{time}\"").ok()?,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_serde_writes_them() {
        fn written(sql_value: SqlValue<'_>, kind: JsonKind) -> Option<String> {
            let mut out = Vec::new();
            write_value(sql_value, kind, &mut out).map(|()| String::from_utf8(out).unwrap())
        }
        let at = Timestamp::from_millis(1_804_000_000_123);
        let expected_json = Some(serde_json::to_string(&at).unwrap());
        assert_eq!(written(SqlValue::Timestamp(at), JsonKind::At), expected_json);
        assert_eq!(written(SqlValue::Text(&at.to_string()), JsonKind::At), expected_json);
        assert_eq!(written(SqlValue::Text("a\"\\\n\u{1}é"), JsonKind::Text).as_deref(), Some(r#""a\"\\\n\u0001é""#));
        assert_eq!(written(SqlValue::Null, JsonKind::Int).as_deref(), Some("null"));
        assert_eq!(written(SqlValue::Int(-5), JsonKind::Int).as_deref(), Some("-5"));
        for (sql_value, word) in
            [(SqlValue::Bool(true), "true"), (SqlValue::Int(1), "true"), (SqlValue::Int(0), "false")]
        {
            assert_eq!(written(sql_value, JsonKind::Bool).as_deref(), Some(word));
        }
        assert_eq!(written(SqlValue::Int(5), JsonKind::Text), None);
        assert_eq!(written(SqlValue::Bool(true), JsonKind::Int), None);
    }
}
