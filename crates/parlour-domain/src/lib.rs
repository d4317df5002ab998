//! The rules of the salon as values. No I/O, no async, no clock, no randomness, no SQL, no HTTP:
//! the current time and random values are arguments.

pub mod audit;
pub mod auth;
pub mod billing;
pub mod booking;
pub mod branch;
mod catalogue;
mod contact;
pub mod customer;
pub mod gems;
pub mod ids;
pub mod image_header;
pub mod import;
pub mod integration;
pub mod ist;
pub mod job;
pub mod lead;
pub mod membership;
pub mod notification;
pub mod page_update;
pub mod rate_limit;
pub mod report;
pub mod setup;
pub mod staff;
mod string_enum;
pub mod text;

pub use catalogue::{offer, service};
pub use contact::{email_address, phone};
