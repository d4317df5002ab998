//! Every record that the salon keeps, table by table, for an export.

use std::borrow::Cow;

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ist::Timestamp;
use parlour_domain::report::spreadsheet::escape_formula;

use crate::db::json::{self, JsonKind};
use crate::db::{Conn, DbError, Engine, SqlValue};
use crate::params;

/// Left out: secrets, what only this installation can use, and what other tables hold already.
const EXCLUDED_TABLES: [&str; 14] = [
    "calendar_feeds",
    "change_counters",
    "idempotency_keys",
    "imported_records",
    "imports",
    "integration_status",
    "occupied_times",
    "push_subscriptions",
    "refinery_schema_history",
    "schedule_runs",
    "secrets",
    "sessions",
    "sqlite_sequence",
    "queued_jobs",
];

/// Tables that the directory is searched by. Their contents come from profiles and users.
const DIRECTORY_TABLE_PREFIX: &str = "directory_";

/// Made of other columns, for searching and sorting.
fn is_derived(column: &str) -> bool {
    column.ends_with("_folded") || column == "search_text"
}

/// Rows that are read at once: memory stays bounded however many there are.
const ROWS_PER_PAGE: usize = 5_000;

/// A table as the database itself describes it.
#[derive(Debug)]
pub struct ExportedTable {
    pub name: String,
    columns: Vec<ExportedColumn>,
    /// How many columns are the key. They are read before the others.
    keys: usize,
    first: &'static str,
    next: &'static str,
}

#[derive(Debug)]
struct ExportedColumn {
    name: String,
    kind: JsonKind,
}

/// Where the next page begins: the key of the last row.
#[derive(Debug)]
pub struct TableCursor(Vec<KeyPart>);

#[derive(Debug)]
enum KeyPart {
    Text(String),
    Int(i64),
    At(Timestamp),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// The rows of one page, as JSON and as CSV.
#[derive(Debug)]
pub struct ExportedPage {
    pub rows: usize,
    /// Objects, with a comma between each two.
    pub json: Vec<u8>,
    /// Records, without a header.
    pub csv: Vec<u8>,
}

/// All that is exported, by name.
pub fn list_tables(conn: &mut Conn<'_>) -> Result<Vec<ExportedTable>, DbError> {
    let names: Vec<(String,)> = match conn.engine() {
        Engine::Sqlite => conn.all(
            "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name",
            params![],
        )?,
        Engine::Postgres => conn.all(
            "select cast(table_name as text) from information_schema.tables
             where table_schema = current_schema() order by 1",
            params![],
        )?,
    };
    let names = names.into_iter().map(|(name,)| name);
    let kept =
        names.filter(|name| !EXCLUDED_TABLES.contains(&name.as_str()) && !name.starts_with(DIRECTORY_TABLE_PREFIX));
    kept.map(|name| ExportedTable::described(conn, name)).collect()
}

impl ExportedTable {
    fn described(conn: &mut Conn<'_>, name: String) -> Result<Self, DbError> {
        // Each with its type, and its place in the key or 0.
        let described: Vec<(String, String, i64)> = match conn.engine() {
            Engine::Sqlite => {
                conn.all("select name, type, pk from pragma_table_info($1) order by cid", params![name])?
            }
            Engine::Postgres => conn.all(
                "select cast(c.column_name as text), cast(c.data_type as text),
                     cast(coalesce(k.ordinal_position, 0) as bigint)
                 from information_schema.columns c
                     left join information_schema.table_constraints t on t.table_schema = c.table_schema
                         and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
                     left join information_schema.key_column_usage k on k.table_schema = c.table_schema
                         and k.constraint_name = t.constraint_name and k.column_name = c.column_name
                 where c.table_schema = current_schema() and cast(c.table_name as text) = $1 order by c.ordinal_position",
                params![name],
            )?,
        };
        let mut keys: Vec<(i64, String)> = described
            .iter()
            .filter(|(.., place)| *place > 0)
            .map(|(column, _, place)| (*place, column.clone()))
            .collect();
        keys.sort();
        let keys: Vec<String> = keys.into_iter().map(|(_, column)| column).collect();
        let columns: Vec<ExportedColumn> = described
            .into_iter()
            .filter(|(column, ..)| !is_derived(column))
            .map(|(name, kind, _)| Ok(ExportedColumn { kind: kind_of_column(&kind)?, name }))
            .collect::<Result<_, DbError>>()?;
        let (first, next) = page_statements(&name, &columns, &keys);
        Ok(Self { name, columns, keys: keys.len(), first, next })
    }

    /// The names of the columns, as they are called everywhere outside the database.
    pub fn header(&self) -> Vec<String> {
        self.columns.iter().map(|column| json_name(&column.name)).collect()
    }

    /// Reads the next rows, and says where those after them begin.
    pub fn read_page(
        &self,
        conn: &mut Conn<'_>,
        after: Option<&TableCursor>,
    ) -> Result<(ExportedPage, Option<TableCursor>), DbError> {
        let header = self.header();
        let (mut rows, mut json, mut last) = (0, Vec::new(), None);
        let mut csv = csv::Writer::from_writer(Vec::new());
        let (sql, key) = match after {
            Some(position) => (self.next, position.cells()),
            None => (self.first, Vec::new()),
        };
        conn.all_with(sql, &key, |columns| {
            let mut key = Vec::with_capacity(self.keys);
            for _ in 0..self.keys {
                key.push(KeyPart::of(columns.next_value()?)?);
            }
            last = Some(TableCursor(key));
            json.extend_from_slice(if rows == 0 { b"{" } else { b",\n{" });
            for (column, name) in self.columns.iter().zip(&header) {
                let cell = columns.next_value()?;
                csv.write_field(&*csv_text(cell, column.kind)).map_err(csv_error)?;
                json::write_field(name, cell, column.kind, &mut json)?;
            }
            csv.write_record(None::<&[u8]>).map_err(csv_error)?;
            json.push(b'}');
            rows += 1;
            Ok(())
        })?;
        let csv = csv.into_inner().map_err(csv_error)?;
        // A page that is not full is the last.
        Ok((ExportedPage { rows, json, csv }, last.filter(|_| rows == ROWS_PER_PAGE)))
    }
}

/// The first page, and every later one. They are made once for each run of a command, so that they live on is no loss.
fn page_statements(table: &str, columns: &[ExportedColumn], keys: &[String]) -> (&'static str, &'static str) {
    let columns: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let (columns, keys_in_order) = (columns.join(", "), keys.join(", "));
    let places: Vec<String> = (1..=keys.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let begin = ["select", &keys_in_order, ",", &columns, "from", table].join(" ");
    let end = format!("order by {keys_in_order} limit {ROWS_PER_PAGE}");
    let next = format!("{begin} where ({keys_in_order}) > ({places}) {end}");
    (format!("{begin} {end}").leak(), next.leak())
}

/// Both engines say what a column holds in the words of the migrations, or Postgres' longer ones.
fn kind_of_column(declared: &str) -> Result<JsonKind, DbError> {
    Ok(match declared.to_lowercase().as_str() {
        "text" => JsonKind::Text,
        "bigint" => JsonKind::Int,
        "boolean" => JsonKind::Bool,
        "timestamptz" | "timestamp with time zone" => JsonKind::At,
        "date" => JsonKind::Date,
        "time" | "time without time zone" => JsonKind::Time,
        other => return Err(DbError::Statement(format!("no export knows a column of type {other}"))),
    })
}

/// `price_paise` is `pricePaise` outside the database.
fn json_name(column: &str) -> String {
    let mut name = String::with_capacity(column.len());
    let mut is_next_large = false;
    for letter in column.chars() {
        match letter {
            '_' => is_next_large = true,
            letter if is_next_large => {
                name.push(letter.to_ascii_uppercase());
                is_next_large = false;
            }
            letter => name.push(letter),
        }
    }
    name
}

/// As a spreadsheet reads it: nothing where there is nothing, and no text that it would take for a formula.
fn csv_text(cell: SqlValue<'_>, kind: JsonKind) -> Cow<'_, str> {
    match (kind, cell) {
        (_, SqlValue::Null) => Cow::Borrowed(""),
        (JsonKind::Text, SqlValue::Text(text)) => escape_formula(text),
        (_, SqlValue::Text(text)) => Cow::Borrowed(text),
        (JsonKind::Bool, SqlValue::Int(number)) => Cow::Borrowed(if number == 0 { "false" } else { "true" }),
        (_, SqlValue::Bool(value)) => Cow::Borrowed(if value { "true" } else { "false" }),
        (_, SqlValue::Int(number)) => Cow::Owned(number.to_string()),
        (_, SqlValue::Timestamp(at)) => Cow::Owned(at.to_string()),
        (_, SqlValue::Date(date)) => Cow::Owned(date.to_string()),
        (_, SqlValue::Time(time)) => Cow::Owned(time.to_string()),
    }
}

fn csv_error(error: impl std::fmt::Display) -> DbError {
    DbError::Statement(format!("a row cannot be written as CSV: {error}"))
}

impl TableCursor {
    fn cells(&self) -> Vec<SqlValue<'_>> {
        self.0.iter().map(KeyPart::cell).collect()
    }
}

impl KeyPart {
    fn of(cell: SqlValue<'_>) -> Result<Self, DbError> {
        Ok(match cell {
            SqlValue::Text(text) => Self::Text(text.to_owned()),
            SqlValue::Int(number) => Self::Int(number),
            SqlValue::Timestamp(at) => Self::At(at),
            SqlValue::Date(date) => Self::Date(date),
            SqlValue::Time(time) => Self::Time(time),
            SqlValue::Null | SqlValue::Bool(_) => {
                return Err(DbError::Statement("a key holds what no key of ours holds".into()));
            }
        })
    }

    fn cell(&self) -> SqlValue<'_> {
        match self {
            Self::Text(text) => SqlValue::Text(text),
            Self::Int(number) => SqlValue::Int(*number),
            Self::At(at) => SqlValue::Timestamp(*at),
            Self::Date(date) => SqlValue::Date(*date),
            Self::Time(time) => SqlValue::Time(*time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_get_their_json_names() {
        for (column, name) in [("id", "id"), ("price_paise", "pricePaise"), ("date_of_birth", "dateOfBirth")] {
            assert_eq!(json_name(column), name);
        }
    }

    #[test]
    fn formulas_are_escaped_in_csv() {
        assert_eq!(csv_text(SqlValue::Text("=1+1"), JsonKind::Text), "'=1+1");
        assert_eq!(csv_text(SqlValue::Text("+919876543210"), JsonKind::Text), "+919876543210");
        assert_eq!(csv_text(SqlValue::Null, JsonKind::Text), "");
        assert_eq!(csv_text(SqlValue::Int(1), JsonKind::Bool), "true");
    }
}
