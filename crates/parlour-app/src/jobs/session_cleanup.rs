//! Sessions that are over are deleted, and with them whatever else nobody asks for again.

use chrono::Months;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::leftovers;

use super::JobError;
use super::steps::{delete_in_steps, span};
use crate::backstage::Backstage;

const ANSWERS_KEPT_MS: i64 = DAY_MS;
const DONE_WORK_KEPT_MS: i64 = 7 * DAY_MS;
const SLOTS_KEPT_MS: i64 = 90 * DAY_MS;
const LETTERS_KEPT: Months = Months::new(24);

/// Counts the sessions alone.
pub(super) async fn run(backstage: &Backstage) -> Result<u64, JobError> {
    let now = backstage.app.clock.now();
    let old = now.plus_millis(-ANSWERS_KEPT_MS);
    delete_in_steps(backstage, move |tx, from| leftovers::delete_answers(tx, span(from, old))).await?;
    let old = now.plus_millis(-DONE_WORK_KEPT_MS);
    delete_in_steps(backstage, move |tx, from| leftovers::delete_done_work(tx, span(from, old))).await?;
    let old = now.plus_millis(-SLOTS_KEPT_MS);
    for job in Job::ALL {
        delete_in_steps(backstage, move |tx, from| leftovers::delete_slots(tx, *job, span(from, old)))
            .await?;
    }
    let old = Timestamp::ist_midnight(now.ist_date() - LETTERS_KEPT);
    delete_in_steps(backstage, move |tx, from| leftovers::delete_letters(tx, span(from, old))).await?;
    delete_in_steps(backstage, move |tx, from| leftovers::delete_sessions(tx, span(from, now))).await
}
