//! Who may ask for a job, over HTTP. The whole table of proofs stands beside the gate itself.

use aws_lc_rs::hmac;
use axum::body::{Body, Bytes};
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::stream;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::DAY_MS;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_integrations::clock::Clock;
use parlour_integrations::queue_signature::sign;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_testkit::checks::http_body::chunked_body;
use parlour_testkit::{Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::json;

use crate::parlour_binary::sqlite_installation;

const CURRENT_SIGNING_KEY: &str = "sig_current";
const NEXT_SIGNING_KEY: &str = "sig_next";
const JOB_TOKEN: &str = "a token for jobs";
const JOB_PATH: &str = "/api/jobs/session-cleanup";
const SIGNATURE_HEADER: &str = "upstash-signature";

fn gate_with_keys() -> JobAuthenticator {
    JobAuthenticator {
        signing_keys: vec![CURRENT_SIGNING_KEY.to_owned(), NEXT_SIGNING_KEY.to_owned()],
        ..JobAuthenticator::default()
    }
}

fn gate_with_token() -> JobAuthenticator {
    JobAuthenticator { internal_token: Some(JOB_TOKEN.to_owned()), ..JobAuthenticator::default() }
}

/// A salon with one session that is over, which the job would delete.
async fn salon_with_job_gate(jobs: JobAuthenticator, is_production: bool) -> TestSalon {
    let salon = TestSalon::with(SalonOptions { jobs, is_production, ..SalonOptions::default() }).await;
    salon.customer("Asha").await;
    salon.app.clock.advance_millis(8 * DAY_MS);
    salon
}

async fn session_count(salon: &TestSalon) -> i64 {
    let counted = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from sessions", &[]));
    counted.await.unwrap().unwrap().0
}

async fn post_job(salon: &TestSalon, headers: &[(&str, &str)], body: &str) -> Reply {
    let machine = headers.iter().fold(salon.admin_visitor(), |machine, (name, value)| machine.with_header(name, value));
    machine.send(Method::POST, JOB_PATH, body.to_owned()).await
}

/// Plain text, and nothing was done.
#[track_caller]
fn expect_refused(reply: &Reply) {
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (401, "Unauthorized"));
    assert!(reply.header("content-type").unwrap().starts_with("text/plain"));
}

#[track_caller]
fn expect_done(reply: &Reply, processed: u64) {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json(), json!({ "success": true, "processed": processed }));
}

fn sign_at(seconds: i64, key: &str, url: &str, body: &str) -> String {
    sign(key, url, body.as_bytes(), "jwt_1", Clock::real_unix_seconds() + seconds)
}

fn sign_now(salon: &TestSalon, key: &str, body: &str) -> String {
    sign_at(0, key, &format!("{}{JOB_PATH}", salon.url(AppKind::Admin)), body)
}

/// The same claims, signed as the token says and with the right key.
fn altered_token(token: &str, header: &str, issuer: &str, algorithm: hmac::Algorithm) -> String {
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    let claims = String::from_utf8(claims).unwrap().replace("Upstash", issuer);
    let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
    let signature = hmac::sign(&hmac::Key::new(algorithm, CURRENT_SIGNING_KEY.as_bytes()), message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

#[test_on_both_engines]
async fn a_job_runs_with_a_signature_of_either_key() {
    for is_production in [false, true] {
        let salon = salon_with_job_gate(gate_with_keys(), is_production).await;
        let body = r#"{"slot":"2027-03-07T21:00:00.000Z"}"#;
        expect_done(
            &post_job(&salon, &[(SIGNATURE_HEADER, &sign_now(&salon, CURRENT_SIGNING_KEY, body))], body).await,
            1,
        );
        assert_eq!(session_count(&salon).await, 0);
        expect_done(&post_job(&salon, &[(SIGNATURE_HEADER, &sign_now(&salon, NEXT_SIGNING_KEY, ""))], "").await, 0);
        // What was delivered once may be delivered again.
        let again = sign_now(&salon, CURRENT_SIGNING_KEY, body);
        for _ in 0..2 {
            expect_done(&post_job(&salon, &[(SIGNATURE_HEADER, &again)], body).await, 0);
        }
    }
}

#[test_on_both_engines]
async fn with_signing_keys_only_a_signature_is_accepted() {
    let salon = salon_with_job_gate(gate_with_keys(), false).await;
    let url = format!("{}{JOB_PATH}", salon.url(AppKind::Admin));
    let good = sign_now(&salon, CURRENT_SIGNING_KEY, "{}");
    let hs256 = r#"{"alg":"HS256","typ":"JWT"}"#;
    let (unsigned, _) = good.rsplit_once('.').unwrap();
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
    let forged = [
        sign_now(&salon, "sig_another", "{}"),
        sign_at(-310, CURRENT_SIGNING_KEY, &url, "{}"),
        sign_at(30, CURRENT_SIGNING_KEY, &url, "{}"),
        sign_at(0, CURRENT_SIGNING_KEY, "https://evil.example/api/jobs/session-cleanup", "{}"),
        sign_at(0, CURRENT_SIGNING_KEY, &url.replace("session-cleanup", "weekly-report"), "{}"),
        sign_at(0, CURRENT_SIGNING_KEY, &format!("{url}/"), "{}"),
        sign_now(&salon, CURRENT_SIGNING_KEY, r#"{"another":"body"}"#),
        altered_token(&good, hs256, "upstash", hmac::HMAC_SHA256),
        altered_token(&good, r#"{"alg":"HS512"}"#, "Upstash", hmac::HMAC_SHA512),
        altered_token(&good, r#"{"alg":"RS256"}"#, "Upstash", hmac::HMAC_SHA256),
        format!("{unsigned}."),
        format!("{none}.{}.", good.split('.').nth(1).unwrap()),
        format!("Bearer {good}"),
        "rubbish".to_owned(),
        String::new(),
    ];
    for token in &forged {
        expect_refused(&post_job(&salon, &[(SIGNATURE_HEADER, token)], "{}").await);
    }
    expect_refused(&post_job(&salon, &[], "{}").await);
    expect_refused(&post_job(&salon, &[(SIGNATURE_HEADER, &good), (SIGNATURE_HEADER, &good)], "{}").await);
    expect_refused(&post_job(&salon, &[("x-internal-job-token", JOB_TOKEN)], "{}").await);
    expect_refused(&post_job(&salon, &[("host", "evil.example"), (SIGNATURE_HEADER, &forged[3])], "{}").await);
    expect_refused(&post_job(&salon, &[(SIGNATURE_HEADER, &good)], "").await);
    assert_eq!(session_count(&salon).await, 1, "work was done for a stranger");
    // Only now, so that all of the above was refused for what it was.
    expect_done(&post_job(&salon, &[("host", "10.0.0.7:3001"), (SIGNATURE_HEADER, &good)], "{}").await, 1);
}

#[test_on_both_engines]
async fn with_a_token_only_the_token_is_accepted() {
    for is_production in [false, true] {
        let salon = salon_with_job_gate(gate_with_token(), is_production).await;
        for wrong in ["", "A TOKEN FOR JOBS", "a token for job"] {
            expect_refused(&post_job(&salon, &[("x-internal-job-token", wrong)], "").await);
        }
        expect_refused(&post_job(&salon, &[], "").await);
        expect_refused(&post_job(&salon, &[(SIGNATURE_HEADER, &sign_now(&salon, CURRENT_SIGNING_KEY, ""))], "").await);
        let twice = [("x-internal-job-token", JOB_TOKEN), ("x-internal-job-token", JOB_TOKEN)];
        expect_refused(&post_job(&salon, &twice, "").await);
        assert_eq!(session_count(&salon).await, 1);
        expect_done(&post_job(&salon, &[("X-Internal-Job-Token", JOB_TOKEN)], "not even JSON").await, 1);
    }
}

#[test_on_both_engines]
async fn without_keys_and_token_jobs_are_open_except_in_production() {
    let open = salon_with_job_gate(JobAuthenticator::default(), false).await;
    expect_done(&post_job(&open, &[], "").await, 1);
    expect_done(&post_job(&open, &[(SIGNATURE_HEADER, "rubbish")], "{}").await, 0);
    let closed = salon_with_job_gate(JobAuthenticator::default(), true).await;
    for headers in [&[][..], &[(SIGNATURE_HEADER, "rubbish")], &[("x-internal-job-token", "")]] {
        expect_refused(&post_job(&closed, headers, "").await);
    }
    expect_refused(&post_job(&closed, &[(SIGNATURE_HEADER, &sign_now(&closed, "", ""))], "").await);
    assert_eq!(session_count(&closed).await, 1);
}

/// What is said in full is proved in full: nobody passes off a body that is too long as the empty one they signed.
#[test_on_both_engines]
async fn an_unreadable_body_is_refused_as_unsigned() {
    for is_production in [false, true] {
        let salon = salon_with_job_gate(gate_with_keys(), is_production).await;
        let (nothing, all) = (sign_now(&salon, CURRENT_SIGNING_KEY, ""), "x".repeat(300 * 1_024));
        for token in [nothing.clone(), sign_now(&salon, CURRENT_SIGNING_KEY, &all)] {
            let machine = salon.admin_visitor().with_header(SIGNATURE_HEADER, &token);
            expect_refused(&machine.send(Method::POST, JOB_PATH, chunked_body(all.clone())).await);
            let broken = Body::from_stream(stream::iter([
                Ok(Bytes::from_static(b"{")),
                Err(std::io::Error::other("the line is dead")),
            ]));
            expect_refused(&machine.send(Method::POST, JOB_PATH, broken).await);
        }
        assert_eq!(session_count(&salon).await, 1, "work was done for a stranger");
        expect_done(&post_job(&salon, &[(SIGNATURE_HEADER, &nothing)], "").await, 1);
    }
    // Whoever proves it otherwise has said nothing, and scheduled jobs need nothing said.
    let salon = salon_with_job_gate(gate_with_token(), true).await;
    let machine = salon.admin_visitor().with_header("x-internal-job-token", JOB_TOKEN);
    expect_done(&machine.send(Method::POST, JOB_PATH, chunked_body("x".repeat(300 * 1_024))).await, 1);
}

#[test_on_both_engines]
async fn no_session_of_any_role_may_run_a_job() {
    let salon = salon_with_job_gate(JobAuthenticator::default(), true).await;
    for role in Role::ALL {
        let person = salon.member(role.as_str(), *role).await;
        expect_refused(&person.post_empty(JOB_PATH).await);
    }
}

#[test_on_both_engines]
async fn unauthenticated_callers_cannot_tell_which_jobs_exist() {
    let salon = salon_with_job_gate(gate_with_keys(), false).await;
    let machine = salon.admin_visitor();
    for path in ["/api/jobs/no-such-job", "/api/jobs/%00", "/api/jobs/Session-Cleanup"] {
        let refused = machine.post_empty(path).await;
        assert!([401, 404].contains(&refused.status.as_u16()), "{path}: {}", refused.text());
    }
    let url = format!("{}/api/jobs/no-such-job", salon.url(AppKind::Admin));
    let known = machine.clone().with_header(SIGNATURE_HEADER, &sign_at(0, CURRENT_SIGNING_KEY, &url, ""));
    known.post_empty("/api/jobs/no-such-job").await.expect_error(404, "NOT_FOUND");
    machine.get(JOB_PATH).await.expect_error(405, "METHOD_NOT_ALLOWED");
    // They are the admin app's.
    let visitor = salon.visitor().with_header(SIGNATURE_HEADER, &sign_now(&salon, CURRENT_SIGNING_KEY, ""));
    visitor.post_empty(JOB_PATH).await.expect_error(404, "NOT_FOUND");
}

/// It calls jobs without HTTP, whatever is configured for the job routes.
#[test_on_both_engines]
async fn the_built_in_queue_needs_no_key() {
    for jobs in [
        JobAuthenticator::default(),
        gate_with_token(),
        gate_with_keys(),
        JobAuthenticator { internal_token: Some(JOB_TOKEN.to_owned()), ..gate_with_keys() },
    ] {
        for is_production in [false, true] {
            let options = SalonOptions { jobs: jobs.clone(), is_production, listens: true, ..SalonOptions::default() };
            let salon = TestSalon::with(options).await;
            salon.customer("Asha").await;
            salon.app.clock.advance_millis(8 * DAY_MS);
            let now = salon.now();
            let asked = salon.app.db.write(move |tx| {
                let cleanup = QueuedJob {
                    id: "work-1",
                    kind: "session-cleanup",
                    payload: "{}",
                    subject: "test:1",
                    dedup_key: "test:1",
                    due_at: now,
                };
                queued_jobs::enqueue(tx, &cleanup, now)
            });
            asked.await.unwrap();
            assert_eq!(salon.queue().drain().await.unwrap(), 1);
            assert_eq!(session_count(&salon).await, 0);
            let left = salon.app.db.read(|conn| {
                conn.one::<(i64,)>(
                    "select count(*) from queued_jobs where done_at is null or last_error is not null",
                    &[],
                )
            });
            assert_eq!(left.await.unwrap(), Some((0,)));
        }
    }
}

/// As an operator sees it: a warning where everybody may, none where the keys are set, and never a key in the log.
#[tokio::test]
async fn open_job_routes_are_warned_of_and_no_secret_is_logged() {
    let warning = "a job runs without authentication";
    let mut open = sqlite_installation().serve(&[]);
    let asked = open.send_request(AppKind::Admin, Method::POST, JOB_PATH, |request| request).await.unwrap();
    expect_done(&asked, 0);
    open.wait_for_text(warning);

    let keys = sqlite_installation()
        .with("PARLOUR_LOG", "trace")
        .with("PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "hunter2-current")
        .with("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "hunter2-next")
        .with("PARLOUR_INTERNAL_JOB_TOKEN", "hunter2-token");
    let mut closed = keys.serve(&[]);
    let url = closed.url(AppKind::Admin, JOB_PATH);
    for (key, expected) in [("hunter2-current", 200), ("hunter2-next", 200), ("hunter2-token", 401)] {
        let token = sign_at(0, key, &url, "");
        let asked = closed
            .send_request(AppKind::Admin, Method::POST, JOB_PATH, |request| request.header(SIGNATURE_HEADER, token));
        assert_eq!(asked.await.unwrap().status, expected, "{key}");
    }
    let with_token = |request: reqwest::RequestBuilder| request.header("x-internal-job-token", "hunter2-token");
    expect_refused(&closed.send_request(AppKind::Admin, Method::POST, JOB_PATH, with_token).await.unwrap());
    let unreadable =
        |request: reqwest::RequestBuilder| request.header(SIGNATURE_HEADER, &b"\xff\xfe.\xe0\xa4.\x80"[..]);
    expect_refused(&closed.send_request(AppKind::Admin, Method::POST, JOB_PATH, unreadable).await.unwrap());
    closed.wait_for_text("\"reason\":\"job_signature\"");
    closed.terminate();
    assert!(closed.wait().success());
    let said = closed.log_lines().join("\n");
    assert!(!said.contains("hunter2") && !said.contains(warning), "{said}");
}
