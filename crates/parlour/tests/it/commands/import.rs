//! Customers, services and visits of another system.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::{CommandOutput, Installation, ParlourProcess};
use parlour_testkit::test_on_both_engines;
use serde_json::Value;

use crate::parlour_binary::demo_on_current_engine;

/// With `content` as file.csv.
fn run_import(salon: &Installation, kind: &str, content: &str, more: &[&str]) -> CommandOutput {
    fs::write(salon.folder().join("file.csv"), content).unwrap();
    salon.run(&[&["import", kind, "file.csv"], more].concat())
}

#[track_caller]
fn assert_summary(ran: &CommandOutput, summary: &str) {
    let exit_code = if summary.ends_with(" 0 failed.") { 0 } else { 3 };
    assert_eq!(ran.status.code(), Some(exit_code), "{ran:?}");
    assert_eq!(ran.stdout.lines().next(), Some(summary), "{ran:?}");
}

fn rejected_rows(salon: &Installation) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .from_path(salon.folder().join("file.csv.errors.csv"))
        .unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

async fn listed_customers(process: &ParlourProcess, cookie: &str, query: &str) -> (Vec<Value>, i64) {
    let found = process.get_as(cookie, AppKind::Admin, &format!("/api/customers?{query}")).await;
    let (body, count) = (found.json(), found.json()["meta"]["totalCount"].as_i64().unwrap());
    (body["data"]["customers"].as_array().unwrap().clone(), count)
}

const CUSTOMERS_CSV: &str = "\u{feff}Name,Phone,E-mail,Date of birth,Gender,Loyalty card
Asha Rao,98450 11111,asha@example.com,1990-02-28,female,7
\"Iyer, Meena\",+919845022222,,,,
Nobody,12345,not-an-email,2090-01-01,robot,
Asha Again,9845033333,ASHA@example.com,,,
";

#[test_on_both_engines]
async fn customers_are_imported_and_invalid_rows_reported() {
    let salon = demo_on_current_engine();
    let rehearsal = run_import(&salon, "customers", CUSTOMERS_CSV, &["--dry-run"]);
    assert_summary(&rehearsal, "2 would be imported, 0 already imported, 2 failed.");
    assert!(rehearsal.stderr.contains("Ignored columns: Loyalty card"), "{rehearsal:?}");

    let ran = run_import(&salon, "customers", CUSTOMERS_CSV, &[]);
    assert_summary(&ran, "2 imported, 0 already imported, 2 failed.");
    let refused = rejected_rows(&salon);
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert_eq!(refused[0][..4], ["row", "wrong", "Name", "Phone"]);
    assert_eq!(refused[1][0], "3");
    for column in ["phone", "email", "dateOfBirth", "gender"] {
        assert!(refused[1][1].contains(column), "every cell at once: {refused:?}");
    }
    assert_eq!(refused[1][2..4], ["Nobody", "12345"]);
    assert!(refused[2][1].contains("another person's"), "{refused:?}");

    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    let (found, count) = listed_customers(&process, &desk, "q=asha%40example.com").await;
    assert_eq!(count, 1);
    assert_eq!(found[0]["phone"], "+919845011111");
    let (listed, count) = listed_customers(&process, &desk, "q=iyer,%20meena").await;
    assert_eq!(count, 1);
    // Whoever has an imported e-mail can sign in with it, so a merge says so.
    let boss = process.session("boss@example.invalid", "manager");
    let [one, other] = [&listed[0], &found[0]].map(|customer| customer["id"].as_str().unwrap());
    let merge = format!("/customers/{one}/merge?with={other}");
    let page = process.get_as(&boss, AppKind::Admin, &merge).await.text();
    for part in ["Nobody has signed in with asha@example.com yet.", "name=\"keptName\""] {
        assert!(page.contains(part), "{part} in {page}");
    }

    // A file that has been corrected and has grown: those who are known stay as they are.
    let grown = CUSTOMERS_CSV.replace("Asha Again,9845033333,ASHA@example.com", "Asha Again,9845033333,")
        + "Late Comer,9845044444,,,,\n";
    assert_summary(&run_import(&salon, "customers", &grown, &[]), "2 imported, 2 already imported, 1 failed.");
    // A phone that is written another way is the same phone.
    let rewritten = "name,phone,email\nasha rao,+91 98450-11111,asha@example.com\n\"Iyer, Meena\",09845022222,\n";
    assert_summary(&run_import(&salon, "customers", rewritten, &[]), "0 imported, 2 already imported, 0 failed.");
    // The very same file again: only what was refused is tried again.
    assert_summary(&run_import(&salon, "customers", &grown, &[]), "0 imported, 4 already imported, 1 failed.");
    for email_or_name in ["q=asha%40example.com", "q=asha%20again", "q=late%20comer"] {
        assert_eq!(listed_customers(&process, &desk, email_or_name).await.1, 1, "{email_or_name}");
    }
}

#[test_on_both_engines]
async fn a_dry_run_changes_nothing() {
    let salon = demo_on_current_engine();
    let process = salon.serve(&[]);
    let boss = process.session("boss@example.invalid", "owner");
    let before = listed_customers(&process, &boss, "").await.1;
    for _ in 0..2 {
        let ran = run_import(&salon, "customers", CUSTOMERS_CSV, &["--dry-run"]);
        assert_summary(&ran, "2 would be imported, 0 already imported, 2 failed.");
    }
    assert_eq!(listed_customers(&process, &boss, "").await.1, before);
}

#[test_on_both_engines]
#[expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]
async fn a_file_with_unknown_columns_is_refused() {
    let salon = demo_on_current_engine();
    for (content, complaint) in [
        ("", "missing: name, phone"),
        ("phone,email\n9845011111,a@example.com\n", "missing: name"),
        ("name,phone,NAME\n", "name is there twice"),
    ] {
        let ran = run_import(&salon, "customers", content, &[]);
        assert!(ran.expect_error_line().contains(complaint), "{ran:?}");
    }
    let missing = salon.run(&["import", "customers", "nowhere.csv"]);
    assert!(missing.expect_error_line().contains("nowhere.csv cannot be read"), "{missing:?}");
    // Bytes that are no text, and a row that is too short, are those rows' trouble.
    let mut bytes = b"name,phone\nAsha,9845011111\n".to_vec();
    bytes.extend(b"\xff\xfe,9845011112\nAlone\nA\0sha,9845011113\n");
    fs::write(salon.folder().join("file.csv"), bytes).unwrap();
    let ran = salon.run(&["import", "customers", "file.csv"]);
    assert_summary(&ran, "1 imported, 0 already imported, 3 failed.");
    let refused = rejected_rows(&salon);
    assert!(refused[1][1].contains("not UTF-8") && refused[2][1].contains("1 cells"), "{refused:?}");
    assert!(refused[3][1].contains("NUL"), "{refused:?}");
}

#[test_on_both_engines]
async fn services_are_imported_with_their_categories() {
    let salon = demo_on_current_engine();
    let file = "Service type,Category,Name,Duration minutes,Price,Buffer minutes,Is active,Gems required,Name hi
salon,Threading Bar,Eyebrow Arch Deluxe,15,\"₹1,499.50\",5,yes,,आइब्रो डीलक्स
salon,Threading Bar,Upper Lip Deluxe,10,99,,no,,
spa,Threading Bar Spa,Long Soak Deluxe,90,2500,,,40,
circus,Threading Bar,Trapeze,0,free,,maybe,0,
";
    assert_summary(&run_import(&salon, "services", file, &[]), "3 imported, 0 already imported, 1 failed.");
    let refused = rejected_rows(&salon);
    for column in ["serviceType", "durationMinutes", "price", "isActive", "gemsRequired"] {
        assert!(refused[1][1].contains(column), "{refused:?}");
    }
    assert_summary(&run_import(&salon, "services", file, &[]), "0 imported, 3 already imported, 1 failed.");
    let process = salon.serve(&[]);
    let catalogue = process.get(AppKind::Customer, "/api/services").await.expect_ok();
    let categories = catalogue["categories"].as_array().unwrap();
    let threading = categories.iter().find(|one| one["name"] == "Threading Bar").unwrap();
    let services = threading["services"].as_array().unwrap();
    assert_eq!(services.len(), 1, "one of two is not on sale");
    assert_eq!(services[0]["pricePaise"], 149_950);
    assert_eq!(services[0]["bufferMinutes"], 5);
    assert_eq!((&services[0]["nameHi"], &services[0]["descriptionHi"]), (&Value::from("आइब्रो डीलक्स"), &Value::Null));
}

#[test_on_both_engines]
async fn past_and_future_bookings_are_imported() {
    let salon = demo_on_current_engine();
    let price_list = "serviceType,category,name,durationMinutes,price\nsalon,Imported,Old Cut,45,500\nspa,Imported Spa,Old Soak,60,900\n";
    assert_summary(&run_import(&salon, "services", price_list, &[]), "2 imported, 0 already imported, 0 failed.");
    let people = "name,phone,sourceId\nAsha Rao,9845011111,C-1\nRavi Rao,9845011111,C-2\n";
    assert_summary(&run_import(&salon, "customers", people, &[]), "2 imported, 0 already imported, 0 failed.");
    let visits = "date,startTime,services,customerSourceId,customerPhone,customerName,status,amount,wishedStaffGender
2020-01-05,11:00,Old Cut,C-1,,,,450,Male
2020-02-05,11:00,Old Cut,,98450 11111,asha rao,no_show,,
2030-03-05,11:00,Old Cut,,98450 11111,Ravi Rao,,,female
2020-01-05,11:00,Old Cut,,9845011111,,,,
2020-01-05,11:00,Old Cut; Old Soak,C-1,,,pending,,
1969-01-05,25:00,Nothing,C-9,,,lost,-5,any
2020-01-06,11:00, ; ;,C-1,,,,,
2020-01-07,11:00,Old Cut,,9\0,,,,
";
    assert_summary(&run_import(&salon, "bookings", visits, &[]), "3 imported, 0 already imported, 5 failed.");
    let refused = rejected_rows(&salon);
    assert!(refused[1][1].contains("customerName"), "{refused:?}");
    assert!(refused[2][1].contains("all salon or all spa"), "{refused:?}");
    for column in ["date", "startTime", "services", "customerSourceId", "status", "amount", "wishedStaffGender"] {
        assert!(refused[3][1].contains(column), "{refused:?}");
    }
    assert!(refused[4][1].contains("services must name at least one"), "{refused:?}");
    assert!(refused[5][1].contains("NUL"), "{refused:?}");
    assert_summary(&run_import(&salon, "bookings", visits, &[]), "0 imported, 3 already imported, 5 failed.");

    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    let (found, _) = listed_customers(&process, &desk, "q=asha%20rao").await;
    let asha = &found[0];
    assert_eq!((asha["totalVisits"].as_i64(), asha["totalSpentPaise"].as_i64()), (Some(1), Some(45_000)));
    assert_eq!(asha["lastVisitAt"], "2020-01-05T06:15:00.000Z");
    let path = format!("/api/customers/{}/bookings", asha["id"].as_str().unwrap());
    let visits = process.get_as(&desk, AppKind::Admin, &path).await.expect_ok();
    let statuses: Vec<&str> =
        visits["bookings"].as_array().unwrap().iter().map(|visit| visit["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["no_show", "completed"]);
    assert_eq!(visits["bookings"][1]["wishedStaffGender"], "male");
    let coming = process.get_as(&desk, AppKind::Admin, "/api/bookings?date=2030-03-05").await.expect_ok();
    assert_eq!(coming["bookings"][0]["status"], "pending");
    assert_eq!(coming["bookings"][0]["wishedStaffGender"], "female");
    assert_eq!(coming["bookings"][0]["customerName"], "Ravi Rao");
}

fn customers_csv(rows: usize, bad_every: usize) -> String {
    let mut file = String::from("name,phone,email\n");
    for row in 1..=rows {
        let phone = if row % bad_every == 0 { "none".to_owned() } else { format!("9{row:09}") };
        writeln!(file, "Person {row},{phone},p{row}@example.invalid").unwrap();
    }
    file
}

/// Killed again and again, it ends where one run would have.
async fn assert_import_survives_kills(rows: usize, bad_every: usize, kills: usize) {
    let salon = demo_on_current_engine();
    fs::write(salon.folder().join("file.csv"), customers_csv(rows, bad_every)).unwrap();
    for _ in 0..kills {
        let mut running = salon.spawn(&["import", "customers", "file.csv"]);
        // A line about progress means that some rows are in, and that some are not.
        running.wait_for_text("rows");
        running.kill();
    }
    let patience = Duration::from_mins(5);
    let ran = salon.run_within(patience, &["import", "customers", "file.csv"]);
    assert!(ran.status.code() == Some(3) && ran.stderr.contains("Resuming after row"), "{ran:?}");
    let refused = rejected_rows(&salon);
    let numbers: Vec<usize> = refused[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(numbers, (1..=rows / bad_every).map(|part| part * bad_every).collect::<Vec<_>>());
    let again = salon.run_within(patience, &["import", "customers", "file.csv"]);
    let (good, bad) = (rows - rows / bad_every, rows / bad_every);
    assert_summary(
        &again,
        &format!(
            "0 imported, {} already imported, {} failed.",
            with_thousands_separators(good),
            with_thousands_separators(bad)
        ),
    );
    let process = salon.serve(&[]);
    let desk = process.session("desk@example.invalid", "receptionist");
    assert_eq!(listed_customers(&process, &desk, "q=person%20").await.1, i64::try_from(good).unwrap());
}

/// With a comma between thousands.
fn with_thousands_separators(rows: usize) -> String {
    let digits = rows.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test_on_both_engines]
async fn a_killed_import_is_resumed() {
    assert_import_survives_kills(3_000, 100, 2).await;
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_hundred_thousand_customers_are_imported() {
    assert_import_survives_kills(100_000, 100, 5).await;
}
