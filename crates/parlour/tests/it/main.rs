//! One integration-test binary: stories told over HTTP, on both engines.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

mod api_fuzz;
mod browser;
mod commands;
mod documents;
mod durability;
mod erase;
mod http;
mod identity;
mod installed;
mod leads;
mod limits;
mod logs;
mod once;
mod profile;
mod public_reads;
mod races;
mod roles;
mod serving;
mod sessions;
mod sign_in;
mod store;
mod store_engines;
mod store_statements;
