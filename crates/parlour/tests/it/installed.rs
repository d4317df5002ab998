//! The binary under test, installed for one story.

use parlour_testkit::Engine;
use parlour_testkit::process::Installation;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_parlour");

/// As it comes: on `SQLite`.
pub(crate) fn new() -> Installation {
    Installation::new(BINARY)
}

pub(crate) fn on_this_engine() -> Installation {
    Installation::on(Engine::current(), BINARY)
}
