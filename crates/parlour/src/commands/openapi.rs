//! `parlour openapi`.

use clap::ValueEnum;
use parlour_domain::auth::app_kind::AppKind;

use super::output::print_to_stdout;

/// The app whose document is printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum OpenApiApp {
    Customer,
    Admin,
}

pub(super) fn print(app: OpenApiApp) -> anyhow::Result<()> {
    let app_kind = match app {
        OpenApiApp::Customer => AppKind::Customer,
        OpenApiApp::Admin => AppKind::Admin,
    };
    print_to_stdout(&format!("{}\n", parlour_api::openapi(app_kind).to_pretty_json()?))?;
    Ok(())
}
