//! What was written to be sent is sent: to browsers, by mail, and to whoever listens.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::integration::Integration;
use parlour_domain::job::Job;
use parlour_integrations::mail::{MailTransport, Mailer, Sender};
use parlour_integrations::realtime::RealtimeKey;
use parlour_integrations::web_push::notification_topic;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request};
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder};
use parlour_testkit::actions::notifications::subscribe_browser;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::integrations::{push_sender, realtime_publisher, unrestricted_client};
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::process::{Installation, eventually};
use parlour_testkit::servers::recording_server::{RecordingServer, start_silent_server, unused_url};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::dispatch;
use parlour_worker::integrations::IntegrationProbes;
use parlour_worker::worker_context::{Integrations, WorkerContext};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::parlour_binary::PARLOUR_BINARY;

/// How long it has something to itself.
const LEASE_SECONDS: i64 = 2 * 60;
const RETRY_SECONDS: [i64; 3] = [12, 148, 1_808];

pub(crate) fn integrations_with_push() -> Integrations {
    Integrations { push: Some(push_sender(unrestricted_client())), ..Integrations::default() }
}

async fn salon_with_integrations(integrations: Integrations) -> TestSalon {
    let realtime = integrations.realtime.is_some().then(|| RealtimeKey::new("app.key".to_owned(), "secret"));
    let options = SalonOptions { realtime, ..SalonOptions::default() };
    fill_small_salon(Box::pin(TestSalon::with_integrations(options, integrations)).await).await
}

/// Asha has a confirmed visit, of which she has not been told yet.
async fn asha_with_confirmed_booking(salon: &TestSalon) -> Person {
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    asha
}

async fn listed_notifications(person: &Person) -> Vec<Value> {
    person.get("/api/notifications").await.expect_ok()["notifications"].as_array().unwrap().clone()
}

/// Her one notice: its id and what became of it.
async fn only_notification(person: &Person) -> (String, String) {
    let feed = listed_notifications(person).await;
    assert_eq!(feed.len(), 1, "{feed:?}");
    let text = |name: &str| feed[0][name].as_str().unwrap().to_owned();
    assert_eq!(feed[0]["sentAt"].is_string(), feed[0]["status"] == "sent", "{feed:?}");
    (text("id"), text("status"))
}

/// The letters to one person: id, what became of it, how often it failed, why.
async fn emails_to(salon: &TestSalon, person: &Person) -> Vec<(String, String, i64, Option<String>)> {
    let user = person.id().clone();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, String, i64, Option<String>)>(
            "select id, status, attempts, last_error from emails where user_id = $1 order by id",
            params![user],
        )
    });
    read.await.unwrap()
}

/// As a second process would do it.
async fn second_worker_context(salon: &TestSalon) -> WorkerContext {
    WorkerContext { app: salon.open_in_second_process().await, ..salon.worker().clone() }
}

#[test_on_both_engines]
async fn a_notification_is_pushed_once_to_every_browser_of_its_user() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    for browser in ["phone", "desk"] {
        subscribe_browser(&asha, &format!("{}/{browser}", service.url)).await;
    }
    let (id, status) = only_notification(&asha).await;
    assert_eq!(status, "pending");
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(only_notification(&asha).await, (id.clone(), "sent".to_owned()));
    assert_eq!(listed_notifications(&asha).await[0]["sentAt"], json!(salon.now()));
    let seen = service.seen();
    let mut paths: Vec<&str> = seen.iter().map(|seen| seen.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/desk", "/phone"]);
    assert!(seen.iter().all(|seen| seen.header("topic") == Some(&*notification_topic(&id))));
    assert_eq!(dispatch::send_all_due(salon.worker()).await.unwrap(), 0);
    assert_eq!(service.seen().len(), 0);
}

#[test_on_both_engines]
async fn many_processes_push_each_notification_once() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    for _ in 0..40 {
        let id = create_booking(&asha, &haircut_request()).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
    }
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..3 {
        let worker = second_worker_context(&salon).await;
        sending.spawn(async move { dispatch::send_all_due(&worker).await.unwrap() });
    }
    // Forty to her, forty to the desk, forty letters.
    assert_eq!(sending.join_all().await.into_iter().sum::<usize>(), 120);
    let mut topics: Vec<String> = service.seen().iter().map(|seen| seen.header("topic").unwrap().to_owned()).collect();
    let all = topics.len();
    topics.sort_unstable();
    topics.dedup();
    assert_eq!((all, topics.len()), (40, 40));
}

#[test_on_both_engines]
async fn a_subscription_that_is_gone_is_not_used_again() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/old", service.url)).await;
    service.answers(&[(410, "")]);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(only_notification(&asha).await.1, "sent", "the feed is there");
    assert_eq!(service.seen().len(), 1);
    let read = salon.app.db.read(|conn| conn.all::<(bool,)>("select is_active from push_subscriptions", &[]));
    assert_eq!(read.await.unwrap(), [(false,)]);
    let desk = receptionist(&salon).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(service.seen().len(), 0);
    assert!(listed_notifications(&asha).await.iter().all(|notice| notice["status"] == "sent"));
}

#[test_on_both_engines]
async fn a_failing_push_service_is_retried_and_then_given_up() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, ""), (503, ""), (429, ""), (502, "")]);
    for wait in RETRY_SECONDS {
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!((service.seen().len(), only_notification(&asha).await.1.as_str()), (1, "pending"));
        salon.advance_seconds(wait - 1);
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!(service.seen().len(), 0, "a second too early");
        salon.advance_seconds(1);
    }
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!((service.seen().len(), only_notification(&asha).await.1.as_str()), (1, "failed"));
    salon.advance_seconds(24 * 60 * 60);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(service.seen().len(), 0);
}

#[test_on_both_engines]
async fn retry_after_of_a_push_service_is_respected() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(429, "600")]);
    for (seconds, asked) in [(0, 1), (599, 0), (1, 1)] {
        salon.advance_seconds(seconds);
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!(service.seen().len(), asked, "after {seconds} s more");
    }
    assert_eq!(only_notification(&asha).await.1, "sent");
}

#[test_on_both_engines]
async fn a_retry_skips_browsers_that_already_got_the_push() {
    let (phone, desk) = (RecordingServer::start().await, RecordingServer::start().await);
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", phone.url)).await;
    subscribe_browser(&asha, &format!("{}/desk", desk.url)).await;
    desk.answers(&[(500, ""), (500, "")]);
    for (told, status) in [(1, "pending"), (0, "pending"), (0, "sent"), (0, "sent")] {
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!((phone.seen().len(), only_notification(&asha).await.1.as_str()), (told, status));
        salon.advance_seconds(148);
    }
    assert_eq!(desk.seen().len(), 3);
}

#[test_on_both_engines]
async fn a_notification_is_sent_if_one_of_two_browsers_got_it() {
    let (phone, desk) = (RecordingServer::start().await, RecordingServer::start().await);
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    for browser in [&phone, &desk] {
        subscribe_browser(&asha, &format!("{}/browser", browser.url)).await;
    }
    // First neither takes it, then one does.
    phone.answers(&[(503, "")]);
    desk.answers(&[(500, ""); 4]);
    for wait in RETRY_SECONDS {
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!(only_notification(&asha).await.1, "pending");
        salon.advance_seconds(wait);
    }
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(only_notification(&asha).await.1, "sent");
    assert_eq!((phone.seen().len(), desk.seen().len()), (2, 4));
}

#[test_on_both_engines]
async fn a_notification_refused_by_every_browser_has_failed() {
    let (phone, desk) = (RecordingServer::start().await, RecordingServer::start().await);
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    for browser in [&phone, &desk] {
        subscribe_browser(&asha, &format!("{}/browser", browser.url)).await;
    }
    // One refuses it for good, the other is gone.
    phone.answers(&[(403, "")]);
    desk.answers(&[(410, "")]);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(only_notification(&asha).await.1, "failed");
    salon.advance_seconds(24 * 60 * 60);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!((phone.seen().len(), desk.seen().len()), (1, 1), "for good");

    let desk_person = receptionist(&salon).await;
    subscribe_browser(&asha, &format!("{}/again", desk.url)).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk_person, &id, STYLIST).await.expect_ok();
    phone.answers(&[(400, "")]);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let told = listed_notifications(&asha).await;
    let second = told.iter().find(|notice| notice["bookingId"] == json!(id)).unwrap();
    assert_eq!(second["status"], "sent", "one of them has it");
}

/// Tries push with whoever asks.
#[test_on_both_engines]
async fn a_push_test_deactivates_subscriptions_that_are_gone() {
    let service = RecordingServer::start().await;
    let integrations = IntegrationProbes::default().with(Integration::Push, || Ok("it is there".to_owned()));
    let options = SalonOptions { integrations, ..SalonOptions::default() };
    let salon = Box::pin(TestSalon::with_integrations(options, integrations_with_push())).await;
    let dev = salon.member("Dev", Role::Developer).await;
    for browser in ["old", "new"] {
        subscribe_browser(&dev, &format!("{}/{browser}", service.url)).await;
    }
    service.answers(&[(410, ""), (201, "")]);
    let found = async || dev.post_empty("/api/integrations/push/test").await.expect_ok()["test"].clone();
    assert_eq!(found().await, json!({ "ok": true, "message": "sent to 1 of your browsers" }));
    let gone = service.seen()[0].path.clone();
    found().await;
    let seen = service.seen();
    assert!(seen.len() == 1 && seen[0].path != gone, "{seen:?}");
}

/// Asha, who turns 37 today and likes to hear of offers.
async fn asha_with_birthday_email(salon: &TestSalon) -> Person {
    let asha = salon.customer("Asha").await;
    let profile = json!({
        "phone": "9876543210", "dateOfBirth": "1990-03-01", "gender": "female", "marketingConsent": true,
    });
    asha.post("/api/onboarding/complete", &profile).await.expect_ok();
    salon.job(Job::BirthdayEmails).await;
    asha
}

#[test_on_both_engines]
async fn a_notification_with_an_email_is_not_pushed() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    subscribe_browser(&salon.customer("Asha").await, &format!("{}/phone", service.url)).await;
    let asha = asha_with_birthday_email(&salon).await;
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!((only_notification(&asha).await.1.as_str(), service.seen().len()), ("sent", 0));
}

#[test_on_both_engines]
async fn a_notification_with_an_email_is_sent_when_the_email_is() {
    let folder = tempfile::tempdir().unwrap();
    let salon =
        salon_with_integrations(Integrations { mail: mailer_to_folder(folder.path()), ..Integrations::default() })
            .await;
    let asha = asha_with_birthday_email(&salon).await;
    salon.advance_seconds(60);
    assert_eq!(dispatch::send_all_due(salon.worker()).await.unwrap(), 1, "one letter, and nothing else");
    assert_eq!((only_notification(&asha).await.1.as_str(), emails_in_folder(folder.path()).len()), ("sent", 1));
    assert_eq!(listed_notifications(&asha).await[0]["sentAt"], json!(salon.now()));
}

#[test_on_both_engines]
async fn a_notification_with_an_email_fails_when_the_email_fails() {
    let url = unused_url().replace("http://", "smtp://");
    let salon = salon_with_integrations(Integrations { mail: mailer_to(&url), ..integrations_with_push() }).await;
    let asha = asha_with_birthday_email(&salon).await;
    for wait in RETRY_SECONDS {
        assert_eq!(dispatch::send_all_due(salon.worker()).await.unwrap(), 1, "the letter alone is tried");
        let letter = emails_to(&salon, &asha).await.remove(0);
        assert_eq!((letter.1.as_str(), only_notification(&asha).await.1.as_str()), ("pending", "pending"));
        salon.advance_seconds(wait);
    }
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let letter = emails_to(&salon, &asha).await.remove(0);
    assert_eq!((letter.1.as_str(), only_notification(&asha).await.1.as_str()), ("failed", "failed"));
    assert_eq!(letter.0, only_notification(&asha).await.0, "both by one id");
}

#[test_on_both_engines]
async fn a_temporary_error_is_not_a_failure() {
    let service = RecordingServer::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, ""), (500, "")]);
    for wait in [12, 148, 0] {
        dispatch::send_all_due(salon.worker()).await.unwrap();
        salon.advance_seconds(wait);
    }
    let seen = service.seen();
    assert_eq!(seen.len(), 3);
    let (id, status) = only_notification(&asha).await;
    assert_eq!(status, "sent");
    assert!(seen.iter().all(|seen| seen.header("topic") == Some(&*notification_topic(&id))));
}

#[test_on_both_engines]
async fn without_integrations_a_notification_counts_as_sent() {
    let salon = salon_with_integrations(Integrations::default()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(only_notification(&asha).await.1, "sent");
    let letters = emails_to(&salon, &asha).await;
    assert_eq!((letters.len(), letters[0].1.as_str()), (1, "sent"));
}

#[test_on_both_engines]
async fn an_email_is_sent_once_with_its_message_id() {
    let folder = tempfile::tempdir().unwrap();
    let salon =
        salon_with_integrations(Integrations { mail: mailer_to_folder(folder.path()), ..Integrations::default() })
            .await;
    let asha = asha_with_confirmed_booking(&salon).await;
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let row = &emails_to(&salon, &asha).await[0];
    assert_eq!((row.1.as_str(), row.2), ("sent", 0));
    let written = emails_in_folder(folder.path());
    assert_eq!(written.len(), 1);
    assert!(written[0].contains(&format!("Message-ID: <{}@salon.invalid>", row.0)), "{}", written[0]);
    std::fs::remove_file(folder.path().join(format!("{}.eml", row.0))).unwrap();
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(emails_in_folder(folder.path()).len(), 0);
}

/// By this server.
#[expect(clippy::unnecessary_wraps, reason = "as a salon has it")]
fn mailer_to(url: &str) -> Option<Mailer> {
    let from = Sender { name: None, address: EmailAddress::parse("desk@salon.invalid").unwrap() };
    Some(Mailer::new(&MailTransport::Smtp(url.parse().unwrap()), from).unwrap())
}

#[test_on_both_engines]
async fn an_unreachable_mail_server_is_retried_and_then_given_up() {
    let url = unused_url().replace("http://", "smtp://");
    let salon = salon_with_integrations(Integrations { mail: mailer_to(&url), ..Integrations::default() }).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    for (failed, wait) in (1..).zip(RETRY_SECONDS) {
        dispatch::send_all_due(salon.worker()).await.unwrap();
        let row = emails_to(&salon, &asha).await.remove(0);
        assert_eq!((row.1.as_str(), row.2), ("pending", failed));
        assert_eq!(row.3.as_deref(), Some("the mail server cannot be reached"));
        salon.advance_seconds(wait - 1);
        dispatch::send_all_due(salon.worker()).await.unwrap();
        assert_eq!(emails_to(&salon, &asha).await[0].2, failed, "a second too early");
        salon.advance_seconds(1);
    }
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(emails_to(&salon, &asha).await[0].1, "failed");
    assert_eq!(only_notification(&asha).await.1, "sent", "the feed does not wait for the mail");
}

#[test_on_both_engines]
async fn realtime_events_have_stable_ids() {
    let provider = RecordingServer::start().await;
    let integrations = Integrations { realtime: Some(realtime_publisher(&provider.url)), ..Integrations::default() };
    let salon = salon_with_integrations(integrations).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    provider.answers(&[(500, "")]);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let received = provider.seen();
    salon.advance_seconds(12);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let repeated = provider.only();
    assert!(received.iter().any(|seen| seen.json() == repeated.json()), "the one that failed, as it was");
    let (id, _) = only_notification(&asha).await;
    let own = format!("/channels/customer%3A{}%3Aevents/messages", asha.id());
    let mut said: Vec<(String, String)> =
        received.iter().map(|seen| (seen.path.clone(), seen.json()["name"].as_str().unwrap().to_owned())).collect();
    said.sort();
    let count = |path: &str, name: &str| said.iter().filter(|one| one.0 == path && one.1 == name).count();
    let desk = "/channels/admin%3Aevents/messages";
    assert_eq!(count(desk, "booking.created"), 1, "{said:?}");
    assert_eq!(count(desk, "booking.updated"), 1);
    assert_eq!((count(&own, "booking.updated"), count(&own, "notification.created")), (1, 1));
    let told = received.iter().find(|seen| seen.path == own && seen.json()["name"] == "notification.created").unwrap();
    assert_eq!((&told.json()["id"], &told.json()["data"]), (&json!(id), &json!({ "id": id })));
    assert_eq!(dispatch::send_all_due(salon.worker()).await.unwrap(), 0);
}

#[test_on_both_engines]
async fn a_realtime_event_is_published_although_the_push_failed() {
    let (provider, service) = (RecordingServer::start().await, RecordingServer::start().await);
    let integrations = Integrations { realtime: Some(realtime_publisher(&provider.url)), ..integrations_with_push() };
    let salon = salon_with_integrations(integrations).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    let desk = receptionist(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, "")]);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let (id, status) = only_notification(&asha).await;
    assert_eq!(status, "pending", "her phone is out of reach");
    let received = provider.seen();
    let told_of = |reader: &Person| {
        let own = format!("/channels/customer%3A{}%3Aevents/messages", reader.id());
        let of_notices = received.iter().map(|seen| (seen.path == own, seen.json()));
        let named = of_notices.filter(|(is_own, said)| *is_own && said["name"] == "notification.created");
        named.map(|(_, said)| said["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told_of(&asha), [id]);
    assert_eq!(told_of(&desk), [only_notification(&desk).await.0]);
    salon.advance_seconds(12);
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!((only_notification(&asha).await.1.as_str(), provider.seen().len()), ("sent", 0));
}

/// Whoever reads the log should not wonder why nothing buzzes.
#[test_on_both_engines]
async fn the_log_says_that_push_is_not_configured() {
    let home = salon_with_integrations(Integrations::default()).await;
    let asha = asha_with_confirmed_booking(&home).await;
    let database = home.database_url();
    let mut process = Installation::new(PARLOUR_BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_CLOCK_START", "2027-03-01T10:01:00+05:30")
        // Listeners are no browsers.
        .with("PARLOUR_REALTIME_KEY", "app.key:secret")
        .serve(&[]);
    let line = process.wait_for_text("push is not configured");
    assert!(line.contains("INFO"), "{line}");
    let told = || async { (only_notification(&asha).await.1 == "sent").then_some(()) };
    eventually(Duration::from_secs(20), told).await;
}

/// Somebody who takes the first request and answers only those that follow.
struct FirstRequestHangs {
    url: String,
    received: mpsc::UnboundedReceiver<(axum::http::HeaderMap, Bytes)>,
}

impl FirstRequestHangs {
    async fn start() -> Self {
        type HandlerState = (mpsc::UnboundedSender<(axum::http::HeaderMap, Bytes)>, Arc<std::sync::atomic::AtomicBool>);
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let (received_sender, received) = mpsc::unbounded_channel();
        let hear = async |State((received_sender, answers)): State<HandlerState>, request: Request| {
            let (head, body) = request.into_parts();
            received_sender.send((head.headers, to_bytes(body, 1 << 20).await.unwrap())).unwrap();
            if !answers.swap(true, std::sync::atomic::Ordering::SeqCst) {
                std::future::pending::<()>().await;
            }
        };
        let router = Router::new().fallback(hear).with_state((received_sender, Arc::default()));
        // Ends with the test's runtime.
        tokio::spawn(async { axum::serve(socket, router).await });
        Self { url, received }
    }
}

/// Dies once the other side has what it sent, and before it knows.
async fn abort_after_sending<T>(salon: &TestSalon, sent: impl Future<Output = T>) -> T {
    let worker = second_worker_context(salon).await;
    let dying = tokio::spawn(async move { dispatch::send_all_due(&worker).await });
    let sent = tokio::time::timeout(Duration::from_secs(20), sent).await.unwrap();
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    sent
}

/// Whoever comes next sends again, but not before the claim ends.
async fn assert_second_worker_resends(salon: &TestSalon, is_unsent: impl AsyncFn() -> bool) {
    let next = second_worker_context(salon).await;
    salon.advance_seconds(LEASE_SECONDS - 1);
    dispatch::send_all_due(&next).await.unwrap();
    assert!(is_unsent().await, "the first may still be at it");
    salon.advance_seconds(1);
    dispatch::send_all_due(&next).await.unwrap();
    assert!(!is_unsent().await);
}

#[test_on_both_engines]
async fn a_push_not_recorded_as_sent_is_resent_with_the_same_topic() {
    let mut service = FirstRequestHangs::start().await;
    let salon = salon_with_integrations(integrations_with_push()).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    let (first, _) = abort_after_sending(&salon, service.received.recv()).await.unwrap();
    assert_second_worker_resends(&salon, async || only_notification(&asha).await.1 == "pending").await;
    let (second, _) = service.received.recv().await.unwrap();
    assert_eq!(first["topic"], second["topic"]);
    assert_eq!(first["topic"], notification_topic(&only_notification(&asha).await.0));
    assert!(service.received.try_recv().is_err());
}

#[test_on_both_engines]
async fn a_realtime_event_not_recorded_as_sent_is_resent_with_the_same_id() {
    let mut provider = FirstRequestHangs::start().await;
    let integrations = Integrations { realtime: Some(realtime_publisher(&provider.url)), ..Integrations::default() };
    let salon = salon_with_integrations(integrations).await;
    let asha = salon.customer("Asha").await;
    create_booking(&asha, &haircut_request()).await;
    let (_, first) = abort_after_sending(&salon, provider.received.recv()).await.unwrap();
    let waiting = async || {
        let read = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from realtime_messages", &[]));
        read.await.unwrap().unwrap().0 > 0
    };
    assert_second_worker_resends(&salon, waiting).await;
    let mut again = Vec::new();
    while let Ok((_, body)) = provider.received.try_recv() {
        again.push(body);
    }
    assert_eq!(again.iter().filter(|body| **body == first).count(), 1, "{again:?}");
}

/// A mail server that keeps the letters it is told, and says so only from the second on; their ids, in order.
async fn start_mail_server_hanging_once() -> (String, mpsc::UnboundedReceiver<String>) {
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", socket.local_addr().unwrap());
    let (received_sender, received) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        for nth in 0.. {
            let (connection, _) = socket.accept().await.unwrap();
            tokio::spawn(speak_smtp(connection, received_sender.clone(), nth > 0));
        }
    });
    (url, received)
}

async fn speak_smtp(connection: tokio::net::TcpStream, received_sender: mpsc::UnboundedSender<String>, answers: bool) {
    let (read, mut write) = connection.into_split();
    let (mut lines, mut is_letter) = (BufReader::new(read).lines(), false);
    write.write_all(b"220 hello\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer: &[u8] = match line.as_str() {
            "." => {
                is_letter = false;
                if answers { b"250 kept\r\n" } else { b"" }
            }
            _ if is_letter => {
                if let Some(id) = line.strip_prefix("Message-ID: ") {
                    received_sender.send(id.to_owned()).unwrap();
                }
                b""
            }
            "DATA" => {
                is_letter = true;
                b"354 go on\r\n"
            }
            _ => b"250 fine\r\n",
        };
        if write.write_all(answer).await.is_err() {
            return;
        }
    }
}

#[test_on_both_engines]
async fn an_email_not_recorded_as_sent_is_resent_with_the_same_message_id() {
    let (url, mut received) = start_mail_server_hanging_once().await;
    let salon = salon_with_integrations(Integrations { mail: mailer_to(&url), ..Integrations::default() }).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    let first = abort_after_sending(&salon, received.recv()).await.unwrap();
    assert_second_worker_resends(&salon, async || emails_to(&salon, &asha).await[0].1 == "pending").await;
    assert_eq!(received.recv().await.unwrap(), first);
    assert_eq!(first, format!("<{}@salon.invalid>", emails_to(&salon, &asha).await[0].0));
    assert!(received.try_recv().is_err());
}

/// One that does not answer keeps nobody else waiting.
#[test_on_both_engines]
async fn a_silent_mail_server_does_not_delay_pushes() {
    let (silent, _held) = start_silent_server().await;
    let (service, url) = (RecordingServer::start().await, silent.replace("http://", "smtp://").replace("/hook", ""));
    let salon = salon_with_integrations(Integrations { mail: mailer_to(&url), ..integrations_with_push() }).await;
    let asha = asha_with_confirmed_booking(&salon).await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    let running = tokio::spawn(dispatch::run(salon.worker().clone(), std::future::pending()));
    let told = || async { (only_notification(&asha).await.1 == "sent").then_some(()) };
    eventually(Duration::from_secs(20), told).await;
    running.abort();
    assert_eq!(service.seen().len(), 1);
    assert_eq!(emails_to(&salon, &asha).await[0].1, "pending");
}
