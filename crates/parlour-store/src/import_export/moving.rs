//! Copies a whole database into an empty one, of the same engine or the other.

use std::path::Path;

use parlour_db::{
    Conn, DatabaseLocation, DbError, Engine, SoleConnection, SoleConnectionRefusal, SqlValue, Tx, migrations,
};

use super::tables::{StoredValue, Table, TableCursor, list_own_tables};
use crate::bulk_insert::insert_statement::RepeatedInsert;

/// Follow from `directory_texts`, differently on each engine.
const SEARCH_TABLE_PREFIX: &str = "directory_search";
/// Have rows as soon as Parlour has run on a database, also before anybody has used it. Those of the source replace them.
const TECHNICAL_TABLES: [&str; 7] = [
    "change_counters",
    "directory_counts",
    "idempotency_keys",
    "integration_status",
    "queued_jobs",
    "schedule_runs",
    "secrets",
];

#[derive(Debug, thiserror::Error)]
pub enum MoveRefusal {
    #[error("there is no such database")]
    Missing,
    #[error(
        "its schema is not the one of this version of Parlour; run `parlour migrate` on it first, with a version that is \
         not older"
    )]
    OtherSchema,
    #[error("it is not empty: there are rows in {0}")]
    NotEmpty(String),
    #[error(transparent)]
    Connection(#[from] SoleConnectionRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Opens the database that is copied. It is only read.
pub fn open_source(location: &DatabaseLocation) -> Result<SoleConnection, MoveRefusal> {
    if !exists(location) {
        return Err(MoveRefusal::Missing);
    }
    let mut source = SoleConnection::open(location)?;
    if !source.read(migrations::is_current)? {
        return Err(MoveRefusal::OtherSchema);
    }
    Ok(source)
}

/// Opens a database that nobody has used yet, and creates its tables. A file of `SQLite` need not exist yet.
pub fn open_empty_target(location: &DatabaseLocation) -> Result<SoleConnection, MoveRefusal> {
    if exists(location) {
        SoleConnection::open(location)?.read(refuse_rows)?;
    }
    migrations::run(location)?;
    let mut target = SoleConnection::open(location)?;
    // Somebody else may have filled it meanwhile.
    target.read(refuse_rows)?;
    Ok(target)
}

fn exists(location: &DatabaseLocation) -> bool {
    match location {
        DatabaseLocation::Sqlite(path) => Path::exists(path),
        DatabaseLocation::Postgres(_) => true,
    }
}

fn refuse_rows(conn: &mut Conn<'_>) -> Result<(), MoveRefusal> {
    for table in list_own_tables(conn)? {
        let is_technical = TECHNICAL_TABLES.contains(&table.as_str());
        if is_moved(&table) && !is_technical && conn.exists(any_row(&table), &[])? {
            return Err(MoveRefusal::NotEmpty(table));
        }
    }
    Ok(())
}

/// Made once for each table in a run of a command, so that it lives on is no loss.
fn any_row(table: &str) -> &'static str {
    let quoted = format!("\"{table}\"");
    ["select", "1", "from", &quoted, "limit", "1"].join(" ").leak()
}

fn is_moved(table: &str) -> bool {
    table != migrations::HISTORY_TABLE && !table.starts_with(SEARCH_TABLE_PREFIX)
}

/// Copies all rows from one state of the source, in one transaction of the target. `on_rows` is told the table and how many
/// rows of it were copied, after every page and at its end. Returns each table with its rows.
pub fn copy_all(
    source: &mut SoleConnection,
    target: &mut SoleConnection,
    on_rows: &mut dyn FnMut(&str, u64),
) -> Result<Vec<(String, u64)>, DbError> {
    let copied = source.read(|conn| {
        let names = list_own_tables(conn)?.into_iter().filter(|name| is_moved(name));
        let tables = names.map(|name| Table::described(conn, name, |_| false)).collect::<Result<Vec<_>, _>>()?;
        target.write(|tx| {
            let dropped = suspend_foreign_keys(tx)?;
            let mut copied = Vec::with_capacity(tables.len());
            for table in tables {
                let rows = copy_table(conn, tx, &table, on_rows)?;
                copied.push((table.name, rows));
            }
            continue_numbers(tx)?;
            restore_foreign_keys(tx, &dropped)?;
            Ok::<_, DbError>(copied)
        })
    })?;
    target.analyze()?;
    Ok(copied)
}

fn copy_table(
    conn: &mut Conn<'_>,
    tx: &mut Tx<'_>,
    table: &Table,
    on_rows: &mut dyn FnMut(&str, u64),
) -> Result<u64, DbError> {
    if TECHNICAL_TABLES.contains(&table.name.as_str()) {
        tx.run(["delete", "from", &table.name].join(" ").leak(), &[])?;
    }
    let insert: &'static RepeatedInsert = Box::leak(Box::new(RepeatedInsert::of(insert_statement(table))));
    let (mut copied, mut after): (u64, Option<TableCursor>) = (0, None);
    loop {
        let mut cells = Vec::new();
        let (rows, next) = table.read_page(conn, after.as_ref(), |columns| {
            for column in &table.columns {
                let unreadable =
                    || DbError::Statement(format!("{}.{} has a value of another type", table.name, column.name));
                let cell = columns.next_value()?;
                cells.push(StoredValue::of_kind(cell, column.kind).ok_or_else(unreadable)?);
            }
            Ok(())
        })?;
        let cells: Vec<SqlValue<'_>> = cells.iter().map(StoredValue::cell).collect();
        insert.insert_cells(tx, &cells)?;
        copied += rows as u64;
        on_rows(&table.name, copied);
        if next.is_none() {
            return Ok(copied);
        }
        after = next;
    }
}

fn insert_statement(table: &Table) -> &'static str {
    let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
    let (columns, places) = (format!("({})", columns.join(", ")), format!("({})", places.join(", ")));
    ["insert", "into", &table.name, &columns, "values", &places].join(" ").leak()
}

/// A foreign key of Postgres, in SQL.
type ForeignKey = (String, String, String);

/// Rows may come before those that they point to: tables point to one another, and to themselves. `SQLite` then checks at
/// the commit; on Postgres the keys are dropped and created again, in the same transaction.
fn suspend_foreign_keys(tx: &mut Tx<'_>) -> Result<Vec<ForeignKey>, DbError> {
    if tx.engine() == Engine::Sqlite {
        tx.run("pragma defer_foreign_keys = on", &[])?;
        return Ok(Vec::new());
    }
    let keys: Vec<ForeignKey> = tx.all(
        "select quote_ident(t.relname), quote_ident(c.conname), pg_get_constraintdef(c.oid)
         from pg_constraint c join pg_class t on t.oid = c.conrelid
         where c.contype = 'f' and t.relnamespace = cast(current_schema() as regnamespace) order by 1, 2",
        &[],
    )?;
    for (table, name, _) in &keys {
        tx.run(format!("alter table {table} drop constraint {name}").leak(), &[])?;
    }
    Ok(keys)
}

fn restore_foreign_keys(tx: &mut Tx<'_>, dropped: &[ForeignKey]) -> Result<(), DbError> {
    for (table, name, definition) in dropped {
        tx.run(format!("alter table {table} add constraint {name} {definition}").leak(), &[])?;
    }
    Ok(())
}

/// The next customer of the directory gets the number after the copied ones. `SQLite` looks at the rows for it.
fn continue_numbers(tx: &mut Tx<'_>) -> Result<(), DbError> {
    if tx.engine() == Engine::Postgres {
        tx.one_value::<Option<i64>>(
            "select setval(pg_get_serial_sequence('directory_texts', 'number'), max(number)) from directory_texts",
            &[],
        )?;
    }
    Ok(())
}
