//! `parlour serve` as a process: its doors, its clock, its neighbours and its end.

use std::time::{Duration, Instant};

use crate::parlour_binary::production_installation;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::Timestamp;
use parlour_store::DbError;
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess, eventually, http_client, send_and_read};
use parlour_testkit::servers::PrivateRedis;
use parlour_testkit::servers::tls::self_signed_certificate;
use parlour_testkit::{Engine, test_on_both_engines};
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::parlour_binary::{PARLOUR_BINARY, demo_on_sqlite, installation_on_current_engine, sqlite_installation};

#[test_on_both_engines]
async fn both_apps_listen_and_the_public_reads_answer() {
    let salon = installation_on_current_engine();
    let mut first = salon.clone().with("PARLOUR_LOG_FORMAT", "pretty").spawn(&["serve", "--demo"]);
    let listening = BOTH_APPS.map(|app_kind| first.wait_for_text(&format!("listening app=\"{}\"", app_kind.as_str())));
    first.terminate();
    assert!(first.wait().success());
    for line in listening {
        let url = line.split(" url=").nth(1).unwrap();
        assert!(first.stdout().contains(url), "{url} is not printed: {}", first.stdout());
    }

    let process = salon.serve(&["--demo"]);
    assert!(process.uptime() < Duration::from_secs(12), "{:?} to start on an existing database", process.uptime());
    assert_ne!(process.address(AppKind::Customer), process.address(AppKind::Admin));
    let catalogue = process.get(AppKind::Customer, "/api/services").await.expect_ok();
    let slug = catalogue["categories"][0]["services"][0]["slug"].as_str().unwrap().to_owned();
    for path in ["/api/services", &format!("/api/services/{slug}"), "/api/offers", "/api/branches"] {
        process.get(AppKind::Customer, path).await.expect_ok();
    }
    let day = process.get(AppKind::Customer, "/api/availability?date=2099-01-31&branchId=any").await.expect_ok();
    assert_eq!(day["slots"].as_array().unwrap().len(), 22);
    for app_kind in BOTH_APPS {
        let health = process.get(app_kind, "/api/health").await.expect_ok();
        assert_eq!(health["status"], "ok");
        assert_eq!(health["checks"]["database"]["status"], "ok");
        assert!(health["checks"]["database"]["latencyMs"].is_number());
        assert_eq!(health["checks"]["queue"]["status"], "ok");
        assert!(health["checks"]["queue"]["oldestDueSeconds"].is_number());
        assert!(health["uptimeSeconds"].is_number() && health["version"].is_string());
        assert_eq!(process.get(app_kind, "/docs/").await.status, 200);
        process.get(app_kind, "/api/nothing/here").await.expect_error(404, "NOT_FOUND");
    }
    // What the customer app tells everyone is not on the admin app, or for its people only.
    process.get(AppKind::Admin, "/api/availability").await.expect_error(404, "NOT_FOUND");
    process.get(AppKind::Admin, "/api/branches").await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn the_business_clock_starts_at_its_setting() {
    // Half past one in the morning of the 11th, IST.
    let salon = installation_on_current_engine().with("PARLOUR_CLOCK_START", "2031-05-10T20:00:00Z");
    let process = salon.serve(&["--demo"]);
    let day =
        async |date: &str| process.get(AppKind::Customer, &format!("/api/availability?date={date}&branchId=any")).await;
    assert_eq!(day("2031-05-10").await.expect_invalid_fields(), ["date"]);
    day("2031-05-11").await.expect_ok();

    let cookie = process.session("asha@test.invalid", "customer");
    for app_kind in BOTH_APPS {
        let session = process.get_as(&cookie, app_kind, "/api/auth/session").await.expect_ok();
        let expires_at = session["expiresAt"].as_str().unwrap();
        assert!(expires_at.starts_with("2031-05-17T20:0"), "{expires_at}");
    }

    process.post_lead("Asha of 2031").await.unwrap().expect_created();
    let db = salon.database().await;
    let read =
        db.read(|conn| conn.all::<(Timestamp,)>("select created_at from leads where name = 'Asha of 2031'", &[]));
    let created: Result<Vec<(Timestamp,)>, DbError> = read.await;
    let start = Timestamp::parse("2031-05-10T20:00:00Z").unwrap();
    let after = created.unwrap()[0].0.millis() - start.millis();
    assert!((0..60_000).contains(&after), "{after} ms after the start");

    // The demo salon lives in that time too: what is on offer is on offer then.
    let offers = process.get(AppKind::Customer, "/api/offers").await.expect_ok();
    let offers = offers["offers"].as_array().unwrap();
    assert!(!offers.is_empty());
    for offer in offers {
        assert!(offer["startDate"].as_str().unwrap() <= "2031-05-11", "{offer}");
        assert!(offer["endDate"].as_str().unwrap() >= "2031-05-11", "{offer}");
    }

    // A session from the real present is long over.
    let present = salon.clone().without("PARLOUR_CLOCK_START");
    let old = present.run(&["session", "create", "--email", "asha@test.invalid", "--name", "Asha"]);
    let old = process.get_as(old.expect_success(), AppKind::Customer, "/api/auth/session").await;
    old.expect_error(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn production_serves_without_development_tools() {
    for (salon, arguments, named) in [
        (production_installation(), &["serve", "--demo"][..], "--demo"),
        (
            production_installation().with("PARLOUR_CLOCK_START", "2031-05-10T20:00:00Z"),
            &["serve"],
            "PARLOUR_CLOCK_START",
        ),
        (
            production_installation().with("PARLOUR_CLOCK_START", "2031-05-10T20:00:00Z"),
            &["migrate"],
            "PARLOUR_CLOCK_START",
        ),
        (
            production_installation().without("PARLOUR_OAUTH_ISSUER").without("PARLOUR_OAUTH_CLIENT_ID"),
            &["serve"],
            "PARLOUR_OAUTH_ISSUER",
        ),
    ] {
        let refused = salon.run(arguments);
        assert!(refused.expect_error_line().contains(named), "{refused:?}");
        assert!(!salon.folder().join("data").exists(), "refused before anything was touched");
    }
    let process = production_installation().serve(&[]);
    for app_kind in BOTH_APPS {
        let health = process.get(app_kind, "/api/health").await;
        health.expect_ok();
        assert!(health.header("strict-transport-security").is_some());
        for path in ["/dev/oidc", "/dev/oidc/.well-known/openid-configuration", "/dev/oidc/authorize"] {
            process.get(app_kind, path).await.expect_error(404, "NOT_FOUND");
        }
    }
}

#[tokio::test]
async fn development_listens_on_loopback_only() {
    for name in ["PARLOUR_CUSTOMER_ADDR", "PARLOUR_ADMIN_ADDR", "PARLOUR_METRICS_ADDR"] {
        let open = sqlite_installation().with(name, "0.0.0.0:0");
        let refused = open.run(&["serve"]);
        let line = refused.expect_error_line();
        assert!(line.contains(name) && line.contains("PARLOUR_INSECURE_DEV"), "{line}");
    }
    let salon = sqlite_installation().with("PARLOUR_CUSTOMER_ADDR", "0.0.0.0:0").with("PARLOUR_INSECURE_DEV", "1");
    let process = salon.serve(&[]);
    let port = process.address(AppKind::Customer).port();
    let health = http_client().get(format!("http://127.0.0.1:{port}/api/health"));
    send_and_read(health).await.unwrap().expect_ok();
}

#[tokio::test]
async fn each_process_role_can_be_started_alone() {
    let process = sqlite_installation().serve(&["--roles", "web"]);
    for app_kind in BOTH_APPS {
        process.get(app_kind, "/api/health").await.expect_ok();
    }
    // A process without the web role opens neither app, and ends when asked to.
    let mut queue = sqlite_installation().spawn(&["serve", "--roles", "queue,invoicing"]);
    eventually(Duration::from_secs(10), || async { handles_sigterm(queue.id()).then_some(()) }).await;
    queue.terminate();
    assert_eq!(queue.wait().code(), Some(0));
    let listening: Vec<String> = queue.log_lines().into_iter().filter(|line| line.contains("listening")).collect();
    assert!(listening.len() == 1 && listening[0].contains("invoicing"), "{listening:?}");

    let unknown = sqlite_installation().run(&["serve", "--roles", "tea"]);
    assert_eq!(unknown.status.code(), Some(2));
}

/// Whether a process has asked to be told, instead of ended, by `SIGTERM`: the fifteenth bit of the caught signals.
fn handles_sigterm(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & (1 << 14) != 0)
}

#[tokio::test]
async fn metrics_need_their_own_listener_or_a_developer() {
    let process = demo_on_sqlite().with("PARLOUR_METRICS_ADDR", "127.0.0.1:0").serve(&[]);
    process.get(AppKind::Customer, "/api/services").await.expect_ok();
    process.get(AppKind::Customer, "/nowhere").await.expect_error(404, "NOT_FOUND");
    let url = format!("http://{}/metrics", process.metrics_address());
    let metrics = send_and_read(http_client().get(&url)).await.unwrap();
    assert_eq!(metrics.status, 200);
    let text = metrics.text();
    assert!(text.ends_with("# EOF\n"));
    let counted = text.lines().find(|line| line.contains("/api/services\"") && line.contains("2xx"));
    assert!(
        counted.is_some_and(|line| line.starts_with("parlour_http_requests_total") && line.ends_with(" 1")),
        "{text}"
    );
    assert!(!text.contains("/nowhere"), "a path nobody knows must not become a label");

    for app_kind in BOTH_APPS {
        process.get(app_kind, "/metrics").await.expect_error(404, "NOT_FOUND");
    }
    process.get(AppKind::Customer, "/api/metrics").await.expect_error(404, "NOT_FOUND");
    process.get(AppKind::Admin, "/api/metrics").await.expect_error(401, "UNAUTHENTICATED");
    let owner = process.session("owner@test.invalid", "owner");
    process.get_as(&owner, AppKind::Admin, "/api/metrics").await.expect_error(403, "FORBIDDEN");
    let developer = process.session("dev@test.invalid", "developer");
    let metrics = process.get_as(&developer, AppKind::Admin, "/api/metrics").await;
    assert!(metrics.status == 200 && metrics.text().contains("parlour_http_requests_total"));
}

#[tokio::test]
async fn https_is_served_directly() {
    let salon = sqlite_installation();
    let (certificate, key) = self_signed_certificate(salon.folder());
    let salon =
        salon.with("PARLOUR_TLS_CERT", certificate.to_str().unwrap()).with("PARLOUR_TLS_KEY", key.to_str().unwrap());
    let process = salon.serve(&[]);
    let root = reqwest::Certificate::from_pem(&std::fs::read(&certificate).unwrap()).unwrap();
    let trusting = reqwest::Client::builder().no_proxy().tls_certs_only([root]).build().unwrap();
    for app_kind in BOTH_APPS {
        let url = format!("https://{}/api/health", process.address(app_kind));
        let health = send_and_read(trusting.get(&url)).await.unwrap();
        health.expect_ok();
        assert!(health.header("strict-transport-security").is_some());
        send_and_read(http_client().get(&url)).await.expect_err("nobody vouches for this certificate");
        let plain = format!("http://{}/api/health", process.address(app_kind));
        send_and_read(http_client().get(plain)).await.expect_err("plain text on a TLS port");
    }

    let missing = salon.clone().with("PARLOUR_TLS_KEY", "missing.key").run(&["serve"]);
    assert!(!missing.status.success());
    let said = missing.stderr.lines().last().unwrap();
    assert!(said.contains("PARLOUR_TLS_KEY"), "{said}");
}

/// Signs in as somebody new through the development provider, whatever name the public URL has: a
/// browser would find the app there. The answer of the callback.
async fn sign_in_over_http(browser: &reqwest::Client, door: &str, public_url: &str) -> reqwest::Response {
    let here = |url: &str| format!("{door}{}", url.strip_prefix(public_url).expect("our own address"));
    let location = |answer: &reqwest::Response| answer.headers()["location"].to_str().unwrap().to_owned();
    let begun = browser.get(format!("{door}/api/auth/sign-in")).send().await.unwrap();
    assert_eq!(begun.status(), 303, "{}", begun.text().await.unwrap());
    let cookie = begun.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let question = reqwest::Url::parse(&here(&location(&begun))).unwrap();
    let mut form: Vec<(String, String)> = question.query_pairs().into_owned().collect();
    for (name, value) in [("email", "meera@test.invalid"), ("name", "Meera"), ("email_verified", "true")] {
        form.push((name.to_owned(), value.to_owned()));
    }
    let mut authorize = question.clone();
    authorize.set_query(None);
    let chosen = browser.post(authorize).form(&form).send().await.unwrap();
    let back = here(&location(&chosen));
    browser.get(back).header("cookie", cookie).send().await.unwrap()
}

#[tokio::test]
async fn development_sign_in_works_with_any_public_url_and_certificate() {
    let browser = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .tls_danger_accept_invalid_certs(true)
        .build()
        .unwrap();
    for (is_tls, public_url) in [
        (false, None),
        (false, Some("http://salon.test")),
        (false, Some("http://salon.test:8080")),
        (true, None),
        (true, Some("https://salon.test")),
    ] {
        let mut salon = sqlite_installation();
        if is_tls {
            let (certificate, key) = self_signed_certificate(salon.folder());
            salon = salon
                .with("PARLOUR_TLS_CERT", certificate.to_str().unwrap())
                .with("PARLOUR_TLS_KEY", key.to_str().unwrap());
        }
        if let Some(url) = public_url {
            salon = salon.with("PARLOUR_CUSTOMER_URL", url).with("PARLOUR_INSECURE_DEV", "1");
        }
        let process = salon.serve(&[]);
        let scheme = if is_tls { "https" } else { "http" };
        let door = format!("{scheme}://{}", process.address(AppKind::Customer));
        let landed = sign_in_over_http(&browser, &door, public_url.unwrap_or(&door)).await;
        assert_eq!(landed.status(), 303, "{public_url:?}: {}", landed.text().await.unwrap());
        assert_eq!(landed.headers()["location"], "/onboarding");
    }
}

#[tokio::test]
async fn silent_connections_are_closed() {
    let process = sqlite_installation().serve(&[]);
    let started = Instant::now();
    let silent = [&b""[..], b"P", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", b"GET /api/heal"];
    let ends = silent.map(|said| {
        let address = process.address(AppKind::Customer);
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(said).await.unwrap();
            // Closed with or without a word; what matters is that it is over.
            let mut heard = Vec::new();
            let ended = tokio::time::timeout(Duration::from_secs(25), stream.read_to_end(&mut heard));
            assert!(ended.await.is_ok(), "{said:?} is still open");
        })
    });
    for end in ends {
        end.await.unwrap();
    }
    assert!(started.elapsed() > Duration::from_secs(10), "whoever is slow to begin is given time");
    process.get(AppKind::Customer, "/api/health").await.expect_ok();
}

#[tokio::test]
async fn a_flood_of_connections_does_not_affect_the_other_app_or_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let few_files = folder.path().join("parlour");
    std::fs::write(&few_files, format!("#!/bin/sh\nulimit -n 200\nexec {PARLOUR_BINARY} \"$@\"\n")).unwrap();
    std::fs::set_permissions(&few_files, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let process = Installation::demo_on(Engine::Sqlite, &few_files).without_rate_limits().serve(&[]);
    let mut flood = Vec::new();
    for _ in 0..400 {
        flood.push(TcpStream::connect(process.address(AppKind::Customer)).await.unwrap());
    }
    for _ in 0..5 {
        let health = process.get(AppKind::Admin, "/api/health");
        let health = tokio::time::timeout(Duration::from_secs(10), health).await;
        health.expect("the other app answers").expect_ok();
        process.run(&["session", "create", "--email", "asha@test.invalid", "--name", "Asha"]).expect_success();
    }
    let closed = process.log_lines().iter().filter(|line| line.contains("connection limit reached")).count();
    assert_eq!(closed, 1, "{:?}", process.log_lines());
    drop(flood);
    let free = || async {
        let asked = process.send_request(AppKind::Customer, Method::GET, "/api/health", |request| request).await;
        asked.ok().filter(|answer| answer.status == 200).map(drop)
    };
    eventually(Duration::from_secs(20), free).await;
}

#[tokio::test]
async fn two_processes_share_rate_limits_until_redis_fails() {
    let redis = PrivateRedis::start();
    let salon = Installation::on(Engine::Postgres, PARLOUR_BINARY).with("PARLOUR_REDIS_URL", &redis.url());
    let pair = [salon.serve(&[]), salon.serve(&[])];
    let post = async |process: &ParlourProcess| process.post_lead("Asha").await.unwrap().status.as_u16();
    let mut answers = Vec::new();
    for turn in 0..7 {
        answers.push(post(&pair[turn % 2]).await);
    }
    assert_eq!(answers, [201, 201, 201, 201, 201, 429, 429]);

    // Without Redis each counts in its own memory; nobody is turned away for an outage, and limits still hold.
    redis.stop();
    for process in &pair {
        let mut answers = Vec::new();
        let started = Instant::now();
        for _ in 0..7 {
            answers.push(post(process).await);
        }
        assert!(started.elapsed() < Duration::from_secs(5), "an outage must not make everyone wait");
        assert!(answers.iter().all(|status| [201, 429].contains(status)), "{answers:?}");
        assert!(answers.contains(&201) && answers[6] == 429, "{answers:?}");
        process.get(AppKind::Customer, "/api/health").await.expect_ok();
    }

    // And it is shared again once Redis is back, empty.
    redis.restart();
    let [first, second] = &pair;
    let freed = || async { (post(first).await == 201).then_some(()) };
    eventually(Duration::from_secs(10), freed).await;
    let shared = || async { (post(second).await == 201).then_some(()) };
    eventually(Duration::from_secs(10), shared).await;
    for _ in 0..3 {
        post(first).await;
    }
    assert_eq!([post(first).await, post(second).await], [429, 429]);
}

#[test_on_both_engines]
async fn a_change_by_command_is_visible_within_a_second() {
    let process = installation_on_current_engine().without_rate_limits().serve(&[]);
    let count = async |path: &str, list: &str| {
        let data = process.get(AppKind::Customer, path).await.expect_ok();
        data[list].as_array().unwrap().len()
    };
    let lists = [("/api/services", "categories"), ("/api/offers", "offers"), ("/api/branches", "branches")];
    for (path, list) in lists {
        assert_eq!(count(path, list).await, 0, "{path}");
    }
    process.run(&["demo"]).expect_success();
    for (path, list) in lists {
        let shown = || async { (count(path, list).await > 0).then_some(()) };
        // A second is promised; a machine that also builds may take longer to get round to it.
        eventually(Duration::from_secs(10), shown).await;
    }
}

#[test_on_both_engines]
async fn requests_in_flight_are_answered_before_shutdown() {
    let mut process = installation_on_current_engine().serve(&[]);
    // A connection that is open and idle must not delay anything.
    process.get(AppKind::Customer, "/api/health").await.expect_ok();
    let _idle = TcpStream::connect(process.address(AppKind::Admin)).await.unwrap();

    let body = r#"{"name": "Asha in the doorway", "phone": "9876543210"}"#;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(process.address(AppKind::Customer)).await.unwrap();
        let head = format!(
            "POST /api/leads HTTP/1.1\r\nHost: salon\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body: from here on the request is in flight.
        let mut go_on = [0; 25];
        stream.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream.write_all(&body.as_bytes()[..20]).await.unwrap();
        slow.push(stream);
    }

    process.terminate();
    for app_kind in BOTH_APPS {
        let address = process.address(app_kind);
        let refused = || async { TcpStream::connect(address).await.is_err().then_some(()) };
        eventually(Duration::from_secs(20), refused).await;
    }
    for mut stream in slow {
        stream.write_all(&body.as_bytes()[20..]).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    }
    let answered = Instant::now();
    assert_eq!(process.wait().code(), Some(0));
    assert!(answered.elapsed() < Duration::from_secs(5), "{:?} after the last answer", answered.elapsed());

    let db = process.installation().database().await;
    let read = db.read(|conn| conn.all::<(String,)>("select id from leads where name = 'Asha in the doorway'", &[]));
    let kept: Result<Vec<(String,)>, DbError> = read.await;
    assert_eq!(kept.unwrap().len(), 3);
}

#[tokio::test]
async fn an_idle_server_stops_immediately() {
    for signal_twice in [false, true] {
        let mut process = sqlite_installation().serve(&[]);
        process.send_request(AppKind::Admin, Method::GET, "/api/health", |request| request).await.unwrap().expect_ok();
        let asked = Instant::now();
        process.terminate();
        if signal_twice {
            process.terminate();
        }
        assert_eq!(process.wait().code(), Some(0));
        // Less than the ten seconds that a server waits for running jobs.
        assert!(asked.elapsed() < Duration::from_secs(9), "{:?}", asked.elapsed());
    }
}

#[test]
fn an_address_already_in_use_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = sqlite_installation().with("PARLOUR_ADMIN_ADDR", &address).run(&["serve"]);
    assert!(!refused.status.success());
    let said = refused.stderr.lines().last().unwrap();
    assert!(said.contains(&address), "{said}");
}
