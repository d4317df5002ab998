//! What an operator meets: a full disk, a file system that may only be read, a wrong clock, a damaged file, a new
//! certificate.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::{DAY_MS, MINUTE_MS, Timestamp};
use parlour_store::DbError;
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess, eventually};
use parlour_testkit::servers::tls::self_signed_certificate;
use parlour_testkit::{Engine, Reply, test_on_both_engines};
use reqwest::Method;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::parlour_binary::{
    PARLOUR_BINARY, as_production, demo_on_sqlite, installation_on_current_engine, production_installation,
    production_installation_on_current_engine, sqlite_installation,
};

/// The binary, started by a script that prepares its surroundings.
fn started_by(folder: &Path, preparation: &str) -> PathBuf {
    let script = folder.join("parlour");
    fs::write(&script, format!("#!/bin/sh\nset -e\n{preparation}\nexec {PARLOUR_BINARY} \"$@\"\n")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

/// The same in a mount namespace of its own, so that mounts end with the process. Where that needs more rights than the
/// test has, it is root in a user namespace.
fn started_with_mounts(folder: &Path, mounts: &str) -> PathBuf {
    in_mount_namespace(folder, &started_by(folder, mounts))
}

fn in_mount_namespace(folder: &Path, binary: &Path) -> PathBuf {
    let script = folder.join("in-namespace");
    let choose = "unshare --mount true 2>/dev/null && own= || own=--map-root-user";
    fs::write(&script, format!("#!/bin/sh\n{choose}\nexec unshare --mount $own {} \"$@\"\n", binary.display()))
        .unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

async fn health(process: &ParlourProcess, app_kind: AppKind) -> Value {
    process.get(app_kind, "/api/health").await.expect_ok()
}

#[track_caller]
fn assert_degraded(health: &Value, reason: &str) {
    assert_eq!((&health["status"], &health["checks"]["database"]["status"]), (&"degraded".into(), &"degraded".into()));
    for given in [&health["reason"], &health["checks"]["database"]["reason"]] {
        assert!(given.as_str().is_some_and(|given| given.contains(reason)), "{health}");
    }
}

#[tokio::test]
async fn a_full_disk_is_seen_and_gone_when_there_is_room_again() {
    let scripts = tempfile::tempdir().unwrap();
    let binary = started_with_mounts(scripts.path(), "mkdir -p data\nmount -t tmpfs -o size=20m tmpfs data");
    let salon = Installation::new(&binary).without_rate_limits().with("PARLOUR_METRICS_ADDR", "127.0.0.1:0");
    let process = salon.serve(&[]);
    process.post_lead("Asha").await.unwrap().expect_created();
    let before = health(&process, AppKind::Customer).await;
    assert_eq!((&before["status"], &before["reason"]), (&"ok".into(), &Value::Null), "{before}");

    let inside = PathBuf::from(format!("/proc/{}/root{}", process.id(), salon.folder().join("data").display()));
    let filler = inside.join("filler");
    let full = fs::write(&filler, vec![0_u8; 30_000_000]).unwrap_err();
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    let mut refused = 0;
    for number in 0..200 {
        match process.post_lead(&format!("Lead {number}")).await.unwrap() {
            reply if reply.status == 503 => refused += 1,
            reply => drop(reply.expect_created()),
        }
    }
    assert!(refused > 0, "the disk was not full");
    for app_kind in BOTH_APPS {
        assert_degraded(&health(&process, app_kind).await, "full");
    }
    let metrics = format!("http://{}/metrics", process.metrics_address());
    let metrics = reqwest::get(metrics).await.unwrap().text().await.unwrap();
    let free = metrics.lines().find_map(|line| line.strip_prefix("parlour_free_space_bytes{folder=\"database\"} "));
    assert!(free.unwrap().parse::<u64>().unwrap() < 4 * 1024 * 1024, "{free:?}");

    fs::remove_file(&filler).unwrap();
    eventually(Duration::from_secs(40), async || {
        (health(&process, AppKind::Admin).await["status"] == "ok").then_some(())
    })
    .await;
    process.post_lead("Meera").await.unwrap().expect_created();
}

/// Somebody has opened the file in another program and changes it, for longer than Parlour waits.
#[tokio::test]
async fn a_database_that_another_program_has_locked_is_seen() {
    let salon = demo_on_sqlite().without_rate_limits();
    let process = salon.serve(&[]);
    let other = rusqlite::Connection::open(salon.folder().join("data/parlour.db")).unwrap();
    let take_lock = || other.execute_batch("begin exclusive").is_ok();
    eventually(Duration::from_secs(10), async || take_lock().then_some(())).await;
    for app_kind in BOTH_APPS {
        let asked_at = std::time::Instant::now();
        assert_degraded(&health(&process, app_kind).await, "another program has locked the database");
        assert!(asked_at.elapsed() < Duration::from_secs(2));
    }
    // What is read goes on.
    process.get(AppKind::Customer, "/api/services").await.expect_ok();
    process.post_lead("Meera").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
    other.execute_batch("rollback").unwrap();
    let is_ok = async || (health(&process, AppKind::Customer).await["status"] == "ok").then_some(());
    eventually(Duration::from_secs(10), is_ok).await;
    process.post_lead("Meera").await.unwrap().expect_created();
}

#[test]
fn doctor_sees_a_full_disk() {
    let scripts = tempfile::tempdir().unwrap();
    let mounts = "mkdir -p data\nmount -t tmpfs -o size=3m tmpfs data";
    let full = Installation::new(started_with_mounts(scripts.path(), mounts)).run(&["doctor"]);
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    assert!(full.stdout.contains("FAIL  database: the disk is full: "), "{full:?}");
}

#[test]
fn postgres_that_cannot_write_is_seen() {
    parlour_testkit::run(Engine::Postgres, async || {
        let salon = installation_on_current_engine().without_rate_limits();
        let process = salon.serve(&[]);
        process.post_lead("Asha").await.unwrap().expect_created();
        // What the server answers when its disk is full.
        let fail = "create function fail_writes() returns trigger language plpgsql as
                    $$ begin raise exception 'could not extend file: No space left' using errcode = '53100'; end $$;
             create trigger leads_fail before insert on leads execute function fail_writes();
             create trigger counters_fail before insert or update on change_counters execute function fail_writes()";
        let run = async |sql: &'static str| {
            let parlour_store::DatabaseLocation::Postgres(url) = salon.location() else { unreachable!() };
            let run = move || postgres::Client::connect(&url, postgres::NoTls).unwrap().batch_execute(sql).unwrap();
            tokio::task::spawn_blocking(run).await.unwrap();
        };
        run(fail).await;
        process.post_lead("Meera").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
        assert_degraded(&health(&process, AppKind::Customer).await, "full");
        run("drop function fail_writes cascade").await;
        // A write that succeeds by chance is no proof that there is room again.
        process.post_lead("Meera").await.unwrap().expect_created();
        assert_degraded(&health(&process, AppKind::Customer).await, "full");
        let is_ok = async || (health(&process, AppKind::Customer).await["status"] == "ok").then_some(());
        eventually(Duration::from_secs(40), is_ok).await;
    });
}

#[test]
fn a_read_only_file_system_is_named_at_the_start_and_by_doctor() {
    let scripts = tempfile::tempdir().unwrap();
    let mounts =
        format!("mkdir -p data\n{PARLOUR_BINARY} migrate\nmount --bind data data\nmount -o remount,ro,bind data");
    let salon = Installation::new(started_with_mounts(scripts.path(), &mounts));
    let refused = salon.run(&["serve"]);
    assert!(!refused.status.success(), "{refused:?}");
    let line = refused.stderr.lines().last().unwrap();
    assert!(line.contains("data/parlour") && line.contains("Read-only file system"), "{line}");
    let doctor = salon.run(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(1), "{doctor:?}");
    assert!(
        doctor.stdout.contains("FAIL  database: data/parlour.db is not writable: Read-only file system"),
        "{doctor:?}"
    );
}

#[test]
fn a_damaged_file_is_named_by_doctor_and_not_served() {
    let salon = demo_on_sqlite();
    let file = salon.folder().join("data/parlour.db");
    let mut bytes = fs::read(&file).unwrap();
    // The content of pages in the middle; the first page, which describes the tables, is whole.
    let (from, until) = (bytes.len() / 4, bytes.len() / 2);
    bytes[from..until].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let doctor = salon.run(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(1), "{doctor:?}");
    let line = doctor.stdout.lines().find(|line| line.starts_with("FAIL  database: ")).unwrap();
    assert!(line.contains("data/parlour.db") && (line.contains("damaged") || line.contains("malformed")), "{line}");

    fs::write(&file, "This is a letter, not a database. ".repeat(500)).unwrap();
    for command in ["doctor", "serve"] {
        let refused = salon.run(&[command]);
        assert!(!refused.status.success(), "{refused:?}");
        assert!(format!("{}{}", refused.stdout, refused.stderr).contains("not a database"), "{refused:?}");
    }
}

/// As if all was done this long ago.
async fn age_audit_log(salon: &Installation, millis: i64) {
    let db = salon.database().await;
    let entries = db.read(|conn| conn.all::<(String, Timestamp)>("select id, created_at from audit_log", &[]));
    let entries: Result<Vec<(String, Timestamp)>, DbError> = entries.await;
    for (id, created_at) in entries.unwrap() {
        let aged = created_at.plus_millis(-millis);
        let changed = db.write(move |tx| {
            tx.run("update audit_log set created_at = $2 where id = $1", parlour_db::params![id.as_str(), aged])
        });
        let changed: Result<(), DbError> = changed.await;
        changed.unwrap();
    }
}

#[test_on_both_engines]
async fn production_changes_nothing_while_the_clock_is_wrong() {
    let salon = production_installation_on_current_engine().without_rate_limits();
    let process = salon.serve(&[]);
    let first_lead = process.post_lead("Asha").await.unwrap().expect_created();
    let first_lead = first_lead["leadId"].as_str().unwrap().to_owned();
    for (shift, is_right) in [
        (29 * DAY_MS, true),
        (2 * DAY_MS, false),
        (-31 * DAY_MS - 9 * MINUTE_MS, true),
        (-2 * MINUTE_MS, false),
        (-2 * 365 * DAY_MS, false),
    ] {
        age_audit_log(&salon, shift).await;
        // What the process knows of other processes is a second old at most.
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        let reply = process.post_lead("Meera").await.unwrap();
        let (serving, doctor) = (health(&process, AppKind::Admin).await, salon.run(&["doctor"]));
        if is_right {
            reply.expect_created();
            // Its entry would be the newest.
            let db = salon.database().await;
            let (first, newer) = (first_lead.clone(), "delete from audit_log where record_id <> $1");
            let removed = db.write(move |tx| tx.run(newer, parlour_db::params![first.as_str()]));
            let removed: Result<(), DbError> = removed.await;
            removed.unwrap();
            assert_eq!(serving["status"], "ok", "{shift}: {serving}");
        } else {
            reply.expect_error(503, "SERVICE_UNAVAILABLE");
            assert_degraded(&serving, "the clock is wrong");
            assert!(doctor.stdout.contains("FAIL  database: the clock shows "), "{doctor:?}");
            // Everybody can still read, and a second process does not change anything either.
            process.get(AppKind::Customer, "/api/services").await.expect_ok();
            let refused = salon.run(&["user", "add", "meera@test.invalid", "manager"]);
            assert!(refused.expect_error_line().contains("parlour clock accept"), "{refused:?}");
        }
    }

    // The clock had run ahead for two years, and is right now.
    assert!(salon.run(&["clock", "accept"]).expect_success().starts_with("The clock is accepted: "));
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    process.post_lead("Meera").await.unwrap().expect_created();
    assert_eq!(health(&process, AppKind::Admin).await["status"], "ok");
    let db = salon.database().await;
    let accepted = db.read(|conn| conn.number("select count(*) from audit_log where action = 'clock.accept'", &[]));
    let accepted: Result<i64, DbError> = accepted.await;
    assert_eq!(accepted.unwrap(), 1);
    // After a pause of two months.
    age_audit_log(&salon, 2 * 365 * DAY_MS + 60 * DAY_MS).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    process.post_lead("Meera").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
    salon.run(&["clock", "accept"]).expect_success();
    process.post_lead("Meera").await.unwrap().expect_created();
}

/// The sessions of one customer on the customer app: the cookie of each.
fn sessions_of_asha(salon: &Installation, count: usize) -> Vec<String> {
    let create = ["session", "create", "--email", "asha@test.invalid", "--name", "Asha"];
    (0..count).map(|_| salon.run(&create).expect_success().to_owned()).collect()
}

async fn send_as(process: &ParlourProcess, cookie: &str, method: Method, path: &str) -> Reply {
    let send = |request: reqwest::RequestBuilder| request.header("cookie", cookie);
    process.send_request(AppKind::Customer, method, path, send).await.unwrap()
}

/// Whoever leaves a shared computer signs out, whatever the clock of the server shows.
#[test_on_both_engines]
async fn everybody_can_sign_out_while_the_clock_is_wrong() {
    let plain = installation_on_current_engine().without_rate_limits();
    let cookies = sessions_of_asha(&plain, 5);
    let salon = as_production(plain);
    let process = salon.serve(&[]);
    let session_of = async |cookie: &str| send_as(&process, cookie, Method::GET, "/api/auth/session").await;
    for (shift, position) in [(31 * DAY_MS, 0), (-62 * DAY_MS, 1)] {
        age_audit_log(&salon, shift).await;
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        process.post_lead("Meera").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
        let cookie = &cookies[position];
        session_of(cookie).await.expect_ok();
        let signed_out = send_as(&process, cookie, Method::POST, "/api/auth/sign-out").await;
        assert!(signed_out.header("set-cookie").is_some_and(|set| set.contains("Max-Age=0")), "{signed_out:?}");
        signed_out.expect_ok();
        session_of(cookie).await.expect_error(401, "UNAUTHENTICATED");
    }
    let sessions = send_as(&process, &cookies[2], Method::GET, "/api/auth/sessions").await.expect_ok();
    let other = sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == false).unwrap().clone();
    let other = format!("/api/auth/sessions/{}", other["id"].as_str().unwrap());
    send_as(&process, &cookies[2], Method::DELETE, &other).await.expect_ok();
    send_as(&process, &cookies[2], Method::POST, "/api/auth/sign-out-everywhere").await.expect_ok();
    for cookie in &cookies {
        session_of(cookie).await.expect_error(401, "UNAUTHENTICATED");
    }

    // It is in the audit log, and the clock is as wrong as before.
    let db = salon.database().await;
    let ends = "select count(*) from audit_log where action in ('session.end', 'user.sign_out_everywhere')";
    let noted: Result<i64, DbError> = db.read(move |conn| conn.number(ends, &[])).await;
    assert_eq!(noted.unwrap(), 4);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    process.post_lead("Meera").await.unwrap().expect_error(503, "SERVICE_UNAVAILABLE");
    assert_degraded(&health(&process, AppKind::Customer).await, "the clock is wrong");
}

#[test_on_both_engines]
async fn development_changes_what_it_is_told_by_any_clock() {
    let salon = installation_on_current_engine().without_rate_limits();
    salon.clone().with("PARLOUR_CLOCK_START", "2031-05-10T20:00:00Z").serve(&[]).post_lead("Asha").await.unwrap();
    let process = salon.serve(&[]);
    process.post_lead("Meera").await.unwrap().expect_created();
    assert_eq!(health(&process, AppKind::Customer).await["status"], "ok");
}

/// The certificate that a new connection gets.
async fn served_certificate(process: &ParlourProcess) -> Vec<u8> {
    let address = process.address(AppKind::Customer).to_string();
    let connect = move || {
        let mut command = Command::new("openssl");
        command.args(["s_client", "-showcerts", "-connect", &address]).stdin(std::process::Stdio::null()).output()
    };
    let shown = tokio::task::spawn_blocking(connect).await.unwrap().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let (from, until) = (shown.find("-----BEGIN").unwrap(), shown.find("-----END CERTIFICATE-----").unwrap());
    shown.as_bytes()[from..until].to_vec()
}

fn send_hangup(process: &ParlourProcess) {
    assert!(Command::new("kill").args(["-HUP", &process.id().to_string()]).status().unwrap().success());
}

#[tokio::test]
async fn sighup_loads_the_certificate_again_and_ends_nothing() {
    let plain = sqlite_installation().serve(&[]);
    send_hangup(&plain);

    let salon = sqlite_installation();
    let (certificate, key) = self_signed_certificate(salon.folder());
    let salon = salon
        .with("PARLOUR_TLS_CERT", certificate.to_str().unwrap())
        .with("PARLOUR_TLS_KEY", key.to_str().unwrap())
        .with("PARLOUR_METRICS_ADDR", "127.0.0.1:0");
    let mut process = salon.serve(&[]);
    let open = TcpStream::connect(process.address(AppKind::Customer)).await.unwrap();
    let first = served_certificate(&process).await;
    let metrics = async || {
        let url = format!("http://{}/metrics", process.metrics_address());
        reqwest::get(url).await.unwrap().text().await.unwrap()
    };
    let expiry = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("parlour_certificate_expiry_timestamp_seconds"));
        line.unwrap().rsplit(' ').next().unwrap().parse::<i64>().unwrap()
    };
    let days_left = (expiry(&metrics().await) - now()) / (24 * 60 * 60);
    assert!((0..=2).contains(&days_left), "{days_left}");

    // The files are replaced one after the other: meanwhile they do not belong together.
    let other = tempfile::tempdir().unwrap();
    let (new_certificate, new_key) = self_signed_certificate(other.path());
    fs::copy(new_certificate, &certificate).unwrap();
    send_hangup(&process);
    process.wait_for_text("the old certificate stays in use");
    assert_eq!(served_certificate(&process).await, first);
    let doctor = salon.run(&["doctor"]);
    assert!(doctor.stdout.contains("FAIL  certificate: PARLOUR_TLS_KEY: is not the key of"), "{doctor:?}");
    fs::copy(new_key, &key).unwrap();
    send_hangup(&process);
    process.wait_for_text("the certificate was loaded again");
    assert_ne!(served_certificate(&process).await, first);
    drop(open);

    plain.get(AppKind::Customer, "/api/health").await.expect_ok();
}

fn now() -> i64 {
    parlour_integrations::clock::Clock::real_unix_seconds()
}

#[test]
fn doctor_creates_nothing() {
    let salon =
        sqlite_installation().with("PARLOUR_MAIL_URL", "file://mail").with("PARLOUR_MAIL_FROM", "desk@example.in");
    let listing = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names
    };
    let before = listing(salon.folder());
    salon.run(&["doctor"]).expect_success();
    assert_eq!(listing(salon.folder()), before);
    salon.run(&["migrate"]).expect_success();
    let before = listing(&salon.folder().join("data"));
    let looked = salon.run(&["doctor"]);
    assert!(looked.expect_success().contains("no salon data yet"), "{looked:?}");
    assert_eq!(listing(&salon.folder().join("data")), before);
}

#[test]
fn a_database_that_is_no_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("parlour.db");
    assert!(Command::new("mkfifo").arg("--mode=0666").arg(&pipe).status().unwrap().success());
    let salon = sqlite_installation().with("PARLOUR_DATABASE_URL", &format!("sqlite://{}", pipe.display()));
    for command in ["migrate", "doctor"] {
        let refused = salon.run(&[command]);
        assert!(!refused.status.success(), "{refused:?}");
        assert!(format!("{}{}", refused.stdout, refused.stderr).contains("parlour.db is not a file"), "{refused:?}");
    }
    assert_eq!(fs::metadata(&pipe).unwrap().permissions().mode() & 0o777, 0o666);
}

#[tokio::test]
async fn doctor_knows_a_taken_port_from_a_running_parlour() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let doctor = sqlite_installation().with("PARLOUR_ADMIN_ADDR", &taken).run(&["doctor"]);
    assert!(doctor.stdout.contains(&format!("FAIL  serving: {taken} is taken by another program")), "{doctor:?}");
    drop(listener);

    let process = sqlite_installation().serve(&[]);
    let beside = process
        .installation()
        .clone()
        .with("PARLOUR_CUSTOMER_ADDR", &process.address(AppKind::Customer).to_string())
        .with("PARLOUR_ADMIN_ADDR", &process.address(AppKind::Admin).to_string());
    let beside = tokio::task::spawn_blocking(move || beside.run(&["doctor"])).await.unwrap();
    beside.expect_success();
}

#[test]
fn unreachable_services_are_named_with_host_and_cause_once() {
    for (name, value, cause) in [
        ("PARLOUR_OAUTH_ISSUER", "https://127.0.0.1:1", "127.0.0.1: Connection refused"),
        ("PARLOUR_OAUTH_ISSUER", "https://provider.invalid", "provider.invalid: "),
        (
            "PARLOUR_DATABASE_URL",
            "postgres://me@127.0.0.1:1/salon",
            "127.0.0.1:1: error connecting to server: Connection refused",
        ),
        ("PARLOUR_REDIS_URL", "redis://127.0.0.1:1", "127.0.0.1:1: "),
    ] {
        let salon = sqlite_installation().with("PARLOUR_OAUTH_CLIENT_ID", "parlour");
        let salon = if name == "PARLOUR_OAUTH_ISSUER" { salon } else { salon.without("PARLOUR_OAUTH_CLIENT_ID") };
        let doctor = salon.with(name, value).run(&["doctor"]);
        let line = doctor.stdout.lines().find(|line| line.starts_with("FAIL")).unwrap();
        assert_eq!(line.matches(cause).count(), 1, "{line}");
        assert!(line.matches("unavailable").count() <= 1, "{line}");
    }
    let refused =
        sqlite_installation().with("PARLOUR_DATABASE_URL", "postgres://me@127.0.0.1:1/salon").run(&["migrate"]);
    assert_eq!(refused.expect_error_line().matches("the database is unavailable").count(), 1, "{refused:?}");
}

#[test]
fn with_json_logs_every_line_is_json() {
    let mut process = production_installation().with("PARLOUR_LOG_FORMAT", "json").serve(&[]);
    process.terminate();
    process.wait();
    assert_eq!(process.stdout(), "");
    for line in process.log_lines() {
        assert!(serde_json::from_str::<Value>(&line).is_ok_and(|line| line.is_object()), "{line}");
    }
}

#[test]
fn a_failed_export_leaves_nothing_behind() {
    let scripts = tempfile::tempdir().unwrap();
    let salon = demo_on_sqlite();
    let database = format!("sqlite://{}", salon.folder().join("data/parlour.db").display());
    let mounts = "mkdir -p out\nmount -t tmpfs -o size=100k tmpfs out\ntrap 'ls -A out >left' EXIT";
    let inner = started_by(scripts.path(), mounts);
    // The shell waits for the command, so that it sees what is left in its own file system.
    fs::write(&inner, fs::read_to_string(&inner).unwrap().replace("\nexec ", "\n")).unwrap();
    let binary = in_mount_namespace(scripts.path(), &inner);
    let small = Installation::new(&binary).with("PARLOUR_DATABASE_URL", &database);
    for (folder, left) in [("out", ""), ("out/new/export", "")] {
        let failed = small.run(&["export", folder]);
        assert!(!failed.status.success(), "{failed:?}");
        assert_eq!(failed.stderr.matches("No space left").count(), 1, "{failed:?}");
        assert_eq!(fs::read_to_string(small.folder().join("left")).unwrap(), left);
    }
    // What cannot be opened creates no folder either.
    let nowhere = sqlite_installation().with("PARLOUR_DATABASE_URL", "postgres://me@127.0.0.1:1/salon");
    assert!(!nowhere.run(&["export", "out"]).status.success());
    assert!(!nowhere.folder().join("out").exists());
}
