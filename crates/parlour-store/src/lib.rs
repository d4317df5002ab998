//! The database layer: one SQL text for SQLite and Postgres. It has tables and statements, but no business rules.

pub mod audit;
pub mod backup;
pub mod billing;
pub mod bookings;
pub mod branches;
pub mod bulk_insert;
pub mod cache_topics;
pub mod catalogue;
pub mod customers;
pub mod db;
pub mod desk_search;
pub mod gems;
pub mod idempotency;
pub mod import_export;
pub mod jobs;
pub mod leads;
pub mod memberships;
pub mod notifications;
pub mod offers;
pub mod pictures;
pub mod reports;
pub mod secrets;
pub mod staff;
pub mod users;

pub use db::{
    Conn, DatabaseLocation, Db, DbError, Inspection, SoleConnection, Tx, accept_clock, inspect, is_postgres_verified,
    migrations, read_without_changing,
};
