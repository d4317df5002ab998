//! What integration tests share: a salon with people as clients of the real router, a clock that only the test moves,
//! and real servers that start when a test needs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

pub mod actions;
pub mod browser;
pub mod certified_identity_provider;
pub mod checks;
pub mod chromium;
mod engine;
pub mod fake_identity_provider;
pub mod fake_queue;
pub mod fixtures;
pub mod mail_server;
pub mod page_checks;
mod person;
pub mod process;
mod reply;
pub mod s3_server;
mod salon;
pub mod servers;
mod starting_data;
pub mod temporary_folder;
mod test_database;
mod test_times;

pub use engine::{Engine, run, run_within};
pub use parlour_testkit_macros::test_on_both_engines;
pub use person::Person;
pub use reply::Reply;
pub use salon::{SalonOptions, TestSalon};
