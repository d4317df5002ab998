//! Units of work on two engines: `db.read(|conn| …).await`, `db.write(|tx| …).await`.
//!
//! A closure is plain synchronous Rust on a database thread. A write commits when it returns `Ok`
//! and leaves no trace when it returns `Err` or panics, nor when it returns `Ok` although one of its
//! statements failed. It may run more than once, where Postgres asks a transaction to try again, so
//! it is an `Fn` and owns what it needs.

mod clock_check;
pub mod column;
mod conn;
pub mod cursor;
mod database;
mod error;
mod inspection;
pub mod json;
mod like_pattern;
pub mod live_changes;
mod location;
pub mod migrations;
mod pg_session;
mod postgres;
mod published_changes;
mod row;
mod row_type;
mod search_index;
mod sole_connection;
pub mod sql_text;
mod sql_value;
mod sqlite;
mod sqlite_leftovers;
mod sqlite_timeouts;
mod sqlite_watcher;
pub mod staff_days;
mod statement_rewriting;
mod threads;
mod tls;
mod topic_counters;
pub mod topics;
mod unit_of_work;
mod unit_queue;
mod write_state;

pub use clock_check::accept_clock;
pub use column::Column;
pub use conn::{Conn, Tx};
pub use database::Db;
pub use error::DbError;
pub use inspection::{Inspection, inspect, read_without_changing};
pub use location::{DatabaseLocation, Engine};
pub use row::{Columns, FromRow, Row};
pub use sole_connection::{SoleConnection, SoleConnectionRefusal};
pub use sql_value::{AsSqlValue, FromSqlValue, SqlValue};
pub use statement_rewriting::{rewrite_for_sqlite, statements_seen_by_sqlite};
pub use tls::is_postgres_verified;

pub(crate) use inspection::check_integrity;
pub(crate) use like_pattern::like_pattern;
pub(crate) use sql_text::{columns, insert, select, sql, update};
pub(crate) use sqlite::open_read_only as open_sqlite_read_only;
