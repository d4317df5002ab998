//! The schedules: a slot has one run, however many processes look at the clock.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::job::Job;
use parlour_integrations::external_queue::ExternalQueue;
use parlour_store::DbError;
use parlour_testkit::actions::jobs::{queue_delivering_to, second_queue_delivering_to};
use parlour_testkit::fake_queue::{FakeQueue, TOKEN};
use parlour_testkit::process::http_client;
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{TestSalon, test_on_both_engines};
use parlour_worker::queue::{Delivery, QueueWorker};
use tokio::task::JoinSet;

const HOUR_SECONDS: i64 = 60 * 60;
const DAY_SECONDS: i64 = 24 * HOUR_SECONDS;

/// The runs that were asked for: which job, for which slot; none of them twice.
#[track_caller]
fn delivered_runs(desk: &RecordingServer) -> BTreeSet<(String, String)> {
    let mut runs = BTreeSet::new();
    for seen in desk.seen() {
        let job = seen.path.trim_start_matches("/api/jobs/").to_owned();
        let run = (job, seen.json()["slot"].as_str().unwrap().to_owned());
        assert!(runs.insert(run.clone()), "{run:?} twice");
    }
    runs
}

fn expected_runs(expected: &[(&str, &str)]) -> BTreeSet<(String, String)> {
    expected.iter().map(|(job, slot)| ((*job).to_owned(), (*slot).to_owned())).collect()
}

async fn started_slots(salon: &TestSalon) -> BTreeMap<String, i64> {
    let read = salon.app.db.read(|conn| -> Result<Vec<(String, i64)>, DbError> {
        conn.all("select schedule, count(*) from schedule_runs group by schedule", &[])
    });
    read.await.unwrap().into_iter().collect()
}

#[test_on_both_engines]
async fn a_new_salon_runs_no_past_slots() {
    let (salon, desk) = (TestSalon::open_at("2027-03-01 22:15").await, RecordingServer::start().await);
    let queue = queue_delivering_to(salon.worker(), &desk.url);
    assert_eq!(queue.drain().await.unwrap(), 0);
    assert_eq!(delivered_runs(&desk), expected_runs(&[]));
    salon.advance_seconds(15 * 60 - 1);
    assert_eq!(queue.drain().await.unwrap(), 0, "a second too early");
    salon.advance_seconds(1);
    assert_eq!(queue.drain().await.unwrap(), 1);
    assert_eq!(delivered_runs(&desk), expected_runs(&[("daily-sales-report", "2027-03-01T17:00:00.000Z")]));
    assert_eq!(queue.drain().await.unwrap(), 0);
}

#[test_on_both_engines]
async fn every_slot_of_a_day_runs_once() {
    let (salon, desk) = (TestSalon::open_at("2027-02-28 23:59").await, RecordingServer::start().await);
    let mut processes = Vec::new();
    for _ in 0..3 {
        processes.push(Arc::new(second_queue_delivering_to(&salon, &desk.url).await));
    }
    processes[0].drain().await.unwrap();
    salon.advance_seconds(60);
    let mut all = BTreeSet::new();
    // Monday, the first of the month: every schedule but the one of Sundays.
    for _ in 0..DAY_SECONDS / (5 * 60) {
        let mut draining = JoinSet::new();
        for queue in &processes {
            let queue = Arc::clone(queue);
            draining.spawn(async move { queue.drain().await.unwrap() });
        }
        draining.join_all().await;
        let new = delivered_runs(&desk);
        assert!(all.is_disjoint(&new), "{new:?} again");
        all.extend(new);
        salon.advance_seconds(5 * 60);
    }
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for (job, _) in &all {
        *counted.entry(job).or_default() += 1;
    }
    for job in Job::ALL.iter().filter(|job| job.schedule().is_some()) {
        let expected = match job {
            Job::AppointmentReminders => Some(57),
            Job::SessionCleanup => None,
            _ => Some(1),
        };
        assert_eq!(counted.get(job.as_str()).copied(), expected, "{job}");
    }
    let slot = |job: &str, slot: &str| assert!(all.contains(&(job.to_owned(), slot.to_owned())), "{job} at {slot}");
    slot("appointment-reminders", "2027-03-01T02:30:00.000Z");
    slot("appointment-reminders", "2027-03-01T16:30:00.000Z");
    slot("weekly-report", "2027-03-01T03:30:00.000Z");
    slot("monthly-gst-summary", "2027-02-28T19:30:00.000Z");
    slot("membership-auto-expire", "2027-02-28T18:30:00.000Z");
}

#[test_on_both_engines]
async fn a_slot_runs_once_with_many_processes() {
    let (salon, desk) = (TestSalon::open_at("2027-03-01 10:29").await, RecordingServer::start().await);
    let mut processes = Vec::new();
    for _ in 0..8 {
        processes.push(Arc::new(second_queue_delivering_to(&salon, &desk.url).await));
    }
    processes[0].drain().await.unwrap();
    for _ in 0..5 {
        salon.advance_seconds(DAY_SECONDS);
        let mut draining = JoinSet::new();
        for queue in &processes {
            let queue = Arc::clone(queue);
            draining.spawn(async move { queue.drain().await.unwrap() });
        }
        let done = draining.join_all().await.into_iter().sum::<usize>();
        assert_eq!(delivered_runs(&desk).len(), done);
    }
    let begun = started_slots(&salon).await;
    assert_eq!(begun["birthday-emails"], 6, "the slot before the first day, and one a day");
}

#[test_on_both_engines]
async fn after_downtime_each_job_runs_once_for_its_latest_slot() {
    let (salon, desk) = (TestSalon::open_at("2027-03-01 12:07").await, RecordingServer::start().await);
    queue_delivering_to(salon.worker(), &desk.url).drain().await.unwrap();
    // Until Saturday afternoon.
    salon.advance_seconds(5 * DAY_SECONDS + 4 * HOUR_SECONDS);
    let queue = second_queue_delivering_to(&salon, &desk.url).await;
    assert_eq!(queue.drain().await.unwrap(), 11);
    let expected = [
        ("appointment-reminders", "2027-03-06T10:30:00.000Z"),
        ("birthday-emails", "2027-03-06T04:00:00.000Z"),
        ("daily-sales-report", "2027-03-05T17:00:00.000Z"),
        ("gems-auto-expire", "2027-03-05T18:40:00.000Z"),
        ("gems-expiry-reminder", "2027-03-06T05:00:00.000Z"),
        ("lead-followups", "2027-03-06T05:00:00.000Z"),
        ("membership-auto-expire", "2027-03-05T18:30:00.000Z"),
        ("membership-expiry", "2027-03-05T19:00:00.000Z"),
        ("membership-usage-nudges", "2027-03-06T05:30:00.000Z"),
        ("nightly-sales-summary", "2027-03-05T18:00:00.000Z"),
        ("offer-auto-expire", "2027-03-05T18:35:00.000Z"),
    ];
    assert_eq!(delivered_runs(&desk), expected_runs(&expected));
    assert_eq!(queue.drain().await.unwrap(), 0);
}

#[test_on_both_engines]
async fn a_clock_set_back_repeats_no_slot() {
    let (salon, desk) = (TestSalon::open_at("2027-03-01 08:00").await, RecordingServer::start().await);
    let first = queue_delivering_to(salon.worker(), &desk.url);
    first.drain().await.unwrap();
    for _ in 0..14 * 4 {
        salon.advance_seconds(15 * 60);
        first.drain().await.unwrap();
    }
    let before = delivered_runs(&desk);
    assert!(before.len() > 56);
    // Both whoever was there and whoever has just come.
    let second = second_queue_delivering_to(&salon, &desk.url).await;
    salon.advance_seconds(-14 * HOUR_SECONDS);
    for _ in 0..14 * 4 {
        assert_eq!((first.drain().await.unwrap(), second.drain().await.unwrap()), (0, 0));
        salon.advance_seconds(15 * 60);
    }
    assert_eq!((first.drain().await.unwrap(), second.drain().await.unwrap()), (0, 0));
    salon.advance_seconds(30 * 60);
    assert_eq!(first.drain().await.unwrap() + second.drain().await.unwrap(), 1);
    assert_eq!(delivered_runs(&desk), expected_runs(&[("daily-sales-report", "2027-03-01T17:00:00.000Z")]));
}

#[test_on_both_engines]
async fn with_an_external_queue_only_our_internal_schedule_runs_here() {
    let salon = TestSalon::open_at("2027-02-28 12:00").await;
    let theirs = FakeQueue::start().await;
    let external = ExternalQueue::new(theirs.url(), TOKEN, salon.url(AppKind::Admin), http_client());
    let queue = QueueWorker::new(salon.worker().clone(), Delivery::External(external));
    assert_eq!(queue.drain().await.unwrap(), 0);
    assert_eq!(started_slots(&salon).await, BTreeMap::from([("retention".to_owned(), 1)]));
    salon.advance_seconds(3 * DAY_SECONDS);
    assert_eq!(queue.drain().await.unwrap(), 1);
    let published = theirs.published();
    assert_eq!(published.len(), 1);
    assert!(published[0].destination.ends_with("/api/jobs/retention"), "{published:?}");
    assert_eq!(published[0].body, br#"{"slot":"2027-02-28T21:30:00.000Z"}"#);
}
