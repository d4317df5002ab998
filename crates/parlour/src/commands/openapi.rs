//! `parlour openapi`.

use clap::ValueEnum;
use parlour_domain::auth::app_side::AppSide;

use super::output::print_to_stdout;

/// The app whose document is printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum OpenApiApp {
    Customer,
    Admin,
}

pub(super) fn print(app: OpenApiApp) -> anyhow::Result<()> {
    let side = match app {
        OpenApiApp::Customer => AppSide::Customer,
        OpenApiApp::Admin => AppSide::Admin,
    };
    print_to_stdout(&format!("{}\n", parlour_api::openapi(side).to_pretty_json()?))?;
    Ok(())
}
