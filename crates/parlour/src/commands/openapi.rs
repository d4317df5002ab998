//! `parlour openapi`.

use clap::ValueEnum;
use parlour_domain::app_side::AppSide;

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Which {
    Customer,
    Admin,
}

pub(super) fn print(which: Which) -> anyhow::Result<()> {
    let side = match which {
        Which::Customer => AppSide::Customer,
        Which::Admin => AppSide::Admin,
    };
    super::print(&format!("{}\n", parlour_api::openapi(side).to_pretty_json()?))?;
    Ok(())
}
