//! One integration-test binary: stories told over HTTP, on both engines.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

mod documents;
mod http;
mod commands;
mod durability;
mod browser;
mod erase;
mod identity;
mod profile;
mod roles;
mod sessions;
mod sign_in;
mod leads;
mod limits;
mod public_reads;
mod api_fuzz;
mod logs;
mod serving;
mod once;
mod store;
mod store_engines;
mod store_statements;
