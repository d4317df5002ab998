//! Tables as the database itself describes them, read page by page in the order of their key.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::json::JsonKind;
use parlour_db::{Columns, Conn, DbError, Engine, FromSqlValue, SqlValue, migrations, params};
use parlour_domain::ist::Timestamp;

/// Rows that are read at once: memory stays bounded however many there are.
const ROWS_PER_PAGE: usize = 5_000;

#[derive(Debug)]
pub struct Table {
    pub name: String,
    pub(crate) columns: Vec<TableColumn>,
    /// How many columns are the key. They are read before the others.
    keys: usize,
    first: &'static str,
    next: &'static str,
}

#[derive(Debug)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) kind: JsonKind,
}

/// Where the next page begins: the key of the last row.
#[derive(Debug)]
pub struct TableCursor(Vec<StoredValue>);

/// A value of a column, kept after its row was read.
#[derive(Debug)]
pub(crate) enum StoredValue {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    At(Timestamp),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// The tables of Parlour that are there, by name. Others in the same database are not Parlour's.
pub(crate) fn list_own_tables(conn: &mut Conn<'_>) -> Result<Vec<String>, DbError> {
    let known = migrations::known_tables();
    Ok(list_relations(conn)?.into_iter().filter(|name| known.contains(name.as_str())).collect())
}

/// Everything that can be selected from, but what belongs to the engine or its extensions.
pub(crate) fn list_relations(conn: &mut Conn<'_>) -> Result<Vec<String>, DbError> {
    match conn.engine() {
        Engine::Sqlite => conn.all_values(
            "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite!_%' escape '!'
             order by name",
            params![],
        ),
        Engine::Postgres => conn.all_values(
            "select cast(relname as text) from pg_class c
             where relnamespace = cast(current_schema() as regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
             and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1",
            params![],
        ),
    }
}

impl Table {
    pub(crate) fn described(
        conn: &mut Conn<'_>,
        name: String,
        is_left_out: impl Fn(&str) -> bool,
    ) -> Result<Self, DbError> {
        // Each with its type, and its place in the key or 0.
        let described: Vec<(String, String, i64)> = match conn.engine() {
            Engine::Sqlite => {
                conn.all("select name, type, pk from pragma_table_info($1) order by cid", params![name])?
            }
            Engine::Postgres => conn.all(
                "select cast(a.attname as text), format_type(a.atttypid, null), coalesce((select k.place
                     from unnest(i.indkey) with ordinality as k (attnum, place) where k.attnum = a.attnum), 0)
                 from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
                 where a.attrelid = to_regclass(quote_ident($1)) and a.attnum > 0 and not a.attisdropped
                 order by a.attnum",
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
        let columns: Vec<TableColumn> = described
            .into_iter()
            .filter(|(column, ..)| !is_left_out(column))
            .map(|(name, kind, _)| Ok(TableColumn { kind: kind_of_column(&kind)?, name }))
            .collect::<Result<_, DbError>>()?;
        let (first, next) = page_statements(&name, &columns, &keys);
        Ok(Self { name, columns, keys: keys.len(), first, next })
    }

    /// Reads the next rows with a function. How many there were, and where those after them begin.
    pub(crate) fn read_page(
        &self,
        conn: &mut Conn<'_>,
        after: Option<&TableCursor>,
        mut read: impl FnMut(&mut Columns<'_>) -> Result<(), DbError>,
    ) -> Result<(usize, Option<TableCursor>), DbError> {
        let (mut rows, mut last) = (0, None);
        let (sql, key) = match after {
            Some(TableCursor(key)) => (self.next, key.iter().map(StoredValue::cell).collect()),
            None => (self.first, Vec::new()),
        };
        conn.all_with(sql, &key, |columns| {
            let key = (0..self.keys).map(|_| columns.next_value().map(StoredValue::of));
            last = Some(TableCursor(key.collect::<Result<_, _>>()?));
            rows += 1;
            read(columns)
        })?;
        // A page that is not full is the last.
        Ok((rows, last.filter(|_| rows == ROWS_PER_PAGE)))
    }
}

/// The first page, and every later one. They are made once for each run of a command, so that they live on is no loss.
fn page_statements(table: &str, columns: &[TableColumn], keys: &[String]) -> (&'static str, &'static str) {
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
        "bigint" | "integer" => JsonKind::Int,
        "boolean" => JsonKind::Bool,
        "timestamptz" | "timestamp with time zone" => JsonKind::At,
        "date" => JsonKind::Date,
        "time" | "time without time zone" => JsonKind::Time,
        other => return Err(DbError::Statement(format!("no table of ours has a column of type {other}"))),
    })
}

impl StoredValue {
    /// As the engine has it.
    fn of(cell: SqlValue<'_>) -> Self {
        match cell {
            SqlValue::Null => Self::Null,
            SqlValue::Bool(value) => Self::Bool(value),
            SqlValue::Int(number) => Self::Int(number),
            SqlValue::Text(text) => Self::Text(text.to_owned()),
            SqlValue::Timestamp(at) => Self::At(at),
            SqlValue::Date(date) => Self::Date(date),
            SqlValue::Time(time) => Self::Time(time),
        }
    }

    /// As the other engine wants it: `SQLite` has dates and times as text, and booleans as numbers.
    pub(crate) fn of_kind(cell: SqlValue<'_>, kind: JsonKind) -> Option<Self> {
        match kind {
            _ if cell == SqlValue::Null => Some(Self::Null),
            JsonKind::Plain | JsonKind::Text => String::from_sql_value(cell).map(Self::Text),
            JsonKind::Int => i64::from_sql_value(cell).map(Self::Int),
            JsonKind::Bool => bool::from_sql_value(cell).map(Self::Bool),
            JsonKind::At => Timestamp::from_sql_value(cell).map(Self::At),
            JsonKind::Date => NaiveDate::from_sql_value(cell).map(Self::Date),
            JsonKind::Time => NaiveTime::from_sql_value(cell).map(Self::Time),
        }
    }

    pub(crate) fn cell(&self) -> SqlValue<'_> {
        match self {
            Self::Null => SqlValue::Null,
            Self::Bool(value) => SqlValue::Bool(*value),
            Self::Int(number) => SqlValue::Int(*number),
            Self::Text(text) => SqlValue::Text(text),
            Self::At(at) => SqlValue::Timestamp(*at),
            Self::Date(date) => SqlValue::Date(*date),
            Self::Time(time) => SqlValue::Time(*time),
        }
    }
}
