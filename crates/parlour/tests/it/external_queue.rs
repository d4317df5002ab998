//! Somebody else's queue: what we say to it, what it says to us, and what its own library says to both.

mod moved;
mod salon;
mod schedules;
mod signatures;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlour_app::outside::queue::{ExternalQueue, QueueFailure};
use parlour_testkit::fake_queue::{FakeQueue, Message, TOKEN, Trick};
use parlour_testkit::process::plain_client;
use serde_json::{Value, json};

const ADMIN: &str = "https://admin.example.in";
const URL: &str = "https://admin.example.in/api/jobs/noshow-check";
const BODY: &str = r#"{"bookingId":"bk_1"}"#;

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
