//! One integration-test binary: stories told over HTTP, on both engines.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

pub mod audit_log;
pub mod availability;
mod back_office;
pub mod billing;
pub mod bookings;
pub mod branches;
pub mod catalogue;
pub mod commands;
pub mod customers;
mod documentation;
pub mod emails;
pub mod gems;
pub mod http;
pub mod integrations;
pub mod jobs;
pub mod leads;
mod live_salon;
pub mod memberships;
pub mod notifications;
pub mod offers;
mod parlour_binary;
pub mod reports;
pub mod scale;
pub mod sign_in;
mod small_salon;
pub mod staff;
pub mod store;
pub mod users;
