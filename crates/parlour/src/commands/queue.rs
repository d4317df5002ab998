//! `parlour queue sync`.

use std::collections::BTreeSet;

use anyhow::bail;
use clap::Subcommand;
use parlour_domain::job::Job;
use parlour_integrations::external_queue::ExternalQueue;

use super::integrations::{AppUrls, build_external_queue};
use super::opened_app::{block_on, install_tls_provider};
use super::output::print_to_stdout;
use crate::settings::Settings;
use crate::settings::values::Origin;

#[derive(Debug, Subcommand)]
pub(crate) enum Queue {
    /// Create the schedules of all scheduled jobs in the external queue
    ///
    /// Run this after installation, after an upgrade and after a change of `PARLOUR_ADMIN_URL`. It can be run repeatedly.
    Sync {
        /// The previous `PARLOUR_ADMIN_URL`: its schedules are removed
        #[arg(long, value_name = "URL", value_parser = parse_origin)]
        moved_from: Option<Origin>,
    },
}

fn parse_origin(typed: &str) -> Result<Origin, String> {
    Origin::parse(typed).map_err(|expected| format!("this is not {expected}"))
}

impl Queue {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Sync { moved_from } = self;
        let settings = Settings::from_process()?;
        install_tls_provider();
        let admin_url = AppUrls::from_settings(&settings).admin;
        let Some(queue) = build_external_queue(&settings, &admin_url)? else {
            bail!("PARLOUR_QUEUE_URL is not set: the built-in queue needs no schedules")
        };
        require_reachable_admin_url(&settings)?;
        block_on(async {
            create_schedules(&queue, &admin_url).await?;
            remove_stale_schedules(&queue, &admin_url, moved_from.as_ref().map(Origin::as_str)).await
        })?
    }
}

/// Without a public URL the listening address is used, and an external queue cannot reach every listening address.
fn require_reachable_admin_url(settings: &Settings) -> anyhow::Result<()> {
    let address = settings.admin.address;
    if settings.admin.public_url.is_none() && (address.port() == 0 || address.ip().is_unspecified()) {
        bail!("PARLOUR_ADMIN_URL: must be set to an address that the external queue can reach");
    }
    Ok(())
}

/// Creates or replaces the schedule of each job. Stops at the first failure, because the others would fail too, each
/// after its timeout.
async fn create_schedules(queue: &ExternalQueue, admin_url: &str) -> anyhow::Result<()> {
    for (job, schedule) in Job::scheduled() {
        let (id, cron) = (schedule_id(admin_url, job), schedule.cron());
        if let Err(failure) = queue.schedule(&id, job.as_str(), &cron).await {
            bail!("cannot schedule {job}: the queue {failure}");
        }
        print_to_stdout(&format!("{job}: {cron}\n"))?;
    }
    Ok(())
}

/// Removes schedules of this installation that no job has any more, and those of the address in `moved_from`. The
/// installations of all other Parlour schedules are printed: they may be the previous address of this installation.
async fn remove_stale_schedules(
    queue: &ExternalQueue,
    admin_url: &str,
    moved_from: Option<&str>,
) -> anyhow::Result<()> {
    let existing_ids = match queue.schedule_ids().await {
        Ok(existing_ids) => existing_ids,
        Err(failure) => {
            bail!("all jobs are scheduled, but the existing schedules cannot be listed: the queue {failure}")
        }
    };
    let current_ids: Vec<String> = Job::scheduled().map(|(job, _)| schedule_id(admin_url, job)).collect();
    let own_installations: Vec<String> =
        [Some(admin_url), moved_from].into_iter().flatten().map(installation_name).collect();
    let mut other_installations = BTreeSet::new();
    for id in existing_ids.iter().filter(|id| !current_ids.contains(id)) {
        let Some((installation_name, job)) = id.strip_prefix("parlour.").and_then(|id| id.rsplit_once('.')) else {
            continue;
        };
        if !own_installations.iter().any(|own| own == installation_name) {
            other_installations.insert(installation_name);
            continue;
        }
        if let Err(failure) = queue.unschedule(id).await {
            bail!("cannot remove the schedule of {job} at {installation_name}: the queue {failure}");
        }
        print_to_stdout(&format!("{job} at {installation_name}: schedule removed\n"))?;
    }
    for installation_name in other_installations {
        print_to_stdout(&format!(
            "{installation_name} also has schedules in this queue. If it was this installation, run again with --moved-from\n"
        ))?;
    }
    Ok(())
}

/// Returns the id of a job's schedule. It contains the installation, because two installations can share one account
/// of the provider and must not replace each other's schedules.
fn schedule_id(admin_url: &str, job: Job) -> String {
    format!("parlour.{}.{job}", installation_name(admin_url))
}

/// Returns the host and port of the URL, in characters that the provider allows in an id.
fn installation_name(admin_url: &str) -> String {
    let host = admin_url.split_once("://").map_or(admin_url, |(_, host)| host);
    host.replace(|c: char| !c.is_ascii_alphanumeric() && !".-".contains(c), "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The provider allows letters, digits, dots, dashes and underscores.
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
