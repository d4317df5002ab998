//! What the log tells: which request, which route, how it ended; never who, nor anything they said.

use parlour_domain::auth::app_kind::AppKind;
use parlour_store::DbError;
use parlour_testkit::fixtures::secrets::{SECRET_MARKER, with_every_secret};
use parlour_testkit::process::{Installation, ParlourProcess};
use parlour_testkit::servers::PrivatePostgres;
use parlour_testkit::{Engine, Reply, test_on_both_engines};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use url::Url;

use crate::parlour_binary::PARLOUR_BINARY;

/// None of these may ever stand in a line; tokens join them as they are made.
const FORBIDDEN_MARKERS: [&str; 11] = [
    "zenobia",
    "9123409876",
    "1979-08-07",
    "idem-marker",
    "query-marker",
    "path-marker",
    "body-marker",
    "header-marker",
    "utm-marker",
    "203.0.113.77",
    SECRET_MARKER,
];

/// A process that is talked to, and what must not be heard of it.
struct LoggedProcess {
    process: ParlourProcess,
    forbidden: Vec<String>,
    /// Of every request that changes something: those are told at the default level.
    request_ids: Vec<(String, u16)>,
}

impl LoggedProcess {
    fn begin(salon: &Installation) -> Self {
        let forbidden = FORBIDDEN_MARKERS.map(str::to_owned).to_vec();
        Self { process: salon.serve(&[]), forbidden, request_ids: Vec::new() }
    }

    async fn send_request(
        &mut self,
        app_kind: AppKind,
        method: Method,
        path: &str,
        shape: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Reply {
        let is_logged = !method.is_safe();
        let dressed = |request: RequestBuilder| {
            let request = request.header("x-forwarded-for", "203.0.113.77").header("user-agent", "header-marker");
            shape(request.header("referer", "https://landing.example/?q=query-marker").bearer_auth("header-marker"))
        };
        let reply = self.process.send_request(app_kind, method, path, dressed).await.expect("an answer");
        let id = reply.header("x-request-id").expect("every answer has an id").to_owned();
        if reply.header("content-type") == Some("application/json") && reply.status.as_u16() >= 400 {
            assert_eq!(reply.json()["error"]["requestId"], id.as_str());
        }
        if is_logged {
            self.request_ids.push((id, reply.status.as_u16()));
        }
        reply
    }

    async fn send(&mut self, app_kind: AppKind, method: Method, path: &str, cookie: &str, body: &Value) -> Reply {
        self.send_request(app_kind, method, path, |request| request.header("cookie", cookie).json(body)).await
    }

    fn forbid_tokens_of(&mut self, cookie: &str) {
        let tokens = cookie.split("; ").filter_map(|pair| pair.split_once('=')).map(|(_, token)| token.to_owned());
        self.forbidden.extend(tokens);
    }

    /// Ends the process and reads everything it said.
    fn end(mut self) -> Vec<Value> {
        self.process.terminate();
        assert!(self.process.wait().success());
        let lines = self.process.log_lines();
        for line in &lines {
            let folded = line.to_lowercase();
            let said = self.forbidden.iter().find(|marker| folded.contains(&marker.to_lowercase()));
            assert_eq!(said, None, "{line}");
        }
        let parsed: Vec<Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}")))
            .collect();
        for line in &parsed {
            for field in ["timestamp", "level", "message"] {
                assert!(line[field].is_string(), "{line} has no {field}");
            }
        }
        for (id, status) in &self.request_ids {
            let told: Vec<&Value> = parsed.iter().filter(|line| line["request_id"] == id.as_str()).collect();
            // Of what strangers are refused, only the first ones are told.
            if told.is_empty() && *status >= 300 {
                continue;
            }
            assert_eq!(told.len(), 1, "{id} is told {} times", told.len());
            assert_eq!(told[0]["status"], *status);
            assert!(told[0]["route"].is_string() && told[0]["method"].is_string(), "{}", told[0]);
        }
        parsed
    }
}

fn installation_with_markers() -> Installation {
    Installation::on(Engine::current(), PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_TRUSTED_PROXIES", "127.0.0.0/8")
        .with("PARLOUR_OWNER_EMAIL", "zenobia.owner@test.invalid")
        .with("PARLOUR_LEAD_ORIGINS", "https://query-marker.example")
}

#[test_on_both_engines]
async fn leads_and_bad_requests_log_no_personal_data() {
    let mut story = LoggedProcess::begin(&installation_with_markers());
    let customer = AppKind::Customer;
    let lead = json!({
        "name": "Zenobia Contractor", "phone": "+919123409876", "email": "zenobia@test.invalid",
        "source": "body-marker", "utmSource": "utm-marker", "utmTerm": "utm-marker",
    });
    for body in [&lead, &lead, &json!({ "name": "Zenobia", "phone": "09123409876" })] {
        let sent = story.send_request(customer, Method::POST, "/api/leads?utm=query-marker", |request| {
            request.header("idempotency-key", "idem-marker").json(body)
        });
        sent.await.expect_created();
    }
    for body in [
        json!({ "name": "Zenobia", "phone": "912340987600" }),
        json!({ "name": "", "phone": "9123409876", "email": "zenobia at home", "serviceInterestedId": "body-marker" }),
        json!({ "name": "Zenobia", "phone": "9123409876", "serviceInterestedId": "body-marker" }),
    ] {
        story
            .send_request(customer, Method::POST, "/api/leads", |request| request.json(&body))
            .await
            .expect_invalid_fields();
    }
    for (body, status) in [
        (b"{\"name\": \"Zenobia body-marker".to_vec(), 400),
        (b"\"body-marker\"".to_vec(), 400),
        (b"{\"name\": \"\xff body-marker\"}".to_vec(), 400),
        ("body-marker".repeat(30_000).into_bytes(), 413),
    ] {
        let reply = story.send_request(customer, Method::POST, "/api/leads", |request| request.body(body)).await;
        assert_eq!(reply.status, status);
    }
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        for path in [
            "/api/services/path-marker",
            "/files/path-marker",
            "/calendar/path-marker.ics",
            "/unsubscribe/path-marker?token=query-marker",
            "/path-marker/%00/%ff",
            "/api/bookings/path-marker/cancel",
            "/api/auth/callback?code=query-marker&state=query-marker",
            "/api/auth/sign-in?returnTo=/path-marker",
            "/api/availability?date=query-marker&branchId=query-marker",
            "/api/services?q=query-marker",
            "/dev/oidc/authorize?state=query-marker",
            "/docs/path-marker",
        ] {
            for method in [Method::GET, Method::POST, Method::DELETE, Method::from_bytes(b"BREW").unwrap()] {
                let reply = story.send_request(app_kind, method, path, |request| {
                    request.header("cookie", "__Host-parlour=header-marker; __Host-parlour-admin=header-marker")
                });
                assert!(reply.await.status.as_u16() < 500, "{path}");
            }
        }
    }
    let said = story.end();
    assert!(said.iter().any(|line| line["route"] == "/api/leads" && line["status"] == 201));
    assert!(said.iter().any(|line| line["route"] == "/api/services/{slug}" && line["status"] == 405));
}

#[test_on_both_engines]
async fn signing_in_and_profile_changes_log_no_personal_data() {
    let mut story = LoggedProcess::begin(&installation_with_markers());
    let cookie = story.process.session("zenobia@test.invalid", "customer");
    story.forbid_tokens_of(&cookie);
    for (method, path, body) in [
        (
            Method::POST,
            "/api/onboarding/complete",
            json!({
                "phone": "9123409876", "dateOfBirth": "1979-08-07", "gender": "female", "marketingConsent": true,
                "utmSource": "utm-marker",
            }),
        ),
        (Method::PATCH, "/api/profile", json!({ "name": "Zenobia Marker" })),
        (Method::PATCH, "/api/profile", json!({ "phone": "body-marker", "dateOfBirth": "body-marker" })),
        (Method::POST, "/api/profile/erase", json!({ "confirm": "zenobia.somebody@test.invalid" })),
    ] {
        let reply = story.send(AppKind::Customer, method, path, &cookie, &body).await;
        assert!([200, 400].contains(&reply.status.as_u16()), "{path}: {}", reply.text());
    }
    for path in ["/api/profile", "/api/profile/export", "/api/auth/session"] {
        story.send(AppKind::Customer, Method::GET, path, &cookie, &json!({})).await.expect_ok();
    }
    for (email, app_kind) in
        [("zenobia.new@test.invalid", AppKind::Customer), ("zenobia.owner@test.invalid", AppKind::Admin)]
    {
        sign_in_over_http(&mut story, app_kind, email).await;
    }
    let erase = json!({ "confirm": "zenobia@test.invalid" });
    story.send(AppKind::Customer, Method::POST, "/api/profile/erase", &cookie, &erase).await.expect_ok();
    story.send(AppKind::Admin, Method::POST, "/api/auth/sign-out", &cookie, &json!({})).await;
    let said = story.end();
    assert!(said.iter().any(|line| line["route"] == "/api/profile/erase" && line["status"] == 200));
}

/// Through the development provider, as a browser does it.
async fn sign_in_over_http(story: &mut LoggedProcess, app_kind: AppKind, email: &str) {
    let started =
        story.send_request(app_kind, Method::GET, "/api/auth/sign-in?returnTo=/path-marker", |request| request).await;
    assert_eq!(started.status, 303);
    let pending = started.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    story.forbid_tokens_of(&pending);
    let to_provider = Url::parse(started.header("location").unwrap()).unwrap();
    let mut form: Vec<(String, String)> = to_provider.query_pairs().into_owned().collect();
    let secret = ["state", "nonce", "code_challenge"];
    story.forbidden.extend(form.iter().filter(|(name, _)| secret.contains(&&**name)).map(|(_, value)| value.clone()));
    form.extend([("name", "Zenobia"), ("email", email), ("email_verified", "1")].map(|(n, v)| (n.into(), v.into())));
    let chosen = story
        .process
        .send_request(app_kind, Method::POST, to_provider.path(), |request| request.form(&form))
        .await
        .unwrap();
    assert_eq!(chosen.status, 303, "{}", chosen.text());
    let back = Url::parse(chosen.header("location").unwrap()).unwrap();
    story.forbidden.extend(back.query_pairs().filter(|(name, _)| name == "code").map(|(_, code)| code.into_owned()));
    let callback = format!("{}?{}", back.path(), back.query().unwrap());
    let done = story.send_request(app_kind, Method::GET, &callback, |request| request.header("cookie", &pending)).await;
    assert_eq!(done.status, 303, "{}", done.text());
    for cookie in done.headers.get_all("set-cookie") {
        let cookie = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        if !cookie.ends_with('=') {
            story.forbid_tokens_of(&cookie);
        }
    }
}

#[test_on_both_engines]
async fn a_failed_statement_is_logged_without_row_values() {
    let salon = installation_with_markers();
    let mut story = LoggedProcess::begin(&salon);
    let db = salon.database().await;
    // A rule that Parlour does not know of.
    let rule = match Engine::current() {
        Engine::Sqlite => {
            "create trigger house_rule before insert on leads begin select raise(abort, 'the house says no'); end"
        }
        Engine::Postgres => "alter table leads add constraint house_rule check (name = 'nobody')",
    };
    let ruled: Result<u64, DbError> = db.write(move |tx| tx.execute(rule, &[])).await;
    ruled.unwrap();
    let lead = json!({ "name": "Zenobia Contractor", "phone": "9123409876", "email": "zenobia@test.invalid" });
    let failed = story.send_request(AppKind::Customer, Method::POST, "/api/leads", |request| request.json(&lead)).await;
    let error = failed.expect_error(500, "INTERNAL_ERROR");
    assert!(!error.to_string().contains("house"), "the cause is logged, never sent: {error}");
    let said = story.end();
    let told = said.iter().find(|line| line["status"] == 500).expect("the cause");
    assert_eq!(told["level"], "ERROR");
    assert!(told["cause"].as_str().unwrap().contains("house"), "{told}");
}

#[tokio::test]
async fn failures_of_other_services_are_logged_without_secrets() {
    let salon = with_every_secret(Installation::new(PARLOUR_BINARY)).without_rate_limits();
    let mut story = LoggedProcess::begin(&salon);
    let lead = json!({ "name": "Zenobia", "phone": "9123409876" });
    story
        .send_request(AppKind::Customer, Method::POST, "/api/leads", |request| request.json(&lead))
        .await
        .expect_created();
    let sign_in =
        story
            .send_request(AppKind::Customer, Method::GET, "/api/auth/sign-in?returnTo=/path-marker", |request| request);
    sign_in.await.expect_error(502, "UPSTREAM_ERROR");
    let parlour_store::DatabaseLocation::Postgres(url) = salon.location() else { panic!("on Postgres") };
    PrivatePostgres::shared().drop_database(&url);
    let lost = story.send_request(AppKind::Customer, Method::POST, "/api/leads", |request| request.json(&lead)).await;
    lost.expect_error(503, "SERVICE_UNAVAILABLE");
    let said = story.end();
    assert!(said.iter().any(|line| line["message"].as_str().unwrap().contains("Redis")));
}

#[tokio::test]
async fn the_text_format_logs_no_more_than_the_json_format() {
    let salon = Installation::new(PARLOUR_BINARY).without_rate_limits();
    let mut process = salon.with("PARLOUR_LOG_FORMAT", "pretty").spawn(&["serve"]);
    let address = |process: &ParlourProcess| {
        let lines = process.log_lines().join("\n");
        let url = lines.split("http://").nth(1)?.split_whitespace().next()?.to_owned();
        lines.contains("admin").then_some(url)
    };
    let address =
        parlour_testkit::process::eventually(std::time::Duration::from_secs(20), || async { address(&process) }).await;
    let lead = json!({ "name": "Zenobia", "phone": "9123409876" });
    let request = parlour_testkit::process::http_client().post(format!("http://{address}/api/leads?q=query-marker"));
    let reply = parlour_testkit::process::send_and_read(request.json(&lead)).await.unwrap();
    reply.expect_created();
    process.terminate();
    assert!(process.wait().success());
    let said = process.log_lines().join("\n");
    assert!(said.contains(reply.header("x-request-id").unwrap()));
    for marker in FORBIDDEN_MARKERS {
        assert!(!said.to_lowercase().contains(&marker.to_lowercase()), "{marker}: {said}");
    }
}
