//! `parlour migrate`.

use parlour_db::migrations;

use super::opened_app::{database_location, install_tls_provider};
use crate::settings::Settings;

pub(super) fn run() -> anyhow::Result<()> {
    install_tls_provider();
    let applied = migrations::run(&database_location(&Settings::from_process()?))?;
    if applied.is_empty() {
        println!("The schema is up to date.");
    }
    for name in applied {
        println!("applied {name}");
    }
    Ok(())
}
