//! The services of others, and the work that nobody could get done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_app::request_context::{Origin, RequestContext};
use parlour_app::sign_in::{SessionClient, start_session};
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::integration::Integration;
use parlour_testkit::actions::people::developer;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::integrations::IntegrationProbes;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::parlour_binary::PARLOUR_BINARY;

async fn post_test(dev: &Person, name: &str) -> Reply {
    dev.post_empty(&format!("/api/integrations/{name}/test")).await
}

async fn post_retry(dev: &Person, id: &str) -> Reply {
    dev.post_empty(&format!("/api/integrations/queue/{id}/retry")).await
}

async fn shown_integration(dev: &Person, name: &str) -> Value {
    let all = dev.get("/api/integrations").await.expect_ok()["integrations"].clone();
    all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
}

/// A piece of work that was given up a while ago, or not.
pub(crate) async fn insert_job(salon: &TestSalon, id: &'static str, dedup_key: &'static str, is_parked: bool) {
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into queued_jobs (id, kind, payload, subject, dedup_key, due_at, try_at, attempts, parked_at, last_error,
                 created_at)
             values ($1, 'invoice-pdf', '{\"bookingId\":\"b1\"}', 'booking:b1', $2, $3, $3, 4, $4, 'it rained', $3)",
            params![id, dedup_key, now.plus_millis(-3_600_000), is_parked.then_some(now)],
        )
        .map(drop)
    })
    .await;
}

#[test_on_both_engines]
async fn the_list_shows_configured_integrations_and_their_state() {
    let works = Arc::new(AtomicBool::new(false));
    let looked_at = Arc::clone(&works);
    let integrations = IntegrationProbes::default()
        .with(Integration::Mail, move || {
            let works = looked_at.load(Ordering::Relaxed);
            if works {
                Ok("mail.example.in:465 accepts connections".to_owned())
            } else {
                Err("nobody listens".to_owned())
            }
        })
        .with(Integration::Chat, || panic!("nobody thought of this"));
    let salon = TestSalon::with(SalonOptions { integrations, ..SalonOptions::default() }).await;
    let dev = developer(&salon).await;
    let reply = dev.get("/api/integrations").await;
    let all = reply.expect_ok()["integrations"].as_array().unwrap().clone();
    let configured: Vec<_> =
        all.iter().filter(|one| one["configured"] == true).map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(configured, ["database", "queue", "mail", "chat"]);
    assert_eq!(reply.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": 11 }));
    let mut mail = json!({
        "name": "mail", "configured": true, "lastSuccessAt": null, "lastErrorAt": null, "lastError": null,
        "parkedCount": 0, "parkedWork": [],
    });
    assert_eq!(shown_integration(&dev, "mail").await, mail);
    let second = dev.get("/api/integrations?page=2&pageSize=4").await.expect_ok();
    assert_eq!(second["integrations"][0]["name"], "sign-in");
    assert_eq!(dev.get("/api/integrations?page=0").await.expect_invalid_fields(), ["page"]);

    // A test that finds something wrong has done its work.
    let found = post_test(&dev, "mail").await.expect_ok();
    mail["lastErrorAt"] = "2027-03-01T04:30:00.000Z".into();
    mail["lastError"] = "nobody listens".into();
    assert_eq!(found, json!({ "integration": mail, "test": { "ok": false, "message": "nobody listens" } }));
    works.store(true, Ordering::Relaxed);
    salon.advance_seconds(60);
    let found = post_test(&dev, "mail").await.expect_ok();
    mail["lastSuccessAt"] = "2027-03-01T04:31:00.000Z".into();
    let message = "mail.example.in:465 accepts connections";
    assert_eq!(found, json!({ "integration": mail, "test": { "ok": true, "message": message } }));
    assert_eq!(shown_integration(&dev, "mail").await, mail);
    assert_eq!(actions_on_record(&salon, "mail").await, ["integration.test"; 2]);

    let found = post_test(&dev, "database").await.expect_ok();
    assert_eq!((&found["test"]["ok"], found["integration"]["lastSuccessAt"].is_string()), (&json!(true), true));
    let found = post_test(&dev, "chat").await.expect_ok();
    assert_eq!(found["test"], json!({ "ok": false, "message": "the check failed" }));
    let refused = post_test(&dev, "push").await.expect_error(409, "CONFLICT");
    assert_eq!(refused["message"], "push is not set up here. PARLOUR_VAPID_PRIVATE_KEY does it.");
    for unknown in ["fax", "Mail", "%00"] {
        post_test(&dev, unknown).await.expect_error(404, "NOT_FOUND");
    }
}

#[test_on_both_engines]
async fn what_a_service_has_left_in_the_database_says_that_it_was_used() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    let last_success = async |name: &str| shown_integration(&dev, name).await["lastSuccessAt"].clone();
    assert_eq!(last_success("database").await, "2027-03-01T04:30:00.000Z", "it has just answered");
    assert_eq!(last_success("sign-in").await, Value::Null, "a session of a command is no sign-in");
    assert_eq!(last_success("storage").await, Value::Null);

    salon.advance_seconds(60);
    let (context, user) = (RequestContext { origin: Origin::AdminApp, ..salon.context() }, dev.id().clone());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into export_files (id, status, created_at, finished_at) values ('e1', 'done', $1, $1)",
            params![context.now],
        )?;
        start_session(tx, &context, &user, &SessionClient::of_app(AppKind::Admin)).map(drop)
    })
    .await;
    salon.advance_seconds(60);
    for name in ["sign-in", "storage"] {
        assert_eq!(last_success(name).await, "2027-03-01T04:31:00.000Z", "{name}");
    }
    assert_eq!(last_success("mail").await, Value::Null, "nothing was sent");
}

#[test_on_both_engines]
async fn the_built_in_queue_is_healthy_while_no_job_is_overdue() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    let found = async || post_test(&dev, "queue").await.expect_ok()["test"].clone();
    assert_eq!(found().await, json!({ "ok": true, "message": "nothing is waiting" }));
    insert_job(&salon, "parked", "k1", true).await;
    assert_eq!(found().await["ok"], true);
    insert_job(&salon, "late", "k2", false).await;
    assert_eq!(found().await, json!({ "ok": false, "message": "work has been due for 3600 seconds" }));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn parked_jobs_are_shown_and_can_be_retried() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    insert_job(&salon, "w1", "k1", true).await;
    salon.advance_seconds(60);
    insert_job(&salon, "w2", "k2", true).await;
    let queue = shown_integration(&dev, "queue").await;
    assert_eq!(queue["parkedCount"], 2);
    assert_eq!(
        queue["parkedWork"],
        json!([
            { "id": "w2", "kind": "invoice-pdf", "subject": "booking:b1", "dueAt": "2027-03-01T03:31:00.000Z",
              "attempts": 4, "parkedAt": "2027-03-01T04:31:00.000Z", "lastError": "it rained",
              "createdAt": "2027-03-01T03:31:00.000Z" },
            { "id": "w1", "kind": "invoice-pdf", "subject": "booking:b1", "dueAt": "2027-03-01T03:30:00.000Z",
              "attempts": 4, "parkedAt": "2027-03-01T04:30:00.000Z", "lastError": "it rained",
              "createdAt": "2027-03-01T03:30:00.000Z" },
        ])
    );
    let again = post_retry(&dev, "w1").await.expect_ok()["work"].clone();
    assert_eq!((&again["attempts"], &again["parkedAt"]), (&json!(0), &json!(null)));
    assert_eq!(again["dueAt"], "2027-03-01T04:31:00.000Z");
    let due = "select count(*) from queued_jobs where id = $1 and parked_at is null and done_at is null and claimed_by is null";
    assert_eq!(count_rows(&salon, "w1", due).await, 1);
    assert_eq!(shown_integration(&dev, "queue").await["parkedCount"], 1);
    post_retry(&dev, "w1").await.expect_error(409, "CONFLICT");
    post_retry(&dev, "nope").await.expect_error(404, "NOT_FOUND");
    // Somebody has asked for the same since.
    insert_job(&salon, "w3", "k2", false).await;
    post_retry(&dev, "w2").await.expect_error(409, "CONFLICT");
    assert_eq!(shown_integration(&dev, "queue").await["parkedWork"][0]["id"], "w2");
    assert_eq!(actions_on_record(&salon, "w1").await, ["work.retry"]);
    assert_eq!(actions_on_record(&salon, "w2").await, Vec::<String>::new());
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_retries_of_a_job_run_it_once() {
    let salon = TestSalon::open().await;
    // Two rows of the same work: one of them may wait.
    insert_job(&salon, "w1", "k1", true).await;
    insert_job(&salon, "w2", "k1", true).await;
    let mut retrying = JoinSet::new();
    for number in 0..24 {
        let dev = salon.member(&format!("dev{number}"), Role::Developer).await;
        let id = if number % 2 == 0 { "w1" } else { "w2" };
        retrying.spawn(async move { post_retry(&dev, id).await.status.as_u16() });
    }
    let mut statuses = retrying.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[409; 23][..]));
    let waiting = "select count(*) from queued_jobs where dedup_key = $1 and parked_at is null";
    assert_eq!(count_rows(&salon, "k1", waiting).await, 1);
    assert_eq!(count_rows(&salon, "work.retry", "select count(*) from audit_log where action = $1").await, 1);
    salon.run_due_jobs().await;
}

/// The same looks as `parlour doctor` takes.
#[tokio::test]
async fn the_configured_integrations_follow_the_settings() {
    let salon = Installation::new(PARLOUR_BINARY);
    let outbox = salon.folder().join("outbox");
    let salon = salon
        .with("PARLOUR_MAIL_URL", &format!("file://{}", outbox.display()))
        .with("PARLOUR_MAIL_FROM", "desk@example.in")
        .with("PARLOUR_REALTIME_KEY", "appid.keyid:hunter2secret")
        .with("PARLOUR_CHAT_WEBHOOK_URL", "http://127.0.0.1:9/hook");
    let process = salon.serve(&[]);
    let cookie = process.session("dev@test.invalid", "developer");
    let listed = process.get_as(&cookie, AppKind::Admin, "/api/integrations").await;
    let all = listed.expect_ok()["integrations"].as_array().unwrap().clone();
    let configured: Vec<_> =
        all.iter().filter(|one| one["configured"] == true).map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(configured, ["database", "storage", "queue", "realtime", "mail", "chat", "invoicing"]);
    for (name, is_well) in [("storage", true), ("mail", true), ("invoicing", true), ("chat", false)] {
        let path = format!("/api/integrations/{name}/test");
        let asked = process
            .send_request(AppKind::Admin, reqwest::Method::POST, &path, |request| request.header("cookie", &cookie));
        let found = asked.await.unwrap();
        assert_eq!(found.expect_ok()["test"]["ok"], is_well, "{}", found.text());
        assert!(!found.text().contains("hunter2"));
    }
    let letters: Vec<_> = std::fs::read_dir(outbox).unwrap().collect();
    assert_eq!(letters.len(), 1, "to whoever asked for it");
}
