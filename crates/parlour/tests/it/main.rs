//! One integration-test binary: stories told over HTTP, on both engines.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

mod api_fuzz;
mod booking_bounds;
mod booking_cancels;
mod booking_leads;
mod booking_moves;
mod booking_privacy;
mod booking_races;
mod booking_reads;
mod bookings;
mod browser;
mod commands;
mod documents;
mod durability;
mod erase;
mod gems;
mod http;
mod identity;
mod installed;
mod invoices;
mod leads;
mod limits;
mod logs;
mod membership;
mod notifications;
mod once;
mod profile;
mod public_reads;
mod push;
mod races;
mod realtime;
mod roles;
mod serving;
mod sessions;
mod sign_in;
mod small_salon;
mod store;
mod store_engines;
mod store_statements;
