//! What was written to be sent is sent: to browsers, by mail, and to whoever listens.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use parlour_app::backstage::{Backstage, Outside};
use parlour_app::dispatch;
use parlour_app::integrations::Integrations;
use parlour_app::outside::mail::{MailTransport, Mailer, Sender};
use parlour_app::outside::realtime::{RealtimeKey, RealtimePublisher};
use parlour_app::outside::web_push::topic;
use parlour_domain::email::Email;
use parlour_domain::integration::Integration;
use parlour_domain::job::Job;
use parlour_domain::role::Role;
use parlour_store::{DbError, Location, params};
use parlour_testkit::process::{Installation, eventually};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::desk_bookings::{STYLIST, approves, receptionist};
use crate::installed::BINARY;
use crate::jobs_triggered::{letters_in, mail_to};
use crate::senders::{BROWSER_AUTH, BROWSER_PUBLIC, Listener, anywhere, closed, sender};
use crate::small_salon::{books, furnished, haircut};

/// How long it has something to itself.
const LEASE: i64 = 2 * 60;
const WAITS: [i64; 3] = [12, 148, 1_808];

pub(crate) fn pushing() -> Outside {
    Outside { push: Some(sender(anywhere())), ..Outside::default() }
}

pub(crate) fn publisher(url: &str) -> RealtimePublisher {
    RealtimePublisher::new(url, "app.key".to_owned(), "secret".to_owned(), anywhere())
}

async fn salon_with(outside: Outside) -> TestSalon {
    let realtime = outside.realtime.is_some().then(|| RealtimeKey::new("app.key".to_owned(), "secret"));
    let options = SalonOptions { realtime, ..SalonOptions::default() };
    furnished(Box::pin(TestSalon::with_outside(options, outside)).await).await
}

/// Wants to be told at once, by this browser.
pub(crate) async fn subscribes(person: &Person, endpoint: &str) {
    let keys = json!({ "p256dh": BROWSER_PUBLIC, "auth": BROWSER_AUTH });
    person.post("/api/push/subscribe", &json!({ "endpoint": endpoint, "keys": keys })).await.expect_created();
}

/// Asha has a confirmed visit, of which she has not been told yet.
async fn asha_is_expected(salon: &TestSalon) -> Person {
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    approves(&desk, &id, STYLIST).await.expect_ok();
    asha
}

async fn feed(person: &Person) -> Vec<Value> {
    person.get("/api/notifications").await.expect_ok()["notifications"].as_array().unwrap().clone()
}

/// Her one notice: its id and what became of it.
async fn notice(person: &Person) -> (String, String) {
    let feed = feed(person).await;
    assert_eq!(feed.len(), 1, "{feed:?}");
    let text = |name: &str| feed[0][name].as_str().unwrap().to_owned();
    assert_eq!(feed[0]["sentAt"].is_string(), feed[0]["status"] == "sent", "{feed:?}");
    (text("id"), text("status"))
}

/// The letters to one person: id, what became of it, how often it failed, why.
async fn letters(salon: &TestSalon, person: &Person) -> Vec<(String, String, i64, Option<String>)> {
    let user = person.id().clone();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, String, i64, Option<String>)>(
            "select id, status, attempts, last_error from email_sends where user_id = $1 order by id",
            params![user],
        )
    });
    read.await.unwrap()
}

/// As a second process would do it.
async fn another(salon: &TestSalon) -> Backstage {
    Backstage { app: salon.opened_again().await, ..salon.backstage().clone() }
}

#[test_on_both_engines]
async fn a_notice_is_pushed_to_every_browser_of_its_reader_once() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    for browser in ["phone", "desk"] {
        subscribes(&asha, &format!("{}/{browser}", service.url)).await;
    }
    let (id, status) = notice(&asha).await;
    assert_eq!(status, "pending");
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(notice(&asha).await, (id.clone(), "sent".to_owned()));
    assert_eq!(feed(&asha).await[0]["sentAt"], json!(salon.now()));
    let seen = service.seen();
    let mut paths: Vec<&str> = seen.iter().map(|seen| seen.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/desk", "/phone"]);
    assert!(seen.iter().all(|seen| seen.header("topic") == Some(&*topic(&id))));
    assert_eq!(dispatch::drain(salon.backstage()).await.unwrap(), 0);
    assert_eq!(service.seen().len(), 0);
}

#[test_on_both_engines]
async fn many_processes_send_each_notice_once() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    for _ in 0..40 {
        let id = books(&asha, &haircut()).await;
        approves(&desk, &id, STYLIST).await.expect_ok();
    }
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..3 {
        let backstage = another(&salon).await;
        sending.spawn(async move { dispatch::drain(&backstage).await.unwrap() });
    }
    // Forty to her, forty to the desk, forty letters.
    assert_eq!(sending.join_all().await.into_iter().sum::<usize>(), 120);
    let mut topics: Vec<String> =
        service.seen().iter().map(|seen| seen.header("topic").unwrap().to_owned()).collect();
    let all = topics.len();
    topics.sort_unstable();
    topics.dedup();
    assert_eq!((all, topics.len()), (40, 40));
}

#[test_on_both_engines]
async fn a_browser_that_is_gone_is_asked_no_more() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/old", service.url)).await;
    service.answers(&[(410, "")]);
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(notice(&asha).await.1, "sent", "the feed is there");
    assert_eq!(service.seen().len(), 1);
    let read = salon.app.db.read(|conn| conn.all::<(bool,)>("select is_active from push_subscriptions", &[]));
    assert_eq!(read.await.unwrap(), [(false,)]);
    let desk = receptionist(&salon).await;
    let id = books(&asha, &haircut()).await;
    approves(&desk, &id, STYLIST).await.expect_ok();
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(service.seen().len(), 0);
    assert!(feed(&asha).await.iter().all(|notice| notice["status"] == "sent"));
}

#[test_on_both_engines]
async fn a_push_service_in_trouble_is_tried_again_and_then_left_alone() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, ""), (503, ""), (429, ""), (502, "")]);
    for wait in WAITS {
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!((service.seen().len(), notice(&asha).await.1.as_str()), (1, "pending"));
        salon.advance_seconds(wait - 1);
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!(service.seen().len(), 0, "a second too early");
        salon.advance_seconds(1);
    }
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!((service.seen().len(), notice(&asha).await.1.as_str()), (1, "failed"));
    salon.advance_seconds(24 * 60 * 60);
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(service.seen().len(), 0);
}

#[test_on_both_engines]
async fn a_push_service_that_asks_for_time_gets_it() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(429, "600")]);
    for (seconds, asked) in [(0, 1), (599, 0), (1, 1)] {
        salon.advance_seconds(seconds);
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!(service.seen().len(), asked, "after {seconds} s more");
    }
    assert_eq!(notice(&asha).await.1, "sent");
}

#[test_on_both_engines]
async fn a_browser_that_has_it_does_not_buzz_again_for_another_s_sake() {
    let (phone, desk) = (Listener::start().await, Listener::start().await);
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", phone.url)).await;
    subscribes(&asha, &format!("{}/desk", desk.url)).await;
    desk.answers(&[(500, ""), (500, "")]);
    for (told, status) in [(1, "pending"), (0, "pending"), (0, "sent"), (0, "sent")] {
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!((phone.seen().len(), notice(&asha).await.1.as_str()), (told, status));
        salon.advance_seconds(148);
    }
    assert_eq!(desk.seen().len(), 3);
}

#[test_on_both_engines]
async fn what_one_browser_has_is_sent_though_another_never_answers() {
    let (phone, desk) = (Listener::start().await, Listener::start().await);
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    for browser in [&phone, &desk] {
        subscribes(&asha, &format!("{}/browser", browser.url)).await;
    }
    // First neither takes it, then one does.
    phone.answers(&[(503, "")]);
    desk.answers(&[(500, ""); 4]);
    for wait in WAITS {
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!(notice(&asha).await.1, "pending");
        salon.advance_seconds(wait);
    }
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(notice(&asha).await.1, "sent");
    assert_eq!((phone.seen().len(), desk.seen().len()), (2, 4));
}

#[test_on_both_engines]
async fn what_no_browser_takes_has_failed() {
    let (phone, desk) = (Listener::start().await, Listener::start().await);
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    for browser in [&phone, &desk] {
        subscribes(&asha, &format!("{}/browser", browser.url)).await;
    }
    // One refuses it for good, the other is gone.
    phone.answers(&[(403, "")]);
    desk.answers(&[(410, "")]);
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(notice(&asha).await.1, "failed");
    salon.advance_seconds(24 * 60 * 60);
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!((phone.seen().len(), desk.seen().len()), (1, 1), "for good");

    let desk_person = receptionist(&salon).await;
    subscribes(&asha, &format!("{}/again", desk.url)).await;
    let id = books(&asha, &haircut()).await;
    approves(&desk_person, &id, STYLIST).await.expect_ok();
    phone.answers(&[(400, "")]);
    dispatch::drain(salon.backstage()).await.unwrap();
    let told = feed(&asha).await;
    let second = told.iter().find(|notice| notice["bookingId"] == json!(id)).unwrap();
    assert_eq!(second["status"], "sent", "one of them has it");
}

/// Tries push with whoever asks.
#[test_on_both_engines]
async fn a_test_forgets_browsers_that_are_gone() {
    let service = Listener::start().await;
    let integrations = Integrations::default().with(Integration::Push, || Ok("it is there".to_owned()));
    let options = SalonOptions { integrations, ..SalonOptions::default() };
    let salon = Box::pin(TestSalon::with_outside(options, pushing())).await;
    let dev = salon.member("Dev", Role::Developer).await;
    for browser in ["old", "new"] {
        subscribes(&dev, &format!("{}/{browser}", service.url)).await;
    }
    service.answers(&[(410, ""), (201, "")]);
    let found = async || dev.press("/api/integrations/push/test").await.expect_ok()["test"].clone();
    assert_eq!(found().await, json!({ "ok": true, "message": "sent to 1 of your browsers" }));
    let gone = service.seen()[0].path.clone();
    found().await;
    let seen = service.seen();
    assert!(seen.len() == 1 && seen[0].path != gone, "{seen:?}");
}

/// Asha, who turns 37 today and likes to hear of offers.
async fn asha_has_her_birthday(salon: &TestSalon) -> Person {
    let asha = salon.customer("Asha").await;
    let profile = json!({
        "phone": "9876543210", "dateOfBirth": "1990-03-01", "gender": "female", "marketingConsent": true,
    });
    asha.post("/api/onboarding/complete", &profile).await.expect_ok();
    salon.job(Job::BirthdayEmails).await;
    asha
}

#[test_on_both_engines]
async fn what_is_told_by_letter_buzzes_nowhere() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    subscribes(&salon.customer("Asha").await, &format!("{}/phone", service.url)).await;
    let asha = asha_has_her_birthday(&salon).await;
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!((notice(&asha).await.1.as_str(), service.seen().len()), ("sent", 0));
}

#[test_on_both_engines]
async fn what_is_told_by_letter_is_sent_when_the_letter_is() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with(Outside { mail: mail_to(folder.path()), ..Outside::default() }).await;
    let asha = asha_has_her_birthday(&salon).await;
    salon.advance_seconds(60);
    assert_eq!(dispatch::drain(salon.backstage()).await.unwrap(), 1, "one letter, and nothing else");
    assert_eq!((notice(&asha).await.1.as_str(), letters_in(folder.path()).len()), ("sent", 1));
    assert_eq!(feed(&asha).await[0]["sentAt"], json!(salon.now()));
}

#[test_on_both_engines]
async fn what_is_told_by_letter_waits_for_a_mail_server_and_fails_with_it() {
    let url = closed().await.replace("http://", "smtp://");
    let salon = salon_with(Outside { mail: mail_by(&url), ..pushing() }).await;
    let asha = asha_has_her_birthday(&salon).await;
    for wait in WAITS {
        assert_eq!(dispatch::drain(salon.backstage()).await.unwrap(), 1, "the letter alone is tried");
        let letter = letters(&salon, &asha).await.remove(0);
        assert_eq!((letter.1.as_str(), notice(&asha).await.1.as_str()), ("pending", "pending"));
        salon.advance_seconds(wait);
    }
    dispatch::drain(salon.backstage()).await.unwrap();
    let letter = letters(&salon, &asha).await.remove(0);
    assert_eq!((letter.1.as_str(), notice(&asha).await.1.as_str()), ("failed", "failed"));
    assert_eq!(letter.0, notice(&asha).await.0, "both by one id");
}

#[test_on_both_engines]
async fn trouble_that_passes_is_not_a_failure() {
    let service = Listener::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, ""), (500, "")]);
    for wait in [12, 148, 0] {
        dispatch::drain(salon.backstage()).await.unwrap();
        salon.advance_seconds(wait);
    }
    let seen = service.seen();
    assert_eq!(seen.len(), 3);
    let (id, status) = notice(&asha).await;
    assert_eq!(status, "sent");
    assert!(seen.iter().all(|seen| seen.header("topic") == Some(&*topic(&id))));
}

#[test_on_both_engines]
async fn where_nothing_is_set_up_the_feed_is_the_delivery() {
    let salon = salon_with(Outside::default()).await;
    let asha = asha_is_expected(&salon).await;
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(notice(&asha).await.1, "sent");
    let letters = letters(&salon, &asha).await;
    assert_eq!((letters.len(), letters[0].1.as_str()), (1, "sent"));
}

#[test_on_both_engines]
async fn a_letter_goes_out_once_under_its_own_id() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with(Outside { mail: mail_to(folder.path()), ..Outside::default() }).await;
    let asha = asha_is_expected(&salon).await;
    dispatch::drain(salon.backstage()).await.unwrap();
    let row = &letters(&salon, &asha).await[0];
    assert_eq!((row.1.as_str(), row.2), ("sent", 0));
    let written = letters_in(folder.path());
    assert_eq!(written.len(), 1);
    assert!(written[0].contains(&format!("Message-ID: <{}@salon.invalid>", row.0)), "{}", written[0]);
    std::fs::remove_file(folder.path().join(format!("{}.eml", row.0))).unwrap();
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(letters_in(folder.path()).len(), 0);
}

/// By this server.
#[expect(clippy::unnecessary_wraps, reason = "as a salon has it")]
fn mail_by(url: &str) -> Option<Mailer> {
    let from = Sender { name: None, address: Email::parse("desk@salon.invalid").unwrap() };
    Some(Mailer::new(&MailTransport::Smtp(url.parse().unwrap()), from).unwrap())
}

#[test_on_both_engines]
async fn a_mail_server_that_is_away_is_tried_again_and_then_left_alone() {
    let url = closed().await.replace("http://", "smtp://");
    let salon = salon_with(Outside { mail: mail_by(&url), ..Outside::default() }).await;
    let asha = asha_is_expected(&salon).await;
    for (failed, wait) in (1..).zip(WAITS) {
        dispatch::drain(salon.backstage()).await.unwrap();
        let row = letters(&salon, &asha).await.remove(0);
        assert_eq!((row.1.as_str(), row.2), ("pending", failed));
        assert_eq!(row.3.as_deref(), Some("the mail server cannot be reached"));
        salon.advance_seconds(wait - 1);
        dispatch::drain(salon.backstage()).await.unwrap();
        assert_eq!(letters(&salon, &asha).await[0].2, failed, "a second too early");
        salon.advance_seconds(1);
    }
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!(letters(&salon, &asha).await[0].1, "failed");
    assert_eq!(notice(&asha).await.1, "sent", "the feed does not wait for the mail");
}

#[test_on_both_engines]
async fn listeners_hear_of_changes_under_ids_that_stay() {
    let provider = Listener::start().await;
    let outside = Outside { realtime: Some(publisher(&provider.url)), ..Outside::default() };
    let salon = salon_with(outside).await;
    let asha = asha_is_expected(&salon).await;
    provider.answers(&[(500, "")]);
    dispatch::drain(salon.backstage()).await.unwrap();
    let heard = provider.seen();
    salon.advance_seconds(12);
    dispatch::drain(salon.backstage()).await.unwrap();
    let repeated = provider.only();
    assert!(heard.iter().any(|seen| seen.json() == repeated.json()), "the one that failed, as it was");
    let (id, _) = notice(&asha).await;
    let own = format!("/channels/customer%3A{}%3Aevents/messages", asha.id());
    let mut said: Vec<(String, String)> = heard
        .iter()
        .map(|seen| (seen.path.clone(), seen.json()["name"].as_str().unwrap().to_owned()))
        .collect();
    said.sort();
    let count = |path: &str, name: &str| said.iter().filter(|one| one.0 == path && one.1 == name).count();
    let desk = "/channels/admin%3Aevents/messages";
    assert_eq!(count(desk, "booking.created"), 1, "{said:?}");
    assert_eq!(count(desk, "booking.updated"), 1);
    assert_eq!((count(&own, "booking.updated"), count(&own, "notification.created")), (1, 1));
    let told =
        heard.iter().find(|seen| seen.path == own && seen.json()["name"] == "notification.created").unwrap();
    assert_eq!((&told.json()["id"], &told.json()["data"]), (&json!(id), &json!({ "id": id })));
    assert_eq!(dispatch::drain(salon.backstage()).await.unwrap(), 0);
}

#[test_on_both_engines]
async fn listeners_hear_of_a_notice_that_no_browser_takes() {
    let (provider, service) = (Listener::start().await, Listener::start().await);
    let outside = Outside { realtime: Some(publisher(&provider.url)), ..pushing() };
    let salon = salon_with(outside).await;
    let asha = asha_is_expected(&salon).await;
    let desk = receptionist(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    service.answers(&[(500, "")]);
    dispatch::drain(salon.backstage()).await.unwrap();
    let (id, status) = notice(&asha).await;
    assert_eq!(status, "pending", "her phone is out of reach");
    let heard = provider.seen();
    let told_of = |reader: &Person| {
        let own = format!("/channels/customer%3A{}%3Aevents/messages", reader.id());
        let of_notices = heard.iter().map(|seen| (seen.path == own, seen.json()));
        let named = of_notices.filter(|(is_own, said)| *is_own && said["name"] == "notification.created");
        named.map(|(_, said)| said["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told_of(&asha), [id]);
    assert_eq!(told_of(&desk), [notice(&desk).await.0]);
    salon.advance_seconds(12);
    dispatch::drain(salon.backstage()).await.unwrap();
    assert_eq!((notice(&asha).await.1.as_str(), provider.seen().len()), ("sent", 0));
}

/// Whoever reads the log should not wonder why nothing buzzes.
#[test_on_both_engines]
async fn the_log_says_that_nobody_is_set_up_to_push() {
    let home = salon_with(Outside::default()).await;
    let asha = asha_is_expected(&home).await;
    let database = match home.location() {
        Location::Sqlite(path) => format!("sqlite://{}", path.display()),
        Location::Postgres(url) => url.clone(),
    };
    let mut process = Installation::new(BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_CLOCK_START", "2027-03-01T10:01:00+05:30")
        // Listeners are no browsers.
        .with("PARLOUR_REALTIME_KEY", "app.key:secret")
        .serve(&[]);
    let line = process.wait_for_text("nobody is set up to push them");
    assert!(line.contains("INFO"), "{line}");
    let told = || async { (notice(&asha).await.1 == "sent").then_some(()) };
    eventually(Duration::from_secs(8), told).await;
}

/// Somebody who takes the first request and answers only those that follow.
struct Hesitant {
    url: String,
    heard: mpsc::UnboundedReceiver<(axum::http::HeaderMap, Bytes)>,
}

impl Hesitant {
    async fn start() -> Self {
        type Ear =
            (mpsc::UnboundedSender<(axum::http::HeaderMap, Bytes)>, Arc<std::sync::atomic::AtomicBool>);
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let (ear, heard) = mpsc::unbounded_channel();
        let hear = async |State((ear, answers)): State<Ear>, request: Request| {
            let (head, body) = request.into_parts();
            ear.send((head.headers, to_bytes(body, 1 << 20).await.unwrap())).unwrap();
            if !answers.swap(true, std::sync::atomic::Ordering::SeqCst) {
                std::future::pending::<()>().await;
            }
        };
        let router = Router::new().fallback(hear).with_state((ear, Arc::default()));
        // Ends with the test's runtime.
        tokio::spawn(async { axum::serve(socket, router).await });
        Self { url, heard }
    }
}

/// Dies once the other side has what it sent, and before it knows.
async fn dies_after<T>(salon: &TestSalon, sent: impl Future<Output = T>) -> T {
    let backstage = another(salon).await;
    let dying = tokio::spawn(async move { dispatch::drain(&backstage).await });
    let sent = tokio::time::timeout(Duration::from_secs(20), sent).await.unwrap();
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    sent
}

/// Whoever comes next sends again, but not before the claim ends.
async fn another_takes_over(salon: &TestSalon, is_unsent: impl AsyncFn() -> bool) {
    let next = another(salon).await;
    salon.advance_seconds(LEASE - 1);
    dispatch::drain(&next).await.unwrap();
    assert!(is_unsent().await, "the first may still be at it");
    salon.advance_seconds(1);
    dispatch::drain(&next).await.unwrap();
    assert!(!is_unsent().await);
}

#[test_on_both_engines]
async fn a_push_that_is_sent_and_not_noted_is_sent_again_on_the_same_topic() {
    let mut service = Hesitant::start().await;
    let salon = salon_with(pushing()).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    let (first, _) = dies_after(&salon, service.heard.recv()).await.unwrap();
    another_takes_over(&salon, async || notice(&asha).await.1 == "pending").await;
    let (second, _) = service.heard.recv().await.unwrap();
    assert_eq!(first["topic"], second["topic"]);
    assert_eq!(first["topic"], topic(&notice(&asha).await.0));
    assert!(service.heard.try_recv().is_err());
}

#[test_on_both_engines]
async fn listeners_that_heard_and_are_not_noted_hear_again_under_the_same_id() {
    let mut provider = Hesitant::start().await;
    let outside = Outside { realtime: Some(publisher(&provider.url)), ..Outside::default() };
    let salon = salon_with(outside).await;
    let asha = salon.customer("Asha").await;
    books(&asha, &haircut()).await;
    let (_, first) = dies_after(&salon, provider.heard.recv()).await.unwrap();
    let waiting = async || {
        let read =
            salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from realtime_messages", &[]));
        read.await.unwrap().unwrap().0 > 0
    };
    another_takes_over(&salon, waiting).await;
    let mut again = Vec::new();
    while let Ok((_, body)) = provider.heard.try_recv() {
        again.push(body);
    }
    assert_eq!(again.iter().filter(|body| **body == first).count(), 1, "{again:?}");
}

/// A mail server that keeps the letters it is told, and says so only from the second on; their ids, in order.
async fn hesitant_mail() -> (String, mpsc::UnboundedReceiver<String>) {
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", socket.local_addr().unwrap());
    let (ear, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        for nth in 0.. {
            let (connection, _) = socket.accept().await.unwrap();
            tokio::spawn(converse(connection, ear.clone(), nth > 0));
        }
    });
    (url, heard)
}

async fn converse(connection: tokio::net::TcpStream, ear: mpsc::UnboundedSender<String>, answers: bool) {
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
                    ear.send(id.to_owned()).unwrap();
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
async fn a_letter_that_is_sent_and_not_noted_is_sent_again_under_the_same_id() {
    let (url, mut heard) = hesitant_mail().await;
    let salon = salon_with(Outside { mail: mail_by(&url), ..Outside::default() }).await;
    let asha = asha_is_expected(&salon).await;
    let first = dies_after(&salon, heard.recv()).await.unwrap();
    another_takes_over(&salon, async || letters(&salon, &asha).await[0].1 == "pending").await;
    assert_eq!(heard.recv().await.unwrap(), first);
    assert_eq!(first, format!("<{}@salon.invalid>", letters(&salon, &asha).await[0].0));
    assert!(heard.try_recv().is_err());
}

/// One that does not answer keeps nobody else waiting.
#[test_on_both_engines]
async fn a_silent_mail_server_keeps_no_browser_waiting() {
    let (silent, _held) = crate::senders::silent().await;
    let (service, url) = (Listener::start().await, silent.replace("http://", "smtp://").replace("/hook", ""));
    let salon = salon_with(Outside { mail: mail_by(&url), ..pushing() }).await;
    let asha = asha_is_expected(&salon).await;
    subscribes(&asha, &format!("{}/phone", service.url)).await;
    let running = tokio::spawn(dispatch::run(salon.backstage().clone(), std::future::pending()));
    let told = || async { (notice(&asha).await.1 == "sent").then_some(()) };
    eventually(Duration::from_secs(8), told).await;
    running.abort();
    assert_eq!(service.seen().len(), 1);
    assert_eq!(letters(&salon, &asha).await[0].1, "pending");
}
