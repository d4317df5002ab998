//! `parlour job`: one job, now, and whatever it wants to have sent, as far as this process is set up to send it.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use parlour_app::worker_context::{Integrations, WorkerContext};
use parlour_app::{dispatch, jobs};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_integrations::clock::Clock;
use parlour_store::notifications::emails;
use tokio::net::TcpListener;
use url::Url;

use super::integrations::{self, AppUrls};
use super::{OpenedApp, print_to_stdout};

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
        let opened = OpenedApp::now()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.run_and_send(&opened))
    }

    async fn run_and_send(&self, opened: &OpenedApp) -> anyhow::Result<()> {
        let invoicing = match &opened.settings.invoicing.url {
            Some(url) => url.clone(),
            None => start_local_invoicing(opened).await?,
        };
        let integrations = integrations::of(opened, &AppUrls::of(&opened.settings), Some(invoicing)).await?;
        // Whoever serves may know a mail server that nobody told this shell of.
        let integrations = Integrations { leaves_unconfigured_pending: true, ..integrations };
        let worker = WorkerContext { app: opened.app.clone(), integrations: Arc::new(integrations) };
        let started_at = worker.app.clock.now();
        let told = jobs::JobPayload::read(self.body.as_bytes(), started_at);
        let result = jobs::run(&worker, self.name, &told).await;
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

/// What was written since. Nobody else's mail: whoever asks for one job does not wait for that.
async fn send_queued_since(worker: &WorkerContext, since: Timestamp) -> anyhow::Result<()> {
    dispatch::send_all_due_since(worker, since).await?;
    let (has_mail, now) = (worker.integrations.mail.is_some(), worker.app.clock.now());
    if !has_mail && worker.app.db.read(move |conn| emails::is_any_due(conn, now)).await? {
        eprintln!("parlour: e-mails are waiting for a process that has PARLOUR_MAIL_URL set");
    }
    Ok(())
}

/// Nobody may be serving: invoices are then drawn by this process, as `serve` would.
async fn start_local_invoicing(opened: &OpenedApp) -> anyhow::Result<Url> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let url = Url::parse(&format!("http://{}", listener.local_addr()?))?;
    let router = parlour_invoicing::router(
        &integrations::load_invoicing_secret(opened).await?,
        Clock::real_unix_seconds,
    );
    // Ends with the process.
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}
