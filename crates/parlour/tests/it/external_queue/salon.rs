//! A salon whose work goes through somebody else's queue.

use parlour_api::jobs::gate::JobGate;
use parlour_app::outside::queue::ExternalQueue;
use parlour_app::queue::{Delivery, Queue};
use parlour_domain::app_side::AppSide;
use parlour_domain::ist::DAY_MS;
use parlour_domain::job::Job;
use parlour_store::work::{self, Work};
use parlour_testkit::fake_queue::{CURRENT_KEY, Delivered, FakeQueue, Message, NEXT_KEY, TOKEN, Trick};
use parlour_testkit::process::plain_client;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};

/// A salon that believes this queue, on real sockets.
pub(super) async fn believing_salon() -> TestSalon {
    let signing_keys = vec![CURRENT_KEY.to_owned(), NEXT_KEY.to_owned()];
    let jobs = JobGate { signing_keys, ..JobGate::default() };
    let options = SalonOptions { jobs, is_production: true, listens: true, ..SalonOptions::default() };
    TestSalon::with(options).await
}

/// The salon's part of the queue: what is due goes to somebody else's.
pub(super) fn part_of(salon: &TestSalon, queue: &FakeQueue) -> Queue {
    let external = ExternalQueue::new(queue.url(), TOKEN, salon.url(AppSide::Admin), plain_client());
    Queue::new(salon.backstage().clone(), Delivery::External(external))
}

/// A salon with one session that is over, and its part of the queue.
async fn salon_behind(queue: &FakeQueue) -> (TestSalon, Queue) {
    let salon = believing_salon().await;
    salon.customer("Asha").await;
    salon.app.clock.advance_millis(8 * DAY_MS);
    let ours = part_of(&salon, queue);
    (salon, ours)
}

async fn asks_for_a_cleanup(salon: &TestSalon, id: &'static str, in_seconds: i64) {
    let (now, due_at) = (salon.now(), salon.now().plus_millis(in_seconds * 1_000));
    let asked = salon.app.db.write(move |tx| {
        let kind = Job::SessionCleanup.as_str();
        let cleanup = Work { id, kind, payload: "{}", subject: id, dedup_key: id, due_at };
        work::schedule(tx, &cleanup, now)
    });
    asked.await.unwrap();
}

async fn sessions(salon: &TestSalon) -> i64 {
    let counted = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from sessions", &[]));
    counted.await.unwrap().unwrap().0
}

/// Sorted: what is due at once goes there at once, in any order.
fn ids(messages: &[Message]) -> Vec<&str> {
    let mut ids: Vec<_> = messages.iter().map(|one| one.deduplication_id.as_deref().unwrap()).collect();
    ids.sort_unstable();
    ids
}

pub(super) fn statuses(delivered: &[Delivered]) -> Vec<u16> {
    delivered.iter().map(|one| one.status).collect()
}

#[test_on_both_engines]
async fn work_goes_there_when_it_is_near_and_comes_back_when_it_is_due() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_behind(&queue).await;
    asks_for_a_cleanup(&salon, "now", 0).await;
    asks_for_a_cleanup(&salon, "soon", 300).await;
    asks_for_a_cleanup(&salon, "tomorrow", 86_400).await;
    ours.drain().await.unwrap();
    assert_eq!(ids(&queue.published()), ["now", "soon"], "long delays stay with us");
    // The salon's clock stands in 2027, the queue's in the present.
    let wait = queue.published().iter().find_map(|message| message.not_before).unwrap() - queue.now();
    assert!((290..=300).contains(&wait), "{wait}");
    assert_eq!(sessions(&salon).await, 1, "published, and not done yet");
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
    assert_eq!(sessions(&salon).await, 0);
    queue.signs_with(NEXT_KEY);
    queue.advance_seconds(300);
    let delivered = queue.deliver_due().await;
    assert_eq!(statuses(&delivered), [200]);
    assert_eq!(delivered[0].answer, r#"{"processed":0,"success":true}"#);
    salon.advance_seconds(86_400 - 300);
    ours.drain().await.unwrap();
    ours.drain().await.unwrap();
    assert_eq!(ids(&queue.published()), ["now", "soon", "tomorrow"]);
    assert!(queue.dead().is_empty());
}

#[test_on_both_engines]
async fn a_delivery_that_is_not_believed_is_tried_three_times_more() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_behind(&queue).await;
    asks_for_a_cleanup(&salon, "late", 0).await;
    asks_for_a_cleanup(&salon, "lost", 0).await;
    ours.drain().await.unwrap();
    queue.signs_with("a key of nobody");
    for wait in [0, 12, 148] {
        queue.advance_seconds(wait);
        let delivered = queue.deliver_due().await;
        assert_eq!(statuses(&delivered), [401, 401], "after {wait} s");
        assert!(delivered.iter().all(|one| one.answer == "Unauthorized"));
        assert!(queue.deliver_due().await.is_empty(), "too soon");
    }
    assert_eq!(sessions(&salon).await, 1);
    queue.advance_seconds(1_808);
    queue.signs_with(NEXT_KEY);
    assert_eq!(statuses(&queue.deliver_due().await), [200, 200]);
    assert_eq!(sessions(&salon).await, 0);
    asks_for_a_cleanup(&salon, "in vain", 0).await;
    ours.drain().await.unwrap();
    queue.signs_with("a key of nobody");
    for wait in [0, 12, 148, 1_808] {
        queue.advance_seconds(wait);
        assert_eq!(statuses(&queue.deliver_due().await), [401]);
    }
    assert_eq!(ids(&queue.dead()), ["in vain"]);
}

#[test_on_both_engines]
async fn work_waits_here_while_the_queue_is_down() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_behind(&queue).await;
    asks_for_a_cleanup(&salon, "work-1", 0).await;
    for (trick, wait) in [(Trick::Status(503), 12), (Trick::Welcoming, 148), (Trick::Status(401), 1_808)] {
        queue.plays(trick);
        ours.drain().await.unwrap();
        salon.advance_seconds(wait);
    }
    assert!(queue.published().is_empty());
    queue.plays(Trick::None);
    ours.drain().await.unwrap();
    assert_eq!(ids(&queue.published()), ["work-1"]);
    ours.drain().await.unwrap();
    assert_eq!(queue.published().len(), 1, "what was handed over is not ours any more");
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
}

/// Taken ahead of its time, and in vain: what comes of that is neither a storm nor work that is done too early.
#[test_on_both_engines]
async fn work_that_could_not_be_handed_over_is_still_done_when_it_is_due() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_behind(&queue).await;
    asks_for_a_cleanup(&salon, "soon", 540).await;
    queue.plays(Trick::Status(503));
    let mut left = 540;
    for (asked, wait) in [(1, 12), (2, 148)] {
        ours.drain().await.unwrap();
        assert_eq!(queue.asked(), asked, "asked once, and not until something gives");
        salon.advance_seconds(wait - 1);
        ours.drain().await.unwrap();
        assert_eq!(queue.asked(), asked, "a second too early");
        salon.advance_seconds(1);
        left -= wait;
    }
    queue.plays(Trick::None);
    ours.drain().await.unwrap();
    let [message] = &queue.published()[..] else { panic!("{:?}", queue.published()) };
    let wait = message.not_before.unwrap() - queue.now();
    assert!((left - 10..=left).contains(&wait), "{wait} of {left} seconds");
    queue.advance_seconds(left - 20);
    assert!(queue.deliver_due().await.is_empty(), "too early");
    queue.advance_seconds(20);
    assert_eq!(statuses(&queue.deliver_due().await), [200]);
    assert_eq!(sessions(&salon).await, 0);
}

/// Whoever goes back to the built-in queue in the middle of that waits no less.
#[test_on_both_engines]
async fn work_that_could_not_be_handed_over_is_not_done_early_by_ourselves() {
    let queue = FakeQueue::start().await;
    let (salon, ours) = salon_behind(&queue).await;
    salon.queue().drain().await.unwrap();
    asks_for_a_cleanup(&salon, "soon", 540).await;
    queue.plays(Trick::Status(503));
    ours.drain().await.unwrap();
    salon.advance_seconds(539);
    salon.queue().drain().await.unwrap();
    assert_eq!(sessions(&salon).await, 1, "a second too early");
    salon.advance_seconds(1);
    salon.queue().drain().await.unwrap();
    assert_eq!(sessions(&salon).await, 0);
}

#[test_on_both_engines]
async fn a_schedule_asks_for_its_job() {
    let queue = FakeQueue::start().await;
    let (salon, _) = salon_behind(&queue).await;
    let told = ExternalQueue::new(queue.url(), TOKEN, salon.url(AppSide::Admin), plain_client());
    for (job, schedule) in Job::scheduled() {
        told.schedule(job.as_str(), job.as_str(), &schedule.cron()).await.unwrap();
        queue.fires(job.as_str());
    }
    let delivered = queue.deliver_due().await;
    assert_eq!(statuses(&delivered), [200; 14], "{delivered:?}");
    assert_eq!(sessions(&salon).await, 0);
}
