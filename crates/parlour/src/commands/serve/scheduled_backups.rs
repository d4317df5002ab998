//! A backup every night, where `PARLOUR_BACKUP_URL` is set.

use std::sync::Arc;
use std::time::Duration;

use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use parlour_http::resources::Resources;
use parlour_integrations::clock::Clock;
use parlour_store::DatabaseLocation;

use crate::commands::backup_place::BackupPlace;
use crate::commands::opened_app::{OpenedApp, database_location};

/// 02:30 IST, after the reports of the day and before anybody opens.
const SLOT_UTC_MS: i64 = 21 * HOUR_MS;
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const WAIT_AFTER_FAILURE_MS: i64 = 15 * MINUTE_MS;

pub(super) struct ScheduledBackups {
    place: BackupPlace,
    location: DatabaseLocation,
    clock: Clock,
    resources: Arc<Resources>,
}

impl ScheduledBackups {
    /// `None` if none are wanted.
    pub(super) fn of(opened: &OpenedApp, resources: &Arc<Resources>) -> anyhow::Result<Option<Self>> {
        let Some(settings) = &opened.settings.backups else { return Ok(None) };
        Ok(Some(Self {
            place: BackupPlace::new(settings)?,
            location: database_location(&opened.settings),
            clock: opened.app.clock.clone(),
            resources: Arc::clone(resources),
        }))
    }

    /// Never ends. A backup that was missed, because no process ran at its time, is made at once.
    pub(super) async fn run(self) {
        let (mut newest, mut not_before) = (None, self.clock.now());
        loop {
            let now = self.clock.now();
            // After a clock was put right, what it showed before says nothing.
            let may_try = now >= not_before || not_before.millis_since(now) > WAIT_AFTER_FAILURE_MS;
            if may_try && is_due(newest, now) {
                match self.make_if_due(now).await {
                    Ok(made_at) => {
                        newest = Some(made_at);
                        self.resources.set_last_backup(made_at.millis() / 1000);
                    }
                    Err(error) => {
                        tracing::error!(error = format!("{error:#}"), "no backup was made; it is tried again");
                        not_before = now.plus_millis(WAIT_AFTER_FAILURE_MS);
                    }
                }
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Another process may have made it.
    async fn make_if_due(&self, now: Timestamp) -> anyhow::Result<Timestamp> {
        if let Some(newest) = self.place.newest(now).await?
            && !is_due(Some(newest), now)
        {
            return Ok(newest);
        }
        let (name, foreign) = self.place.add(&self.location, now).await?;
        tracing::info!(name, place = %self.place, "a backup was made");
        if let Some(foreign) = foreign {
            tracing::warn!(name, "{foreign}");
        }
        Ok(now)
    }
}

/// Whether the newest backup is from before the last night, or of the future, from a clock that was wrong.
fn is_due(newest: Option<Timestamp>, now: Timestamp) -> bool {
    let last_slot = (now.millis() - SLOT_UTC_MS).div_euclid(DAY_MS) * DAY_MS + SLOT_UTC_MS;
    newest.is_none_or(|newest| newest.millis() < last_slot || newest > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_once_a_night() {
        let at = |text: &str| Timestamp::parse_stored(text).unwrap();
        let evening = at("2026-11-18T20:59:59.000Z");
        let night = at("2026-11-18T21:00:00.000Z");
        assert!(is_due(None, evening));
        assert!(!is_due(Some(at("2026-11-17T21:00:00.000Z")), evening));
        assert!(is_due(Some(at("2026-11-17T21:00:00.000Z")), night));
        assert!(is_due(Some(evening), night), "made by hand in the evening");
        assert!(!is_due(Some(night), at("2026-11-19T20:59:59.000Z")));
        assert!(is_due(Some(at("2030-01-01T00:00:00.000Z")), night), "the clock was wrong");
        assert!(is_due(Some(night), at("2026-11-25T08:00:00.000Z")), "nobody ran at its time");
    }
}
