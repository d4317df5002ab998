//! Log lines: readable text, or JSON.

use std::io::IsTerminal;

use anyhow::Context;
use tracing_subscriber::EnvFilter;

use crate::settings::Settings;
use crate::settings::values::LogFormat;

pub(crate) fn start(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::builder()
        .parse(&settings.log_filter)
        .context("PARLOUR_LOG: is not a filter such as info or parlour=debug")?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let lines = if std::io::stderr().is_terminal() { lines } else { lines.with_ansi(false) };
    match settings.log_format {
        LogFormat::Json => lines.json().flatten_event(true).init(),
        LogFormat::Pretty => lines.with_target(false).init(),
    }
    Ok(())
}
