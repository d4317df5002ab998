//! What an operator types, and what comes back.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{fs, thread};

use parlour_db::params;
use parlour_demo::{DemoRefusal, fill_demo_salon};
use parlour_domain::auth::app_kind::AppKind;
use parlour_store::DbError;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request, set_booking_status};
use parlour_testkit::actions::emails::emails_in_folder;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::secrets::{SECRET_MARKER, with_every_secret};
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::process::{BOTH_APPS, Installation, ParlourProcess, eventually};
use parlour_testkit::servers::PrivatePostgres;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

use crate::parlour_binary::{
    PARLOUR_BINARY, demo_on_current_engine, demo_on_sqlite, installation_on_current_engine, sqlite_installation,
};

#[test_on_both_engines]
async fn migrate_reports_its_steps_and_is_idempotent() {
    let salon = installation_on_current_engine();
    let first = salon.run(&["migrate"]);
    let first = first.expect_success();
    // The shared Postgres may have handed out a database that is migrated already.
    if Engine::current() == Engine::Sqlite {
        assert!(first.lines().count() >= 5 && first.lines().all(|line| line.starts_with("applied V")), "{first}");
    }
    let second = salon.run(&["migrate"]);
    assert!(second.expect_success().contains("up to date"), "{second:?}");
    salon.serve(&[]).get(AppKind::Customer, "/api/health").await.expect_ok();
}

#[test_on_both_engines]
async fn demo_data_is_inserted_once() {
    let salon = installation_on_current_engine();
    let first = salon.run(&["demo"]);
    assert!(!first.expect_success().is_empty());
    let again = salon.run(&["demo"]);
    assert!(again.expect_error_line().contains("not empty"), "{again:?}");
    let process = salon.serve(&["--demo"]);
    let catalogue = process.get(AppKind::Customer, "/api/services").await.expect_ok();
    let categories = catalogue["categories"].as_array().unwrap();
    let services = categories.iter().map(|category| category["services"].as_array().unwrap().len());
    // At least 40 in all, and some of those are inactive.
    assert!(services.sum::<usize>() >= 30);
}

#[test_on_both_engines]
async fn of_concurrent_demo_fills_one_takes_effect() {
    let salon = installation_on_current_engine();
    salon.run(&["migrate"]);
    let mut all: Vec<_> = (0..4).map(|_| salon.spawn(&["demo"])).collect();
    let moved_in = all.iter_mut().filter_map(|one| one.wait().success().then_some(())).count();
    let said: Vec<_> = all.iter().flat_map(ParlourProcess::log_lines).collect();
    assert_eq!(moved_in, 1, "{said:?}");
    assert_eq!(said.iter().filter(|line| line.contains("not empty")).count(), 3, "{said:?}");
    // A server that comes second just serves.
    salon.serve(&["--demo"]).get(AppKind::Customer, "/api/services").await.expect_ok();
}

/// Fills, but holds its transaction open until another has tried as well.
#[test_on_both_engines]
async fn a_second_demo_fill_waits_and_is_refused() {
    let salon = TestSalon::open().await;
    let (context, (holds, held)) = (salon.context(), mpsc::channel());
    let first = salon.app.db.bulk_write(move |tx| {
        fill_demo_salon(tx, &context)?;
        let _ = holds.send(());
        // Long enough for the second to get to its first row.
        thread::sleep(Duration::from_millis(500));
        Ok(())
    });
    let context = salon.context();
    let second = async {
        tokio::task::spawn_blocking(move || held.recv()).await.unwrap().unwrap();
        salon.app.db.bulk_write(move |tx| fill_demo_salon(tx, &context)).await
    };
    let (first, second): (Result<(), DemoRefusal>, _) = tokio::join!(first, second);
    first.unwrap();
    assert!(matches!(second, Err(DemoRefusal::NotEmpty)), "{second:?}");
}

#[test]
fn demo_data_is_refused_in_production() {
    let salon = sqlite_installation().with("PARLOUR_ENV", "production");
    let refused = salon.run(&["demo"]);
    assert!(refused.expect_error_line().contains("production"), "{refused:?}");
    assert!(!salon.folder().join("data").exists(), "refused, and yet a database was made");
}

/// The two tokens of a printed Cookie header.
fn session_tokens(line: &str) -> [String; 2] {
    let (customer, admin) = line.split_once("; ").expect("two cookies");
    let customer = customer.strip_prefix("__Host-parlour=").expect("the customer app's");
    let admin = admin.strip_prefix("__Host-parlour-admin=").expect("the admin app's");
    for token in [customer, admin] {
        // 256 bits in base64.
        assert!(token.len() >= 43 && token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
    }
    assert_ne!(customer, admin);
    [customer.to_owned(), admin.to_owned()]
}

#[test_on_both_engines]
async fn a_session_made_by_command_works_on_both_apps() {
    let process = installation_on_current_engine().serve(&[]);
    let made = process.run(&[
        "session",
        "create",
        "--email",
        "Ravi@Test.invalid",
        "--name",
        "Ravi Shetty",
        "--role",
        "receptionist",
    ]);
    let cookie = made.expect_success();
    let [customer_token, admin_token] = session_tokens(cookie);
    assert_eq!(made.stdout.lines().count(), 1);
    let mut ids = HashSet::new();
    for app_kind in BOTH_APPS {
        let session = process.get_as(cookie, app_kind, "/api/auth/session").await.expect_ok();
        assert_eq!(session["user"]["name"], "Ravi Shetty");
        assert_eq!(session["user"]["role"], "receptionist");
        assert_eq!(session["user"]["email"].as_str().unwrap().to_lowercase(), "ravi@test.invalid");
        ids.insert(session["user"]["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 1, "one user, two sessions");

    // A session belongs to one app.
    let swapped = format!("__Host-parlour={admin_token}; __Host-parlour-admin={customer_token}");
    for app_kind in BOTH_APPS {
        process.get_as(&swapped, app_kind, "/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    }

    // The database never sees a token.
    let db = process.installation().database().await;
    let kept = db.read(|conn| conn.all::<(String, String)>("select token_hash, id from sessions", &[]));
    let kept: Vec<(String, String)> = kept.await.unwrap();
    assert_eq!(kept.len(), 2);
    let kept = format!("{kept:?}");
    assert!(!kept.contains(&customer_token) && !kept.contains(&admin_token));
}

#[test_on_both_engines]
async fn session_create_does_not_change_an_existing_user() {
    let process = installation_on_current_engine().serve(&[]);
    process.session("meena@test.invalid", "manager");
    let other = process.run(&["session", "create", "--email", "meena@test.invalid", "--role", "owner"]);
    let line = other.expect_error_line();
    assert!(line.contains("meena@test.invalid") && line.contains("manager"), "{line}");
    for arguments in [
        &["session", "create", "--email", "MEENA@test.invalid"][..],
        &["session", "create", "--email", "meena@test.invalid", "--role", "manager", "--name", "Another"],
    ] {
        let cookie = process.run(arguments);
        let session = process.get_as(cookie.expect_success(), AppKind::Admin, "/api/auth/session").await.expect_ok();
        assert_eq!(session["user"]["role"], "manager");
        assert_eq!(session["user"]["name"], "meena", "a name is for a user who is made");
    }
    let unknown = process.run(&["session", "create", "--email", "new@test.invalid"]);
    let line = unknown.expect_error_line();
    assert!(line.contains("new@test.invalid") && line.contains("--name"), "{line}");
    let cookie = process.run(&["session", "create", "--email", "new@test.invalid", "--name", "New"]);
    let session = process.get_as(cookie.expect_success(), AppKind::Customer, "/api/auth/session").await.expect_ok();
    assert_eq!(session["user"]["role"], "customer");

    for bad in [
        &["session", "create"][..],
        &["session", "create", "--email", "nobody"],
        &["session", "create", "--email", "a@test.invalid", "--role", "king"],
    ] {
        let refused = process.run(bad);
        assert!(!refused.status.success() && refused.stdout.is_empty() && !refused.stderr.is_empty());
    }
}

#[test_on_both_engines]
async fn a_role_change_takes_effect_on_the_next_request() {
    let process = installation_on_current_engine().serve(&[]);
    let cookie = process.session("dev@test.invalid", "customer");
    let metrics = async || process.get_as(&cookie, AppKind::Admin, "/api/metrics").await.status.as_u16();
    assert_eq!(metrics().await, 403);
    process.run(&["user", "role", "Dev@test.invalid", "developer"]).expect_success();
    assert_eq!(metrics().await, 200);
    process.run(&["user", "role", "dev@test.invalid", "staff"]).expect_success();
    assert_eq!(metrics().await, 403);
    let session = process.get_as(&cookie, AppKind::Customer, "/api/auth/session").await.expect_ok();
    assert_eq!(session["user"]["role"], "staff");

    let unknown = process.run(&["user", "role", "nobody@test.invalid", "staff"]);
    assert!(unknown.expect_error_line().contains("nobody@test.invalid"));
    assert!(!process.run(&["user", "role", "dev@test.invalid", "king"]).status.success());

    process.session("first@test.invalid", "owner");
    let last = process.run(&["user", "role", "first@test.invalid", "manager"]);
    assert!(last.expect_error_line().contains("last owner"), "{last:?}");
    process.session("second@test.invalid", "owner");
    process.run(&["user", "role", "first@test.invalid", "manager"]).expect_success();
}

#[tokio::test]
async fn the_printed_served_and_committed_openapi_documents_are_equal() {
    let process = sqlite_installation().serve(&[]);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi");
    for app_kind in BOTH_APPS {
        let printed = process.run(&["openapi", app_kind.as_str()]);
        let printed = printed.expect_success();
        let document: serde_json::Value = serde_json::from_str(printed).unwrap();
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
        let served = process.get(app_kind, "/api/openapi.json").await;
        assert_eq!(served.status, 200);
        assert_eq!(served.json(), document);
        if let Ok(committed) = fs::read_to_string(docs.join(format!("{}.json", app_kind.as_str()))) {
            assert_eq!(committed.trim_end(), printed, "stale: run `make gen`");
        }
    }
    assert!(!process.run(&["openapi", "invoicing"]).status.success());
}

/// Leads by name, read past Parlour.
async fn lead_names(salon: &Installation) -> HashSet<String> {
    let read = salon.database().await.read(|conn| conn.all::<(String,)>("select name from leads", &[])).await;
    let names: Result<Vec<(String,)>, DbError> = read;
    names.unwrap().into_iter().map(|(name,)| name).collect()
}

/// Posts leads from eight hands while `work` runs; returns how many were acknowledged before it began.
async fn run_during_writes(process: &Arc<ParlourProcess>, work: impl FnOnce()) -> usize {
    let (stop, acknowledged) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let hands: Vec<_> = (0..8)
        .map(|hand| {
            let (process, stop, count) = (Arc::clone(process), Arc::clone(&stop), Arc::clone(&acknowledged));
            tokio::spawn(async move {
                for lead in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let reply = process.post_lead(&format!("Lead {hand} {lead}")).await.expect("an answer");
                    reply.expect_created();
                    count.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let seen = || async { Some(acknowledged.load(Ordering::Relaxed)).filter(|count| *count >= 50) };
    let before = eventually(Duration::from_secs(20), seen).await;
    work();
    stop.store(true, Ordering::Relaxed);
    for hand in hands {
        hand.await.unwrap();
    }
    assert!(acknowledged.load(Ordering::Relaxed) > before, "nobody wrote during the backup");
    before
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sqlite_backup_taken_during_writes_is_complete() {
    let salon = demo_on_sqlite().without_rate_limits();
    let process = Arc::new(salon.serve(&[]));
    process.post_lead("Asha before everything").await.unwrap().expect_created();
    let before = run_during_writes(&process, || {
        let written = salon.run(&["backup", "copy.db"]);
        assert!(written.expect_success().contains("copy.db"));
    })
    .await;
    let copy = salon.folder().join("copy.db");

    let size = fs::metadata(&copy).unwrap().len();
    let again = salon.run(&["backup", "copy.db"]);
    assert!(again.expect_error_line().contains("copy.db"));
    assert_eq!(fs::metadata(&copy).unwrap().len(), size, "an existing file is left alone");

    let restored = sqlite_installation().without_rate_limits();
    fs::create_dir(restored.folder().join("data")).unwrap();
    fs::copy(&copy, restored.folder().join("data/parlour.db")).unwrap();
    let db = restored.database().await;
    let checked = db.read(|conn| conn.all::<(String,)>("pragma integrity_check", &[])).await;
    let checked: Result<Vec<(String,)>, DbError> = checked;
    assert_eq!(checked.unwrap(), [("ok".to_owned(),)]);
    drop(db);
    assert_backup_serves_leads(&restored, before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_backup_taken_during_writes_is_complete() {
    let salon = Installation::demo_on(Engine::Postgres, PARLOUR_BINARY).without_rate_limits();
    let process = Arc::new(salon.serve(&[]));
    process.post_lead("Asha before everything").await.unwrap().expect_created();
    let before = run_during_writes(&process, || {
        let written = salon.run(&["backup", "copy.dump"]);
        assert!(written.expect_success().contains("copy.dump"));
    })
    .await;
    let again = salon.run(&["backup", "copy.dump"]);
    assert!(again.expect_error_line().contains("copy.dump"));

    let port = PrivatePostgres::shared().port().to_string();
    let to_server = ["--host=127.0.0.1", "--username=parlour", "--port", &port];
    let run = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(to_server).args(arguments).status().expect("Postgres' own tools");
        assert!(status.success(), "{program}");
    };
    run("createdb", &["--template=template0", "restored"]);
    let dump = salon.folder().join("copy.dump");
    run("pg_restore", &["--no-owner", "--exit-on-error", "--dbname=restored", dump.to_str().unwrap()]);
    let url = format!("postgres://parlour@127.0.0.1:{port}/restored");
    let restored = sqlite_installation().without_rate_limits().with("PARLOUR_DATABASE_URL", &url);
    assert_backup_serves_leads(&restored, before).await;
}

async fn assert_backup_serves_leads(restored: &Installation, at_least: usize) {
    let process = restored.serve(&[]);
    let catalogue = process.get(AppKind::Customer, "/api/services").await.expect_ok();
    assert!(!catalogue["categories"].as_array().unwrap().is_empty());
    let names = lead_names(restored).await;
    assert!(names.contains("Asha before everything"));
    assert!(names.iter().filter(|name| name.starts_with("Lead ")).count() >= at_least);
    // It is a database to go on with, not only to look at.
    process.post_lead("After the restore").await.unwrap().expect_created();
}

#[test]
fn a_backup_without_a_database_is_refused() {
    let refused = sqlite_installation().run(&["backup", "copy.db"]);
    assert!(refused.expect_error_line().contains("data/parlour.db"), "{refused:?}");
}

#[test]
fn a_failed_dump_leaves_no_file() {
    let salon = sqlite_installation().with("PARLOUR_DATABASE_URL", "postgres://parlour:hunter2@127.0.0.1:1/salon");
    let refused = salon.run(&["backup", "copy.dump"]);
    assert!(!refused.status.success());
    assert!(!salon.folder().join("copy.dump").exists());
    assert!(!refused.stderr.contains("hunter2"), "{refused:?}");
}

#[test]
fn doctor_reports_no_problem_for_a_healthy_salon() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let sound = Installation::on(engine, PARLOUR_BINARY).run(&["doctor"]);
        let lines: Vec<&str> = sound.expect_success().lines().collect();
        assert!(lines.len() >= 3 && lines.iter().all(|line| !line.starts_with("FAIL")), "{lines:?}");
        for subject in ["settings", "database"] {
            assert!(lines.iter().any(|line| line.contains(subject)), "{lines:?}");
        }
    }
}

#[test_on_both_engines]
async fn doctor_names_branches_without_a_limit_of_open_requests_or_with_other_membership_terms() {
    let salon = demo_on_current_engine();
    let sound = salon.run(&["doctor"]);
    assert!(
        !["open requests", "membership terms"].iter().any(|line| sound.expect_success().contains(line)),
        "{sound:?}"
    );
    let db = salon.database().await;
    for change in [
        "update branches set max_pending_per_customer = null",
        "update branches set desk_membership_terms = 'any' where code = 'IND'",
    ] {
        db.write(move |tx| tx.execute(change, params![])).await.unwrap();
    }
    drop(db);
    let looked = salon.run(&["doctor"]);
    for warning in [
        "warn  open requests: no limit per customer (maxPendingPerCustomer) at live branches: \
         Parlour Indiranagar (IND)",
        "warn  membership terms: deskMembershipTerms is tier at some branches and any at: Parlour Indiranagar (IND)",
    ] {
        assert!(looked.expect_success().lines().any(|line| line == warning), "{looked:?}");
    }
}

#[test]
fn doctor_names_unreachable_services() {
    let nobody = "127.0.0.1:1";
    for (name, value, subject) in [
        ("PARLOUR_REDIS_URL", format!("redis://:hunter2@{nobody}"), "redis"),
        ("PARLOUR_DATABASE_URL", format!("postgres://parlour:hunter2@{nobody}/salon"), "database"),
        ("PARLOUR_CHAT_WEBHOOK_URL", format!("https://{nobody}/hunter2"), "chat"),
    ] {
        let ill = sqlite_installation().with(name, &value).run(&["doctor"]);
        assert_eq!(ill.status.code(), Some(1), "{ill:?}");
        let failures: Vec<&str> = ill.stdout.lines().filter(|line| line.starts_with("FAIL")).collect();
        assert!(failures.len() == 1 && failures[0].contains(subject), "{ill:?}");
        assert!(!format!("{ill:?}").contains("hunter2"), "{ill:?}");
    }
    let unreadable = sqlite_installation().with("PARLOUR_CUSTOMER_ADDR", "here").run(&["doctor"]);
    assert_eq!(unreadable.status.code(), Some(1));
    assert!(unreadable.stdout.starts_with("FAIL  settings: PARLOUR_CUSTOMER_ADDR"), "{unreadable:?}");
}

#[test]
fn shell_completions_contain_the_commands() {
    let bash = sqlite_installation().run(&["completions", "bash"]);
    let script = bash.expect_success();
    for word in ["serve", "migrate", "session", "doctor", "--demo"] {
        assert!(script.contains(word), "{word}");
    }
    let checked = Command::new("bash").arg("-n").arg("-c").arg(script).status().unwrap();
    assert!(checked.success());
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    for arguments in
        [&["openapi", "customer"][..], &["openapi", "admin"], &["completions", "bash"], &["settings"], &["doctor"]]
    {
        let folder = sqlite_installation();
        let mut child = Command::new(PARLOUR_BINARY)
            .args(arguments)
            .current_dir(folder.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
}

#[tokio::test]
async fn a_log_written_to_a_file_has_no_colours() {
    let process = sqlite_installation().with("PARLOUR_LOG_FORMAT", "pretty").spawn(&["serve"]);
    let all_listen = || async {
        let lines = process.log_lines();
        (lines.iter().filter(|line| line.contains("listening")).count() == 3).then_some(lines)
    };
    let lines = eventually(Duration::from_secs(20), all_listen).await;
    assert!(lines.iter().all(|line| !line.contains('\x1b')), "{lines:?}");
}

#[test]
fn a_backup_is_readable_by_its_owner_only() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let salon = Installation::on(engine, PARLOUR_BINARY);
        salon.run(&["migrate"]);
        salon.run(&["backup", "copy"]).expect_success();
        let mode = fs::metadata(salon.folder().join("copy")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn every_command_has_help() {
    let commands = [
        "",
        "serve",
        "migrate",
        "demo",
        "session",
        "session create",
        "user",
        "user role",
        "user add",
        "user list",
        "openapi",
        "backup",
        "restore",
        "move",
        "doctor",
        "completions",
    ];
    let whole = sqlite_installation().run(&["--help"]);
    for command in commands {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.push("--help");
        let help = sqlite_installation().run(&arguments);
        let text = help.expect_success();
        assert!(text.contains("Usage: parlour") && text.len() > 80, "{command}: {text}");
        let top = command.split_whitespace().next().unwrap_or("serve");
        assert!(whole.stdout.contains(&format!("  {top} ")), "{command} is not in the list");
    }
    assert!(sqlite_installation().run(&["--version"]).expect_success().starts_with("parlour "));
    assert_eq!(sqlite_installation().run(&["open-the-shop"]).status.code(), Some(2));
}

#[test]
fn an_unknown_or_invalid_setting_stops_the_start_with_one_line() {
    for (name, value) in [
        ("PARLOUR_DATABSE_URL", "sqlite://x.db"),
        ("PARLOUR_", "1"),
        ("PARLOUR_HEARTBEAT_TEA", "https://example.invalid"),
        ("PARLOUR_ENV", "prod"),
        ("PARLOUR_DATABASE_URL", "mysql://db/salon"),
        ("PARLOUR_CUSTOMER_ADDR", "3000"),
        ("PARLOUR_ADMIN_URL", "desk"),
        ("PARLOUR_LOG", "info,=,=loud"),
        ("PARLOUR_LOG", "inof"),
        ("PARLOUR_LOG_FORMAT", "xml"),
        ("PARLOUR_CLOCK_START", "tomorrow"),
        ("PARLOUR_CLOCK_START", "1999-12-31T00:00:00Z"),
        ("PARLOUR_RATE_LIMIT_LEADS", "5 a minute"),
        ("PARLOUR_RATE_LIMIT_HEALTH", "0/10s"),
        ("PARLOUR_RATE_LIMIT_HEALTH", "1000001/10s"),
        ("PARLOUR_TRUSTED_PROXIES", "10.0.0.0/40"),
        ("PARLOUR_LEAD_ORIGINS", "example.com/page"),
        ("PARLOUR_TLS_CERT", "only-half.pem"),
        ("PARLOUR_GST_RATE", "many"),
        ("PARLOUR_OWNER_EMAIL", "the owner"),
        ("PARLOUR_INSECURE_DEV", "perhaps"),
        ("PARLOUR_SECRET_KEY", "too short"),
        ("PARLOUR_SECRET_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    ] {
        let salon = sqlite_installation().with(name, value);
        for command in [&["serve"][..], &["migrate"]] {
            let refused = salon.run(command);
            assert!(refused.expect_error_line().contains(name), "{name}={value}: {refused:?}");
        }
        assert!(!salon.folder().join("data").exists(), "{name}: refused before anything was touched");
    }
    let several = sqlite_installation().with("PARLOUR_NOPE", "1").with("PARLOUR_ENV", "prod").run(&["serve"]);
    several.expect_error_line();
}

#[tokio::test]
async fn the_environment_overrides_the_settings_file() {
    let salon = sqlite_installation().without("PARLOUR_CUSTOMER_ADDR").with("PARLOUR_LEAD_SOURCE", "from_environment");
    let toml = "customer_addr = '127.0.0.1:0'\nlead_source = 'from_file'\ndatabase_url = 'sqlite://else/where.db'\n\
                insecure_dev = true\nlead_origins = ['https://landing.example']\n";
    fs::write(salon.folder().join("parlour.toml"), toml).unwrap();
    let process = salon.serve(&[]);
    assert_ne!(process.address(AppKind::Customer).port(), 3000);
    process.post_lead("Asha").await.unwrap().expect_created();
    assert!(salon.folder().join("else/where.db").exists() && !salon.folder().join("data/parlour.db").exists());
    let db = salon.clone().with("PARLOUR_DATABASE_URL", "sqlite://else/where.db").database().await;
    let sources: Result<Vec<(String,)>, DbError> =
        db.read(|conn| conn.all::<(String,)>("select source from leads", &[])).await;
    assert_eq!(sources.unwrap(), [("from_environment".to_owned(),)]);

    for (text, named) in [
        ("lead_sauce = 'x'", "lead_sauce"),
        ("PARLOUR_ENV = 'production'", "PARLOUR_ENV"),
        ("env = 'prod'", "env"),
        ("[serve]\nroles = 'web'", "serve"),
        ("this is not toml", "parlour.toml, line 1"),
    ] {
        fs::write(salon.folder().join("parlour.toml"), text).unwrap();
        let refused = salon.run(&["serve"]);
        let line = refused.expect_error_line();
        assert!(line.contains(named) && line.contains("parlour.toml"), "{text}: {line}");
    }
}

#[tokio::test]
async fn secrets_are_never_printed() {
    let salon = with_every_secret(sqlite_installation());
    let from = format!("postgres://parlour:{SECRET_MARKER}@127.0.0.1:1/salon?application_name={SECRET_MARKER}");
    let mut said = String::new();
    for arguments in [
        &["doctor"][..],
        &["migrate"],
        &["demo"],
        &["session", "create", "--email", "a@test.invalid", "--name", "A"],
        &["user", "add", "b@test.invalid", "staff"],
        &["user", "list"],
        &["user", "role", "nobody@test.invalid", "staff"],
        &["backup", "copy.dump"],
        &["backup"],
        &["restore", "copy.dump"],
        &["move", "--from", &from, "--to", "sqlite://moved.db"],
        &["openapi", "admin"],
        &["completions", "fish"],
        &["settings"],
        &["serve", "--help"],
    ] {
        writeln!(said, "{:?}", salon.run(arguments)).unwrap();
    }
    assert!(said.contains("FAIL  redis"), "{said}");
    for log in ["info", "trace"] {
        let mut process = salon.clone().with("PARLOUR_LOG", log).serve(&[]);
        process.get(AppKind::Customer, "/api/services").await.expect_ok();
        process.get(AppKind::Customer, "/api/auth/sign-in").await.expect_error(502, "UPSTREAM_ERROR");
        process.terminate();
        assert!(process.wait().success());
        said += &process.log_lines().join("\n");
        said += &process.stdout();
    }
    let line = said.lines().find(|line| line.contains(SECRET_MARKER));
    assert_eq!(line, None);
}

#[test]
fn an_invalid_secret_is_not_quoted_in_errors() {
    for (name, value) in [
        ("PARLOUR_DATABASE_URL", format!("mysql://parlour:{SECRET_MARKER}@db/salon")),
        ("PARLOUR_DATABASE_URL", format!("postgres://parlour:{SECRET_MARKER}@127.0.0.1:port/salon")),
        (
            "PARLOUR_DATABASE_URL",
            format!("postgres://parlour:{SECRET_MARKER}@127.0.0.1:1/salon?nonsense={SECRET_MARKER}"),
        ),
        ("PARLOUR_DATABASE_URL", format!("postgres://parlour:{SECRET_MARKER}@127.0.0.1:1/salon")),
        ("PARLOUR_DATABASE_READ_URL", format!("sqlite://{SECRET_MARKER}")),
        ("PARLOUR_REDIS_URL", format!("rediss:{SECRET_MARKER}")),
        ("PARLOUR_REDIS_URL", format!("redis://:{SECRET_MARKER}@127.0.0.1:port")),
        ("PARLOUR_REALTIME_KEY", SECRET_MARKER.to_owned()),
        ("PARLOUR_VAPID_PRIVATE_KEY", SECRET_MARKER.to_owned()),
        ("PARLOUR_MAIL_URL", format!("imap://desk:{SECRET_MARKER}@host")),
        ("PARLOUR_CHAT_WEBHOOK_URL", format!("chat.example/{SECRET_MARKER}")),
        ("PARLOUR_HEARTBEAT_DAILY_SALES_REPORT", SECRET_MARKER.to_owned()),
        ("PARLOUR_QUEUE_TOKEN", SECRET_MARKER.to_owned()),
        ("PARLOUR_STORAGE_SECRET_KEY", SECRET_MARKER.to_owned()),
        ("PARLOUR_OAUTH_CLIENT_SECRET", SECRET_MARKER.to_owned()),
    ] {
        let refused = sqlite_installation().with(name, &value).run(&["serve"]);
        assert!(!refused.status.success(), "{name}");
        assert!(!format!("{refused:?}").contains(SECRET_MARKER), "{refused:?}");
    }
    let salon = sqlite_installation();
    fs::write(salon.folder().join("parlour.toml"), format!("queue_token = '{SECRET_MARKER}\n")).unwrap();
    let refused = salon.run(&["serve"]);
    assert!(!refused.expect_error_line().contains(SECRET_MARKER), "{refused:?}");
}

#[test]
fn the_database_folder_is_created_or_the_error_names_it() {
    let salon = sqlite_installation().with("PARLOUR_DATABASE_URL", "sqlite://a/b/c.db");
    salon.run(&["migrate"]).expect_success();
    assert!(salon.folder().join("a/b/c.db").exists());
    fs::write(salon.folder().join("file"), "in the way").unwrap();
    let refused = salon.with("PARLOUR_DATABASE_URL", "sqlite://file/c.db").run(&["serve"]);
    let line = refused.stderr.lines().last().unwrap_or_default();
    assert!(!refused.status.success() && line.contains(PathBuf::from("file").to_str().unwrap()), "{refused:?}");
}

/// What became of each letter, by recipient and by when somebody asked for it.
async fn stored_emails(home: &TestSalon) -> Vec<(String, String, String)> {
    let read = home.app.db.read(|conn| -> Result<_, DbError> {
        conn.all("select recipient, subject, status from emails where user_id is null order by recipient, subject", &[])
    });
    read.await.unwrap()
}

fn stored_email(subject: &str, status: &str) -> (String, String, String) {
    ("owner@salon.invalid".to_owned(), subject.to_owned(), status.to_owned())
}

#[test_on_both_engines]
async fn a_job_command_leaves_unsendable_messages_to_other_processes() {
    let home = fill_small_salon(TestSalon::open().await).await;
    let (desk, asha) = (receptionist(&home).await, home.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let database = home.database_url();
    let shell = Installation::new(PARLOUR_BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_REPORT_RECIPIENTS", "owner@salon.invalid");
    let at = |shell: &Installation, wall: &str| {
        shell.clone().with("PARLOUR_CLOCK_START", &format!("2027-03-01T{wall}:00+05:30"))
    };
    let waiting = async || {
        let unsent = "select (select count(*) from emails where user_id is not null and status = 'pending')
            + (select count(*) from notifications where status = 'pending')";
        let read = home.app.db.read(move |conn| conn.one::<(i64,)>(unsent, &[]));
        read.await.unwrap().unwrap().0
    };
    assert_eq!(waiting().await, 3, "her letter and her line, and the desk's");

    let ran = at(&shell, "12:00").run(&["job", "daily-sales-report"]);
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(ran.stdout, "{\"success\":true}\n");
    assert!(ran.stderr.contains("e-mails are waiting for a process that has PARLOUR_MAIL_URL set"), "{ran:?}");
    assert_eq!(stored_emails(&home).await, [stored_email("2027-03-01 12:00", "pending")]);
    let followed = at(&shell, "12:00").run(&["job", "appointment-reminders"]);
    assert_eq!(followed.stdout, "{\"processed\":0,\"success\":true}\n", "{followed:?}");
    assert_eq!(waiting().await, 3);

    // The same shell with a mail server sends what its own job wrote, and leaves the rest to those who serve.
    let outbox = tempfile::tempdir().unwrap();
    let with_mail = shell
        .with("PARLOUR_MAIL_URL", &format!("file://{}", outbox.path().display()))
        .with("PARLOUR_MAIL_FROM", "desk@salon.invalid");
    let ran = at(&with_mail, "12:30").run(&["job", "daily-sales-report"]);
    assert_eq!(ran.expect_success(), r#"{"success":true}"#);
    let expected = [stored_email("2027-03-01 12:00", "pending"), stored_email("2027-03-01 12:30", "sent")];
    assert_eq!(stored_emails(&home).await, expected);
    assert_eq!((emails_in_folder(outbox.path()).len(), waiting().await), (1, 3));
}

/// One whose letter is part of its answer.
#[test_on_both_engines]
async fn an_email_of_a_job_command_waits_for_a_mail_server() {
    let home = fill_small_salon(TestSalon::open().await).await;
    let asha = home.customer("Asha").await;
    let profile = serde_json::json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-01", "gender": "female", "marketingConsent": true,
    });
    asha.post("/api/onboarding/complete", &profile).await.expect_ok();
    let id = create_booking(&asha, &haircut_request()).await;
    set_booking_status(&home, &id, "completed").await;
    let database = home.database_url();
    let shell = Installation::new(PARLOUR_BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_CLOCK_START", "2027-03-07T12:00:00+05:30");
    let body = format!(r#"{{"bookingId":"{id}"}}"#);
    let ran = shell.run(&["job", "post-service-followup", "--body", &body]);
    assert_eq!(ran.stdout, "{\"sent\":false,\"success\":true}\n", "{ran:?}");
    let unsent = "select count(*) from emails e join notifications n on n.id = e.id
        where e.status = 'pending' and n.status = 'pending'";
    let read = home.app.db.read(move |conn| conn.one::<(i64,)>(unsent, &[]));
    assert_eq!(read.await.unwrap(), Some((1,)));
}
