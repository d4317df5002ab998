//! A salon's life on a moved clock: everything that should happen by itself happens, and once.
//!
//! What is expected is worked out a second time, from what people did and from when somebody looked at the clock. Then
//! the same life again, in which whoever does the work dies at random moments.

mod books;
mod history;
mod model;
mod salon;

use std::path::Path;
use std::time::Duration;

use chrono::NaiveDate;
use parlour_app::backstage::Backstage;
use parlour_app::dispatch;
use parlour_app::queue::Queue;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_store::DbError;
use parlour_testkit::{Engine, run_within, test_on_both_engines};
use tokio::time::timeout;

use books::{Repeats, Runs};
use history::{History, Lots, Span};
use model::{Expected, Model};
use salon::Salon;

/// Who does what is due, and how they die.
enum Machines {
    Calm(Box<Queue>),
    Mortal { lots: Lots, deaths: usize },
}

/// After so long a claim of the queue, and one of the dispatcher, is anybody's.
const QUEUE_LEASE_MS: i64 = 30_000;
const SENDER_LEASE_MS: i64 = 2 * MINUTE_MS;
/// Most are over sooner.
const LONGEST_LIFE_MICROS: u64 = 9_000;

impl Machines {
    async fn work(&mut self, salon: &mut Salon) {
        match self {
            Self::Calm(queue) => {
                queue.drain().await.unwrap();
                dispatch::drain(salon.test.backstage()).await.unwrap();
            }
            Self::Mortal { lots, deaths } => *deaths += work_and_die(salon, lots).await,
        }
        salon.listen();
    }
}

/// Somebody else each time, who knows nothing of who was there before; how many of them died.
async fn work_and_die(salon: &Salon, lots: &mut Lots) -> usize {
    let mut deaths = 0;
    for _ in 0..lots.below(3) {
        // Now and then one that has opened the database anew.
        let queue = if lots.below(20) == 0 {
            let app = salon.test.opened_again().await;
            salon.test.queue_of(Backstage { app, ..salon.test.backstage().clone() })
        } else {
            salon.test.queue()
        };
        if timeout(Duration::from_micros(lots.below(LONGEST_LIFE_MICROS)), queue.drain()).await.is_err() {
            deaths += 1;
            salon.test.app.clock.advance_millis(QUEUE_LEASE_MS);
        }
    }
    salon.test.queue().drain().await.unwrap();
    let sending = dispatch::drain(salon.test.backstage());
    if lots.below(2) == 0
        && timeout(Duration::from_micros(lots.below(LONGEST_LIFE_MICROS)), sending).await.is_err()
    {
        deaths += 1;
        salon.test.app.clock.advance_millis(SENDER_LEASE_MS);
    }
    // A job that outlived whoever asked for it may still write something.
    while dispatch::drain(salon.test.backstage()).await.unwrap() > 0 {}
    deaths
}

/// When somebody looks next: at the next slot, the next piece of work, the next thing that happens.
async fn next_look(salon: &Salon, span: &Span, after: Timestamp) -> Timestamp {
    let mut quarter = Timestamp::from_millis(after.millis().div_euclid(5 * MINUTE_MS) * 5 * MINUTE_MS);
    let slot = loop {
        quarter = quarter.plus_millis(5 * MINUTE_MS);
        let is_slot = |job: &Job| job.schedule().is_some_and(|schedule| schedule.latest(quarter) == quarter);
        let is_for_all = |job: &Job| {
            *job != Job::AppointmentReminders
                || span.is_close(quarter)
                || quarter.ist_time().format("%M").to_string() == "00"
        };
        if Job::ALL.iter().any(|job| is_slot(job) && is_for_all(job)) {
            break quarter;
        }
    };
    let due = salon.test.app.db.read(move |conn| -> Result<Option<(Timestamp,)>, DbError> {
        conn.one(
            "select try_at from work where done_at is null and parked_at is null and try_at > $1
             order by try_at, id limit 1",
            parlour_store::params![after],
        )
    });
    due.await.unwrap().map_or(slot, |(due,)| due.min(slot))
}

/// Lives the life, and returns when somebody looked at the clock.
async fn live(
    salon: &mut Salon,
    history: &History,
    span: &Span,
    machines: &mut Machines,
) -> (Vec<Timestamp>, Runs) {
    let mut acts = history.acts.iter().peekable();
    salon.welcome(history).await;
    while let Some((at, act)) = acts.next_if(|(at, _)| *at < span.begin()) {
        salon.wait_until(*at);
        salon.happens(history, act).await;
        dispatch::drain(salon.test.backstage()).await.unwrap();
        salon.listen();
    }
    let (mut looks, mut runs) = (Vec::new(), Runs::default());
    let mut now = span.begin();
    while now <= span.end() {
        salon.wait_until(now);
        while let Some((_, act)) = acts.next_if(|(at, _)| *at <= now) {
            salon.happens(history, act).await;
        }
        looks.push(now);
        machines.work(salon).await;
        if now == Timestamp::ist_midnight(now.ist_date()) {
            runs.note(salon).await;
        }
        let next = next_look(salon, span, now).await;
        now = acts.peek().map_or(next, |(at, _)| next.min(*at));
    }
    runs.note(salon).await;
    (looks, runs)
}

async fn a_life(span: Span, mail: &Path, is_mortal: bool) -> Expected {
    let history = History::of(&span);
    let mut salon = Salon::open(mail).await;
    let mut machines = if is_mortal {
        Machines::Mortal { lots: Lots::new(span.seed + 1), deaths: 0 }
    } else {
        Machines::Calm(Box::new(salon.test.queue()))
    };
    let (looks, runs) = live(&mut salon, &history, &span, &mut machines).await;
    let model = Model::of(&history, &looks);
    let names = books::names(&mut salon, &history).await;
    let expected = model.expected(&names);
    let repeats = if is_mortal { Repeats::UnderTheSameId } else { Repeats::None };
    books::check_feed(&salon, &expected, repeats).await;
    books::check_letters(&salon, &expected, mail, repeats).await;
    runs.check(&model);
    books::check_work(&salon).await;
    books::check_summaries(&salon, &history, &model).await;
    books::check_records(&salon, &history, &model, &names).await;
    println!("{} looks, {} lines, {} letters", looks.len(), expected.feed.len(), expected.letters.len());
    if let Machines::Mortal { deaths, .. } = machines {
        let again = salon.sent.values().filter(|times| **times > 1).count();
        println!("{deaths} deaths, {again} sent again");
        assert!(deaths > 20 && again > 0, "{deaths} deaths, {again} of them between sending and noting it");
    }
    expected
}

/// Over the end of a February, most of it by the hour.
const WEEKS: Span = Span {
    opening: NaiveDate::from_ymd_opt(2027, 2, 18).unwrap(),
    days: 16,
    closely: (10, 12),
    visits_a_day: 4,
    seed: 7,
};
const DAYS: Span = Span { opening: NaiveDate::from_ymd_opt(2027, 2, 26).unwrap(), days: 5, ..WEEKS };
const YEAR: Span = Span { days: 365, closely: (0, 365), ..WEEKS };

#[test_on_both_engines]
async fn some_weeks_of_a_salon_s_life_in_which_everybody_hears_everything_once() {
    let mail = tempfile::tempdir().unwrap();
    let expected = a_life(WEEKS, mail.path(), false).await;
    // Every kind of news there is, or else the life was too short.
    let kinds: std::collections::BTreeSet<_> = expected.feed.iter().map(|told| told.1).collect();
    assert_eq!(kinds.len(), 21, "{kinds:?}");
}

#[test_on_both_engines]
async fn some_days_in_which_whoever_does_the_work_keeps_dying() {
    let mail = tempfile::tempdir().unwrap();
    a_life(DAYS, mail.path(), true).await;
}

fn a_whole_year(engine: Engine, is_mortal: bool) {
    let mail = tempfile::tempdir().unwrap();
    run_within(Duration::from_hours(2), engine, async || drop(a_life(YEAR, mail.path(), is_mortal).await));
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_on_sqlite() {
    a_whole_year(Engine::Sqlite, false);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_on_postgres() {
    a_whole_year(Engine::Postgres, false);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_of_deaths_on_sqlite() {
    a_whole_year(Engine::Sqlite, true);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_year_of_deaths_on_postgres() {
    a_whole_year(Engine::Postgres, true);
}
