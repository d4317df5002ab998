//! An owner fetches every record of the salon.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use zip::ZipArchive;

use super::{DAY_SECONDS, count_files, salon_with_files};

async fn shown(person: &Person, export: &Value) -> Value {
    let path = format!("/api/exports/{}", export["id"].as_str().unwrap());
    person.get(&path).await.expect_ok()["export"].clone()
}

/// As a browser follows the address: without a session.
async fn fetch(salon: &TestSalon, export: &Value) -> Reply {
    let url = export["url"].as_str().unwrap();
    let path = url.strip_prefix(salon.url(AppKind::Admin)).unwrap();
    salon.admin_visitor().get(path).await
}

fn unpacked(archive: &[u8]) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().unwrap().into_owned(), text);
    }
    files
}

#[test_on_both_engines]
async fn an_export_is_written_in_the_background_and_lives_a_day() {
    let options = SalonOptions { has_demo_data: true, ..SalonOptions::default() };
    let (salon, storage) = salon_with_files(options).await;
    let (owner, boss) = (salon.member("Olga", Role::Owner).await, salon.member("Meera", Role::Manager).await);
    boss.post_empty("/api/exports").await.expect_error(403, "FORBIDDEN");
    salon.admin_visitor().post_empty("/api/exports").await.expect_error(401, "UNAUTHENTICATED");
    let export = owner.post_empty("/api/exports").await.expect_created()["export"].clone();
    assert_eq!((&export["status"], &export["url"]), (&json!("running"), &Value::Null));
    owner.post_empty("/api/exports").await.expect_error(409, "CONFLICT");
    assert_eq!(shown(&owner, &export).await, export);
    salon.run_due_jobs().await;
    let done = shown(&owner, &export).await;
    assert_eq!(done["status"], "done", "{done}");
    boss.get(&format!("/api/exports/{}", export["id"].as_str().unwrap())).await.expect_error(403, "FORBIDDEN");
    owner.get("/api/exports/nope").await.expect_error(404, "NOT_FOUND");

    let file = fetch(&salon, &done).await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("application/zip")));
    assert!(file.header("content-disposition").unwrap().starts_with("attachment; filename=\"parlour-export-"));
    let files = unpacked(&file.bytes);
    let contents: Value = serde_json::from_str(&files["contents.json"]).unwrap();
    let tables = contents["tables"].as_object().unwrap();
    assert_eq!(files.len(), tables.len() * 2 + 1);
    for excluded in ["sessions", "secrets", "import_files", "export_files", "running_files"] {
        assert!(!tables.contains_key(excluded), "{excluded}");
    }
    for (table, about) in tables {
        let records: Vec<Value> = serde_json::from_str(&files[&format!("{table}.json")]).unwrap();
        let rows = csv::Reader::from_reader(files[&format!("{table}.csv")].as_bytes()).into_records().count();
        assert_eq!((json!(records.len()), json!(rows)), (about["rows"].clone(), about["rows"].clone()), "{table}");
    }
    let bookings = owner.get("/api/bookings").await.expect_ok()["bookings"].as_array().unwrap().len();
    assert_eq!(tables["bookings"]["rows"], bookings);

    salon.advance_seconds(DAY_SECONDS);
    assert_eq!(shown(&owner, &export).await["url"], Value::Null);
    salon.run_due_jobs().await;
    assert_eq!(count_files(&storage, "exports"), 0);
    fetch(&salon, &done).await.expect_error(404, "NOT_FOUND");
    owner.post_empty("/api/exports").await.expect_created();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_export_that_was_given_up_makes_room_for_another() {
    let (salon, storage) = salon_with_files(SalonOptions::default()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let first = owner.post_empty("/api/exports").await.expect_created()["export"].clone();
    salon.advance_seconds(60 * 60);
    assert_eq!(shown(&owner, &first).await["status"], "failed");
    let second = owner.post_empty("/api/exports").await.expect_created()["export"].clone();
    salon.run_due_jobs().await;
    assert_eq!(shown(&owner, &first).await["status"], "failed");
    assert_eq!(shown(&owner, &second).await["status"], "done");
    assert_eq!(count_files(&storage, "exports"), 1);
}

#[test_on_both_engines]
async fn of_two_owners_at_once_one_gets_an_export() {
    let (salon, _storage) = salon_with_files(SalonOptions::default()).await;
    let (olga, omar) = (salon.member("Olga", Role::Owner).await, salon.member("Omar", Role::Owner).await);
    let (one, other) = tokio::join!(olga.post_empty("/api/exports"), omar.post_empty("/api/exports"));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    salon.run_due_jobs().await;
}
