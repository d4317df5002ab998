//! `parlour job`: runs one job and sends the messages it created, as far as this process is configured to send them.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_integrations::clock::Clock;
use parlour_store::notifications::emails;
use parlour_worker::worker_context::{Integrations, WorkerContext};
use parlour_worker::{dispatch, jobs};
use tokio::net::TcpListener;
use url::Url;

use super::integrations::{AppUrls, build_integrations, load_invoicing_secret};
use super::opened_app::OpenedApp;
use super::output::print_to_stdout;

#[derive(Debug, Args)]
#[command(after_help = job_names_help())]
pub(crate) struct RunJob {
    /// Name of the job, such as daily-sales-report
    #[arg(value_parser = parse_job)]
    name: Job,
    /// Job payload as JSON: {"bookingId": "…"}
    #[arg(long, default_value = "{}")]
    body: String,
}

fn parse_job(typed: &str) -> Result<Job, String> {
    Job::parse(typed).ok_or_else(|| "unknown job".to_owned())
}

fn job_names_help() -> String {
    let names = Job::ALL.iter().map(|job| format!("  {job}")).collect::<Vec<_>>();
    format!("Jobs:\n{}", names.join("\n"))
}

impl RunJob {
    pub(super) fn run(self) -> anyhow::Result<()> {
        serde_json::from_str::<serde_json::Value>(&self.body).context("--body is not valid JSON")?;
        let opened = OpenedApp::open_from_process_settings()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.run_and_send(&opened))
    }

    async fn run_and_send(&self, opened: &OpenedApp) -> anyhow::Result<()> {
        opened.prepare_secrets().await?;
        let invoicing = match &opened.settings.invoicing.url {
            Some(url) => url.clone(),
            None => start_local_invoicing(opened).await?,
        };
        let urls = AppUrls::from_settings(&opened.settings);
        let integrations = build_integrations(opened, &urls, Some(invoicing)).await?;
        // The serving process may have settings, such as a mail server, that this shell does not have.
        let integrations = Integrations { leaves_unconfigured_pending: true, ..integrations };
        let worker = WorkerContext { app: opened.app.clone(), integrations: Arc::new(integrations) };
        let started_at = worker.app.clock.now();
        let payload = jobs::JobPayload::read(self.body.as_bytes(), started_at);
        let result = jobs::run(&worker, self.name, &payload).await;
        if let Ok(outcome) = &result {
            print_to_stdout(&format!("{}\n", outcome.body()))?;
        }
        jobs::ping_heartbeat(&worker.integrations, self.name, result.is_ok()).await;
        match result {
            Ok(_) => send_queued_since(&worker, started_at).await,
            Err(error) => bail!("{} failed: {error}", self.name),
        }
    }
}

/// Sends the messages that were queued since then. Older messages are left to the serving process.
async fn send_queued_since(worker: &WorkerContext, since: Timestamp) -> anyhow::Result<()> {
    dispatch::send_all_due_since(worker, since).await?;
    let (has_mail, now) = (worker.integrations.mail.is_some(), worker.app.clock.now());
    if !has_mail && worker.app.db.read(move |conn| emails::is_any_due(conn, now)).await? {
        eprintln!("parlour: e-mails are waiting for a process that has PARLOUR_MAIL_URL set");
    }
    Ok(())
}

/// Starts the invoicing service in this process, because no `parlour serve` may be running.
async fn start_local_invoicing(opened: &OpenedApp) -> anyhow::Result<Url> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let url = Url::parse(&format!("http://{}", listener.local_addr()?))?;
    let router = parlour_invoicing::router(&load_invoicing_secret(opened).await?, Clock::real_unix_seconds);
    // Runs until the process ends.
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}
