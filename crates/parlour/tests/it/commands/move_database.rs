//! From a laptop to a server, and back.

use std::collections::BTreeMap;
use std::fs;

use parlour_domain::auth::app_kind::AppKind;
use parlour_store::DatabaseLocation;
use parlour_testkit::Engine;
use parlour_testkit::process::{Installation, ParlourProcess};
use serde_json::{Value, json};

use crate::parlour_binary::{PARLOUR_BINARY, demo_on_sqlite, sqlite_installation};

fn url(salon: &Installation) -> String {
    match salon.location() {
        DatabaseLocation::Sqlite(path) => format!("sqlite://{}", path.display()),
        DatabaseLocation::Postgres(url) => url,
    }
}

fn move_all(from: &Installation, to: &Installation) -> String {
    let moved = from.run(&["move", "--from", &url(from), "--to", &url(to)]);
    assert!(moved.status.success() && moved.stderr.contains("bookings"), "progress is shown: {moved:?}");
    moved.stdout
}

/// All exported records of a salon, by table. The engines sort texts differently.
fn exported(salon: &Installation, folder: &str) -> BTreeMap<String, Vec<String>> {
    let ran = salon.run(&["export", folder]);
    assert!(ran.status.success(), "{ran:?}");
    let entries = fs::read_dir(salon.folder().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let tables =
        entries.filter(|path| path.extension().is_some_and(|end| end == "json") && !path.ends_with("contents.json"));
    let records = tables.map(|path| {
        let records: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut records: Vec<String> = records.iter().map(Value::to_string).collect();
        records.sort_unstable();
        (path.file_stem().unwrap().to_string_lossy().into_owned(), records)
    });
    records.collect()
}

fn stop(mut process: ParlourProcess) {
    process.terminate();
    assert!(process.wait().success());
}

/// Adds a customer at the desk and finds them in the directory.
async fn add_and_find(process: &ParlourProcess, boss: &str, name: &str) {
    let customer = json!({ "name": name, "phone": "+919812345678", "email": format!("{}@test.invalid", name.len()) });
    let added = process.send_request(AppKind::Admin, reqwest::Method::POST, "/api/customers", |request| {
        request.header("cookie", boss).json(&customer)
    });
    added.await.unwrap().expect_created();
    let found = process.get_as(boss, AppKind::Admin, &format!("/api/customers?q={name}")).await.expect_ok();
    assert_eq!(found["customers"][0]["name"], *name, "{found}");
}

#[tokio::test]
async fn all_data_is_moved_to_postgres_and_back() {
    let laptop = demo_on_sqlite();
    let process = laptop.serve(&[]);
    let boss = process.session("boss@example.invalid", "owner");
    stop(process);
    let on_laptop = exported(&laptop, "out");
    assert!(on_laptop["bookings"].len() > 300 && on_laptop["audit_log"].len() > 5, "there is something to move");

    let server = Installation::on(Engine::Postgres, PARLOUR_BINARY);
    let said = move_all(&laptop, &server);
    assert!(said.starts_with("Moved ") && !said.contains("parlour@"), "{said}");
    let on_server = exported(&server, "out");
    assert_eq!(on_server.keys().collect::<Vec<_>>(), on_laptop.keys().collect::<Vec<_>>());
    for (table, records) in &on_laptop {
        assert!(records == &on_server[table], "{table} differs");
    }
    // Whoever was signed in still is; old customers are found, and new ones get numbers of their own.
    let process = server.serve(&[]);
    let customer = process.get_as(&boss, AppKind::Admin, "/api/customers?limit=1").await.expect_ok();
    let name = customer["customers"][0]["name"].as_str().unwrap().to_owned();
    let found = process.get_as(&boss, AppKind::Admin, &format!("/api/customers?q={name}")).await.expect_ok();
    assert_eq!(found["customers"][0]["name"], *name);
    add_and_find(&process, &boss, "Zubeida").await;
    stop(process);

    let back = sqlite_installation();
    move_all(&server, &back);
    assert_eq!(exported(&back, "out"), exported(&server, "again"));
    let process = back.serve(&[]);
    add_and_find(&process, &boss, "Yamini").await;
    assert_eq!(
        process.get_as(&boss, AppKind::Admin, "/api/customers?q=Zubeida").await.expect_ok()["customers"][0]["name"],
        "Zubeida"
    );
    stop(process);
    // The first one is as it was.
    assert_eq!(exported(&laptop, "again"), on_laptop);
}

#[tokio::test]
async fn nothing_is_moved_from_or_to_a_database_in_use_or_into_data() {
    let full = demo_on_sqlite();
    let server = Installation::on(Engine::Postgres, PARLOUR_BINARY);
    let moved = |from: &Installation, to: &Installation| full.run(&["move", "--from", &url(from), "--to", &url(to)]);

    for salon in [&full, &server] {
        let process = salon.serve(&[]);
        let refused = moved(salon, &sqlite_installation());
        assert!(refused.expect_error_line().contains("stop it first"), "{refused:?}");
        let refused = moved(&demo_on_sqlite(), salon);
        assert!(refused.expect_error_line().contains("stop it first"), "{refused:?}");
        stop(process);
    }
    let before = exported(&server, "out");
    move_all(&full, &server);
    assert_ne!(exported(&server, "full"), before);
    for (from, to) in [(&full, &server), (&server, &full)] {
        let refused = moved(from, to);
        assert!(refused.expect_error_line().contains("it is not empty: there are rows in "), "{refused:?}");
    }
    let refused = moved(&full, &full);
    assert!(refused.expect_error_line().contains("the same database"), "{refused:?}");
    let refused = moved(&sqlite_installation(), &sqlite_installation());
    assert!(refused.expect_error_line().contains("there is no such database"), "{refused:?}");
    let wrong = full.run(&["move", "--from", "mysql://db/salon", "--to", "sqlite://x.db"]);
    assert!(wrong.expect_error_line().contains("--from: expected a database such as sqlite://"), "{wrong:?}");
    assert!(!wrong.stderr.contains("mysql"), "it may contain a password: {wrong:?}");
}

#[tokio::test]
async fn of_two_moves_into_one_database_one_is_done() {
    let salons = [sqlite_installation(), sqlite_installation()];
    for (salon, day) in salons.iter().zip(["01", "02"]) {
        // On another day other ids are made.
        salon.clone().with("PARLOUR_CLOCK_START", &format!("2027-03-{day}T10:00:00Z")).run(&["demo"]).expect_success();
    }
    for (target, folder) in
        [(sqlite_installation(), "out-1"), (Installation::on(Engine::Postgres, PARLOUR_BINARY), "out-2")]
    {
        let to = url(&target);
        let mut moves: Vec<_> =
            salons.iter().map(|from| from.spawn(&["move", "--from", &url(from), "--to", &to])).collect();
        let done = moves.iter_mut().map(|running| running.wait().success()).filter(|is_done| *is_done).count();
        assert_eq!(done, 1, "{to}");
        let moved = exported(&target, "out");
        assert!(salons.iter().any(|from| exported(from, folder) == moved), "one of them, whole");
    }
}
