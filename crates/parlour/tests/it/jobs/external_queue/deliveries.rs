//! A salon whose work goes through somebody else's queue.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::DAY_MS;
use parlour_domain::job::Job;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_integrations::external_queue::ExternalQueue;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_testkit::fake_queue::{CURRENT_KEY, DeliveryAttempt, FakeQueue, Message, NEXT_KEY, QueueFault, TOKEN};
use parlour_testkit::process::http_client;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::queue::{Delivery, QueueWorker};

/// A salon that believes this queue, on real sockets.
pub(super) async fn salon_with_signing_keys() -> TestSalon {
    let signing_keys = vec![CURRENT_KEY.to_owned(), NEXT_KEY.to_owned()];
    let jobs = JobAuthenticator { signing_keys, ..JobAuthenticator::default() };
    let options = SalonOptions { jobs, is_production: true, listens: true, ..SalonOptions::default() };
    TestSalon::with(options).await
}

/// The salon's part of the queue: what is due goes to somebody else's.
pub(super) fn queue_publishing_to(salon: &TestSalon, queue: &FakeQueue) -> QueueWorker {
    let external = ExternalQueue::new(queue.url(), TOKEN, salon.url(AppKind::Admin), http_client());
    QueueWorker::new(salon.worker().clone(), Delivery::External(external))
}

/// A salon with one session that is over, and its part of the queue.
async fn salon_with_external_queue(queue: &FakeQueue) -> (TestSalon, QueueWorker) {
    let salon = salon_with_signing_keys().await;
    salon.customer("Asha").await;
    salon.app.clock.advance_millis(8 * DAY_MS);
    let ours = queue_publishing_to(&salon, queue);
    (salon, ours)
}

async fn enqueue_session_cleanup(salon: &TestSalon, id: &'static str, in_seconds: i64) {
    let (now, due_at) = (salon.now(), salon.now().plus_millis(in_seconds * 1_000));
    let requested = salon.app.db.write(move |tx| {
        let kind = Job::SessionCleanup.as_str();
        let cleanup = QueuedJob { id, kind, payload: "{}", subject: id, dedup_key: id, due_at };
        queued_jobs::enqueue(tx, &cleanup, now)
    });
    requested.await.unwrap();
}

async fn session_count(salon: &TestSalon) -> i64 {
    let counted = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from sessions", &[]));
    counted.await.unwrap().unwrap().0
}

/// Sorted: what is due at once goes there at once, in any order.
fn message_ids(messages: &[Message]) -> Vec<&str> {
    let mut ids: Vec<_> = messages.iter().map(|one| one.deduplication_id.as_deref().unwrap()).collect();
    ids.sort_unstable();
    ids
}

pub(super) fn statuses(delivered: &[DeliveryAttempt]) -> Vec<u16> {
    delivered.iter().map(|one| one.status).collect()
}

#[test_on_both_engines]
async fn jobs_are_published_shortly_before_they_are_due_and_delivered_then() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_with_external_queue(&queue).await;
    enqueue_session_cleanup(&salon, "now", 0).await;
    enqueue_session_cleanup(&salon, "soon", 300).await;
    enqueue_session_cleanup(&salon, "tomorrow", 86_400).await;
    ours.drain().await.unwrap();
    assert_eq!(message_ids(&queue.published()), ["now", "soon"], "long delays stay with us");
    // The salon's clock stands in 2027, the queue's in the present.
    let wait = queue.published().iter().find_map(|message| message.not_before).unwrap() - queue.now();
    assert!((290..=300).contains(&wait), "{wait}");
    assert_eq!(session_count(&salon).await, 1, "published, and not done yet");
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
    assert_eq!(session_count(&salon).await, 0);
    queue.set_signing_key(NEXT_KEY);
    queue.advance_seconds(300);
    let delivered = queue.deliver_due().await;
    assert_eq!(statuses(&delivered), [200]);
    assert_eq!(delivered[0].answer, r#"{"processed":0,"success":true}"#);
    salon.advance_seconds(86_400 - 300);
    ours.drain().await.unwrap();
    ours.drain().await.unwrap();
    assert_eq!(message_ids(&queue.published()), ["now", "soon", "tomorrow"]);
    assert!(queue.dead_letters().is_empty());
}

#[test_on_both_engines]
async fn a_delivery_with_a_wrong_signature_is_retried_three_times() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_with_external_queue(&queue).await;
    enqueue_session_cleanup(&salon, "late", 0).await;
    enqueue_session_cleanup(&salon, "lost", 0).await;
    ours.drain().await.unwrap();
    queue.set_signing_key("a key of nobody");
    for wait in [0, 12, 148] {
        queue.advance_seconds(wait);
        let delivered = queue.deliver_due().await;
        assert_eq!(statuses(&delivered), [401, 401], "after {wait} s");
        assert!(delivered.iter().all(|one| one.answer == "Unauthorized"));
        assert!(queue.deliver_due().await.is_empty(), "too soon");
    }
    assert_eq!(session_count(&salon).await, 1);
    queue.advance_seconds(1_808);
    queue.set_signing_key(NEXT_KEY);
    assert_eq!(statuses(&queue.deliver_due().await), [200, 200]);
    assert_eq!(session_count(&salon).await, 0);
    enqueue_session_cleanup(&salon, "in vain", 0).await;
    ours.drain().await.unwrap();
    queue.set_signing_key("a key of nobody");
    for wait in [0, 12, 148, 1_808] {
        queue.advance_seconds(wait);
        assert_eq!(statuses(&queue.deliver_due().await), [401]);
    }
    assert_eq!(message_ids(&queue.dead_letters()), ["in vain"]);
}

#[test_on_both_engines]
async fn jobs_stay_in_the_database_while_the_queue_is_down() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_with_external_queue(&queue).await;
    enqueue_session_cleanup(&salon, "work-1", 0).await;
    for (fault, wait) in [(QueueFault::Status(503), 12), (QueueFault::HtmlPage, 148), (QueueFault::Status(401), 1_808)]
    {
        queue.inject_fault(fault);
        ours.drain().await.unwrap();
        salon.advance_seconds(wait);
    }
    assert!(queue.published().is_empty());
    queue.inject_fault(QueueFault::None);
    ours.drain().await.unwrap();
    assert_eq!(message_ids(&queue.published()), ["work-1"]);
    ours.drain().await.unwrap();
    assert_eq!(queue.published().len(), 1, "what was handed over is not ours any more");
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
}

/// Taken ahead of its time, and in vain: what comes of that is neither a storm nor work that is done too early.
#[test_on_both_engines]
async fn a_job_that_could_not_be_published_early_still_runs_when_due() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_with_external_queue(&queue).await;
    enqueue_session_cleanup(&salon, "soon", 540).await;
    queue.inject_fault(QueueFault::Status(503));
    let mut left = 540;
    for (requested, wait) in [(1, 12), (2, 148)] {
        ours.drain().await.unwrap();
        assert_eq!(queue.requested(), requested, "asked once, and not until something gives");
        salon.advance_seconds(wait - 1);
        ours.drain().await.unwrap();
        assert_eq!(queue.requested(), requested, "a second too early");
        salon.advance_seconds(1);
        left -= wait;
    }
    queue.inject_fault(QueueFault::None);
    ours.drain().await.unwrap();
    let [message] = &queue.published()[..] else { panic!("{:?}", queue.published()) };
    let wait = message.not_before.unwrap() - queue.now();
    assert!((left - 10..=left).contains(&wait), "{wait} of {left} seconds");
    queue.advance_seconds(left - 20);
    assert!(queue.deliver_due().await.is_empty(), "too early");
    queue.advance_seconds(20);
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
    assert_eq!(session_count(&salon).await, 0);
}

/// Whoever goes back to the built-in queue in the middle of that waits no less.
#[test_on_both_engines]
async fn a_job_that_could_not_be_published_is_not_run_early_by_the_built_in_queue() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_with_external_queue(&queue).await;
    salon.queue().drain().await.unwrap();
    enqueue_session_cleanup(&salon, "soon", 540).await;
    queue.inject_fault(QueueFault::Status(503));
    ours.drain().await.unwrap();
    salon.advance_seconds(539);
    salon.queue().drain().await.unwrap();
    assert_eq!(session_count(&salon).await, 1, "a second too early");
    salon.advance_seconds(1);
    salon.queue().drain().await.unwrap();
    assert_eq!(session_count(&salon).await, 0);
}

#[test_on_both_engines]
async fn every_schedule_delivers_its_job() {
    let queue = FakeQueue::start().await;
    let (salon, _) = salon_with_external_queue(&queue).await;
    let told = ExternalQueue::new(queue.url(), TOKEN, salon.url(AppKind::Admin), http_client());
    for (job, schedule) in Job::scheduled() {
        told.schedule(job.as_str(), job.as_str(), &schedule.cron()).await.unwrap();
        queue.fire_schedule(job.as_str());
    }
    let delivered = queue.deliver_due().await;
    assert_eq!(statuses(&delivered), [200; 14], "{delivered:?}");
    assert_eq!(session_count(&salon).await, 0);
}
