//! The database. One SQL text, two engines. Knows tables, not reasons.

pub mod audit;
pub mod backup;
pub mod bookings;
pub mod branches;
pub mod catalogue;
pub mod changes;
pub mod checkout;
pub mod consents;
pub mod customer_bookings;
pub mod customers;
pub mod db;
pub mod desk_bookings;
pub mod desk_changes;
pub mod desk_list;
pub mod directory;
pub mod erasure;
pub mod export;
pub mod gems;
pub mod idempotency;
pub mod invoices;
pub mod leads;
pub mod membership_sessions;
pub mod memberships;
pub mod merging;
pub mod migrations;
pub mod notices;
pub mod offers;
pub mod profiles;
pub mod push_subscriptions;
pub mod sessions;
pub mod staff;
pub mod tiers;
pub mod users;
pub mod work;

pub use db::{Conn, Db, DbError, Location, Tx};
