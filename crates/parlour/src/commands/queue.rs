//! `parlour queue sync`.

use anyhow::bail;
use clap::Subcommand;
use parlour_app::outside::queue::ExternalQueue;
use parlour_domain::job::Job;

use super::outside::{Urls, external_queue};
use super::{block_on, print, use_one_tls_provider};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(crate) enum Queue {
    /// Tell the external queue when to ask for the scheduled jobs
    ///
    /// To be run after the first installation, a new version and a change of `PARLOUR_ADMIN_URL`. Running it again
    /// changes nothing.
    Sync,
}

impl Queue {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Sync = self;
        let settings = Settings::from_process()?;
        use_one_tls_provider();
        let admin_url = Urls::of(&settings).admin;
        let Some(queue) = external_queue(&settings, &admin_url)? else {
            bail!("no external queue is set (PARLOUR_QUEUE_URL): the built-in one knows the schedules")
        };
        check_that_it_can_be_found(&settings)?;
        block_on(sync(&queue, &admin_url))?
    }
}

/// Without a public URL the address stands for it, and not every address is one.
fn check_that_it_can_be_found(settings: &Settings) -> anyhow::Result<()> {
    let address = settings.admin.address;
    if settings.admin.public_url.is_none() && (address.port() == 0 || address.ip().is_unspecified()) {
        bail!("PARLOUR_ADMIN_URL: the external queue has to know where to find the admin app");
    }
    Ok(())
}

/// Stops at the first that fails: the others would as well, each after its time-out.
async fn sync(queue: &ExternalQueue, admin_url: &str) -> anyhow::Result<()> {
    for (job, schedule) in Job::scheduled() {
        let (id, cron) = (schedule_id(admin_url, job), schedule.cron());
        if let Err(failure) = queue.schedule(&id, job.as_str(), &cron).await {
            bail!("{job} cannot be scheduled: the queue {failure}");
        }
        print(&format!("{job}: {cron}\n"))?;
    }
    Ok(())
}

/// Tells two installations that share an account apart, or the second would take the schedules of the first.
fn schedule_id(admin_url: &str, job: Job) -> String {
    let host = admin_url.split_once("://").map_or(admin_url, |(_, host)| host);
    let host = host.replace(|c: char| !c.is_ascii_alphanumeric() && !".-".contains(c), "_");
    format!("parlour.{host}.{job}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters, digits, dots, dashes and underscores are what the provider takes.
    #[test]
    fn an_installation_has_schedules_of_its_own() {
        for (admin_url, expected) in [
            ("https://desk.example.in", "parlour.desk.example.in.weekly-report"),
            ("http://127.0.0.1:3001", "parlour.127.0.0.1_3001.weekly-report"),
            ("http://[::1]:3001", "parlour.___1__3001.weekly-report"),
        ] {
            assert_eq!(schedule_id(admin_url, Job::WeeklyReport), expected);
        }
    }
}
