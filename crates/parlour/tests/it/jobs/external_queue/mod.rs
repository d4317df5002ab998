//! Somebody else's queue: what we say to it, what it says to us, and what its own library says to both.

mod deliveries;
mod rescheduled_bookings;
mod signatures;
mod sync_command;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlour_integrations::external_queue::{ExternalQueue, QueueFailure};
use parlour_testkit::fake_queue::{FakeQueue, Message, QueueFault, TOKEN};
use parlour_testkit::process::http_client;
use serde_json::{Value, json};

const ADMIN_URL: &str = "https://admin.example.in";
const JOB_URL: &str = "https://admin.example.in/api/jobs/noshow-check";
const JOB_BODY: &str = r#"{"bookingId":"bk_1"}"#;

/// What the provider's own library makes of it.
async fn run_provider_library(request: Value) -> Value {
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
        node.stdin.take().unwrap().write_all(request.to_string().as_bytes()).unwrap();
        node.wait_with_output().unwrap()
    });
    let made = asked.await.unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "`make setup` installs the library: {said}");
    serde_json::from_slice(&made.stdout).unwrap()
}

/// What the provider's client gets for these calls to the fake.
async fn call_with_provider_client(queue: &FakeQueue, token: &str, calls: Value) -> Vec<Value> {
    let base = queue.url().as_str().trim_end_matches('/');
    let request = json!({ "ask": { "baseUrl": base, "token": token, "calls": calls } });
    run_provider_library(request).await["ask"].as_array().unwrap().clone()
}

fn external_queue_client(queue: &FakeQueue) -> ExternalQueue {
    ExternalQueue::new(queue.url(), TOKEN, ADMIN_URL, http_client())
}

/// The provider's client is content with the fake, so the fake is one to test against.
#[tokio::test]
async fn the_provider_s_client_works_with_the_fake_queue() {
    let queue = FakeQueue::start().await;
    let message = json!({ "url": JOB_URL, "body": JOB_BODY, "retries": 1, "deduplicationId": "work-1" });
    let schedule =
        |cron: &str| json!({ "destination": JOB_URL, "cron": cron, "scheduleId": "parlour.test", "retries": 3 });
    let wishes = json!([
        ["publish", message],
        ["publish", message],
        ["publishJSON", { "url": JOB_URL, "body": { "bookingId": "bk_2" } }],
        ["publish", { "url": "nowhere", "body": JOB_BODY }],
        ["schedules.create", schedule("CRON_TZ=Asia/Kolkata 30 9 * * *")],
        ["schedules.create", schedule("CRON_TZ=Asia/Kolkata 45 9 * * *")],
        ["schedules.create", { "destination": JOB_URL, "cron": "every morning" }],
        ["schedules.list", null],
        ["schedules.get", "parlour.test"],
        ["schedules.delete", "parlour.test"],
        ["schedules.get", "parlour.test"],
        ["schedules.list", null],
    ]);
    let said = call_with_provider_client(&queue, TOKEN, wishes).await;
    assert_eq!(said[0]["is"]["messageId"], "msg_1", "{said:?}");
    assert_eq!(said[1]["is"], json!({ "messageId": "msg_1", "deduplicated": true }));
    assert_eq!(said[2]["is"]["messageId"], "msg_2");
    assert!(said[3]["error"].as_str().unwrap().contains("invalid destination"), "{said:?}");
    assert_eq!(said[5]["is"]["scheduleId"], "parlour.test");
    assert!(said[6]["error"].as_str().unwrap().contains("invalid cron"), "{said:?}");
    let listed = said[7]["is"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "the second overwrote the first");
    assert_eq!(listed[0]["cron"], "CRON_TZ=Asia/Kolkata 45 9 * * *");
    assert_eq!(listed[0]["destination"], JOB_URL);
    assert_eq!(said[8]["is"], listed[0]);
    assert!(said[9]["error"].is_null() && said[10]["error"].is_string(), "{said:?}");
    assert_eq!(said[11]["is"], json!([]));
    let refused = call_with_provider_client(&queue, "another token", json!([["schedules.list", null]])).await;
    assert!(refused[0]["error"].is_string(), "{refused:?}");
}

/// What arrives is what the provider's own client would have sent for the same request.
#[tokio::test]
async fn publishing_sends_the_same_request_as_the_provider_s_client() {
    let (queue, theirs) = (FakeQueue::start().await, FakeQueue::start().await);
    let later = queue.now() + 600;
    external_queue_client(&queue).publish("noshow-check", JOB_BODY, "work-1", Some(later)).await.unwrap();
    external_queue_client(&queue).publish("invoice-pdf", "{}", "work-2", None).await.unwrap();
    let invoice = format!("{ADMIN_URL}/api/jobs/invoice-pdf");
    let headers = json!({ "Content-Type": "application/json" });
    let request = |url: &str, body: &str, id: &str| json!({ "url": url, "body": body, "headers": headers, "retries": 3, "deduplicationId": id });
    let mut first = request(JOB_URL, JOB_BODY, "work-1");
    first["notBefore"] = json!(later);
    let second = request(&invoice, "{}", "work-2");
    call_with_provider_client(&theirs, TOKEN, json!([["publish", first], ["publish", second]])).await;
    let at_no_time = |messages: Vec<Message>| {
        let without = |message| Message { published_at: 0, due_at: 0, ..message };
        messages.into_iter().map(without).collect::<Vec<_>>()
    };
    let published = at_no_time(queue.published());
    assert_eq!(published, at_no_time(theirs.published()));
    assert_eq!(published[0].destination, JOB_URL);
    assert_eq!(published[0].body, JOB_BODY.as_bytes());
    assert_eq!(published[0].not_before, Some(later));
    assert_eq!(published[0].deduplication_id.as_deref(), Some("work-1"));
    assert_eq!((published[1].not_before, published[1].retries), (None, 3));
}

#[tokio::test]
async fn publishing_the_same_job_twice_is_deduplicated() {
    let queue = FakeQueue::start().await;
    for _ in 0..3 {
        external_queue_client(&queue).publish("noshow-check", JOB_BODY, "work-1", None).await.unwrap();
    }
    external_queue_client(&queue).publish("noshow-check", JOB_BODY, "work-2", None).await.unwrap();
    assert_eq!(queue.published().len(), 2);
    // The provider forgets after ten minutes, which is why jobs may run twice.
    queue.advance_seconds(600);
    external_queue_client(&queue).publish("noshow-check", JOB_BODY, "work-1", None).await.unwrap();
    assert_eq!(queue.published().len(), 3);
}

#[tokio::test]
async fn creating_a_schedule_again_replaces_it() {
    let queue = FakeQueue::start().await;
    for cron in ["CRON_TZ=Asia/Kolkata 30 22 * * *", "CRON_TZ=Asia/Kolkata 45 22 * * *"] {
        external_queue_client(&queue).schedule("parlour.daily", "daily-sales-report", cron).await.unwrap();
    }
    let [schedule] = &queue.schedules()[..] else { panic!("{:?}", queue.schedules()) };
    assert_eq!(schedule.cron, "CRON_TZ=Asia/Kolkata 45 22 * * *");
    assert_eq!(schedule.destination, format!("{ADMIN_URL}/api/jobs/daily-sales-report"));
    assert_eq!((schedule.retries, schedule.body.len()), (3, 0));
}

#[tokio::test]
async fn every_failure_of_the_queue_is_an_error_without_secrets() {
    let queue = FakeQueue::start().await;
    let hasty = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .read_timeout(Duration::from_secs(1))
        .build()
        .unwrap();
    let with = |token: &str| ExternalQueue::new(queue.url(), token, ADMIN_URL, hasty.clone());
    let cases = [
        (QueueFault::NeverAnswers, QueueFailure::TimedOut),
        (QueueFault::Status(400), QueueFailure::Status(400)),
        (QueueFault::Status(401), QueueFailure::Unauthorized),
        (QueueFault::Status(403), QueueFailure::Unauthorized),
        (QueueFault::Status(412), QueueFailure::LimitReached(412)),
        (QueueFault::Status(429), QueueFailure::LimitReached(429)),
        (QueueFault::Status(500), QueueFailure::Status(500)),
        (QueueFault::Status(503), QueueFailure::Status(503)),
        (QueueFault::Redirecting, QueueFailure::Redirected),
        (QueueFault::HtmlPage, QueueFailure::Unreadable),
        (QueueFault::HugeBody, QueueFailure::Unreadable),
    ];
    for (fault, expected) in cases {
        queue.inject_fault(fault);
        let published = with(TOKEN).publish("noshow-check", JOB_BODY, "work-1", None).await;
        let scheduled = with(TOKEN).schedule("parlour.x", "noshow-check", "0 9 * * *").await;
        assert_eq!((&published, &scheduled), (&Err(expected.clone()), &Err(expected)), "{fault:?}");
        for failure in [published, scheduled] {
            let failure = failure.unwrap_err();
            let said = format!("{failure:?} {failure}");
            assert!(!said.contains(TOKEN) && !said.contains("bk_1") && !said.contains("never"), "{said}");
        }
    }
    queue.inject_fault(QueueFault::None);
    let unknown = with("another token").publish("noshow-check", JOB_BODY, "work-1", None).await;
    assert_eq!(unknown, Err(QueueFailure::Unauthorized));
    assert_eq!((queue.published().len(), queue.schedules().len()), (0, 0));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = ExternalQueue::new(&format!("http://{nobody}").parse().unwrap(), TOKEN, ADMIN_URL, hasty);
    let gone = nobody.publish("noshow-check", JOB_BODY, "work-1", None).await.unwrap_err().to_string();
    assert!(gone.to_lowercase().contains("refused") && !gone.contains("noshow"), "{gone}");
}
