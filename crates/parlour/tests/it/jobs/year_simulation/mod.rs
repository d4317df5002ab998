//! A salon's life on a moved clock: every background task that is due happens, and once.
//!
//! What is expected is worked out a second time, from what people did and from when somebody looked at the clock. Then
//! the same life again, in which whoever does the work dies at random moments.

mod checks;
mod history;
mod model;
mod simulated_salon;

use std::path::Path;
use std::time::Duration;

use chrono::NaiveDate;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::DbError;
use parlour_store::notifications::{emails, notification_records, realtime_messages};
use parlour_testkit::{Engine, run_within, test_on_both_engines};
use parlour_worker::dispatch;
use parlour_worker::queue::QueueWorker;
use parlour_worker::worker_context::WorkerContext;
use tokio::time::timeout;

use checks::{AllowedRepeats, ScheduledRuns};
use history::{History, SeededRng, SimulatedPeriod};
use model::{ExpectedMessages, Model};
use simulated_salon::SimulatedSalon;

/// Who does what is due, and how they die.
enum Workers {
    Reliable(Box<QueueWorker>),
    Crashing { rng: SeededRng, crashes: usize },
}

/// After so long a claim of the queue, and one of the dispatcher, is anybody's.
const QUEUE_LEASE_MS: i64 = 30_000;
const DISPATCHER_LEASE_MS: i64 = 2 * MINUTE_MS;
/// Most are over sooner.
const MAX_MICROS_BEFORE_CRASH: u64 = 9_000;

impl Workers {
    async fn work(&mut self, salon: &mut SimulatedSalon) {
        match self {
            Self::Reliable(queue) => {
                queue.drain().await.unwrap();
                dispatch::send_all_due(salon.test.worker()).await.unwrap();
            }
            Self::Crashing { rng, crashes } => *crashes += run_with_crashes(salon, rng).await,
        }
        salon.record_sent_messages();
    }
}

/// Somebody else each time, who knows nothing of who was there before; how many of them died.
async fn run_with_crashes(salon: &SimulatedSalon, rng: &mut SeededRng) -> usize {
    let mut crashes = 0;
    for _ in 0..rng.below(3) {
        // Now and then one that has opened the database anew.
        let queue = if rng.below(20) == 0 {
            let app = salon.test.open_in_second_process().await;
            salon.test.queue_for(WorkerContext { app, ..salon.test.worker().clone() })
        } else {
            salon.test.queue()
        };
        if timeout(Duration::from_micros(rng.below(MAX_MICROS_BEFORE_CRASH)), queue.drain()).await.is_err() {
            crashes += 1;
            salon.test.app.clock.advance_millis(QUEUE_LEASE_MS);
        }
    }
    salon.test.queue().drain().await.unwrap();
    let sending = dispatch::send_all_due(salon.test.worker());
    if rng.below(2) == 0 && timeout(Duration::from_micros(rng.below(MAX_MICROS_BEFORE_CRASH)), sending).await.is_err() {
        crashes += 1;
        salon.test.app.clock.advance_millis(DISPATCHER_LEASE_MS);
    }
    // A job or a claim that outlived whoever asked for it may still write something, and a row that it has locked is
    // passed over.
    while dispatch::send_all_due(salon.test.worker()).await.unwrap() > 0 || is_anything_due(salon).await {}
    crashes
}

async fn is_anything_due(salon: &SimulatedSalon) -> bool {
    let now = salon.test.now();
    let due = salon.test.app.db.read(move |conn| -> Result<bool, DbError> {
        Ok(emails::is_any_due(conn, now)?
            || notification_records::is_any_pending(conn, now)?
            || realtime_messages::is_any_due(conn, now)?)
    });
    due.await.unwrap()
}

/// The next time at which anything is due: a schedule slot, a job or an event of the simulation.
async fn next_wakeup(salon: &SimulatedSalon, span: &SimulatedPeriod, after: Timestamp) -> Timestamp {
    let mut quarter = Timestamp::from_millis(after.millis().div_euclid(5 * MINUTE_MS) * 5 * MINUTE_MS);
    let slot = loop {
        quarter = quarter.plus_millis(5 * MINUTE_MS);
        let is_slot = |job: &Job| job.schedule().is_some_and(|schedule| schedule.latest_slot(quarter) == quarter);
        let is_for_all = |job: &Job| {
            *job != Job::AppointmentReminders
                || span.is_checked_every_slot(quarter)
                || quarter.ist_time().format("%M").to_string() == "00"
        };
        if Job::ALL.iter().any(|job| is_slot(job) && is_for_all(job)) {
            break quarter;
        }
    };
    let due = salon.test.app.db.read(move |conn| -> Result<Option<(Timestamp,)>, DbError> {
        conn.one(
            "select try_at from queued_jobs where done_at is null and parked_at is null and try_at > $1
             order by try_at, id limit 1",
            parlour_db::params![after],
        )
    });
    due.await.unwrap().map_or(slot, |(due,)| due.min(slot))
}

/// Lives the life, and returns when somebody looked at the clock.
async fn simulate(
    salon: &mut SimulatedSalon,
    history: &History,
    span: &SimulatedPeriod,
    workers: &mut Workers,
) -> (Vec<Timestamp>, ScheduledRuns) {
    let mut acts = history.acts.iter().peekable();
    salon.create_people(history).await;
    while let Some((at, act)) = acts.next_if(|(at, _)| *at < span.begin()) {
        salon.wait_until(*at);
        salon.apply_event(history, act).await;
        dispatch::send_all_due(salon.test.worker()).await.unwrap();
        salon.record_sent_messages();
    }
    let (mut wakeups, mut runs) = (Vec::new(), ScheduledRuns::default());
    let mut now = span.begin();
    while now <= span.end() {
        salon.wait_until(now);
        while let Some((_, act)) = acts.next_if(|(at, _)| *at <= now) {
            salon.apply_event(history, act).await;
        }
        wakeups.push(now);
        workers.work(salon).await;
        if now == Timestamp::ist_midnight(now.ist_date()) {
            runs.note(salon).await;
        }
        let next = next_wakeup(salon, span, now).await;
        now = acts.peek().map_or(next, |(at, _)| next.min(*at));
    }
    runs.note(salon).await;
    (wakeups, runs)
}

async fn simulate_and_check(span: SimulatedPeriod, mail: &Path, is_crashing: bool) -> ExpectedMessages {
    let history = History::of(&span);
    let mut salon = SimulatedSalon::open(mail).await;
    let mut workers = if is_crashing {
        Workers::Crashing { rng: SeededRng::new(span.seed + 1), crashes: 0 }
    } else {
        Workers::Reliable(Box::new(salon.test.queue()))
    };
    let (wakeups, runs) = simulate(&mut salon, &history, &span, &mut workers).await;
    let model = Model::of(&history, &wakeups);
    let names = checks::read_record_ids(&mut salon, &history).await;
    let expected = model.expected(&names);
    let repeats = if is_crashing { AllowedRepeats::UnderTheSameId } else { AllowedRepeats::None };
    checks::check_feed(&salon, &expected, repeats).await;
    checks::check_emails(&salon, &expected, mail, repeats).await;
    runs.check(&model);
    checks::check_jobs(&salon).await;
    checks::check_summaries(&salon, &history, &model).await;
    checks::check_records(&salon, &history, &model, &names).await;
    println!("{} looks, {} lines, {} letters", wakeups.len(), expected.feed.len(), expected.letters.len());
    if let Workers::Crashing { crashes, .. } = workers {
        let again = salon.sent.values().filter(|times| **times > 1).count();
        println!("{crashes} deaths, {again} sent again");
        assert!(crashes > 20 && again > 0, "{crashes} deaths, {again} of them between sending and noting it");
    }
    expected
}

/// Over the end of a February, most of it by the hour.
const WEEKS_PERIOD: SimulatedPeriod = SimulatedPeriod {
    opening: NaiveDate::from_ymd_opt(2027, 2, 18).unwrap(),
    days: 16,
    checked_every_slot: (10, 12),
    bookings_per_day: 4,
    seed: 7,
};
const DAYS_PERIOD: SimulatedPeriod =
    SimulatedPeriod { opening: NaiveDate::from_ymd_opt(2027, 2, 26).unwrap(), days: 5, ..WEEKS_PERIOD };
const YEAR_PERIOD: SimulatedPeriod = SimulatedPeriod { days: 365, checked_every_slot: (0, 365), ..WEEKS_PERIOD };

#[test_on_both_engines]
async fn every_message_of_some_weeks_is_sent_once() {
    let mail = tempfile::tempdir().unwrap();
    let expected = simulate_and_check(WEEKS_PERIOD, mail.path(), false).await;
    // Every kind of news there is, or else the life was too short.
    let kinds: std::collections::BTreeSet<_> = expected.feed.iter().map(|told| told.1).collect();
    assert_eq!(kinds.len(), 21, "{kinds:?}");
}

#[test_on_both_engines]
async fn every_message_of_some_days_is_sent_despite_crashes() {
    let mail = tempfile::tempdir().unwrap();
    simulate_and_check(DAYS_PERIOD, mail.path(), true).await;
}

fn simulate_year(engine: Engine, is_crashing: bool) {
    let mail = tempfile::tempdir().unwrap();
    run_within(Duration::from_hours(2), engine, async || {
        drop(simulate_and_check(YEAR_PERIOD, mail.path(), is_crashing).await);
    });
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_on_sqlite() {
    simulate_year(Engine::Sqlite, false);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_on_postgres() {
    simulate_year(Engine::Postgres, false);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_with_crashes_on_sqlite() {
    simulate_year(Engine::Sqlite, true);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_with_crashes_on_postgres() {
    simulate_year(Engine::Postgres, true);
}
