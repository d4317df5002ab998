//! What was acknowledged is kept, once, whoever dies in between: Parlour itself, or its Postgres.
//!
//! The long forms are for `make soak`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use parlour_domain::auth::app_kind::AppKind;
use parlour_store::DbError;
use parlour_testkit::Reply;
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess, eventually, http_client, send_and_read};
use parlour_testkit::servers::{Durability, Encryption, PostgresOptions, PrivatePostgres};
use serde_json::json;
use tokio::task::JoinSet;

use crate::parlour_binary::PARLOUR_BINARY;

const CLIENTS: usize = 200;

fn durable_postgres() -> PrivatePostgres {
    PrivatePostgres::start(&PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() })
}

fn installation_on(postgres: &PrivatePostgres) -> Installation {
    let url = postgres.fresh_database();
    Installation::new(PARLOUR_BINARY).without_rate_limits().with("PARLOUR_DATABASE_URL", &url)
}

/// One visitor's attempt to leave a name: what makes it unique, and the id it got if it was answered.
#[derive(Debug, Clone)]
struct Attempt {
    name: String,
    lead_id: Option<String>,
}

async fn post_lead(client: &reqwest::Client, url: &str, name: &str) -> Result<Reply, reqwest::Error> {
    let lead = json!({ "name": name, "phone": "9876543210" });
    send_and_read(client.post(url).header("idempotency-key", name).json(&lead)).await
}

fn lead_id(reply: &Reply) -> String {
    reply.expect_created()["leadId"].as_str().expect("an id").to_owned()
}

/// Posts from 200 clients without a pause, and kills Parlour once `enough` are acknowledged.
async fn kill_under_load(process: &mut ParlourProcess, round: usize, enough: usize) -> Vec<Attempt> {
    let (client, url) = (http_client(), process.url(AppKind::Customer, "/api/leads"));
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let mut clients = JoinSet::new();
    for client_number in 0..CLIENTS {
        let (client, url, acknowledged) = (client.clone(), url.clone(), Arc::clone(&acknowledged));
        clients.spawn(async move {
            let mut attempts = Vec::new();
            for turn in 0.. {
                let name = format!("round {round} hand {client_number} turn {turn}");
                let Ok(reply) = post_lead(&client, &url, &name).await else {
                    attempts.push(Attempt { name, lead_id: None });
                    break;
                };
                acknowledged.fetch_add(1, Ordering::Relaxed);
                attempts.push(Attempt { name, lead_id: Some(lead_id(&reply)) });
            }
            attempts
        });
    }
    let seen = || async { (acknowledged.load(Ordering::Relaxed) >= enough).then_some(()) };
    eventually(Duration::from_secs(30), seen).await;
    process.kill();
    clients.join_all().await.into_iter().flatten().collect()
}

/// Leads and the ids that the audit log says were captured.
async fn stored_leads(salon: &Installation) -> (Vec<(String, String)>, HashSet<String>) {
    let db = salon.database().await;
    let leads = db.read(|conn| conn.all::<(String, String)>("select name, id from leads", &[])).await;
    let leads: Result<Vec<(String, String)>, DbError> = leads;
    let captured =
        db.read(|conn| conn.all::<(String,)>("select record_id from audit_log where action = 'lead.capture'", &[]));
    let captured: Result<Vec<(String,)>, DbError> = captured.await;
    (leads.unwrap(), captured.unwrap().into_iter().map(|(id,)| id).collect())
}

/// Every acknowledged lead is there under its id, nothing is there twice, and nothing was written by half.
async fn assert_acknowledged_leads_stored(salon: &Installation, attempts: &[Attempt]) -> HashMap<String, String> {
    let (leads, captured) = stored_leads(salon).await;
    let ids: HashSet<String> = leads.iter().map(|(_, id)| id.clone()).collect();
    assert_eq!(ids.len(), leads.len(), "an id stands twice");
    assert_eq!(ids, captured, "a lead without its line in the audit log, or the other way round");
    let by_name: HashMap<String, String> = leads.iter().cloned().collect();
    assert_eq!(by_name.len(), leads.len(), "a lead stands twice");
    for attempt in attempts {
        if let Some(id) = &attempt.lead_id {
            assert_eq!(by_name.get(&attempt.name), Some(id), "{} was acknowledged and is lost", attempt.name);
        }
    }
    by_name
}

/// Everyone who got no answer asks again, with the same key.
async fn retry_unanswered(process: &ParlourProcess, attempts: &mut [Attempt]) {
    let (client, url) = (http_client(), process.url(AppKind::Customer, "/api/leads"));
    let asking: Vec<_> = attempts.iter_mut().filter(|attempt| attempt.lead_id.is_none()).collect();
    // No more at once than the door has places for.
    let asking = stream::iter(asking).for_each_concurrent(CLIENTS, async |attempt| {
        let reply = post_lead(&client, &url, &attempt.name).await.expect("an answer");
        attempt.lead_id = Some(lead_id(&reply));
    });
    asking.await;
}

/// Kill, restart, look; then everyone who got no answer asks again with the same key.
async fn assert_survives_kills(salon: &Installation, rounds: usize, enough: impl Fn(usize) -> usize) {
    let mut attempts: Vec<Attempt> = Vec::new();
    for round in 0..rounds {
        let mut process = salon.serve(&[]);
        let made = kill_under_load(&mut process, round, enough(round)).await;
        assert!(made.iter().any(|attempt| attempt.lead_id.is_none()), "nobody was in the middle of anything");
        attempts.extend(made);

        let process = salon.serve(&[]);
        let before = assert_acknowledged_leads_stored(salon, &attempts).await;
        retry_unanswered(&process, &mut attempts).await;
        for attempt in &attempts {
            if let Some(kept) = before.get(&attempt.name) {
                assert_eq!(attempt.lead_id.as_ref(), Some(kept), "stored, not acknowledged, and then done again");
            }
        }
        let after = assert_acknowledged_leads_stored(salon, &attempts).await;
        assert_eq!(after.len(), attempts.len(), "leads that nobody left");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_leads_survive_a_kill_on_sqlite() {
    assert_survives_kills(&Installation::new(PARLOUR_BINARY).without_rate_limits(), 1, |_| 300).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_leads_survive_a_kill_on_postgres() {
    let postgres = durable_postgres();
    assert_survives_kills(&installation_on(&postgres), 1, |_| 300).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: for `make soak`"]
async fn soak_acknowledged_leads_survive_many_kills_on_sqlite() {
    assert_survives_kills(&Installation::new(PARLOUR_BINARY).without_rate_limits(), 20, |round| 1 + round * 150).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: for `make soak`"]
async fn soak_acknowledged_leads_survive_many_kills_on_postgres() {
    let postgres = durable_postgres();
    assert_survives_kills(&installation_on(&postgres), 20, |round| 1 + round * 150).await;
}

/// Spec and contract promise two seconds while the database is away; a slow machine that also builds may need longer to
/// get round to it.
const RESPONSE_LIMIT: Duration = Duration::from_secs(4);

/// Clients who post one lead after the other, whatever happens to the database.
struct PostingClients {
    stop: Arc<AtomicBool>,
    clients: JoinSet<Vec<Attempt>>,
}

impl PostingClients {
    fn start(process: &ParlourProcess, count: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut clients = JoinSet::new();
        for client_number in 0..count {
            let (client, url, stop) = (http_client(), process.url(AppKind::Customer, "/api/leads"), Arc::clone(&stop));
            clients.spawn(async move {
                let mut attempts = Vec::new();
                for turn in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let (name, asked) = (format!("hand {client_number} turn {turn}"), Instant::now());
                    let reply = post_lead(&client, &url, &name).await.expect("Parlour itself is up");
                    assert!(asked.elapsed() < RESPONSE_LIMIT, "{:?} for {}", asked.elapsed(), reply.text());
                    if reply.status == 201 {
                        attempts.push(Attempt { name, lead_id: Some(lead_id(&reply)) });
                    } else {
                        assert_eq!(reply.expect_error(503, "SERVICE_UNAVAILABLE")["retryable"], true);
                        attempts.push(Attempt { name, lead_id: None });
                        // A person would wait longer.
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                }
                attempts
            });
        }
        Self { stop, clients }
    }

    async fn stop(self) -> Vec<Attempt> {
        self.stop.store(true, Ordering::Relaxed);
        self.clients.join_all().await.into_iter().flatten().collect()
    }
}

async fn assert_unavailable(process: &ParlourProcess, cookie: &str) {
    for app_kind in BOTH_APPS {
        for path in ["/api/health", "/api/auth/session"] {
            let asked = Instant::now();
            process.get_as(cookie, app_kind, path).await.expect_error(503, "SERVICE_UNAVAILABLE");
            assert!(asked.elapsed() < RESPONSE_LIMIT, "{:?} for {path}", asked.elapsed());
        }
    }
    let asked = Instant::now();
    process.post_lead("Nobody").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
    assert!(asked.elapsed() < RESPONSE_LIMIT, "{:?}", asked.elapsed());
    // What is in memory is as good as ever.
    process.get(AppKind::Customer, "/api/services").await.expect_ok();
}

async fn assert_recovers(process: &ParlourProcess, cookie: &str) {
    for app_kind in BOTH_APPS {
        let well = || async { (process.get(app_kind, "/api/health").await.status == 200).then_some(()) };
        eventually(Duration::from_secs(20), well).await;
    }
    process.get_as(cookie, AppKind::Customer, "/api/auth/session").await.expect_ok();
}

async fn assert_survives_outages(rounds: usize) {
    let postgres = durable_postgres();
    let salon = installation_on(&postgres);
    let process = salon.serve(&[]);
    process.get(AppKind::Customer, "/api/services").await.expect_ok();
    let cookie = process.session("asha@test.invalid", "customer");
    let visitors = PostingClients::start(&process, 8);
    let some_more = async || tokio::time::sleep(Duration::from_millis(200)).await;
    for _ in 0..rounds {
        some_more().await;
        postgres.stop();
        assert_unavailable(&process, &cookie).await;
        postgres.restart();
        assert_recovers(&process, &cookie).await;
        some_more().await;
        postgres.kill();
        assert_unavailable(&process, &cookie).await;
        postgres.restart();
        assert_recovers(&process, &cookie).await;
    }
    // Every connection is opened anew, on a machine that may be busy.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut attempts = visitors.stop().await;
    assert!(attempts.iter().any(|attempt| attempt.lead_id.is_none()), "nobody noticed");
    let last = attempts.iter().rev().take(3).all(|attempt| attempt.lead_id.is_some());
    assert!(last, "still turned away after the database came back");

    // What was not acknowledged may be there, but whole; asked again with the same key, it is there once.
    retry_unanswered(&process, &mut attempts).await;
    let (leads, captured) = stored_leads(&salon).await;
    let ours: HashMap<&String, &String> =
        leads.iter().filter(|(name, _)| name.starts_with("hand ")).map(|(name, id)| (name, id)).collect();
    assert_eq!(ours.len(), attempts.len());
    assert_eq!(leads.len(), attempts.len(), "something stands twice");
    for attempt in &attempts {
        assert_eq!(ours.get(&attempt.name).copied(), attempt.lead_id.as_ref());
        assert!(captured.contains(attempt.lead_id.as_ref().unwrap()), "{attempt:?} has no line in the audit log");
    }
    assert_eq!(captured.len(), attempts.len(), "a line in the audit log without its lead");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_survives_a_postgres_restart() {
    assert_survives_outages(1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: for `make soak`"]
async fn soak_the_service_survives_many_postgres_restarts() {
    assert_survives_outages(15).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_postgres_is_reported_within_two_seconds() {
    let postgres = PrivatePostgres::start(&PostgresOptions::default());
    let process = installation_on(&postgres).serve(&[]);
    let cookie = process.session("asha@test.invalid", "customer");
    process.get(AppKind::Customer, "/api/health").await.expect_ok();
    postgres.pause();
    // More than there are connections: the last to ask is told as fast as the first.
    let (client, mut asking) = (http_client(), JoinSet::new());
    for turn in 0..40 {
        let (client, url) = (client.clone(), process.url(BOTH_APPS[turn % 2], "/api/health"));
        asking.spawn(async move {
            let asked = Instant::now();
            send_and_read(client.get(url)).await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
            asked.elapsed()
        });
    }
    let longest = asking.join_all().await.into_iter().max().unwrap();
    assert!(longest < RESPONSE_LIMIT, "{longest:?}");
    postgres.resume();
    assert_recovers(&process, &cookie).await;
    process.post_lead("Asha after the frost").await.unwrap().expect_created();
}

#[tokio::test]
async fn postgres_over_tls_is_reached_and_a_wrong_certificate_refused() {
    let options = PostgresOptions { encryption: Encryption::Tls, ..PostgresOptions::default() };
    let (postgres, other) = (PrivatePostgres::start(&options), PrivatePostgres::start(&options));
    let url = postgres.fresh_database();
    let plain = url.split('?').next().unwrap();
    let salon = Installation::new(PARLOUR_BINARY);
    let authority = salon.folder().join("authority.crt");
    std::fs::copy(postgres.certificate_authority(), &authority).unwrap();
    let wrong = salon.folder().join("other.crt");
    std::fs::copy(other.certificate_authority(), &wrong).unwrap();
    let (authority, wrong) = (authority.display(), wrong.display());

    for query in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-ca&sslrootcert={authority}"),
        format!("sslmode=verify-full&sslrootcert={authority}"),
        format!("sslmode=require&sslrootcert={authority}"),
    ] {
        let process = salon.clone().with("PARLOUR_DATABASE_URL", &format!("{plain}?{query}")).serve(&[]);
        process.post_lead("Asha over TLS").await.unwrap().expect_created();
    }
    for query in [
        "sslmode=disable".to_owned(),
        "sslmode=verify-full".to_owned(),
        format!("sslmode=verify-ca&sslrootcert={wrong}"),
        format!("sslmode=verify-full&sslrootcert={wrong}"),
        "sslmode=verify-full&sslrootcert=/missing.crt".to_owned(),
    ] {
        let refused = salon.clone().with("PARLOUR_DATABASE_URL", &format!("{plain}?{query}")).run(&["migrate"]);
        assert!(!refused.expect_error_line().is_empty(), "{query}");
    }
}

#[tokio::test]
async fn a_database_unreachable_at_the_start_is_named() {
    let postgres = PrivatePostgres::start(&PostgresOptions::default());
    let salon = installation_on(&postgres);
    postgres.stop();
    let refused = salon.run(&["serve"]);
    assert!(!refused.status.success());
    assert!(refused.stderr.contains("database"), "{refused:?}");
    postgres.restart();
    salon.serve(&[]).get(AppKind::Customer, "/api/health").await.expect_ok();
}
