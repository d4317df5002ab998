//! What is kept of requests that were refused because of who sent them.

use axum::http::Method;
use parlour_app::sign_in::change_role_by_email;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::Timestamp;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_testkit::checks::audit_log::{RefusalEntry, refusals};
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::process::{Installation, http_client, send_and_read};
use parlour_testkit::{Engine, Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const DAY_SECONDS: i64 = 24 * 60 * 60;
const HERE: &str = "198.51.100.7";

/// Every reason with its count, as the metrics have it.
async fn counted(salon: &TestSalon, reason: &str) -> u64 {
    let developer = salon.member("Devi", Role::Developer).await;
    let metrics = developer.get("/api/metrics").await.text();
    let name = format!("parlour_refusals_total{{reason=\"{reason}\"}} ");
    let line = metrics.lines().find_map(|line| line.strip_prefix(&name)).expect("the reason has a counter");
    line.parse().expect("a number")
}

/// The entry of a user's refused request.
#[track_caller]
fn assert_entry(entry: &RefusalEntry, action: &str, person: &Person, reply: &Reply, route: &str) {
    let id = Some(person.id().as_str());
    assert_eq!((entry.action.as_str(), entry.origin.as_str()), (action, person.app_kind.as_str()));
    assert_eq!((entry.actor_id.as_deref(), Some(entry.record_id.as_str()), entry.concerns.as_deref()), (id, id, id));
    assert_eq!((entry.request_id.as_deref(), entry.address.as_deref()), (reply.header("x-request-id"), Some(HERE)));
    assert_eq!(entry.before, None);
    let mut told: Vec<_> = entry.after.as_object().expect("details").keys().map(String::as_str).collect();
    told.sort_unstable();
    assert_eq!(told, ["reason", "route", "status", "withoutEntry"]);
    assert_eq!((&entry.after["route"], &entry.after["status"]), (&json!(route), &json!(reply.status.as_u16())));
}

#[test_on_both_engines]
async fn a_user_whose_role_is_too_low_leaves_a_trace() {
    let salon = TestSalon::open().await;
    let tara = salon.member("Tara", Role::Staff).await.from_address(HERE);
    let reply = tara.get("/api/users?q=secret-query").await;
    reply.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 1).await;
    assert_entry(&entries[0], "refusal.role", &tara, &reply, "GET /api/users");
    assert_eq!(entries[0].after["reason"], "the role owner is needed");
    assert_eq!((counted(&salon, "role").await, counted(&salon, "not_allowed").await), (1, 0));

    // A page of the admin app refuses like the API.
    let mira = salon.person("Mira", Role::Customer, AppKind::Admin).await.from_address(HERE);
    let page = mira.clone().with_header("accept", "text/html").get("/bookings").await;
    assert_eq!(page.status, 403);
    let entries = refusals(&salon, 2).await;
    let of_page = entries.iter().find(|entry| entry.record_id == mira.id().as_str()).expect("an entry");
    assert_entry(of_page, "refusal.role", &mira, &page, of_page.after["route"].as_str().expect("text"));
    assert_eq!(counted(&salon, "role").await, 2);
}

#[test_on_both_engines]
async fn what_a_user_may_not_do_leaves_a_trace() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await.from_address(HERE);
    let other = salon.customer("Tara").await;
    let reply = asha.get(&format!("/live?topics=customer:{}", other.id())).await;
    reply.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 1).await;
    assert_entry(&entries[0], "refusal.not_allowed", &asha, &reply, "GET /live");
    salon.advance_seconds(601);
    let reply = asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await;
    reply.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 2).await;
    assert_entry(&entries[1], "refusal.not_allowed", &asha, &reply, "POST /api/profile/erase");
    assert_eq!(counted(&salon, "not_allowed").await, 2);
}

#[test_on_both_engines]
async fn a_form_of_another_site_leaves_a_trace_of_the_user() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await.from_address(HERE);
    let forged = asha.clone().with_header("origin", "https://evil.example");
    let reply = forged.post_empty("/api/auth/sign-out").await;
    reply.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 1).await;
    assert_entry(&entries[0], "refusal.origin", &asha, &reply, "POST /api/auth/sign-out");
    // Nobody knows whose cookie this is.
    let stranger = salon.visitor().with_header("cookie", "__Host-parlour=guess");
    let stranger = stranger.with_header("sec-fetch-site", "cross-site");
    stranger.post_empty("/api/auth/sign-out").await.expect_error(403, "FORBIDDEN");
    assert_eq!((refusals(&salon, 1).await.len(), counted(&salon, "origin").await), (1, 1));
}

#[test_on_both_engines]
async fn only_a_stored_session_that_is_over_is_a_known_one() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await.from_address(HERE);
    let gone = salon.customer("Tara").await;
    gone.post_empty("/api/auth/sign-out").await.expect_ok();
    salon.advance_seconds(7 * DAY_SECONDS);
    let developer = salon.member("Devi", Role::Developer).await;
    // Nobody, somebody with a guess, somebody who signed out, and a session of the other app.
    salon.visitor().get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    for cookie in ["__Host-parlour=guess".to_owned(), format!("__Host-parlour={}", developer.token())] {
        let someone = salon.visitor().with_header("cookie", &cookie);
        someone.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
        someone.get("/live?topics=requests").await.expect_error(401, "UNAUTHENTICATED");
    }
    gone.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    // A page for everybody is shown to somebody whose session is over.
    assert_eq!(asha.clone().with_header("accept", "text/html").get("/privacy").await.status, 200);
    assert_eq!((refusals(&salon, 0).await.len(), counted(&salon, "expired_session").await), (0, 0));

    let reply = asha.get("/live?topics=requests").await;
    reply.expect_error(401, "UNAUTHENTICATED");
    let entries = refusals(&salon, 1).await;
    assert_entry(&entries[0], "refusal.expired_session", &asha, &reply, "GET /live");
    salon.advance_seconds(60);
    let page = asha.clone().with_header("accept", "text/html").get("/me").await;
    assert_eq!(page.status, 303, "to the sign-in");
    let entries = refusals(&salon, 2).await;
    assert_eq!((&entries[1].after["route"], &entries[1].after["status"]), (&json!("GET /me"), &json!(401)));
    assert_eq!(counted(&salon, "expired_session").await, 2);
}

#[test_on_both_engines]
async fn an_unsigned_request_for_a_job_leaves_a_trace() {
    let jobs = JobAuthenticator { signing_keys: vec!["sig".to_owned()], ..JobAuthenticator::default() };
    let salon = TestSalon::with(SalonOptions { jobs, ..SalonOptions::default() }).await;
    let stranger = salon.admin_visitor().from_address(HERE).with_header("upstash-signature", "s3cret.s3cret.s3cret");
    let reply = stranger.send(Method::POST, "/api/jobs/path-marker?x=query-marker", "body-marker").await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (401, "Unauthorized"));
    let entries = refusals(&salon, 1).await;
    let RefusalEntry { action, record_id, actor_id, concerns, address, after, request_id, .. } = &entries[0];
    assert_eq!((action.as_str(), record_id.as_str()), ("refusal.job_signature", "anonymous"));
    assert_eq!((actor_id, concerns, address), (&None, &None, &None));
    assert_eq!(request_id.as_deref(), reply.header("x-request-id"));
    assert_eq!((&after["route"], &after["status"]), (&json!("POST /api/jobs/{name}"), &json!(401)));
    assert!(!after.to_string().contains("marker") && !after.to_string().contains("s3cret"), "{after}");
    assert_eq!(counted(&salon, "job_signature").await, 1);
}

#[test_on_both_engines]
async fn an_address_with_a_wrong_token_leaves_a_trace_without_the_token() {
    let salon = TestSalon::open().await;
    let stranger = salon.visitor().from_address(HERE);
    for (minute, (method, path, route)) in [
        (Method::GET, "/files/s3cret", "GET /files/{token}"),
        (Method::GET, "/calendar/s3cret.ics", "GET /calendar/{file}"),
        (Method::GET, "/calendar/s3cret", "GET /calendar/{file}"),
        (Method::GET, "/unsubscribe/s3cret", "GET /unsubscribe/{token}"),
        (Method::POST, "/unsubscribe/s3cret", "POST /unsubscribe/{token}"),
    ]
    .into_iter()
    .enumerate()
    {
        let reply = stranger.send(method, path, "").await;
        assert_eq!(reply.status, 404, "{route}");
        let entries = refusals(&salon, minute + 1).await;
        let RefusalEntry { action, record_id, address, after, .. } = &entries[minute];
        assert_eq!((action.as_str(), record_id.as_str(), address), ("refusal.link_token", "anonymous", &None));
        assert_eq!((&after["route"], &after["status"]), (&json!(route), &json!(404)));
        assert!(!after.to_string().contains("s3cret"), "{after}");
        salon.advance_seconds(60);
    }
    // A page of the other kind of address: nothing was refused because of a token.
    assert_eq!(stranger.get("/no-such-page").await.status, 404);
    assert_eq!(counted(&salon, "link_token").await, 5);
}

#[test_on_both_engines]
async fn many_refusals_have_few_entries() {
    let salon = TestSalon::open().await;
    let tara = salon.member("Tara", Role::Staff).await;
    for _ in 0..300 {
        tara.get("/api/users").await.expect_error(403, "FORBIDDEN");
    }
    assert_eq!(refusals(&salon, 1).await[0].after["withoutEntry"], 0);
    assert_eq!(counted(&salon, "role").await, 300);
    salon.advance_seconds(59);
    tara.get("/api/users").await.expect_error(403, "FORBIDDEN");
    refusals(&salon, 1).await;
    salon.advance_seconds(1);
    tara.get("/api/branches").await.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 2).await;
    assert_eq!(
        (&entries[1].after["withoutEntry"], &entries[1].after["route"]),
        (&json!(300), &json!("GET /api/branches"))
    );

    // So many accounts that each would have an entry of its own.
    salon.advance_seconds(60);
    for number in 0..100 {
        let person = salon.member(&format!("Person{number}"), Role::Staff).await;
        person.get("/api/users").await.expect_error(403, "FORBIDDEN");
    }
    let written = refusals(&salon, 2 + 61).await.len();
    assert_eq!((written, counted(&salon, "role").await), (63, 402));
}

#[test_on_both_engines]
async fn a_refusal_does_not_depend_on_its_entry() {
    let salon = TestSalon::open().await;
    let tara = salon.member("Tara", Role::Staff).await;
    write_transaction(&salon.app, |tx| tx.execute("alter table audit_log rename to mislaid", params![]).map(drop))
        .await;
    tara.get("/api/users").await.expect_error(403, "FORBIDDEN");
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    write_transaction(&salon.app, |tx| tx.execute("alter table mislaid rename to audit_log", params![]).map(drop))
        .await;
    assert_eq!((refusals(&salon, 0).await.len(), counted(&salon, "role").await), (0, 1));
    salon.advance_seconds(60);
    tara.get("/api/users").await.expect_error(403, "FORBIDDEN");
    refusals(&salon, 1).await;
}

#[test_on_both_engines]
async fn a_repeated_request_is_refused_after_a_change_of_the_role() {
    let salon = small_salon().await;
    let meera = salon.member("meera", Role::Receptionist).await.from_address(HERE).with_header("idempotency-key", "1");
    let (path, body) = ("/api/desk/cash-movements", json!({ "branchId": PUNE, "amountPaise": -500, "reason": "Tea" }));
    let added = meera.post(path, &body).await;
    assert_eq!(meera.post(path, &body).await.expect_created(), added.expect_created());
    let (context, email) = (salon.context(), EmailAddress::parse("meera@test.invalid").expect("an e-mail"));
    let changed = salon.app.db.write(move |tx| change_role_by_email(tx, &context, &email, Role::Staff).map(drop));
    changed.await.expect("changed");
    let refused = meera.post(path, &body).await;
    refused.expect_error(403, "FORBIDDEN");
    let entries = refusals(&salon, 1).await;
    assert_entry(&entries[0], "refusal.role", &meera, &refused, "POST /api/desk/cash-movements");
}

#[test_on_both_engines]
async fn developers_read_refusals_and_users_see_and_erase_their_own() {
    let salon = TestSalon::open().await;
    let developer = salon.member("Devi", Role::Developer).await;
    let asha = salon.customer("Asha").await.from_address(HERE);
    asha.get("/live?topics=requests").await.expect_error(403, "FORBIDDEN");
    refusals(&salon, 1).await;
    let listed = developer.get("/api/logs?recordType=refusal").await.expect_ok();
    let entry = &listed["entries"][0];
    assert_eq!(listed["entries"].as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!(
        *entry,
        json!({
            "id": entry["id"], "actorId": asha.id().as_str(), "actorName": "Asha", "actorRole": "customer",
            "origin": "customer", "action": "refusal.not_allowed", "recordType": "refusal",
            "recordId": asha.id().as_str(), "before": null,
            "after": {
                "reason": "the user may not do this", "route": "GET /live", "status": 403, "withoutEntry": 0,
            },
            "requestId": entry["requestId"], "address": HERE, "createdAt": "2027-03-01T04:30:00.000Z",
        })
    );
    let export = asha.get("/api/profile/export").await.text();
    assert!(export.contains("refusal.not_allowed"), "{export}");

    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let entries = refusals(&salon, 1).await;
    assert_eq!((&entries[0].address, &entries[0].after), (&None, &Value::Null));
    let located = "select count(*) from audit_log where address = $1";
    assert_eq!(count_rows(&salon, HERE, located).await, 0);
}

#[test_on_both_engines]
async fn every_refusal_is_a_warning_with_a_reason() {
    let installation = Installation::on(Engine::current(), PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_INTERNAL_JOB_TOKEN", "s3cret-token")
        .with("PARLOUR_METRICS_ADDR", "127.0.0.1:0");
    let mut process = installation.serve(&[]);
    let cookie = process.session("zenobia@test.invalid", "staff");
    let (app_kind, db) = (AppKind::Admin, installation.database().await);
    let user = db.read(|conn| conn.one_value::<String>("select id from users", params![])).await.expect("a read");
    let user = user.expect("one user");
    let mut expected = Vec::new();
    let forged_state = format!("{}=zenobia.zenobia", "__Host-parlour-admin-sign-in");
    for (method, path, cookie, origin, reason, status, known) in [
        (Method::GET, "/api/users?q=zenobia", cookie.as_str(), None, "role", 403, true),
        (Method::POST, "/api/me/leave?q=zenobia", &cookie, Some("https://zenobia.example"), "origin", 403, true),
        (Method::GET, "/live?topics=customer:zenobia", &cookie, None, "not_allowed", 403, true),
        (Method::POST, "/api/jobs/zenobia", "", None, "job_signature", 401, false),
        (Method::GET, "/api/auth/callback?code=zenobia&state=z", &forged_state, None, "sign_in_cookie", 400, false),
    ] {
        let reply = process.send_request(app_kind, method, path, |request| {
            let request = request.header("cookie", cookie);
            match origin {
                Some(origin) => request.header("origin", origin),
                None => request,
            }
        });
        let reply = reply.await.expect("an answer");
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        expected.push((reply.header("x-request-id").expect("an id").to_owned(), reason, status, known));
    }
    let over = db.write(|tx| {
        let (last,) = tx.one::<(Timestamp,)>("select max(created_at) from sessions", params![])?.expect("a time");
        tx.execute("update sessions set expires_at = $1", params![last.plus_millis(1)])
    });
    assert_eq!(over.await.expect("written"), 2);
    let reply = process.get_as(&cookie, app_kind, "/api/users").await;
    reply.expect_error(401, "UNAUTHENTICATED");
    expected.push((reply.header("x-request-id").expect("an id").to_owned(), "expired_session", 401, true));
    process.get_as("", app_kind, "/api/users").await.expect_error(401, "UNAUTHENTICATED");

    for (id, reason, status, known) in expected {
        let line = process.wait_for_line(|line| line["request_id"] == id.as_str());
        assert_eq!((&line["level"], &line["message"]), (&json!("WARN"), &json!("request refused")), "{line}");
        assert_eq!((&line["reason"], &line["status"]), (&json!(reason), &json!(status)), "{line}");
        assert!(line["detail"].is_string(), "{line}");
        assert_eq!(line["user"].as_str(), known.then_some(user.as_str()), "{line}");
    }
    process.terminate();
    assert!(process.wait().success());
    let lines = process.log_lines();
    assert_eq!(lines.iter().filter(|line| line.contains("request refused")).count(), 6);
    for line in &lines {
        for marker in ["zenobia", "s3cret"] {
            assert!(!line.to_lowercase().contains(marker), "{line}");
        }
    }
    let _: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
}

#[test_on_both_engines]
async fn a_flood_of_strangers_writes_little() {
    const FLOOD: usize = 150;
    let installation = Installation::on(Engine::current(), PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_INTERNAL_JOB_TOKEN", "s3cret-token")
        .with("PARLOUR_METRICS_ADDR", "127.0.0.1:0");
    let mut process = installation.serve(&[]);
    let cookie = process.session("tara@test.invalid", "staff");
    for number in 0..FLOOD {
        process.get(AppKind::Admin, &format!("/files/guess-{number}")).await.expect_error(404, "NOT_FOUND");
    }
    for path in ["/api/bookings", "/bookings/new"] {
        for _ in 0..FLOOD {
            let change = process.send_request(AppKind::Admin, Method::POST, path, |request| request);
            assert_eq!(change.await.expect("an answer").status, 401, "nobody is signed in");
        }
    }
    let job = process.send_request(AppKind::Admin, Method::POST, "/api/jobs/noshow-check", |request| request);
    assert_eq!(job.await.expect("an answer").status, 401, "another reason");
    for (method, path, status) in [
        (Method::POST, "/nowhere", 404),
        (Method::DELETE, "/api/health", 405),
        (Method::POST, "/dev/oidc/nowhere", 404),
    ] {
        for _ in 0..12 {
            let refused = process.send_request(AppKind::Customer, method.clone(), path, |request| request);
            assert_eq!(refused.await.expect("an answer").status, status, "{path}");
        }
    }
    let customer = process.session("asha@test.invalid", "customer");
    for _ in 0..12 {
        process.get_as(&customer, AppKind::Admin, "/api/bookings").await.expect_error(403, "FORBIDDEN");
    }
    // Who is of the team is named each time.
    for _ in 0..12 {
        process.get_as(&cookie, AppKind::Admin, "/api/users").await.expect_error(403, "FORBIDDEN");
    }
    let metrics = format!("http://{}/metrics", process.metrics_address());
    let metrics = send_and_read(http_client().get(metrics)).await.expect("metrics").text();
    assert!(metrics.contains(&format!("parlour_refusals_total{{reason=\"link_token\"}} {FLOOD}\n")), "{metrics}");
    let db = installation.database().await;
    process.terminate();
    assert!(process.wait().success());

    let lines: Vec<Value> = process.log_lines().iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let warnings = |reason: &str| {
        let of_reason = |line: &&Value| line["message"] == "request refused" && line["reason"] == reason;
        lines.iter().filter(of_reason).count()
    };
    assert_eq!((warnings("link_token"), warnings("job_signature"), warnings("role")), (10, 1, 22));
    let answered =
        |status: u16| lines.iter().filter(|line| line["message"] == "request" && line["status"] == status).count();
    assert_eq!([401, 404, 405].map(answered), [10, 10, 10]);
    let mut left_out: Vec<_> = lines.iter().filter(|line| line["left_out"].is_u64()).collect();
    left_out.sort_by_key(|line| line["left_out"].as_u64());
    let counts: Vec<_> =
        left_out.iter().map(|line| (&line["reason"], &line["status"], line["left_out"].as_u64())).collect();
    assert_eq!(counts.len(), 5, "{left_out:?}");
    for expected in [
        (&json!("role"), &Value::Null, Some(2)),
        (&Value::Null, &json!(405), Some(2)),
        (&Value::Null, &json!(404), Some(14)),
    ] {
        assert!(counts.contains(&expected), "{counts:?}");
    }
    assert_eq!(counts[3], (&json!("link_token"), &Value::Null, Some(FLOOD as u64 - 10)));
    assert_eq!(counts[4], (&Value::Null, &json!(401), Some(2 * FLOOD as u64 - 10)));
    let entries = db.read(|conn| {
        conn.one_value::<i64>("select count(*) from audit_log where action = 'refusal.link_token'", params![])
    });
    assert_eq!(entries.await.expect("a read"), Some(1));
}
