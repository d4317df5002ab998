//! `parlour serve`: everything in one process, or a part of it.

mod back_channel;
mod connections;
mod integrations;
mod site;

use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use clap::{Args, ValueEnum};
use parlour_api::metrics::Metrics;
use tokio::signal::unix::{SignalKind, signal};

use super::{Opened, demo};
use crate::logging;
use crate::settings::Settings;

/// Whoever is still waiting for an answer at shutdown gets this long.
const LAST_ANSWERS: Duration = Duration::from_secs(25);

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Start only these parts, for those who run several machines
    #[arg(long, value_delimiter = ',', default_values_t = [Part::Web, Part::Queue, Part::Invoicing])]
    roles: Vec<Part>,
    /// Fill an empty database with a believable salon first (development only)
    #[arg(long)]
    demo: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The customer app and the admin app
    Web,
    /// Work that happens by itself
    Queue,
    /// Invoices as PDF
    Invoicing,
}

impl std::fmt::Display for Part {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Web => "web",
            Self::Queue => "queue",
            Self::Invoicing => "invoicing",
        })
    }
}

impl Serve {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let settings = Settings::from_process()?;
        settings.check_for_serving(self.demo)?;
        logging::start(&settings)?;
        let opened = Opened::with(settings)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(opened))
    }

    async fn serve(self, opened: Opened) -> anyhow::Result<()> {
        if self.demo {
            demo::fill_if_empty(&opened).await?;
        }
        let stop = Handle::new();
        let mut sites = Vec::new();
        if self.roles.contains(&Part::Web) {
            let metrics = Arc::new(Metrics::default());
            sites.extend(site::both_apps(&opened, &metrics).await?);
            sites.extend(site::metrics(&opened, metrics)?);
        }
        // Asked for before anyone is told that we listen: whoever stops us from then on is heard.
        let asked_to_stop = stop_signals()?;
        let mut listening = tokio::task::JoinSet::new();
        for site in sites {
            tracing::info!(app = site.name, address = %site.address, url = %site.url, "listening");
            // Where nobody reads, the log still says it.
            let _ = super::print(&format!("{:<9} {}\n", site.name, site.url));
            listening.spawn(site.run(stop.clone()));
        }
        tokio::select! {
            () = asked_to_stop => tracing::info!("stopping, once what is in flight is answered"),
            ended = listening.join_next(), if !listening.is_empty() => ended.transpose()?.transpose()?.unwrap_or(()),
        }
        stop.graceful_shutdown(Some(LAST_ANSWERS));
        while let Some(ended) = listening.join_next().await {
            ended??;
        }
        tracing::info!("stopped");
        Ok(())
    }
}

/// Ends when somebody presses Ctrl-C or the system asks.
fn stop_signals() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
