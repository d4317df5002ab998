//! `parlour serve`: all server roles in one process, or some of them.

mod app_servers;
mod background;
pub(super) mod certificate;
mod connection_limit;
mod connection_progress;
mod integration_checks;
mod open_requests;
mod own_listener_client;
mod scheduled_backups;
mod sent_body;
mod server;
mod unsent_bytes;

use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use axum_server::tls_rustls::RustlsConfig;
use clap::{Args, ValueEnum};
use parlour_http::metrics::Metrics;
use parlour_http::resources::Resources;
use parlour_worker::worker_context::WorkerContext;
use tokio::signal::unix::{Signal, SignalKind, signal};
use url::Url;

use self::app_servers::BoundListeners;
use self::background::BackgroundTasks;
use self::certificate::LoadedCertificate;
use self::scheduled_backups::ScheduledBackups;
use super::demo;
use super::doctor::watched_folders;
use super::integrations::{AppUrls, build_integrations};
use super::opened_app::OpenedApp;
use super::output::print_to_stdout;
use crate::logging;
use crate::settings::values::LogFormat;
use crate::settings::{Settings, TlsFiles};

/// Requests in progress have this long to finish at shutdown.
const REQUEST_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(25);
/// Jobs in progress have this long to finish at shutdown. A longer job is run again later.
const JOB_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
const THREAD_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
/// For files, pictures, PDFs and names of hosts. Each keeps memory of its own after its work.
const MAX_BLOCKING_THREADS: usize = 64;

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Start only these roles, when roles run on separate machines
    #[arg(long, value_delimiter = ',', default_values = ["web", "queue", "invoicing"])]
    roles: Vec<ServerRole>,
    /// First fill an empty database with demo data (development only)
    #[arg(long)]
    demo: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ServerRole {
    /// The customer app and the admin app
    Web,
    /// The job queue and its schedules
    Queue,
    /// The service that renders invoices as PDF
    Invoicing,
}

impl Serve {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let settings = Settings::from_process()?;
        settings.check_for_serving(self.demo)?;
        logging::start(&settings)?;
        for warning in settings.warnings_for_serving() {
            tracing::warn!("{warning}");
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(MAX_BLOCKING_THREADS)
            .build()?;
        if self.demo {
            // On connections of its own: closed, they give back the memory that filling needs.
            let filled = OpenedApp::open(Settings::from_process()?)?;
            runtime.block_on(demo::fill_if_empty(&filled))?;
        }
        let opened = OpenedApp::open(settings)?;
        let served = runtime.block_on(self.serve(opened));
        // Without a timeout the process would wait for threads that may be blocked, for example by a dead name server.
        runtime.shutdown_timeout(THREAD_SHUTDOWN_TIMEOUT);
        served
    }

    async fn serve(self, opened: OpenedApp) -> anyhow::Result<()> {
        opened.prepare_secrets().await?;
        let stop = Handle::new();
        let has_role = |role| self.roles.contains(&role);
        let resources = Arc::new(Resources::new(watched_folders(&opened.settings)));
        let invoicing_server =
            if has_role(ServerRole::Invoicing) { Some(server::invoicing_server(&opened).await?) } else { None };
        let own_invoicing_url = invoicing_server.as_ref().and_then(|server| Url::parse(&server.url).ok());
        let invoicing = opened.settings.invoicing.url.clone().or(own_invoicing_url);
        let listeners =
            if has_role(ServerRole::Web) { Some(BoundListeners::bind(&opened.settings, &resources)?) } else { None };
        let tls = listeners.as_ref().and_then(BoundListeners::tls);
        let urls = listeners.as_ref().map_or_else(|| AppUrls::from_settings(&opened.settings), BoundListeners::urls);
        let integrations = Arc::new(build_integrations(&opened, &urls, invoicing).await?);
        let worker = WorkerContext { app: opened.app.clone(), integrations };
        let background =
            if has_role(ServerRole::Queue) { Some(BackgroundTasks::prepare(&opened, &worker)?) } else { None };
        let backups = if has_role(ServerRole::Queue) { ScheduledBackups::of(&opened, &resources)? } else { None };
        let metrics =
            Arc::new(Metrics::new(background.as_ref().map(BackgroundTasks::counters), Arc::clone(&resources)));
        let mut servers = Vec::new();
        if let Some(listeners) = listeners {
            servers.extend(app_servers::app_servers(&opened, listeners, &metrics, &worker).await?);
        }
        servers.extend(server::metrics_server(&opened, metrics)?);
        servers.extend(invoicing_server);
        let page_updates = opened.app.db.page_updates().clone();
        let _reloading = AbortOnDrop(tokio::spawn(reload_certificates(
            signal(SignalKind::hangup())?,
            opened.settings.tls.clone().zip(tls),
            resources,
        )));
        // Registered before the listening addresses are printed, so that a stop signal is never missed after that.
        let stop_requested = wait_for_stop_signal()?;
        let mut running_servers = tokio::task::JoinSet::new();
        for server in servers {
            tracing::info!(app = server.name, address = %server.address, url = %server.url, "listening");
            if opened.settings.log_format == LogFormat::Pretty {
                // If standard output is closed, the log still contains the address.
                let _ = print_to_stdout(&format!("{:<9} {}\n", server.name, server.url));
            }
            running_servers.spawn(server.run(stop.clone()));
        }
        let background = background.map(BackgroundTasks::start);
        let _backups = backups.map(|backups| AbortOnDrop(tokio::spawn(backups.run())));
        tokio::select! {
            () = stop_requested => tracing::info!("shutting down; waiting for requests in progress"),
            ended = running_servers.join_next(), if !running_servers.is_empty() => ended.transpose()?.transpose()?.unwrap_or(()),
        }
        // Jobs first: they may need the invoicing server of this process.
        if let Some(background) = background {
            background.stop(JOB_SHUTDOWN_TIMEOUT).await;
        }
        // Streams of changes have no end of their own.
        page_updates.close();
        stop.graceful_shutdown(Some(REQUEST_SHUTDOWN_TIMEOUT));
        while let Some(ended) = running_servers.join_next().await {
            ended??;
        }
        tracing::info!("stopped");
        Ok(())
    }
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Loads the certificate again at every SIGHUP. If that fails, the old one stays in use.
async fn reload_certificates(mut hangups: Signal, tls: Option<(TlsFiles, RustlsConfig)>, resources: Arc<Resources>) {
    while hangups.recv().await.is_some() {
        let Some((files, served)) = &tls else {
            tracing::info!("SIGHUP: there is no certificate to load again");
            continue;
        };
        match LoadedCertificate::load(files) {
            Ok(certificate) => {
                resources.set_certificate_expiry(certificate.expires_at);
                certificate.replace(served);
                tracing::info!("SIGHUP: the certificate was loaded again");
            }
            Err(error) => tracing::error!(error = format!("{error:#}"), "SIGHUP: the old certificate stays in use"),
        }
    }
}

/// Waits for Ctrl-C (SIGINT) or SIGTERM.
fn wait_for_stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
