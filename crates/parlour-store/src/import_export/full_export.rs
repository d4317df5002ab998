//! Every record that the salon keeps, table by table, for an export.

use std::borrow::Cow;

use parlour_db::json::{self, JsonKind};
use parlour_db::{Conn, DbError, SqlValue};
use parlour_domain::report::spreadsheet::escape_formula;

use super::tables::{Table, TableCursor, list_own_tables};

/// Left out: secrets, what only this installation can use, and what other tables hold already.
const EXCLUDED_TABLES: [&str; 18] = [
    "calendar_feeds",
    "change_counters",
    "export_files",
    "idempotency_keys",
    "import_files",
    "imported_records",
    "imports",
    "integration_status",
    "kept_report_days",
    "kept_report_sums",
    "occupied_times",
    "push_subscriptions",
    "refinery_schema_history",
    "running_files",
    "schedule_runs",
    "secrets",
    "sessions",
    "queued_jobs",
];

/// Tables that the directory is searched by. Their contents come from profiles and users.
const DIRECTORY_TABLE_PREFIX: &str = "directory_";

/// Made of other columns, for searching and sorting.
fn is_derived(column: &str) -> bool {
    column.ends_with("_folded") || column == "search_text"
}

/// A table without its derived columns.
#[derive(Debug)]
pub struct ExportedTable(Table);

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
    let is_kept =
        |name: &String| !EXCLUDED_TABLES.contains(&name.as_str()) && !name.starts_with(DIRECTORY_TABLE_PREFIX);
    let names = list_own_tables(conn)?.into_iter().filter(is_kept);
    names.map(|name| Table::described(conn, name, is_derived).map(ExportedTable)).collect()
}

impl ExportedTable {
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The names of the columns, as they are called everywhere outside the database.
    pub fn header(&self) -> Vec<String> {
        self.0.columns.iter().map(|column| json_name(&column.name)).collect()
    }

    /// Reads the next rows, and says where those after them begin.
    pub fn read_page(
        &self,
        conn: &mut Conn<'_>,
        after: Option<&TableCursor>,
    ) -> Result<(ExportedPage, Option<TableCursor>), DbError> {
        let header = self.header();
        let mut json = Vec::new();
        let mut csv = csv::Writer::from_writer(Vec::new());
        let (rows, next) = self.0.read_page(conn, after, |columns| {
            json.extend_from_slice(if json.is_empty() { b"{" } else { b",\n{" });
            for (column, name) in self.0.columns.iter().zip(&header) {
                let cell = columns.next_value()?;
                csv.write_field(&*csv_text(cell, column.kind)).map_err(csv_error)?;
                json::write_field(name, cell, column.kind, &mut json)?;
            }
            csv.write_record(None::<&[u8]>).map_err(csv_error)?;
            json.push(b'}');
            Ok(())
        })?;
        let csv = csv.into_inner().map_err(csv_error)?;
        Ok((ExportedPage { rows, json, csv }, next))
    }
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
