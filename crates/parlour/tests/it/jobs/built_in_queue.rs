//! The built-in queue: what is due is done once, whoever does it, and what fails is tried again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use parlour_db::{DbError, params, row};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::Timestamp;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request_at};
use parlour_testkit::actions::jobs::{queue_delivering_to, second_queue_delivering_to};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::process::eventually;
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// Nothing is scheduled before eight.
const TIME_WITHOUT_SCHEDULES: &str = "2027-03-01 03:05";
const LEASE_SECONDS: i64 = 30;

/// Queues a job that is due `in_seconds` from now.
async fn enqueue_job(salon: &TestSalon, kind: &'static str, id: String, in_seconds: i64) {
    let (now, due_at) = (salon.now(), salon.now().plus_millis(in_seconds * 1_000));
    let asked = salon.app.db.write(move |tx| {
        let payload = json!({ "bookingId": id }).to_string();
        queued_jobs::enqueue(
            tx,
            &QueuedJob { id: &id, kind, payload: &payload, subject: &id, dedup_key: &id, due_at },
            now,
        )
    });
    asked.await.unwrap();
}

/// How often each piece of work was brought.
fn deliveries_by_job(desk: &RecordingServer) -> BTreeMap<String, usize> {
    let mut brought = BTreeMap::new();
    for seen in desk.seen() {
        *brought.entry(seen.header("upstash-message-id").unwrap().to_owned()).or_default() += 1;
    }
    brought
}

#[derive(Debug, PartialEq, Eq)]
struct StoredJob {
    due_at: Timestamp,
    try_at: Timestamp,
    attempts: i64,
    is_claimed: bool,
    is_parked: bool,
    is_done: bool,
    last_error: Option<String>,
}
row! { StoredJob { due_at, try_at, attempts, is_claimed, is_parked, is_done, last_error } }

async fn stored_job(salon: &TestSalon, id: &'static str) -> StoredJob {
    let read = salon.app.db.read(move |conn| -> Result<Option<StoredJob>, DbError> {
        conn.one(
            "select due_at, try_at, attempts, claimed_by is not null, parked_at is not null, done_at is not null,
                 last_error from queued_jobs where id = $1",
            params![id],
        )
    });
    read.await.unwrap().expect("the work is there")
}

/// As the health shows it, in seconds.
async fn overdue_seconds(salon: &TestSalon) -> i64 {
    let health = salon.visitor().get("/api/health").await.expect_ok();
    health["checks"]["queue"]["oldestDueSeconds"].as_i64().unwrap()
}

async fn shown_queue(dev: &Person) -> Value {
    let all = dev.get("/api/integrations").await.expect_ok()["integrations"].clone();
    all.as_array().unwrap().iter().find(|one| one["name"] == "queue").unwrap().clone()
}

#[test_on_both_engines]
async fn due_jobs_run_once() {
    let (salon, desk) = (TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await, RecordingServer::start().await);
    let queue = queue_delivering_to(salon.worker(), &desk.url);
    enqueue_job(&salon, "noshow-check", "now".into(), 0).await;
    enqueue_job(&salon, "noshow-check", "later".into(), 60).await;
    assert_eq!(queue.drain().await.unwrap(), 1);
    let seen = desk.only();
    assert_eq!((&*seen.method, &*seen.path), ("POST", "/api/jobs/noshow-check"));
    assert_eq!(seen.json(), json!({ "bookingId": "now" }));
    assert_eq!(seen.header("upstash-retried"), Some("0"));
    let done = stored_job(&salon, "now").await;
    assert!(done.is_done && !done.is_claimed && done.last_error.is_none(), "{done:?}");
    assert_eq!(queue.drain().await.unwrap(), 0);
    salon.advance_seconds(59);
    assert_eq!(queue.drain().await.unwrap(), 0, "a second too early");
    salon.advance_seconds(1);
    assert_eq!(queue.drain().await.unwrap(), 1);
    assert_eq!(desk.only().json(), json!({ "bookingId": "later" }));
}

#[test_on_both_engines]
async fn several_processes_share_jobs_and_run_none_twice() {
    let (salon, desk) = (TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await, RecordingServer::start().await);
    for number in 0..200 {
        enqueue_job(&salon, "noshow-check", format!("work-{number:03}"), -number).await;
    }
    let mut draining = JoinSet::new();
    for _ in 0..2 {
        let queue = Arc::new(second_queue_delivering_to(&salon, &desk.url).await);
        for _ in 0..2 {
            let queue = Arc::clone(&queue);
            draining.spawn(async move { queue.drain().await.unwrap() });
        }
    }
    assert_eq!(draining.join_all().await.into_iter().sum::<usize>(), 200);
    let brought = deliveries_by_job(&desk);
    assert_eq!(brought.len(), 200);
    assert!(brought.values().all(|times| *times == 1), "{brought:?}");
}

#[test_on_both_engines]
async fn a_failing_job_is_retried_three_times_then_parked_and_retried_by_hand() {
    let (salon, desk) = (TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await, RecordingServer::start().await);
    let queue = queue_delivering_to(salon.worker(), &desk.url);
    let dev = salon.member("Dev", Role::Developer).await;
    enqueue_job(&salon, "invoice-pdf", "job-1".into(), 0).await;
    let due_at = salon.now();
    desk.answers(&[(500, ""), (503, ""), (401, ""), (302, "/elsewhere")]);
    for (attempts, wait) in [(0, 12), (1, 148), (2, 1_808)] {
        assert_eq!(queue.drain().await.unwrap(), 1);
        assert_eq!(desk.only().header("upstash-retried"), Some(attempts.to_string().as_str()));
        let row = stored_job(&salon, "job-1").await;
        assert_eq!((row.attempts, row.try_at), (attempts + 1, salon.now().plus_millis(wait * 1_000)));
        assert_eq!(row.due_at, due_at, "when it was due is another matter");
        assert_eq!(overdue_seconds(&salon).await, 0, "nobody is late with it");
        assert!(!row.is_claimed && !row.is_parked && row.last_error.is_some(), "{row:?}");
        salon.advance_seconds(wait - 1);
        assert_eq!(queue.drain().await.unwrap(), 0, "a second too early");
        salon.advance_seconds(1);
    }
    salon.advance_seconds(5);
    assert_eq!(overdue_seconds(&salon).await, 5, "since its next try");
    assert_eq!(queue.drain().await.unwrap(), 1);
    assert_eq!(desk.only().header("upstash-retried"), Some("3"));
    let parked = stored_job(&salon, "job-1").await;
    assert!(parked.is_parked && parked.attempts == 4, "{parked:?}");
    assert_eq!(parked.last_error.as_deref(), Some("it answered 302"));
    salon.advance_seconds(60 * 60);
    assert_eq!(queue.drain().await.unwrap(), 0);

    let listed = shown_queue(&dev).await;
    assert_eq!((&listed["parkedCount"], &listed["lastError"]), (&json!(1), &json!("it answered 302")));
    assert_eq!((&listed["parkedWork"][0]["id"], &listed["parkedWork"][0]["attempts"]), (&json!("job-1"), &json!(4)));
    dev.post_empty("/api/integrations/queue/job-1/retry").await.expect_ok();
    assert_eq!(queue.drain().await.unwrap(), 1);
    let again = desk.only();
    assert_eq!((&*again.path, again.header("upstash-retried")), ("/api/jobs/invoice-pdf", Some("0")));
    assert!(stored_job(&salon, "job-1").await.is_done);
    let listed = shown_queue(&dev).await;
    assert_eq!((&listed["parkedCount"], &listed["lastSuccessAt"]), (&json!(0), &json!(salon.now())));
}

#[test_on_both_engines]
async fn jobs_of_unknown_kind_are_parked() {
    let salon = TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await;
    let queue = salon.queue();
    enqueue_job(&salon, "make-tea", "tea".into(), 0).await;
    enqueue_job(&salon, "noshow-check", "known".into(), 0).await;
    assert_eq!(queue.drain().await.unwrap(), 2);
    for wait in [12, 148, 1_808] {
        salon.advance_seconds(wait);
        assert_eq!(queue.drain().await.unwrap(), 1);
    }
    let parked = stored_job(&salon, "tea").await;
    assert!(parked.is_parked, "{parked:?}");
    assert_eq!(parked.last_error.as_deref(), Some("this version has no such job"));
    assert!(stored_job(&salon, "known").await.is_done);
}

/// Another attempt would not help.
#[test_on_both_engines]
async fn a_job_with_an_unreadable_payload_is_parked_at_once() {
    let salon = TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await;
    enqueue_job(&salon, "noshow-check", "broken".into(), 0).await;
    let broken = salon.app.db.write(|tx| tx.execute("update queued_jobs set payload = '{'", params![]).map(drop));
    broken.await.unwrap();
    assert_eq!(salon.queue().drain().await.unwrap(), 1);
    let parked = stored_job(&salon, "broken").await;
    assert!(parked.is_parked && parked.attempts == 1, "{parked:?}");
    assert_eq!(parked.last_error.as_deref(), Some("the payload is not a JSON object"));
}

/// A job that takes until somebody lets it end.
struct SlowJobServer {
    url: String,
    asked: Arc<Notify>,
    end: Arc<Notify>,
}

impl SlowJobServer {
    async fn start() -> Self {
        Self::only("").await
    }

    /// The others are done at once.
    async fn only(kind: &'static str) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let (asked, end) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let run = async move |State((asked, end)): State<(Arc<Notify>, Arc<Notify>)>, uri: Uri| {
            if uri.path().ends_with(kind) {
                asked.notify_one();
                end.notified().await;
            }
            r#"{"success":true}"#
        };
        let router = Router::new().fallback(run).with_state((Arc::clone(&asked), Arc::clone(&end)));
        // Ends with the test's runtime.
        tokio::spawn(async { axum::serve(socket, router).await });
        Self { url, asked, end }
    }
}

#[test_on_both_engines]
async fn a_claimed_job_of_a_dead_process_is_taken_over_when_the_lease_ends() {
    let (salon, desk, slow) = (
        TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await,
        RecordingServer::start().await,
        SlowJobServer::start().await,
    );
    enqueue_job(&salon, "noshow-check", "job-1".into(), 0).await;
    let dying = queue_delivering_to(salon.worker(), &slow.url);
    let dying = tokio::spawn(async move { dying.drain().await });
    slow.asked.notified().await;
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    let other = second_queue_delivering_to(&salon, &desk.url).await;
    assert_eq!(other.drain().await.unwrap(), 0, "it may still be at it");
    salon.advance_seconds(LEASE_SECONDS - 1);
    assert_eq!(other.drain().await.unwrap(), 0);
    salon.advance_seconds(1);
    assert_eq!(other.drain().await.unwrap(), 1);
    assert_eq!(desk.only().header("upstash-message-id"), Some("job-1"));
    let done = stored_job(&salon, "job-1").await;
    assert!(done.is_done && done.attempts == 0, "a death is not a failure: {done:?}");
}

#[test_on_both_engines]
async fn a_lease_is_extended_while_the_job_runs() {
    let (salon, desk, slow) = (
        TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await,
        RecordingServer::start().await,
        SlowJobServer::start().await,
    );
    enqueue_job(&salon, "noshow-check", "job-1".into(), 0).await;
    let patient = queue_delivering_to(salon.worker(), &slow.url).with_renewal_interval(Duration::from_millis(5));
    let patient = tokio::spawn(async move { patient.drain().await.unwrap() });
    slow.asked.notified().await;
    let other = second_queue_delivering_to(&salon, &desk.url).await;
    for _ in 0..5 {
        salon.advance_seconds(LEASE_SECONDS - 1);
        let until = salon.now().plus_millis(LEASE_SECONDS * 1_000);
        let renewed = || async {
            let read = salon.app.db.read(|conn| conn.one::<(Timestamp,)>("select claimed_until from queued_jobs", &[]));
            (read.await.unwrap().unwrap().0 == until).then_some(())
        };
        eventually(Duration::from_secs(20), renewed).await;
        assert_eq!(other.drain().await.unwrap(), 0, "somebody is at it");
    }
    slow.end.notify_one();
    assert_eq!(patient.await.unwrap(), 1);
    assert!(stored_job(&salon, "job-1").await.is_done);
    salon.advance_seconds(LEASE_SECONDS);
    assert_eq!(other.drain().await.unwrap(), 0);
    assert_eq!(desk.seen().len(), 0);
}

/// Whoever lost the claim has still done the work; its failure is nobody's any more.
#[test_on_both_engines]
async fn a_late_success_is_accepted() {
    for (id, is_good) in [("good", true), ("bad", false)] {
        let (salon, desk) = (TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await, RecordingServer::start().await);
        let slow = SlowJobServer::start().await;
        enqueue_job(&salon, "noshow-check", id.into(), 0).await;
        let late = queue_delivering_to(salon.worker(), &slow.url).with_renewal_interval(Duration::from_mins(1));
        let late = tokio::spawn(async move { late.drain().await.unwrap() });
        slow.asked.notified().await;
        salon.advance_seconds(LEASE_SECONDS);
        let other = second_queue_delivering_to(&salon, &desk.url).await;
        if is_good {
            desk.answers(&[(500, "")]);
        }
        assert_eq!(other.drain().await.unwrap(), 1);
        slow.end.notify_one();
        assert_eq!(late.await.unwrap(), 1);
        let row = stored_job(&salon, id).await;
        assert!(row.is_done && !row.is_parked, "{row:?}");
    }
}

/// A mail server that says nothing keeps whoever needs it waiting, and nobody else.
#[test_on_both_engines]
async fn slow_jobs_of_one_kind_do_not_block_other_kinds() {
    let (salon, slow) = (TestSalon::open_at(TIME_WITHOUT_SCHEDULES).await, SlowJobServer::only("invoice-pdf").await);
    for number in 0..50 {
        enqueue_job(&salon, "invoice-pdf", format!("paper-{number}"), -60).await;
        enqueue_job(&salon, "post-service-followup", format!("letter-{number}"), -30).await;
    }
    enqueue_job(&salon, "noshow-check", "other".into(), 0).await;
    let queue = Arc::new(queue_delivering_to(salon.worker(), &slow.url));
    let running = tokio::spawn(queue.run(std::future::pending()));
    let all_others = || async {
        let left = "select count(*) from queued_jobs where kind <> 'invoice-pdf' and done_at is null and id <> $1";
        (count_rows(&salon, "", left).await == 0).then_some(())
    };
    eventually(Duration::from_secs(20), all_others).await;
    let claimed = "select count(*) from queued_jobs where claimed_by is not null and id <> $1";
    assert_eq!(count_rows(&salon, "", claimed).await, 16, "as many as may be of a kind");
    let done = "select count(*) from queued_jobs where kind = 'invoice-pdf' and done_at is not null and id <> $1";
    assert_eq!(count_rows(&salon, "", done).await, 0);
    running.abort();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_queue_runs_all_follow_up_jobs_of_a_booking() {
    let salon = fill_small_salon(TestSalon::open().await).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let queue = salon.queue();
    queue.drain().await.unwrap();
    let (answered, ignored) = (
        create_booking(&asha, &haircut_request_at("2027-03-01", "13:00")).await,
        create_booking(&asha, &haircut_request_at("2027-03-05", "13:00")).await,
    );
    approve_booking(&desk, &answered, STYLIST).await.expect_ok();
    let hour = 60 * 60;
    for (seconds, booking, kind, who) in [
        (2 * hour, &ignored, "stale_booking", &desk),
        (2 * hour, &answered, "noshow_check", &desk),
        (20 * hour + 60, &ignored, "booking_rejected", &asha),
    ] {
        assert_eq!(notified_users(&salon, booking, kind).await, Vec::<String>::new());
        salon.advance_seconds(seconds);
        assert!(queue.drain().await.unwrap() > 0);
        assert_eq!(notified_users(&salon, booking, kind).await, sorted_user_ids(&[who]), "{kind}");
    }
    assert_eq!(notified_users(&salon, &answered, "stale_booking").await, Vec::<String>::new());
    assert_eq!(queue.drain().await.unwrap(), 0);
    let left = "select count(*) from queued_jobs where done_at is null and id <> $1
                    and (parked_at is not null or claimed_by is not null)";
    assert_eq!(count_rows(&salon, "", left).await, 0);
}
