//! One integration-test binary: stories told over HTTP, on both engines.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

mod audit_log;
mod availability;
mod billing;
mod bookings;
mod branches;
mod browser_files;
mod catalogue;
mod commands;
mod customers;
mod documentation;
mod emails;
mod gems;
mod http;
mod integrations;
mod jobs;
mod leads;
mod memberships;
mod notifications;
mod offers;
mod pages;
mod parlour_binary;
mod reports;
mod salon;
mod scale;
mod sign_in;
mod staff;
mod store;
mod supply_chain;
mod tls_connection;
mod users;
