//! The binary under test, installed for one story.

use parlour_testkit::Engine;
use parlour_testkit::fixtures::secrets::SECRET_KEY;
use parlour_testkit::process::Installation;

pub(crate) const PARLOUR_BINARY: &str = env!("CARGO_BIN_EXE_parlour");

/// As it comes: on `SQLite`.
pub(crate) fn sqlite_installation() -> Installation {
    Installation::new(PARLOUR_BINARY)
}

pub(crate) fn installation_on_current_engine() -> Installation {
    Installation::on(Engine::current(), PARLOUR_BINARY)
}

/// With the demo salon, on `SQLite`.
pub(crate) fn demo_on_sqlite() -> Installation {
    Installation::demo_on(Engine::Sqlite, PARLOUR_BINARY)
}

pub(crate) fn demo_on_current_engine() -> Installation {
    Installation::demo_on(Engine::current(), PARLOUR_BINARY)
}

pub(crate) fn production_installation() -> Installation {
    as_production(sqlite_installation())
}

pub(crate) fn production_installation_on_current_engine() -> Installation {
    as_production(installation_on_current_engine())
}

/// The same salon, run as it is in production.
pub(crate) fn as_production(salon: Installation) -> Installation {
    salon
        .with("PARLOUR_ENV", "production")
        .with("PARLOUR_CUSTOMER_URL", "https://salon.example")
        .with("PARLOUR_ADMIN_URL", "https://desk.example")
        .with("PARLOUR_OAUTH_ISSUER", "https://127.0.0.1:1")
        .with("PARLOUR_OAUTH_CLIENT_ID", "parlour")
        .with("PARLOUR_SECRET_KEY", SECRET_KEY)
}
