//! Who may ask for a job, over HTTP. The whole table of proofs stands beside the gate itself.

use aws_lc_rs::hmac;
use axum::body::{Body, Bytes};
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::stream;
use parlour_api::jobs::gate::JobGate;
use parlour_app::clock::Clock;
use parlour_app::outside::queue_signature::sign;
use parlour_domain::app_side::AppSide;
use parlour_domain::ist::DAY_MS;
use parlour_domain::role::Role;
use parlour_store::work::{self, Work};
use parlour_testkit::{Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::json;

use crate::http::in_pieces;
use crate::installed::new;

const CURRENT: &str = "sig_current";
const NEXT: &str = "sig_next";
const TOKEN: &str = "a token for jobs";
const PATH: &str = "/api/jobs/session-cleanup";
const SIGNATURE: &str = "upstash-signature";

fn with_keys() -> JobGate {
    JobGate { signing_keys: vec![CURRENT.to_owned(), NEXT.to_owned()], ..JobGate::default() }
}

fn with_token() -> JobGate {
    JobGate { internal_token: Some(TOKEN.to_owned()), ..JobGate::default() }
}

/// A salon with one session that is over, which the job would delete.
async fn salon(jobs: JobGate, is_production: bool) -> TestSalon {
    let salon = TestSalon::with(SalonOptions { jobs, is_production, ..SalonOptions::default() }).await;
    salon.customer("Asha").await;
    salon.app.clock.advance_millis(8 * DAY_MS);
    salon
}

async fn sessions(salon: &TestSalon) -> i64 {
    let counted = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from sessions", &[]));
    counted.await.unwrap().unwrap().0
}

async fn knocks(salon: &TestSalon, headers: &[(&str, &str)], body: &str) -> Reply {
    let machine = headers
        .iter()
        .fold(salon.stranger_at_the_desk(), |machine, (name, value)| machine.with_header(name, value));
    machine.send(Method::POST, PATH, body.to_owned()).await
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

fn signed_at(seconds: i64, key: &str, url: &str, body: &str) -> String {
    sign(key, url, body.as_bytes(), "jwt_1", Clock::protocol_seconds() + seconds)
}

fn signed(salon: &TestSalon, key: &str, body: &str) -> String {
    signed_at(0, key, &format!("{}{PATH}", salon.url(AppSide::Admin)), body)
}

/// The same claims, signed as the token says and with the right key.
fn altered(token: &str, header: &str, issuer: &str, algorithm: hmac::Algorithm) -> String {
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    let claims = String::from_utf8(claims).unwrap().replace("Upstash", issuer);
    let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
    let signature = hmac::sign(&hmac::Key::new(algorithm, CURRENT.as_bytes()), message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

#[test_on_both_engines]
async fn a_job_runs_for_whoever_holds_either_key() {
    for is_production in [false, true] {
        let salon = salon(with_keys(), is_production).await;
        let body = r#"{"slot":"2027-03-07T21:00:00.000Z"}"#;
        expect_done(&knocks(&salon, &[(SIGNATURE, &signed(&salon, CURRENT, body))], body).await, 1);
        assert_eq!(sessions(&salon).await, 0);
        expect_done(&knocks(&salon, &[(SIGNATURE, &signed(&salon, NEXT, ""))], "").await, 0);
        // What was delivered once may be delivered again.
        let again = signed(&salon, CURRENT, body);
        for _ in 0..2 {
            expect_done(&knocks(&salon, &[(SIGNATURE, &again)], body).await, 0);
        }
    }
}

#[test_on_both_engines]
async fn with_keys_nothing_but_a_signature_counts() {
    let salon = salon(with_keys(), false).await;
    let url = format!("{}{PATH}", salon.url(AppSide::Admin));
    let good = signed(&salon, CURRENT, "{}");
    let hs256 = r#"{"alg":"HS256","typ":"JWT"}"#;
    let (unsigned, _) = good.rsplit_once('.').unwrap();
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
    let forged = [
        signed(&salon, "sig_another", "{}"),
        signed_at(-310, CURRENT, &url, "{}"),
        signed_at(30, CURRENT, &url, "{}"),
        signed_at(0, CURRENT, "https://evil.example/api/jobs/session-cleanup", "{}"),
        signed_at(0, CURRENT, &url.replace("session-cleanup", "weekly-report"), "{}"),
        signed_at(0, CURRENT, &format!("{url}/"), "{}"),
        signed(&salon, CURRENT, r#"{"another":"body"}"#),
        altered(&good, hs256, "upstash", hmac::HMAC_SHA256),
        altered(&good, r#"{"alg":"HS512"}"#, "Upstash", hmac::HMAC_SHA512),
        altered(&good, r#"{"alg":"RS256"}"#, "Upstash", hmac::HMAC_SHA256),
        format!("{unsigned}."),
        format!("{none}.{}.", good.split('.').nth(1).unwrap()),
        format!("Bearer {good}"),
        "rubbish".to_owned(),
        String::new(),
    ];
    for token in &forged {
        expect_refused(&knocks(&salon, &[(SIGNATURE, token)], "{}").await);
    }
    expect_refused(&knocks(&salon, &[], "{}").await);
    expect_refused(&knocks(&salon, &[(SIGNATURE, &good), (SIGNATURE, &good)], "{}").await);
    expect_refused(&knocks(&salon, &[("x-internal-job-token", TOKEN)], "{}").await);
    expect_refused(&knocks(&salon, &[("host", "evil.example"), (SIGNATURE, &forged[3])], "{}").await);
    expect_refused(&knocks(&salon, &[(SIGNATURE, &good)], "").await);
    assert_eq!(sessions(&salon).await, 1, "work was done for a stranger");
    // Only now, so that all of the above was refused for what it was.
    expect_done(&knocks(&salon, &[("host", "10.0.0.7:3001"), (SIGNATURE, &good)], "{}").await, 1);
}

#[test_on_both_engines]
async fn with_a_token_alone_the_token_counts() {
    for is_production in [false, true] {
        let salon = salon(with_token(), is_production).await;
        for wrong in ["", "A TOKEN FOR JOBS", "a token for job"] {
            expect_refused(&knocks(&salon, &[("x-internal-job-token", wrong)], "").await);
        }
        expect_refused(&knocks(&salon, &[], "").await);
        expect_refused(&knocks(&salon, &[(SIGNATURE, &signed(&salon, CURRENT, ""))], "").await);
        let twice = [("x-internal-job-token", TOKEN), ("x-internal-job-token", TOKEN)];
        expect_refused(&knocks(&salon, &twice, "").await);
        assert_eq!(sessions(&salon).await, 1);
        expect_done(&knocks(&salon, &[("X-Internal-Job-Token", TOKEN)], "not even JSON").await, 1);
    }
}

#[test_on_both_engines]
async fn with_neither_everybody_may_outside_production_and_nobody_in_it() {
    let open = salon(JobGate::default(), false).await;
    expect_done(&knocks(&open, &[], "").await, 1);
    expect_done(&knocks(&open, &[(SIGNATURE, "rubbish")], "{}").await, 0);
    let closed = salon(JobGate::default(), true).await;
    for headers in [&[][..], &[(SIGNATURE, "rubbish")], &[("x-internal-job-token", "")]] {
        expect_refused(&knocks(&closed, headers, "").await);
    }
    expect_refused(&knocks(&closed, &[(SIGNATURE, &signed(&closed, "", ""))], "").await);
    assert_eq!(sessions(&closed).await, 1);
}

/// What is said in full is proved in full: nobody passes off a body that is too long as the empty one they signed.
#[test_on_both_engines]
async fn a_body_that_cannot_be_read_is_signed_by_nobody() {
    for is_production in [false, true] {
        let salon = salon(with_keys(), is_production).await;
        let (nothing, all) = (signed(&salon, CURRENT, ""), "x".repeat(300 * 1_024));
        for token in [nothing.clone(), signed(&salon, CURRENT, &all)] {
            let machine = salon.stranger_at_the_desk().with_header(SIGNATURE, &token);
            expect_refused(&machine.send(Method::POST, PATH, in_pieces(all.clone())).await);
            let broken = Body::from_stream(stream::iter([
                Ok(Bytes::from_static(b"{")),
                Err(std::io::Error::other("the line is dead")),
            ]));
            expect_refused(&machine.send(Method::POST, PATH, broken).await);
        }
        assert_eq!(sessions(&salon).await, 1, "work was done for a stranger");
        expect_done(&knocks(&salon, &[(SIGNATURE, &nothing)], "").await, 1);
    }
    // Whoever proves it otherwise has said nothing, and scheduled jobs need nothing said.
    let salon = salon(with_token(), true).await;
    let machine = salon.stranger_at_the_desk().with_header("x-internal-job-token", TOKEN);
    expect_done(&machine.send(Method::POST, PATH, in_pieces("x".repeat(300 * 1_024))).await, 1);
}

#[test_on_both_engines]
async fn no_session_opens_a_job_however_high() {
    let salon = salon(JobGate::default(), true).await;
    for role in Role::ALL {
        let person = salon.member(role.as_str(), *role).await;
        expect_refused(&person.press(PATH).await);
    }
}

#[test_on_both_engines]
async fn strangers_do_not_learn_which_jobs_there_are() {
    let salon = salon(with_keys(), false).await;
    let machine = salon.stranger_at_the_desk();
    for path in ["/api/jobs/no-such-job", "/api/jobs/%00", "/api/jobs/Session-Cleanup"] {
        let refused = machine.press(path).await;
        assert!([401, 404].contains(&refused.status.as_u16()), "{path}: {}", refused.text());
    }
    let url = format!("{}/api/jobs/no-such-job", salon.url(AppSide::Admin));
    let known = machine.clone().with_header(SIGNATURE, &signed_at(0, CURRENT, &url, ""));
    known.press("/api/jobs/no-such-job").await.expect_error(404, "NOT_FOUND");
    machine.get(PATH).await.expect_error(405, "METHOD_NOT_ALLOWED");
    // They are the admin app's.
    let visitor = salon.visitor().with_header(SIGNATURE, &signed(&salon, CURRENT, ""));
    visitor.press(PATH).await.expect_error(404, "NOT_FOUND");
}

/// Whatever is configured, our own queue gets through: with a key that nobody configures.
#[test_on_both_engines]
async fn the_built_in_queue_is_always_let_in() {
    for jobs in [
        JobGate::default(),
        with_token(),
        with_keys(),
        JobGate { internal_token: Some(TOKEN.to_owned()), ..with_keys() },
    ] {
        for is_production in [false, true] {
            let options =
                SalonOptions { jobs: jobs.clone(), is_production, listens: true, ..SalonOptions::default() };
            let salon = TestSalon::with(options).await;
            salon.customer("Asha").await;
            salon.app.clock.advance_millis(8 * DAY_MS);
            let now = salon.now();
            let asked = salon.app.db.write(move |tx| {
                let cleanup = Work {
                    id: "work-1",
                    kind: "session-cleanup",
                    payload: "{}",
                    subject: "test:1",
                    dedup_key: "test:1",
                    due_at: now,
                };
                work::schedule(tx, &cleanup, now)
            });
            asked.await.unwrap();
            assert_eq!(salon.queue().drain().await.unwrap(), 1);
            assert_eq!(sessions(&salon).await, 0);
            let left = salon.app.db.read(|conn| {
                conn.one::<(i64,)>(
                    "select count(*) from work where done_at is null or last_error is not null",
                    &[],
                )
            });
            assert_eq!(left.await.unwrap(), Some((0,)));
        }
    }
}

/// As an operator sees it: a warning where everybody may, none where the keys are set, and never a key in the log.
#[tokio::test]
async fn an_open_door_is_warned_of_and_no_secret_is_logged() {
    let warning = "a job runs for whoever asked";
    let mut open = new().serve(&[]);
    let asked = open.ask(AppSide::Admin, Method::POST, PATH, |request| request).await.unwrap();
    expect_done(&asked, 0);
    open.wait_for_text(warning);

    let keys = new()
        .with("PARLOUR_LOG", "trace")
        .with("PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "hunter2-current")
        .with("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "hunter2-next")
        .with("PARLOUR_INTERNAL_JOB_TOKEN", "hunter2-token");
    let mut closed = keys.serve(&[]);
    let url = closed.url(AppSide::Admin, PATH);
    for (key, expected) in [("hunter2-current", 200), ("hunter2-next", 200), ("hunter2-token", 401)] {
        let token = signed_at(0, key, &url, "");
        let asked =
            closed.ask(AppSide::Admin, Method::POST, PATH, |request| request.header(SIGNATURE, token));
        assert_eq!(asked.await.unwrap().status, expected, "{key}");
    }
    let with_token =
        |request: reqwest::RequestBuilder| request.header("x-internal-job-token", "hunter2-token");
    expect_refused(&closed.ask(AppSide::Admin, Method::POST, PATH, with_token).await.unwrap());
    let unreadable =
        |request: reqwest::RequestBuilder| request.header(SIGNATURE, &b"\xff\xfe.\xe0\xa4.\x80"[..]);
    expect_refused(&closed.ask(AppSide::Admin, Method::POST, PATH, unreadable).await.unwrap());
    closed.wait_for_text("a job was asked for by somebody who may not");
    closed.terminate();
    assert!(closed.wait().success());
    let said = closed.log_lines().join("\n");
    assert!(!said.contains("hunter2") && !said.contains(warning), "{said}");
}
