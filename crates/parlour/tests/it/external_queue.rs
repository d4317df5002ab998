//! Somebody else's queue: what we say to it, what it says to us, and what its own library says to both.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlour_api::jobs::gate::JobGate;
use parlour_app::outside::queue::{ExternalQueue, QueueFailure};
use parlour_app::outside::queue_signature::{SignatureRefusal, sign, verify};
use parlour_app::queue::{Delivery, Queue};
use parlour_domain::app_side::AppSide;
use parlour_domain::ist::DAY_MS;
use parlour_domain::job::Job;
use parlour_store::work::{self, Work};
use parlour_testkit::fake_queue::{CURRENT_KEY, Delivered, FakeQueue, Message, NEXT_KEY, TOKEN, Trick};
use parlour_testkit::process::{Installation, Ran, plain_client};
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::installed::new;

const ADMIN: &str = "https://admin.example.in";
const URL: &str = "https://admin.example.in/api/jobs/noshow-check";
const BODY: &str = r#"{"bookingId":"bk_1"}"#;
/// What the library is made to believe.
const NOW: i64 = 1_767_225_600;

/// What the provider's own library makes of it.
async fn asked_of_the_provider(wish: Value) -> Value {
    let asked = tokio::task::spawn_blocking(move || {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parlour-testkit/oidc-provider");
        let mut node = Command::new("node")
            .arg("queue.mjs")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("node is installed");
        node.stdin.take().unwrap().write_all(wish.to_string().as_bytes()).unwrap();
        node.wait_with_output().unwrap()
    });
    let made = asked.await.unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "`make setup` installs the library: {said}");
    serde_json::from_slice(&made.stdout).unwrap()
}

/// What the provider's client gets for these calls to the fake.
async fn calls(queue: &FakeQueue, token: &str, calls: Value) -> Vec<Value> {
    let base = queue.url().as_str().trim_end_matches('/');
    let wish = json!({ "ask": { "baseUrl": base, "token": token, "calls": calls } });
    asked_of_the_provider(wish).await["ask"].as_array().unwrap().clone()
}

fn ours(queue: &FakeQueue) -> ExternalQueue {
    ExternalQueue::new(queue.url(), TOKEN, ADMIN, plain_client())
}

#[tokio::test]
async fn our_signatures_are_taken_by_the_providers_own_library() {
    let delivery = |signature: String, body: &str, url: &str| json!({ "keys": [CURRENT_KEY, NEXT_KEY], "signature": signature, "body": body, "url": url });
    let signed_at = |seconds: i64| sign(CURRENT_KEY, URL, BODY.as_bytes(), "jwt_1", NOW + seconds);
    let right = |key: &str, body: &str| delivery(sign(key, URL, body.as_bytes(), "jwt_1", NOW), body, URL);
    let cases = [
        (right(CURRENT_KEY, BODY), true),
        (right(NEXT_KEY, BODY), true),
        (right(CURRENT_KEY, ""), true),
        (right(NEXT_KEY, "नमस्ते \u{1f486}"), true),
        (right("sig_another", BODY), false),
        (delivery(signed_at(0), "{}", URL), false),
        (delivery(signed_at(0), BODY, ADMIN), false),
        (delivery(signed_at(-299), BODY, URL), true),
        (delivery(signed_at(-301), BODY, URL), false),
        (delivery(signed_at(1), BODY, URL), false),
    ];
    let deliveries = cases.each_ref().map(|(delivery, _)| delivery);
    let verified = asked_of_the_provider(json!({ "now": NOW, "verify": deliveries })).await;
    for ((delivery, is_taken), said) in cases.iter().zip(verified["verify"].as_array().unwrap()) {
        assert_eq!(said["is"] == true, *is_taken, "{delivery}: {said}");
    }
}

/// The same tokens before both judges. They differ where we mean to: clocks may differ by five seconds, and one
/// algorithm is enough.
#[tokio::test]
async fn what_the_provider_signs_is_taken_here_and_what_it_refuses_is_not() {
    let with = |name: &str, value: Value| {
        let mut made = json!({ "key": CURRENT_KEY, "sub": URL, "iat": NOW, "body": BODY });
        made[name] = value;
        made
    };
    let cases = [
        (with("key", json!(CURRENT_KEY)), true, Ok(())),
        (with("key", json!(NEXT_KEY)), true, Ok(())),
        (with("pad", json!(false)), true, Ok(())),
        (with("nbf", json!(NOW + 5)), false, Ok(())),
        (with("nbf", json!(NOW + 6)), false, Err(SignatureRefusal::NotYetValid)),
        (with("exp", json!(NOW + 1)), true, Ok(())),
        (with("exp", json!(NOW - 4)), false, Ok(())),
        (with("exp", json!(NOW - 5)), false, Err(SignatureRefusal::Expired)),
        (with("iat", json!(NOW - 305)), false, Err(SignatureRefusal::Expired)),
        (with("alg", json!("HS512")), true, Err(SignatureRefusal::Algorithm)),
        (with("alg", json!("none")), false, Err(SignatureRefusal::Algorithm)),
        (with("key", json!("x")), false, Err(SignatureRefusal::Signature)),
        (with("iss", json!("upstash")), false, Err(SignatureRefusal::Issuer)),
        (with("sub", json!(format!("{URL}/"))), false, Err(SignatureRefusal::Subject)),
        (with("body", json!("{}")), false, Err(SignatureRefusal::Body)),
    ];
    let tokens = asked_of_the_provider(json!({ "sign": cases.each_ref().map(|case| &case.0) })).await;
    let tokens: Vec<&str> =
        tokens["sign"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(tokens[0], sign(CURRENT_KEY, URL, BODY.as_bytes(), "jwt_test", NOW), "to the byte");
    let deliveries: Vec<Value> = tokens
        .iter()
        .map(|token| json!({ "keys": [CURRENT_KEY, NEXT_KEY], "signature": token, "body": BODY, "url": URL }))
        .collect();
    let theirs = asked_of_the_provider(json!({ "now": NOW, "verify": deliveries })).await;
    for (index, (made, is_taken_there, is_taken_here)) in cases.into_iter().enumerate() {
        let there = &theirs["verify"][index];
        assert_eq!(there["is"] == true, is_taken_there, "{made}: {there}");
        let here = verify(&[CURRENT_KEY, NEXT_KEY], tokens[index], URL, BODY.as_bytes(), NOW);
        assert_eq!(here, is_taken_here, "{made}");
    }
}

/// The provider's client is content with the fake, so the fake is one to test against.
#[tokio::test]
async fn the_providers_own_client_works_with_the_fake() {
    let queue = FakeQueue::start().await;
    let message = json!({ "url": URL, "body": BODY, "retries": 1, "deduplicationId": "work-1" });
    let schedule =
        |cron: &str| json!({ "destination": URL, "cron": cron, "scheduleId": "parlour.test", "retries": 3 });
    let wishes = json!([
        ["publish", message],
        ["publish", message],
        ["publishJSON", { "url": URL, "body": { "bookingId": "bk_2" } }],
        ["publish", { "url": "nowhere", "body": BODY }],
        ["schedules.create", schedule("CRON_TZ=Asia/Kolkata 30 9 * * *")],
        ["schedules.create", schedule("CRON_TZ=Asia/Kolkata 45 9 * * *")],
        ["schedules.create", { "destination": URL, "cron": "every morning" }],
        ["schedules.list", null],
        ["schedules.get", "parlour.test"],
        ["schedules.delete", "parlour.test"],
        ["schedules.get", "parlour.test"],
        ["schedules.list", null],
    ]);
    let said = calls(&queue, TOKEN, wishes).await;
    assert_eq!(said[0]["is"]["messageId"], "msg_1", "{said:?}");
    assert_eq!(said[1]["is"], json!({ "messageId": "msg_1", "deduplicated": true }));
    assert_eq!(said[2]["is"]["messageId"], "msg_2");
    assert!(said[3]["error"].as_str().unwrap().contains("invalid destination"), "{said:?}");
    assert_eq!(said[5]["is"]["scheduleId"], "parlour.test");
    assert!(said[6]["error"].as_str().unwrap().contains("invalid cron"), "{said:?}");
    let listed = said[7]["is"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "the second overwrote the first");
    assert_eq!(listed[0]["cron"], "CRON_TZ=Asia/Kolkata 45 9 * * *");
    assert_eq!(listed[0]["destination"], URL);
    assert_eq!(said[8]["is"], listed[0]);
    assert!(said[9]["error"].is_null() && said[10]["error"].is_string(), "{said:?}");
    assert_eq!(said[11]["is"], json!([]));
    let refused = calls(&queue, "another token", json!([["schedules.list", null]])).await;
    assert!(refused[0]["error"].is_string(), "{refused:?}");
}

/// What arrives is what the provider's own client would have sent for the same wish.
#[tokio::test]
async fn we_publish_as_the_providers_own_client_does() {
    let (queue, theirs) = (FakeQueue::start().await, FakeQueue::start().await);
    let later = queue.now() + 600;
    ours(&queue).publish("noshow-check", BODY, "work-1", Some(later)).await.unwrap();
    ours(&queue).publish("invoice-pdf", "{}", "work-2", None).await.unwrap();
    let invoice = format!("{ADMIN}/api/jobs/invoice-pdf");
    let headers = json!({ "Content-Type": "application/json" });
    let wish = |url: &str, body: &str, id: &str| json!({ "url": url, "body": body, "headers": headers, "retries": 3, "deduplicationId": id });
    let mut first = wish(URL, BODY, "work-1");
    first["notBefore"] = json!(later);
    let second = wish(&invoice, "{}", "work-2");
    calls(&theirs, TOKEN, json!([["publish", first], ["publish", second]])).await;
    let at_no_time = |messages: Vec<Message>| {
        let without = |message| Message { published_at: 0, due_at: 0, ..message };
        messages.into_iter().map(without).collect::<Vec<_>>()
    };
    let published = at_no_time(queue.published());
    assert_eq!(published, at_no_time(theirs.published()));
    assert_eq!(published[0].destination, URL);
    assert_eq!(published[0].body, BODY.as_bytes());
    assert_eq!(published[0].not_before, Some(later));
    assert_eq!(published[0].deduplication_id.as_deref(), Some("work-1"));
    assert_eq!((published[1].not_before, published[1].retries), (None, 3));
}

#[tokio::test]
async fn the_same_work_is_taken_once() {
    let queue = FakeQueue::start().await;
    for _ in 0..3 {
        ours(&queue).publish("noshow-check", BODY, "work-1", None).await.unwrap();
    }
    ours(&queue).publish("noshow-check", BODY, "work-2", None).await.unwrap();
    assert_eq!(queue.published().len(), 2);
    // The provider forgets after ten minutes, which is why jobs may run twice.
    queue.advance_seconds(600);
    ours(&queue).publish("noshow-check", BODY, "work-1", None).await.unwrap();
    assert_eq!(queue.published().len(), 3);
}

#[tokio::test]
async fn a_schedule_told_again_is_the_same_schedule() {
    let queue = FakeQueue::start().await;
    for cron in ["CRON_TZ=Asia/Kolkata 30 22 * * *", "CRON_TZ=Asia/Kolkata 45 22 * * *"] {
        ours(&queue).schedule("parlour.daily", "daily-sales-report", cron).await.unwrap();
    }
    let [schedule] = &queue.schedules()[..] else { panic!("{:?}", queue.schedules()) };
    assert_eq!(schedule.cron, "CRON_TZ=Asia/Kolkata 45 22 * * *");
    assert_eq!(schedule.destination, format!("{ADMIN}/api/jobs/daily-sales-report"));
    assert_eq!((schedule.retries, schedule.body.len()), (3, 0));
}

#[tokio::test]
async fn whatever_the_queue_does_is_a_failure_that_tells_no_secret() {
    let queue = FakeQueue::start().await;
    let hasty = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .read_timeout(Duration::from_millis(100))
        .build()
        .unwrap();
    let with = |token: &str| ExternalQueue::new(queue.url(), token, ADMIN, hasty.clone());
    let cases = [
        (Trick::Silent, QueueFailure::TimedOut),
        (Trick::Status(400), QueueFailure::Status(400)),
        (Trick::Status(401), QueueFailure::Unauthorized),
        (Trick::Status(403), QueueFailure::Unauthorized),
        (Trick::Status(412), QueueFailure::LimitReached(412)),
        (Trick::Status(429), QueueFailure::LimitReached(429)),
        (Trick::Status(500), QueueFailure::Status(500)),
        (Trick::Status(503), QueueFailure::Status(503)),
        (Trick::Redirecting, QueueFailure::Redirected),
        (Trick::Welcoming, QueueFailure::Unreadable),
        (Trick::Huge, QueueFailure::Unreadable),
    ];
    for (trick, expected) in cases {
        queue.plays(trick);
        let published = with(TOKEN).publish("noshow-check", BODY, "work-1", None).await;
        let scheduled = with(TOKEN).schedule("parlour.x", "noshow-check", "0 9 * * *").await;
        assert_eq!((&published, &scheduled), (&Err(expected.clone()), &Err(expected)), "{trick:?}");
        for failure in [published, scheduled] {
            let failure = failure.unwrap_err();
            let said = format!("{failure:?} {failure}");
            assert!(!said.contains(TOKEN) && !said.contains("bk_1") && !said.contains("never"), "{said}");
        }
    }
    queue.plays(Trick::None);
    let unknown = with("another token").publish("noshow-check", BODY, "work-1", None).await;
    assert_eq!(unknown, Err(QueueFailure::Unauthorized));
    assert_eq!((queue.published().len(), queue.schedules().len()), (0, 0));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = ExternalQueue::new(&format!("http://{nobody}").parse().unwrap(), TOKEN, ADMIN, hasty);
    let gone = nobody.publish("noshow-check", BODY, "work-1", None).await.unwrap_err().to_string();
    assert!(gone.to_lowercase().contains("refused") && !gone.contains("noshow"), "{gone}");
}

fn installed(queue: &FakeQueue) -> Installation {
    new()
        .with("PARLOUR_QUEUE_URL", queue.url().as_str())
        .with("PARLOUR_QUEUE_TOKEN", TOKEN)
        .with("PARLOUR_ADMIN_URL", "https://desk.example.in")
}

/// A command is waited for on another thread: the fake answers on this one.
async fn run(salon: &Installation, arguments: &'static [&'static str]) -> Ran {
    let salon = salon.clone();
    tokio::task::spawn_blocking(move || salon.run(arguments)).await.unwrap()
}

#[tokio::test]
async fn the_schedules_are_told_once_however_often_they_are_told() {
    let queue = FakeQueue::start().await;
    let salon = installed(&queue);
    let first = run(&salon, &["queue", "sync"]).await;
    assert_eq!(first.expect_success().lines().count(), 14);
    let said = "daily-sales-report: CRON_TZ=Asia/Kolkata 30 22 * * *";
    assert!(first.stdout.lines().any(|line| line == said), "{first:?}");
    let registered = queue.schedules();
    assert_eq!(run(&salon, &["queue", "sync"]).await.stdout, first.stdout);
    assert_eq!(queue.schedules().len(), 14);
    // The contract's times, in the salon's zone, two of them put right (session-cleanup, monthly-gst-summary).
    let expected = [
        ("appointment-reminders", "*/15 8-22 * * *"),
        ("birthday-emails", "30 9 * * *"),
        ("daily-sales-report", "30 22 * * *"),
        ("gems-auto-expire", "10 0 * * *"),
        ("gems-expiry-reminder", "30 10 * * *"),
        ("lead-followups", "30 10 * * *"),
        ("membership-auto-expire", "0 0 * * *"),
        ("membership-expiry", "30 0 * * *"),
        ("membership-usage-nudges", "0 11 * * *"),
        ("monthly-gst-summary", "0 1 1 * *"),
        ("nightly-sales-summary", "30 23 * * *"),
        ("offer-auto-expire", "5 0 * * *"),
        ("session-cleanup", "30 2 * * 0"),
        ("weekly-report", "0 9 * * 1"),
    ];
    assert_eq!(expected.len(), Job::scheduled().count());
    for ((job, cron), schedule) in expected.into_iter().zip(registered) {
        assert_eq!(schedule.id, format!("parlour.desk.example.in.{job}"));
        assert_eq!(schedule.destination, format!("https://desk.example.in/api/jobs/{job}"));
        assert_eq!(schedule.cron, format!("CRON_TZ=Asia/Kolkata {cron}"));
        assert_eq!(schedule.retries, 3);
    }
    // As the provider's own client sees them.
    let listed = calls(&queue, TOKEN, json!([["schedules.list", null]])).await;
    assert_eq!(listed[0]["is"].as_array().unwrap().len(), 14);
    // Another installation on the same account has its own.
    let other = salon.with("PARLOUR_ADMIN_URL", "https://staging.example.in");
    run(&other, &["queue", "sync"]).await.expect_success();
    assert_eq!(queue.schedules().len(), 28);
}

#[tokio::test]
async fn what_cannot_be_told_is_said() {
    let queue = FakeQueue::start().await;
    let without = run(&new(), &["queue", "sync"]).await;
    assert!(without.expect_refusal().contains("PARLOUR_QUEUE_URL"), "{without:?}");
    let nowhere = run(&installed(&queue).without("PARLOUR_ADMIN_URL"), &["queue", "sync"]).await;
    assert!(nowhere.expect_refusal().contains("PARLOUR_ADMIN_URL"), "{nowhere:?}");
    assert_eq!(queue.asked(), 0);
    let stranger = installed(&queue).with("PARLOUR_QUEUE_TOKEN", "hunter2");
    let stranger = run(&stranger, &["queue", "sync"]).await;
    let line = stranger.expect_refusal();
    assert!(line.contains("does not take our token") && !line.contains("hunter2"), "{line}");
    queue.plays(Trick::Status(412));
    let full = run(&installed(&queue), &["queue", "sync"]).await;
    assert!(full.expect_refusal().contains("takes no more"), "{full:?}");
    assert_eq!(full.status.code(), Some(1));
    assert_eq!(queue.asked(), 2, "the others would fail as well");
}

/// A salon with one session that is over, and its part of the queue: what is due goes to somebody else's.
async fn salon_behind(queue: &FakeQueue) -> (TestSalon, Queue) {
    let signing_keys = vec![CURRENT_KEY.to_owned(), NEXT_KEY.to_owned()];
    let jobs = JobGate { signing_keys, ..JobGate::default() };
    let options = SalonOptions { jobs, is_production: true, listens: true, ..SalonOptions::default() };
    let salon = TestSalon::with(options).await;
    salon.customer("Asha").await;
    salon.app.clock.advance_millis(8 * DAY_MS);
    let external = ExternalQueue::new(queue.url(), TOKEN, salon.url(AppSide::Admin), plain_client());
    let ours = Queue::new(salon.backstage().clone(), Delivery::External(external));
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

fn statuses(delivered: &[Delivered]) -> Vec<u16> {
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
