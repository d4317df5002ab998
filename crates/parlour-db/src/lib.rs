//! Units of work on two engines: `db.read(|conn| …).await`, `db.write(|tx| …).await`.
//!
//! A closure is plain synchronous Rust on a database thread. A write commits when it returns `Ok`
//! and leaves no trace when it returns `Err` or panics, nor when it returns `Ok` although one of its
//! statements failed. It may run more than once, where Postgres asks a transaction to try again, so
//! it is an `Fn` and owns what it needs.

mod changes;
mod clock_check;
mod conn;
mod counters;
mod database;
mod error;
mod growing_threads;
mod inspection;
mod location;
pub mod migrations;
mod postgres;
mod sent_statements;
mod sole_connection;
mod sqlite;
mod statements;
mod threads;
mod unit_of_work;
mod unit_queue;
mod write_state;

pub use changes::{page_updates, staff_days, topics};
pub use clock_check::{accept_clock, check_clock};
pub use column::Column;
pub use conn::{Conn, Tx};
pub use counters::CounterStatements;
pub use database::Db;
pub use error::DbError;
pub use inspection::{check_consistency, check_integrity, read_without_changing};
pub use location::{DatabaseLocation, Engine};
pub use postgres::tls::is_postgres_verified;
pub use sent_statements::SentQuestion;
pub use sole_connection::{SoleConnection, SoleConnectionRefusal};
pub use sqlite::open_read_only as open_sqlite_read_only;
pub use statements::like_pattern::like_pattern;
pub use statements::rewriting::{rewrite_for_sqlite, statements_seen_by_sqlite};
pub use statements::row::{Columns, FromRow, Row};
pub use statements::sql_value::{AsSqlValue, FromSqlValue, SqlValue};
pub use statements::{column, cursor, json, sql_text};
