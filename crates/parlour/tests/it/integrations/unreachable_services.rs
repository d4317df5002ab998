//! Nobody at the desk notices that a mail server, a push service, a chat, a printer of invoices or a store of files is
//! dead: requests answer as ever, and as fast.

use std::time::{Duration, Instant};

use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind::{self, Admin, Customer};
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::haircut_request;
use parlour_testkit::actions::notifications::subscribe_browser;
use parlour_testkit::fixtures::integrations::VAPID_PRIVATE_KEY;
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::servers::recording_server::{start_silent_server, unused_url};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const ROUNDS: usize = 13;
/// Far more than chance: a request that waits for a dead service waits for seconds.
const MAX_SLOWDOWN: u32 = 4;
const SLACK: Duration = Duration::from_secs(1);
/// Jobs have ten seconds to end, and then nobody waits for them. A mail server alone may take thirty.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(20);
const TRIED_WITHIN: Duration = Duration::from_secs(30);

/// A process on a small salon's database, and people who use it.
struct ServedSalon {
    process: ParlourProcess,
    asha: Person,
    desk: Person,
    // Dropped last, with the database.
    home: TestSalon,
}

/// Every service there is, at this address.
fn with_all_services_at(salon: Installation, url: &str) -> Installation {
    let (base, host) = (url.trim_end_matches("/hook"), url.trim_start_matches("http://"));
    with_storage_at(salon, url)
        .with("PARLOUR_MAIL_URL", &format!("smtp://{}", host.trim_end_matches("/hook")))
        .with("PARLOUR_MAIL_FROM", "desk@salon.invalid")
        .with("PARLOUR_REPORT_RECIPIENTS", "owner@salon.invalid")
        .with("PARLOUR_VAPID_PRIVATE_KEY", VAPID_PRIVATE_KEY)
        .with("PARLOUR_VAPID_SUBJECT", "mailto:desk@salon.invalid")
        .with("PARLOUR_CHAT_WEBHOOK_URL", url)
        .with("PARLOUR_REALTIME_KEY", "app.key:secret")
        .with("PARLOUR_INVOICING_URL", base)
        .with("PARLOUR_INVOICING_SECRET", "a secret of the two of us")
        .with("PARLOUR_HEARTBEAT_APPOINTMENT_REMINDERS", url)
}

/// Papers are drawn, and there is no place for them.
fn with_storage_at(salon: Installation, url: &str) -> Installation {
    salon
        .with("PARLOUR_STORAGE_URL", "s3://salon/invoices")
        .with("PARLOUR_STORAGE_ENDPOINT", url.trim_end_matches("/hook"))
        .with("PARLOUR_STORAGE_REGION", "ap-south-1")
        .with("PARLOUR_STORAGE_ACCESS_KEY", "key")
        .with("PARLOUR_STORAGE_SECRET_KEY", "secret")
}

/// Work that is due is handed over there.
fn with_queue_at(salon: Installation, url: &str) -> Installation {
    salon
        .with("PARLOUR_QUEUE_URL", url.trim_end_matches("/hook"))
        .with("PARLOUR_QUEUE_TOKEN", "token")
        .with("PARLOUR_ADMIN_URL", "http://desk.salon.invalid")
        .with("PARLOUR_INSECURE_DEV", "1")
}

type ConfigureServices = fn(Installation, &str) -> Installation;

async fn serve(dead: Option<(&str, ConfigureServices)>) -> ServedSalon {
    let home = fill_small_salon(TestSalon::open().await).await;
    let (asha, desk) = (home.customer("Asha").await, home.member("Ravi", Role::Receptionist).await);
    let database = home.database_url();
    let mut salon = Installation::new(PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_DATABASE_URL", &database)
        // A moment before reminders are due.
        .with("PARLOUR_CLOCK_START", "2027-03-01T10:14:59+05:30");
    if let Some((url, configure)) = dead {
        salon = configure(salon, url);
        subscribe_browser(&asha, &format!("{}/push", url.trim_end_matches("/hook"))).await;
        subscribe_browser(&desk, &format!("{}/desk", url.trim_end_matches("/hook"))).await;
    }
    ServedSalon { process: salon.serve(&[]), asha, desk, home }
}

impl ServedSalon {
    /// The answer's status, what it says, and how long it took.
    async fn send_request(
        &self,
        app_kind: AppKind,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value, Duration) {
        let person = if app_kind == Customer { &self.asha } else { &self.desk };
        let cookie = format!("{}={}", app_kind.session_cookie(), person.token());
        let started = Instant::now();
        let asked = self.process.send_request(app_kind, method, path, |request| {
            let request = request.header("cookie", &cookie);
            body.map_or(request.try_clone().unwrap(), |body| request.json(body))
        });
        let reply = asked.await.unwrap();
        (reply.status.as_u16(), reply.json(), started.elapsed())
    }

    /// A visit from the request to the counter, and whatever else people do meanwhile: statuses and times.
    async fn run_round(&self) -> Vec<(u16, Duration)> {
        let (status, made, took) =
            self.send_request(Customer, Method::POST, "/api/bookings", Some(&haircut_request())).await;
        let mut answers = vec![(status, took)];
        let booking = format!("/api/bookings/{}", made["data"]["id"].as_str().unwrap_or_default());
        let complete = format!("{booking}/complete");
        let approval = json!({ "action": "approve", "staffId": STYLIST });
        let payment = json!({ "paymentMethod": "upi" });
        let lead = json!({ "name": "Tara", "phone": "9812345678" });
        for (app_kind, method, path, body) in [
            (Admin, Method::PATCH, booking.as_str(), Some(&approval)),
            (Admin, Method::POST, &complete, Some(&payment)),
            (Customer, Method::POST, "/api/leads", Some(&lead)),
            (Customer, Method::GET, "/api/notifications", None),
            (Customer, Method::GET, "/api/services", None),
            (Admin, Method::GET, "/api/bookings?limit=20", None),
            (Admin, Method::GET, "/api/health", None),
        ] {
            let (status, _, took) = self.send_request(app_kind, method, path, body).await;
            answers.push((status, took));
        }
        answers
    }
}

fn p95(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() * 95 / 100]
}

/// Asked to stop in the middle of all that, and not before all of those were tried, it does.
async fn assert_requests_unaffected(dead: &str, configure: ConfigureServices, tried: &[&str]) {
    let (without, with) = (serve(None).await, serve(Some((dead, configure))).await);
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        // In turns, so that whatever else the machine does meets both.
        let (one, other) = (without.run_round().await, with.run_round().await);
        let statuses = |answers: &[(u16, Duration)]| answers.iter().map(|answer| answer.0).collect::<Vec<_>>();
        assert_eq!(statuses(&other), statuses(&one));
        assert_eq!(statuses(&one), [201, 200, 200, 201, 200, 200, 200, 200]);
        times[0].extend(one.into_iter().map(|answer| answer.1));
        times[1].extend(other.into_iter().map(|answer| answer.1));
    }
    let [usual, beside_the_dead] = times.map(p95);
    println!("p95 {usual:?}, beside the dead {beside_the_dead:?}");
    assert!(beside_the_dead < MAX_SLOWDOWN * usual + SLACK, "p95 {beside_the_dead:?}, usually {usual:?}");
    let ServedSalon { mut process, home, .. } = with;
    for name in tried {
        // None of the requests waited for it, so it may still be about to happen.
        eventually(TRIED_WITHIN, || has_failed(&home, name)).await;
    }
    let asked = Instant::now();
    process.terminate();
    assert!(process.wait_within(2 * SHUTDOWN_LIMIT).success(), "{:?}", process.log_lines().last());
    let took = asked.elapsed();
    assert!(took < SHUTDOWN_LIMIT, "{took:?} to stop");
}

async fn has_failed(home: &TestSalon, name: &str) -> Option<()> {
    let name = name.to_owned();
    let read = home.app.db.read(move |conn| {
        let failed = "select last_error from integration_status where name = $1 and last_error is not null";
        conn.one::<(String,)>(failed, params![name])
    });
    read.await.unwrap().map(drop)
}

#[test_on_both_engines]
async fn silent_services_do_not_delay_requests() {
    let (silent, _held) = start_silent_server().await;
    Box::pin(assert_requests_unaffected(&silent, with_all_services_at, &[])).await;
}

#[test_on_both_engines]
async fn unreachable_services_do_not_delay_requests() {
    Box::pin(assert_requests_unaffected(&unused_url(), with_all_services_at, &["mail", "push", "invoicing"])).await;
}

#[test_on_both_engines]
async fn unreachable_object_storage_does_not_delay_requests() {
    Box::pin(assert_requests_unaffected(&unused_url(), with_storage_at, &["storage"])).await;
}

#[test_on_both_engines]
async fn a_silent_external_queue_does_not_delay_requests() {
    let (silent, _held) = start_silent_server().await;
    Box::pin(assert_requests_unaffected(&silent, with_queue_at, &[])).await;
}
