//! The tables: their row types and statements, one SQL text for `SQLite` and Postgres. No business rules.

pub mod audit;
pub mod backup;
pub mod billing;
pub mod bookings;
pub mod branches;
pub mod bulk_insert;
pub mod cache_topics;
pub mod catalogue;
pub mod customers;
pub mod desk_search;
pub mod gems;
pub mod idempotency;
pub mod import_export;
pub mod inspection;
pub mod jobs;
pub mod leads;
pub mod memberships;
pub mod notifications;
pub mod offers;
pub mod pictures;
pub mod reports;
pub mod salon;
pub mod secrets;
pub mod staff;
pub mod users;

/// What nearly every function here takes or returns.
pub use parlour_db::{Conn, DatabaseLocation, Db, DbError, Tx};
