//! `parlour serve`: everything in one process, or a part of it.

mod background;
mod connection_limit;
mod integration_checks;
mod own_listener_client;
mod server;

use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use clap::{Args, ValueEnum};
use parlour_app::worker_context::WorkerContext;
use parlour_http::metrics::Metrics;
use tokio::signal::unix::{SignalKind, signal};
use url::Url;

use self::background::BackgroundTasks;
use self::server::BoundListeners;
use super::integrations::{self, AppUrls};
use super::{OpenedApp, demo};
use crate::logging;
use crate::settings::Settings;

/// Whoever is still waiting for an answer at shutdown gets this long.
const REQUEST_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(25);
/// Jobs that take longer are another process's, or run again.
const JOB_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
const THREAD_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Start only these parts, for those who run several machines
    #[arg(long, value_delimiter = ',', default_values_t = [ServerRole::Web, ServerRole::Queue, ServerRole::Invoicing])]
    roles: Vec<ServerRole>,
    /// Fill an empty database with a believable salon first (development only)
    #[arg(long)]
    demo: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ServerRole {
    /// The customer app and the admin app
    Web,
    /// Work that happens by itself
    Queue,
    /// Invoices as PDF
    Invoicing,
}

impl std::fmt::Display for ServerRole {
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
        let opened = OpenedApp::with(settings)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve(opened));
        // Else the process would end when the last thread does, which may wait for a name server that is dead.
        runtime.shutdown_timeout(THREAD_SHUTDOWN_TIMEOUT);
        served
    }

    async fn serve(self, opened: OpenedApp) -> anyhow::Result<()> {
        if self.demo {
            demo::fill_if_empty(&opened).await?;
        }
        let stop = Handle::new();
        let has_role = |part| self.roles.contains(&part);
        let invoicing_server = if has_role(ServerRole::Invoicing) {
            Some(server::invoicing_server(&opened).await?)
        } else {
            None
        };
        let own_invoicing_url = invoicing_server.as_ref().and_then(|server| Url::parse(&server.url).ok());
        let invoicing = opened.settings.invoicing.url.clone().or(own_invoicing_url);
        let listeners = if has_role(ServerRole::Web) {
            Some(BoundListeners::open(&opened.settings).await?)
        } else {
            None
        };
        let urls = listeners.as_ref().map_or_else(|| AppUrls::of(&opened.settings), BoundListeners::urls);
        let integrations = Arc::new(integrations::of(&opened, &urls, invoicing).await?);
        let worker = WorkerContext { app: opened.app.clone(), integrations };
        let background = if has_role(ServerRole::Queue) {
            Some(BackgroundTasks::prepare(&opened, &worker)?)
        } else {
            None
        };
        let metrics = Arc::new(Metrics::new(background.as_ref().map(BackgroundTasks::counters)));
        let mut servers = Vec::new();
        if let Some(listeners) = listeners {
            servers.extend(server::app_servers(&opened, listeners, &metrics, &worker).await?);
        }
        servers.extend(server::metrics(&opened, metrics)?);
        servers.extend(invoicing_server);
        // Asked for before anyone is told that we listen: whoever stops us from then on is heard.
        let stop_requested = wait_for_stop_signal()?;
        let mut listening = tokio::task::JoinSet::new();
        for server in servers {
            tracing::info!(app = server.name, address = %server.address, url = %server.url, "listening");
            // Where nobody reads, the log still says it.
            let _ = super::print_to_stdout(&format!("{:<9} {}\n", server.name, server.url));
            listening.spawn(server.run(stop.clone()));
        }
        let background = background.map(BackgroundTasks::start);
        tokio::select! {
            () = stop_requested => tracing::info!("stopping, once what is in flight is answered"),
            ended = listening.join_next(), if !listening.is_empty() => ended.transpose()?.transpose()?.unwrap_or(()),
        }
        // Jobs first: they may need the invoicing server of this process.
        if let Some(background) = background {
            background.stop(JOB_SHUTDOWN_TIMEOUT).await;
        }
        stop.graceful_shutdown(Some(REQUEST_SHUTDOWN_TIMEOUT));
        while let Some(ended) = listening.join_next().await {
            ended??;
        }
        tracing::info!("stopped");
        Ok(())
    }
}

/// Ends when somebody presses Ctrl-C or the system asks.
fn wait_for_stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
