//! `parlour job`: one job, now, and whatever it wants to have sent, as far as this process is set up to send it.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use parlour_app::backstage::{Backstage, Outside};
use parlour_app::clock::Clock;
use parlour_app::{dispatch, jobs};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::letters;
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
        // Whoever serves may know a mail server that nobody told this shell of.
        let outside = Outside { leaves_rest: true, ..outside };
        let backstage = Backstage { app: opened.app.clone(), outside: Arc::new(outside) };
        let began = backstage.app.clock.now();
        let told = jobs::Told::read(self.body.as_bytes(), began);
        let ran = jobs::run(&backstage, self.name, &told).await;
        if let Ok(outcome) = &ran {
            print(&format!("{}\n", outcome.body()))?;
        }
        jobs::report(&backstage.outside, self.name, ran.is_ok()).await;
        match ran {
            Ok(_) => send(&backstage, began).await,
            Err(error) => bail!("{} failed: {error}", self.name),
        }
    }
}

/// What was written since. Nobody else's mail: whoever asks for one job does not wait for that.
async fn send(backstage: &Backstage, since: Timestamp) -> anyhow::Result<()> {
    dispatch::drain_since(backstage, since).await?;
    let (has_mail, now) = (backstage.outside.mail.is_some(), backstage.app.clock.now());
    if !has_mail && backstage.app.db.read(move |conn| letters::is_any_due(conn, now)).await? {
        eprintln!("parlour: letters wait for a process with PARLOUR_MAIL_URL");
    }
    Ok(())
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
