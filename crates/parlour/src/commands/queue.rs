//! `parlour queue sync`.

use std::collections::BTreeSet;

use anyhow::bail;
use clap::Subcommand;
use parlour_app::outside::queue::ExternalQueue;
use parlour_domain::job::Job;

use super::outside::{Urls, external_queue};
use super::{block_on, print, use_one_tls_provider};
use crate::settings::Settings;
use crate::settings::values::Origin;

#[derive(Debug, Subcommand)]
pub(crate) enum Queue {
    /// Tell the external queue when to ask for the scheduled jobs
    ///
    /// To be run after the first installation, a new version and a change of `PARLOUR_ADMIN_URL`. Running it again
    /// changes nothing.
    Sync {
        /// What `PARLOUR_ADMIN_URL` was before: the schedules there end
        #[arg(long, value_name = "URL", value_parser = site)]
        moved_from: Option<Origin>,
    },
}

fn site(typed: &str) -> Result<Origin, String> {
    Origin::parse(typed).map_err(|expected| format!("this is not {expected}"))
}

impl Queue {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Sync { moved_from } = self;
        let settings = Settings::from_process()?;
        use_one_tls_provider();
        let admin_url = Urls::of(&settings).admin;
        let Some(queue) = external_queue(&settings, &admin_url)? else {
            bail!("no external queue is set (PARLOUR_QUEUE_URL): the built-in one knows the schedules")
        };
        check_that_it_can_be_found(&settings)?;
        block_on(async {
            sync(&queue, &admin_url).await?;
            end_others(&queue, &admin_url, moved_from.as_ref().map(Origin::as_str)).await
        })?
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

/// Ends what was registered for us and is not any more: by another version, or where we were before. What is somebody
/// else's, or ours and nobody said so, is named.
async fn end_others(queue: &ExternalQueue, admin_url: &str, moved_from: Option<&str>) -> anyhow::Result<()> {
    let known = match queue.schedule_ids().await {
        Ok(known) => known,
        Err(failure) => bail!("all are scheduled, but what else is cannot be seen: the queue {failure}"),
    };
    let current: Vec<String> = Job::scheduled().map(|(job, _)| schedule_id(admin_url, job)).collect();
    let ours: Vec<String> = [Some(admin_url), moved_from].into_iter().flatten().map(place).collect();
    let mut strangers = BTreeSet::new();
    for id in known.iter().filter(|id| !current.contains(id)) {
        let Some((place, job)) = id.strip_prefix("parlour.").and_then(|id| id.rsplit_once('.')) else {
            continue;
        };
        if !ours.iter().any(|one| one == place) {
            strangers.insert(place);
            continue;
        }
        if let Err(failure) = queue.unschedule(id).await {
            bail!("{job} at {place} is still scheduled: the queue {failure}");
        }
        print(&format!("{job} at {place}: ended\n"))?;
    }
    for place in strangers {
        print(&format!(
            "{place} has schedules here too; if that was this salon, name it with --moved-from\n"
        ))?;
    }
    Ok(())
}

/// Tells two installations that share an account apart, or the second would take the schedules of the first.
fn schedule_id(admin_url: &str, job: Job) -> String {
    format!("parlour.{}.{job}", place(admin_url))
}

/// Of what the provider takes in an id.
fn place(admin_url: &str) -> String {
    let host = admin_url.split_once("://").map_or(admin_url, |(_, host)| host);
    host.replace(|c: char| !c.is_ascii_alphanumeric() && !".-".contains(c), "_")
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
