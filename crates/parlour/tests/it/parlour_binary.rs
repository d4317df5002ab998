//! The binary under test, installed for one story.

use parlour_testkit::Engine;
use parlour_testkit::process::Installation;

pub(crate) const PARLOUR_BINARY: &str = env!("CARGO_BIN_EXE_parlour");

/// As it comes: on `SQLite`.
pub(crate) fn sqlite_installation() -> Installation {
    Installation::new(PARLOUR_BINARY)
}

pub(crate) fn installation_on_current_engine() -> Installation {
    Installation::on(Engine::current(), PARLOUR_BINARY)
}
