//! A manager sends a file of another system, looks at what would come of it, and has it imported.

use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_domain::job::Job;
use parlour_store::{Conn, DbError};
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::jobs::JobPayload;
use serde_json::{Value, json};

use super::{DAY_SECONDS, count_files, salon_with_files};

const CUSTOMERS: &str = "kind=customers";
const MIB: usize = 1 << 20;

const CUSTOMERS_CSV: &str = "\
Name,Phone,E-mail,Loyalty card
Asha Rao,98450 11111,asha@example.com,7
\"Iyer, Meena\",+919845022222,,
Nobody,12345,not-an-email,
asha rao,9845011111,ASHA@example.com,8
";

async fn send(person: &Person, query: &str, csv: impl Into<axum::body::Body>) -> Reply {
    person.send_as("text/csv", Method::POST, &format!("/api/imports?{query}"), csv).await
}

/// Returns the checked import.
async fn check(person: &Person, query: &str, csv: &str) -> Value {
    send(person, query, csv.to_owned()).await.expect_created()["import"].clone()
}

async fn apply(person: &Person, import: &Value) -> Reply {
    person.post_empty(&format!("/api/imports/{}/apply", import["id"].as_str().unwrap())).await
}

async fn shown(person: &Person, import: &Value) -> Value {
    let path = format!("/api/imports/{}", import["id"].as_str().unwrap());
    person.get(&path).await.expect_ok()["import"].clone()
}

async fn count_rows(salon: &TestSalon, sql: &'static str) -> i64 {
    let counted = salon.app.db.read(move |conn: &mut Conn<'_>| -> Result<i64, DbError> { conn.number(sql, params![]) });
    counted.await.unwrap()
}

async fn count_customers(salon: &TestSalon) -> i64 {
    count_rows(salon, "select count(*) from profiles where in_directory").await
}

fn encoded(mapping: &Value) -> String {
    url::form_urlencoded::byte_serialize(mapping.to_string().as_bytes()).collect()
}

fn many_customers(count: usize) -> String {
    (0..count).fold("name,phone\n".to_owned(), |file, number| file + &format!("Guest {number},98{number:08}\n"))
}

#[test_on_both_engines]
async fn a_file_is_checked_then_imported_in_the_background() {
    let (salon, storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let before = count_customers(&salon).await;
    let import = check(&boss, CUSTOMERS, CUSTOMERS_CSV).await;
    for (name, value) in [("kind", json!("customers")), ("status", json!("checked")), ("rows", json!(4))] {
        assert_eq!(import[name], value, "{import}");
    }
    assert_eq!((&import["accepted"], &import["duplicates"], &import["done"]), (&json!(2), &json!(1), &json!(0)));
    assert_eq!(import["mapping"], json!({ "name": "Name", "phone": "Phone", "email": "E-mail" }));
    let refused = import["refused"].as_array().unwrap();
    assert_eq!((refused.len(), &refused[0]["row"]), (1, &json!(3)), "{import}");
    for column in ["phone", "email"] {
        assert!(refused[0]["reason"].as_str().unwrap().contains(column), "{import}");
    }
    assert_eq!(count_customers(&salon).await, before, "a check writes nothing");
    for table in ["select count(*) from imports", "select count(*) from imported_records"] {
        assert_eq!(count_rows(&salon, table).await, 0, "{table}");
    }

    assert_eq!(apply(&boss, &import).await.expect_ok()["import"]["status"], "running");
    apply(&boss, &import).await.expect_error(409, "CONFLICT");
    send(&boss, CUSTOMERS, CUSTOMERS_CSV).await.expect_error(409, "CONFLICT");
    assert_eq!(shown(&boss, &import).await["done"], 0);
    salon.run_due_jobs().await;
    let done = shown(&boss, &import).await;
    assert_eq!((&done["status"], &done["done"], &done["accepted"]), (&json!("done"), &json!(4), &json!(2)), "{done}");
    assert_eq!((&done["duplicates"], &done["refused"]), (&json!(1), &import["refused"]));
    assert_eq!(count_customers(&salon).await, before + 2);
    apply(&boss, &import).await.expect_error(409, "CONFLICT");
    // The changes are those of whoever has had the file imported.
    let actor = boss.id().clone();
    let audited = salon.app.db.read(move |conn: &mut Conn<'_>| -> Result<Vec<String>, DbError> {
        conn.all_values("select action from audit_log where actor_id = $1 order by action", params![actor])
    });
    let audited = audited.await.unwrap();
    for action in ["import.apply", "customer.add"] {
        assert!(audited.iter().any(|audited| audited == action), "{audited:?}");
    }

    // The same file again: everybody is known.
    let again = check(&boss, CUSTOMERS, CUSTOMERS_CSV).await;
    assert_eq!((&again["accepted"], &again["duplicates"]), (&json!(0), &json!(3)));
    assert_eq!(count_files(&storage, "imports"), 2);
    salon.advance_seconds(DAY_SECONDS);
    apply(&boss, &again).await.expect_error(409, "CONFLICT");
    salon.run_due_jobs().await;
    assert_eq!(count_files(&storage, "imports"), 0);
    let later = shown(&boss, &import).await;
    assert_eq!((&later["status"], &later["accepted"], &later["refused"]), (&json!("done"), &json!(2), &json!([])));
}

#[test_on_both_engines]
async fn rows_that_are_far_apart_are_known_as_repeated() {
    let (salon, _storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let file = many_customers(600) + "Guest 0,9800000000\n";
    let import = check(&boss, CUSTOMERS, &file).await;
    assert_eq!((&import["rows"], &import["accepted"], &import["duplicates"]), (&json!(601), &json!(600), &json!(1)));
    apply(&boss, &import).await.expect_ok();
    // The queue may give the job to two processes.
    let payload = JobPayload::for_file(import["id"].as_str().unwrap());
    let run = || salon.run_job_with_payload(Job::ApplyImport, &payload);
    let (one, other) = tokio::join!(run(), run());
    let processed = one["processed"].as_i64().unwrap() + other["processed"].as_i64().unwrap();
    assert!(processed <= 601, "{one} and {other}");
    salon.run_due_jobs().await;
    let done = shown(&boss, &import).await;
    assert_eq!((&done["status"], &done["accepted"], &done["duplicates"]), (&json!("done"), &json!(600), &json!(1)));
    assert_eq!(count_customers(&salon).await, 600);
}

#[test_on_both_engines]
async fn an_import_that_was_given_up_goes_on() {
    let (salon, _storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let import = check(&boss, CUSTOMERS, CUSTOMERS_CSV).await;
    apply(&boss, &import).await.expect_ok();
    salon.advance_seconds(60 * 60);
    assert_eq!(shown(&boss, &import).await["status"], "failed");
    assert_eq!(apply(&boss, &import).await.expect_ok()["import"]["status"], "running");
    salon.run_due_jobs().await;
    assert_eq!(shown(&boss, &import).await["status"], "done");
    assert_eq!(count_customers(&salon).await, 2);

    // Another file takes its place.
    let other = check(&boss, CUSTOMERS, &many_customers(1)).await;
    apply(&boss, &other).await.expect_ok();
    salon.advance_seconds(60 * 60);
    let third = check(&boss, CUSTOMERS, &many_customers(2)).await;
    salon.run_due_jobs().await;
    assert_eq!((&shown(&boss, &other).await["status"], &third["status"]), (&json!("failed"), &json!("checked")));
    assert_eq!(count_customers(&salon).await, 2);
}

#[test_on_both_engines]
async fn columns_of_other_names_are_mapped() {
    let (salon, _storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let file = "Guest;Cell;Phone\nAsha Rao;9845011111;landline\n";
    let mapping = json!({ "name": "Guest", "phone": "Cell" });
    let import = check(&boss, &format!("{CUSTOMERS}&mapping={}", encoded(&mapping)), file).await;
    assert_eq!((&import["accepted"], &import["mapping"]), (&json!(1), &mapping));
    apply(&boss, &import).await.expect_ok();
    salon.run_due_jobs().await;
    assert_eq!(shown(&boss, &import).await["accepted"], 1);
    let found = boss.get("/api/customers?q=asha").await.expect_ok();
    assert_eq!(found["customers"][0]["phone"], "+919845011111");

    for wrong in [
        json!({ "name": "Guest", "phone": "Mobile" }),
        json!({ "name": "Guest", "phone": "Guest" }),
        json!({ "name": "Guest", "shoe": "Cell" }),
        json!({ "name": 1 }),
        json!(["name"]),
    ] {
        let refused = send(&boss, &format!("{CUSTOMERS}&mapping={}", encoded(&wrong)), file).await;
        assert_eq!(refused.expect_invalid_fields(), ["mapping"], "{wrong}");
    }
}

#[test_on_both_engines]
async fn wrong_requests_are_refused_and_leave_nothing() {
    let (salon, storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let file = "name,phone,date of birth\nAsha,9845011111,04/05/1990\n";
    for (query, file, fields) in [
        ("", file, &["kind"][..]),
        ("kind=robots&dateOrder=ymd&mapping=7", file, &["dateOrder", "kind", "mapping"]),
        (CUSTOMERS, file, &["dateOrder"]),
        (CUSTOMERS, "", &["body"]),
        (CUSTOMERS, "email\nasha@example.com\n", &["body"]),
        (CUSTOMERS, "name,phone,NAME\n", &["body"]),
        ("kind=gems", "gems,customerPhone\n1,9845011111\n2,9845011111\n", &["body"]),
    ] {
        assert_eq!(send(&boss, query, file).await.expect_invalid_fields(), fields, "{query} {file}");
    }
    send(&boss, CUSTOMERS, vec![b'a'; 20 * MIB + 1]).await.expect_error(413, "PAYLOAD_TOO_LARGE");
    assert_eq!(send(&boss, CUSTOMERS, "a".repeat(2 * MIB)).await.expect_invalid_fields(), ["body"]);
    assert_eq!(
        (count_files(&storage, "imports"), count_rows(&salon, "select count(*) from import_files").await),
        (0, 0)
    );
    let read = check(&boss, "kind=customers&dateOrder=dmy", file).await;
    assert_eq!(read["accepted"], 1);
    boss.get("/api/imports/nope").await.expect_error(404, "NOT_FOUND");
    boss.post_empty("/api/imports/nope/apply").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn only_managers_import_and_nobody_becomes_an_owner() {
    let options = SalonOptions { has_demo_data: true, ..SalonOptions::default() };
    let (salon, _storage) = salon_with_files(options).await;
    let (boss, desk) = (salon.member("Meera", Role::Manager).await, salon.member("Desk", Role::Receptionist).await);
    let file = "name,serviceTypes,email,role\nLena,salon,lena@example.in,manager\nOla,salon,ola@example.in,owner\n";
    send(&desk, "kind=staff", file).await.expect_error(403, "FORBIDDEN");
    send(&salon.admin_visitor(), "kind=staff", file).await.expect_error(401, "UNAUTHENTICATED");
    let import = check(&boss, "kind=staff", file).await;
    let refused = import["refused"].as_array().unwrap();
    assert_eq!((&import["accepted"], &refused[0]["row"]), (&json!(1), &json!(2)), "{import}");
    apply(&desk, &import).await.expect_error(403, "FORBIDDEN");
    apply(&boss, &import).await.expect_ok();
    salon.run_due_jobs().await;
    assert_eq!(count_rows(&salon, "select count(*) from users where email = 'lena@example.in'").await, 1);
    assert_eq!(count_rows(&salon, "select count(*) from users where email = 'ola@example.in'").await, 0);
}

#[test_on_both_engines]
async fn a_repeated_request_gets_the_first_answer() {
    let (salon, storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let keyed = boss.clone().with_header("idempotency-key", "file-1");
    let first = check(&keyed, CUSTOMERS, CUSTOMERS_CSV).await;
    assert_eq!(check(&keyed, CUSTOMERS, CUSTOMERS_CSV).await, first);
    assert_eq!(count_files(&storage, "imports"), 1, "the second file is not kept");
    for (query, file) in [(CUSTOMERS, "name,phone\n"), ("kind=customers&dateOrder=dmy", CUSTOMERS_CSV)] {
        send(&keyed, query, file).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    }
    let keyed = boss.clone().with_header("idempotency-key", "apply-1");
    let applied = apply(&keyed, &first).await.expect_ok();
    assert_eq!(apply(&keyed, &first).await.expect_ok(), applied);
    salon.run_due_jobs().await;
    assert_eq!(count_customers(&salon).await, 2);
}

#[test_on_both_engines]
async fn of_two_files_at_once_none_disturbs_the_other() {
    let (salon, _storage) = salon_with_files(SalonOptions::default()).await;
    let boss = salon.member("Meera", Role::Manager).await;
    let files = [many_customers(300), many_customers(301)];
    let (one, other) = tokio::join!(send(&boss, CUSTOMERS, files[0].clone()), send(&boss, CUSTOMERS, files[1].clone()));
    let created = [&one, &other].into_iter().filter(|reply| reply.status == 201).count();
    assert!(created >= 1, "{} and {}", one.text(), other.text());
    for refused in [&one, &other].into_iter().filter(|reply| reply.status != 201) {
        refused.expect_error(409, "CONFLICT");
    }
    let imports = [check(&boss, CUSTOMERS, &files[0]).await, check(&boss, CUSTOMERS, &files[1]).await];
    let (one, other) = tokio::join!(apply(&boss, &imports[0]), apply(&boss, &imports[1]));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    salon.run_due_jobs().await;
}
