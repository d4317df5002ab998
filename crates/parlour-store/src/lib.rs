//! The database. One SQL text, two engines. Knows tables, not reasons.

pub mod audit;
pub mod backup;
pub mod branches;
pub mod catalogue;
pub mod changes;
pub mod consents;
pub mod customers;
pub mod db;
pub mod erasure;
pub mod export;
pub mod idempotency;
pub mod leads;
pub mod migrations;
pub mod offers;
pub mod profiles;
pub mod sessions;
pub mod staff;
pub mod tiers;
pub mod users;
pub mod work;

pub use db::{Conn, Db, DbError, Location, Tx};
