//! `parlour job`: one job, now, and whatever it wants to have sent.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use parlour_app::backstage::Backstage;
use parlour_app::clock::Clock;
use parlour_app::{dispatch, jobs};
use parlour_domain::job::Job;
use tokio::net::TcpListener;
use url::Url;

use super::outside::{self, Urls};
use super::{Opened, print};

#[derive(Debug, Args)]
#[command(after_help = names())]
pub(crate) struct RunJob {
    /// The job's name, such as daily-sales-report
    #[arg(value_parser = job)]
    name: Job,
    /// What the job is told, JSON: {"bookingId": "…"}
    #[arg(long, default_value = "{}")]
    body: String,
}

fn job(typed: &str) -> Result<Job, String> {
    Job::parse(typed).ok_or_else(|| "there is no such job".to_owned())
}

fn names() -> String {
    let names = Job::ALL.iter().map(|job| format!("  {job}")).collect::<Vec<_>>();
    format!("Jobs:\n{}", names.join("\n"))
}

impl RunJob {
    pub(super) fn run(self) -> anyhow::Result<()> {
        serde_json::from_str::<serde_json::Value>(&self.body).context("--body is not valid JSON")?;
        let opened = Opened::now()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.run_in(&opened))
    }

    async fn run_in(&self, opened: &Opened) -> anyhow::Result<()> {
        let invoicing = match &opened.settings.invoicing.url {
            Some(url) => url.clone(),
            None => draw_here(opened).await?,
        };
        let outside = outside::of(opened, &Urls::of(&opened.settings), Some(invoicing)).await?;
        let backstage = Backstage { app: opened.app.clone(), outside: Arc::new(outside) };
        let told = jobs::Told::read(self.body.as_bytes());
        let ran = jobs::run(&backstage, self.name, &told).await;
        jobs::report(&backstage.outside, self.name, ran.is_ok()).await;
        match ran {
            Ok(outcome) => {
                dispatch::drain(&backstage).await?;
                Ok(print(&format!("{}\n", outcome.body()))?)
            }
            Err(error) => bail!("{} failed: {error}", self.name),
        }
    }
}

/// Nobody may be serving: invoices are then drawn by this process, as `serve` would.
async fn draw_here(opened: &Opened) -> anyhow::Result<Url> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let url = Url::parse(&format!("http://{}", listener.local_addr()?))?;
    let router =
        parlour_invoicing::router(&outside::invoicing_secret(opened).await?, Clock::protocol_seconds);
    // Ends with the process.
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}
