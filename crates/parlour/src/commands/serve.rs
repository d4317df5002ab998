//! `parlour serve`: everything in one process, or a part of it.

mod back_channel;
mod behind;
mod connections;
mod integrations;
mod site;

use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use clap::{Args, ValueEnum};
use parlour_api::metrics::Metrics;
use parlour_app::backstage::Backstage;
use tokio::signal::unix::{SignalKind, signal};
use url::Url;

use self::behind::Behind;
use self::site::Doors;
use super::outside::{self, Urls};
use super::{Opened, demo};
use crate::logging;
use crate::settings::Settings;

/// Whoever is still waiting for an answer at shutdown gets this long.
const LAST_ANSWERS: Duration = Duration::from_secs(25);
/// Jobs that take longer are another process's, or run again.
const LAST_JOBS: Duration = Duration::from_secs(10);
const LAST_THREADS: Duration = Duration::from_secs(1);

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
        let served = runtime.block_on(self.serve(opened));
        // Else the process would end when the last thread does, which may wait for a name server that is dead.
        runtime.shutdown_timeout(LAST_THREADS);
        served
    }

    async fn serve(self, opened: Opened) -> anyhow::Result<()> {
        if self.demo {
            demo::fill_if_empty(&opened).await?;
        }
        let stop = Handle::new();
        let has = |part| self.roles.contains(&part);
        let draws = if has(Part::Invoicing) { Some(site::invoicing(&opened).await?) } else { None };
        let ours = draws.as_ref().and_then(|site| Url::parse(&site.url).ok());
        let invoicing = opened.settings.invoicing.url.clone().or(ours);
        let doors = if has(Part::Web) { Some(Doors::open(&opened.settings).await?) } else { None };
        let urls = doors.as_ref().map_or_else(|| Urls::of(&opened.settings), Doors::urls);
        let outside = Arc::new(outside::of(&opened, &urls, invoicing).await?);
        let backstage = Backstage { app: opened.app.clone(), outside };
        let behind = if has(Part::Queue) {
            Some(Behind::prepare(&opened, &backstage, doors.as_ref()).await?)
        } else {
            None
        };
        let metrics = Arc::new(Metrics::new(behind.as_ref().map(Behind::tally)));
        let mut sites = Vec::new();
        if let Some(doors) = doors {
            sites.extend(site::both_apps(&opened, doors, &metrics, &backstage).await?);
        }
        sites.extend(site::metrics(&opened, metrics)?);
        sites.extend(draws);
        // Asked for before anyone is told that we listen: whoever stops us from then on is heard.
        let asked_to_stop = stop_signals()?;
        let mut listening = tokio::task::JoinSet::new();
        for site in sites {
            tracing::info!(app = site.name, address = %site.address, url = %site.url, "listening");
            // Where nobody reads, the log still says it.
            let _ = super::print(&format!("{:<9} {}\n", site.name, site.url));
            listening.spawn(site.run(stop.clone()));
        }
        let behind = behind.map(Behind::start);
        tokio::select! {
            () = asked_to_stop => tracing::info!("stopping, once what is in flight is answered"),
            ended = listening.join_next(), if !listening.is_empty() => ended.transpose()?.transpose()?.unwrap_or(()),
        }
        // Jobs first: they are delivered to the apps.
        if let Some(behind) = behind {
            behind.stop(LAST_JOBS).await;
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
