//! Writing to the world outside: browsers, a chat room, those who listen, and monitors.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_integrations::chat::ChatWebhook;
use parlour_integrations::clock::Clock;
use parlour_integrations::heartbeats::Heartbeats;
use parlour_integrations::http_client::{AllowedHosts, OutboundHttpClient, SendFailure};
use parlour_integrations::realtime::{RealtimeMessage, RealtimePublisher};
use parlour_integrations::web_push::{MAX_MESSAGE_BYTES, PushFailure, PushTarget, notification_topic};
use parlour_testkit::fixtures::integrations::{
    BROWSER_AUTH_SECRET, BROWSER_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, push_sender, unrestricted_client,
};
use parlour_testkit::servers::recording_server::{RecordedRequest, RecordingServer, start_silent_server, unused_url};
use serde_json::{Value, json};

const BROWSER_PRIVATE_KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const HOUR: Duration = Duration::from_hours(1);

/// What a script of ours makes of `given`, with somebody else's library.
fn run_node_script(script: &str, given: &Value) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parlour-testkit/oidc-provider");
    let mut node = Command::new("node")
        .arg(script)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is installed");
    node.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let made = node.wait_with_output().unwrap();
    assert!(made.status.success(), "`make setup` installs the library");
    serde_json::from_slice(&made.stdout).unwrap()
}

fn impatient_client() -> OutboundHttpClient {
    OutboundHttpClient::with_timeout(AllowedHosts::Anywhere, Duration::from_secs(1)).unwrap()
}

fn push_target_at(endpoint: String) -> PushTarget {
    PushTarget { endpoint, p256dh: BROWSER_PUBLIC_KEY.to_owned(), auth: BROWSER_AUTH_SECRET.to_owned() }
}

pub(crate) fn decrypted_push(seen: &RecordedRequest, audience: &str) -> Value {
    let given = json!({
        "body": STANDARD.encode(&seen.body),
        "authorization": seen.header("authorization"),
        "privateKey": BROWSER_PRIVATE_KEY,
        "auth": BROWSER_AUTH_SECRET,
        "audience": audience,
    });
    run_node_script("open-push.mjs", &given)
}

#[tokio::test]
async fn a_browser_can_decrypt_a_push_and_verify_its_sender() {
    let service = RecordingServer::start().await;
    let (sender, browser) =
        (push_sender(unrestricted_client()), push_target_at(format!("{}/push/abc?x=%20y", service.url)));
    let topic = notification_topic("0197f3c2-notice");
    for message in [r#"{"title":"Asha, see you at ₹10:00"}"#, "", &"₹".repeat(MAX_MESSAGE_BYTES / 3)] {
        sender.send(&browser, message.as_bytes(), &topic, HOUR).await.unwrap();
        let seen = service.only();
        assert_eq!((&*seen.method, &*seen.path), ("POST", "/push/abc?x=%20y"));
        assert_eq!(seen.header("ttl"), Some("3600"));
        assert_eq!(seen.header("topic"), Some(&*topic));
        assert_eq!(seen.header("content-encoding"), Some("aes128gcm"));
        assert_eq!(seen.header("content-type"), Some("application/octet-stream"));
        assert!(seen.body.len() <= 4096);

        let opened = decrypted_push(&seen, &service.url);
        let read = STANDARD.decode(opened["message"].as_str().unwrap()).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), message);
        assert_eq!(opened["key"], parlour_integrations::web_push::vapid_public_key(VAPID_PRIVATE_KEY).unwrap());
        assert_eq!(opened["protectedHeader"], json!({ "typ": "JWT", "alg": "ES256" }));
        assert_eq!(opened["payload"]["sub"], VAPID_SUBJECT);
        let life = opened["payload"]["exp"].as_i64().unwrap() - Clock::real_unix_seconds();
        assert!((12 * 3600 - 60..=12 * 3600).contains(&life), "{life}");
    }
}

#[tokio::test]
async fn pushes_share_a_signature_and_never_an_encryption_key() {
    let service = RecordingServer::start().await;
    let (sender, browser) = (push_sender(unrestricted_client()), push_target_at(format!("{}/push/1", service.url)));
    for _ in 0..2 {
        sender.send(&browser, b"hello", "topic", HOUR).await.unwrap();
    }
    let seen = service.seen();
    assert_eq!(seen[0].header("authorization"), seen[1].header("authorization"));
    assert_ne!(seen[0].body[..86], seen[1].body[..86]);
}

#[tokio::test]
async fn the_status_of_the_push_service_decides_the_outcome() {
    let service = RecordingServer::start().await;
    let (sender, browser) = (push_sender(unrestricted_client()), push_target_at(format!("{}/push/1", service.url)));
    let later = |seconds: Option<u64>, status: u16| {
        let why = format!("answered with status {status}");
        Err(PushFailure::Retryable { after: seconds.map(Duration::from_secs), why })
    };
    let elsewhere = "/elsewhere";
    let table = [
        ((200, ""), Ok(())),
        ((201, ""), Ok(())),
        ((202, ""), Ok(())),
        ((204, ""), Ok(())),
        ((307, elsewhere), Err(PushFailure::Refused(307))),
        ((400, ""), Err(PushFailure::Refused(400))),
        ((401, ""), Err(PushFailure::Refused(401))),
        ((403, ""), Err(PushFailure::Refused(403))),
        ((404, ""), Err(PushFailure::Gone)),
        ((410, ""), Err(PushFailure::Gone)),
        ((413, ""), Err(PushFailure::Refused(413))),
        ((429, "120"), later(Some(120), 429)),
        ((429, ""), later(None, 429)),
        ((500, ""), later(None, 500)),
        ((503, "7"), later(Some(7), 503)),
    ];
    for (answer, outcome) in table {
        service.answers(&[answer]);
        assert_eq!(sender.send(&browser, b"hello", "topic", HOUR).await, outcome, "{answer:?}");
        // No redirect is followed, nothing is tried again behind the caller's back.
        assert_eq!(service.only().path, "/push/1");
    }
}

#[tokio::test]
async fn a_timeout_is_a_temporary_failure() {
    let (silent, task) = start_silent_server().await;
    for (url, expected) in
        [(silent, "did not answer in time"), (unused_url(), "could not be reached: Connection refused")]
    {
        let started = Instant::now();
        let pushed = push_sender(impatient_client()).send(&push_target_at(url.clone()), b"hello", "topic", HOUR).await;
        let Err(PushFailure::Retryable { after: None, why }) = pushed else { panic!("{pushed:?}") };
        assert!(why.starts_with(expected), "{why}");

        let posted = ChatWebhook::new(url.parse().unwrap(), impatient_client()).post("hello").await;
        let Err(SendFailure::Retryable { after: None, why }) = posted else { panic!("{posted:?}") };
        assert!(why.starts_with(expected), "{why}");

        let publisher = RealtimePublisher::new(&url, "app.key".to_owned(), "secret".to_owned(), impatient_client());
        let published = publisher.publish(&realtime_message(json!({}))).await;
        let Err(SendFailure::Retryable { after: None, why }) = published else { panic!("{published:?}") };
        assert!(why.starts_with(expected), "{why}");

        heartbeats_to(&url, impatient_client()).ping("gems-expire", true).await;
        heartbeats_to(&url, impatient_client()).ping("gems-expire", false).await;
        assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
    }
    task.abort();
}

#[tokio::test]
async fn in_production_private_addresses_are_not_contacted() {
    let neighbour = RecordingServer::start().await;
    let port = neighbour.url.rsplit(':').next().unwrap();
    let http_client = || OutboundHttpClient::new(AllowedHosts::Public).unwrap();
    for url in [
        format!("{}/hook", neighbour.url),
        format!("https://127.0.0.1:{port}/hook"),
        format!("https://localhost:{port}/hook"),
        format!("http://localhost:{port}/hook"),
        format!("https://[::ffff:127.0.0.1]:{port}/hook"),
    ] {
        let pushed = push_sender(http_client()).send(&push_target_at(url.clone()), b"hello", "topic", HOUR).await;
        assert_eq!(pushed, Err(PushFailure::Unusable), "{url}");
        let posted = ChatWebhook::new(url.parse().unwrap(), http_client()).post("hello").await;
        assert_eq!(posted, Err(SendFailure::NotPublic), "{url}");
        heartbeats_to(&url, http_client()).ping("gems-expire", true).await;
    }
    assert!(neighbour.seen().is_empty());
}

#[tokio::test]
async fn a_chat_webhook_receives_the_report() {
    let room = RecordingServer::start().await;
    let hook = ChatWebhook::new(format!("{}/hooks/s3cret", room.url).parse().unwrap(), unrestricted_client());
    hook.post("Yesterday: ₹12,300 & 14 visits").await.unwrap();
    let seen = room.only();
    assert_eq!((&*seen.method, &*seen.path), ("POST", "/hooks/s3cret"));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    assert_eq!(seen.json(), json!({ "text": "Yesterday: ₹12,300 & 14 visits" }));

    room.answers(&[(404, ""), (429, "3")]);
    assert_eq!(hook.post("again").await, Err(SendFailure::Refused(404)));
    let later = hook.post("again").await.unwrap_err();
    assert!(matches!(later, SendFailure::Retryable { after: Some(wait), .. } if wait.as_secs() == 3));
}

fn realtime_message(data: Value) -> RealtimeMessage {
    RealtimeMessage {
        id: "0197f3c2-notice".to_owned(),
        channel: "customer:usr_1:events".to_owned(),
        name: "notification.created".to_owned(),
        data,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_sends_the_same_request_as_the_provider_s_library() {
    let provider = RecordingServer::start().await;
    let (name, secret) = ("appid.keyid", "sec+ret/value=");
    let publisher = RealtimePublisher::new(&provider.url, name.to_owned(), secret.to_owned(), unrestricted_client());
    for data in [json!("₹ and text"), json!({ "id": "0197f3c2-notice", "deep": [1, null, true] })] {
        let message = realtime_message(data);
        publisher.publish(&message).await.unwrap();
        let ours = provider.only();
        let port: u16 = provider.url.rsplit(':').next().unwrap().parse().unwrap();
        let given = json!({
            "key": format!("{name}:{secret}"),
            "port": port,
            "channel": message.channel,
            "message": { "id": message.id, "name": message.name, "data": message.data },
            "body": ours.json(),
        });
        let read = tokio::task::block_in_place(|| run_node_script("publish.mjs", &given));
        let theirs = provider.only();

        assert_eq!((&ours.method, &ours.path), (&theirs.method, &theirs.path));
        assert_eq!(ours.path, "/channels/customer%3Ausr_1%3Aevents/messages");
        for header in ["authorization", "content-type"] {
            assert_eq!(ours.header(header), theirs.header(header), "{header}");
        }
        // The library sends a list of one, and objects as text that says it is JSON.
        let listed = theirs.json();
        let [published] = &listed.as_array().unwrap()[..] else { panic!("{listed}") };
        let data = match published["encoding"].as_str() {
            Some("json") => serde_json::from_str(published["data"].as_str().unwrap()).unwrap(),
            _ => published["data"].clone(),
        };
        let said = json!({ "id": published["id"], "name": published["name"], "data": data });
        assert_eq!(ours.json(), said);
        assert_eq!(read, said, "the library reads ours as it was meant");
    }
    provider.answers(&[(401, ""), (503, "")]);
    assert_eq!(publisher.publish(&realtime_message(json!({}))).await, Err(SendFailure::Refused(401)));
    let later = publisher.publish(&realtime_message(json!({}))).await;
    assert!(matches!(later, Err(SendFailure::Retryable { .. })), "{later:?}");
}

fn heartbeats_to(url: &str, http_client: OutboundHttpClient) -> Heartbeats {
    Heartbeats::new(BTreeMap::from([("gems-expire".to_owned(), url.parse().unwrap())]), http_client)
}

#[tokio::test]
async fn a_heartbeat_monitor_is_told_the_outcome_of_each_run() {
    let monitor = RecordingServer::start().await;
    let heartbeats = heartbeats_to(&format!("{}/ping/1f2e?rid=7", monitor.url), unrestricted_client());
    heartbeats.ping("gems-expire", true).await;
    let seen = monitor.only();
    assert_eq!((&*seen.method, &*seen.path), ("GET", "/ping/1f2e?rid=7"));
    assert!(seen.body.is_empty());

    heartbeats.ping("gems-expire", false).await;
    let seen = monitor.only();
    assert_eq!((&*seen.method, &*seen.path), ("POST", "/ping/1f2e/fail?rid=7"));
    assert_eq!(seen.body, "gems-expire failed");

    heartbeats.ping("session-cleanup", true).await;
    assert!(monitor.seen().is_empty());
}

#[tokio::test]
async fn a_heartbeat_is_tried_twice_at_most() {
    let monitor = RecordingServer::start().await;
    let heartbeats = heartbeats_to(&format!("{}/ping", monitor.url), unrestricted_client());
    for (answers, tries) in
        [(&[(503, ""), (200, "")][..], 2), (&[(503, ""), (503, "")], 2), (&[(404, "")], 1), (&[(302, "/elsewhere")], 1)]
    {
        monitor.answers(answers);
        heartbeats.ping("gems-expire", true).await;
        assert_eq!(monitor.seen().len(), tries, "{answers:?}");
    }
}
