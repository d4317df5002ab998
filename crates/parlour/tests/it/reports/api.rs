//! Reports as a manager asks for them.

use std::io::Cursor;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use calamine::{Data, Reader, Xlsx};
use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at, mark_confirmed};
use parlour_testkit::actions::invoices::create_credit_note;
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::people::manager;
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const REPORT_NAMES: [&str; 9] =
    ["sales", "services", "staff", "utilisation", "customers", "leads", "memberships", "gst", "day-close"];

async fn get_report(manager: &Person, path: &str) -> Value {
    manager.get(&format!("/api/reports/{path}")).await.expect_ok()["report"].clone()
}

/// A cut for 1,200 rupees that was paid today, at five per cent.
async fn bill_a_haircut(salon: &TestSalon, customer: &Person, method: &str) {
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let today = salon.now().ist_date() + chrono::Days::new(1);
    let id = create_booking(customer, &haircut_request_at(&today.to_string(), "11:00")).await;
    mark_confirmed(salon, &id).await;
    let paid = json!({ "paymentMethod": method });
    desk.post(&format!("/api/bookings/{id}/complete"), &paid).await.expect_ok();
}

#[test_on_both_engines]
async fn every_report_shows_a_day_of_two_bookings_and_a_membership() {
    let salon = spa_salon().await;
    let (asha, beena, manager) = (salon.customer("Asha").await, salon.customer("Beena").await, manager(&salon).await);
    bill_a_haircut(&salon, &asha, "cash").await;
    bill_a_haircut(&salon, &beena, "upi").await;
    let membership = create_membership(&manager, &ten_hour_sale(&asha)).await;
    record_session(&manager, &membership, &massage_session(90)).await.expect_created();
    let today = salon.now().ist_date();

    let sales = get_report(&manager, "sales").await;
    assert_eq!((&sales["from"], &sales["to"], &sales["branchId"]), (&json!(today), &json!(today), &json!(null)));
    let totals = &sales["totals"];
    assert_eq!(totals["invoiceCount"], 3);
    assert_eq!((&totals["visitCount"], &totals["sessionCount"]), (&json!(2), &json!(1)));
    assert_eq!(totals["totalAmountPaise"], 2 * 120_000 + 1_800_000);
    assert_eq!(totals["gstAmountPaise"], 2 * 5_714 + 85_714);
    assert_eq!(sales["series"][0]["date"], json!(today));
    assert_eq!(sales["series"][0]["previous"]["invoiceCount"], 0);

    let services = get_report(&manager, "services").await;
    assert_eq!(services["services"][0]["serviceId"], "service-cut");
    assert_eq!(services["services"][0]["shareBasisPoints"], 10_000);
    assert_eq!(services["services"][1]["serviceId"], "service-massage");
    assert_eq!((&services["services"][1]["count"], &services["services"][1]["revenuePaise"]), (&json!(1), &json!(0)));

    let staff = get_report(&manager, "staff").await;
    assert_eq!(staff["staff"][0]["displayName"], "stylist");
    assert_eq!((&staff["staff"][0]["visitCount"], &staff["staff"][0]["averagePaise"]), (&json!(2), &json!(120_000)));

    let customers = get_report(&manager, "customers").await;
    assert_eq!((&customers["visitCount"], &customers["customerCount"]), (&json!(3), &json!(2)));
    assert_eq!((&customers["newCount"], &customers["months"][0]["retainedCount"]), (&json!(2), &json!(0)));

    let memberships = get_report(&manager, "memberships").await;
    assert_eq!(memberships["totals"]["usedMinutes"], 90);
    assert_eq!(memberships["totals"]["liability"]["owedMinutes"], 510);
    assert_eq!(memberships["totals"]["liability"]["owedPaise"], 1_530_000);

    let gst = get_report(&manager, "gst").await;
    assert_eq!((&gst["rates"][0]["gstRateBasisPoints"], &gst["rates"][0]["invoiceCount"]), (&json!(500), &json!(3)));
    assert_eq!(gst["totals"]["gstAmountPaise"], totals["gstAmountPaise"]);

    let till = get_report(&manager, &format!("day-close?date={today}&branchId={PUNE}")).await;
    let taken: Vec<&Value> = [0, 1, 2].map(|at| &till["methods"][at]["takenPaise"]).into();
    assert_eq!(taken, [&json!(120_000), &json!(1_920_000), &json!(0)]);
    assert_eq!((&till["differencePaise"], &till["invoiced"]["sessionCount"]), (&json!(0), &json!(1)));
    let elsewhere = get_report(&manager, &format!("day-close?branchId={GOA}")).await;
    assert_eq!(elsewhere["totals"]["takenPaise"], 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_dates_a_report_covers_this_month_or_today() {
    let salon = TestSalon::open_at("2027-03-15 00:10").await;
    let manager = manager(&salon).await;
    let dates = async |path: &str| {
        let found = get_report(&manager, path).await;
        [found["from"].clone(), found["to"].clone()].map(|day| day.as_str().unwrap().to_owned())
    };
    assert_eq!(dates("sales").await, ["2027-03-01", "2027-03-15"]);
    assert_eq!(dates("sales?from=2027-02-10").await, ["2027-02-10", "2027-03-15"]);
    assert_eq!(dates("gst?to=2027-02-10").await, ["2027-02-01", "2027-02-10"]);
    assert_eq!(dates("day-close").await, ["2027-03-15", "2027-03-15"]);
    assert_eq!(dates("day-close?date=2027-02-10").await, ["2027-02-10", "2027-02-10"]);
    assert_eq!(dates("day-close?to=2027-02-10").await, ["2027-02-10", "2027-02-10"]);
    let sales = get_report(&manager, "sales?from=2027-03-01&to=2027-03-10").await;
    assert_eq!((&sales["previousFrom"], &sales["previousTo"]), (&json!("2027-02-19"), &json!("2027-02-28")));
    assert_eq!(sales["series"].as_array().unwrap().len(), 10);
    // Ten years are the most.
    get_report(&manager, "sales?from=2020-01-01&to=2030-01-07").await;
}

#[test_on_both_engines]
async fn all_invalid_parameters_are_reported_together() {
    let salon = small_salon().await;
    let manager = manager(&salon).await;
    let wrong = async |query: &str| manager.get(&format!("/api/reports/{query}")).await.expect_invalid_fields();
    for name in REPORT_NAMES {
        let query = "from=2027-02-30&to=tomorrow&branchId=nope&format=pdf&table=nope";
        let found = wrong(&format!("{name}?{query}")).await;
        assert_eq!(found, ["branchId", "format", "from", "table", "to"], "{name}");
    }
    assert_eq!(wrong("sales?from=2027-03-02&to=2027-03-01").await, ["from"]);
    assert_eq!(wrong("sales?from=2020-01-01&to=2030-01-08").await, ["to"]);
    assert_eq!(wrong("sales?from=1999-12-31&to=3000-01-01").await, ["from", "to"]);
    assert_eq!(wrong("sales?branchId=").await, ["branchId"]);
    assert_eq!(wrong("sales?branchId=%00&from=%00").await, ["branchId", "from"]);
    assert_eq!(wrong("day-close?date=2027-03-01&to=2027-03-01").await, ["date"]);
    assert_eq!(wrong("day-close?date=someday").await, ["date"]);
    // A branch that is closed has a past.
    get_report(&manager, "sales?branchId=branch-shut").await;
}

#[test_on_both_engines]
async fn the_gst_report_lists_business_customers_and_number_series() {
    let salon = spa_salon().await;
    let (asha, beena, manager) = (salon.customer("Asha").await, salon.customer("Beena").await, manager(&salon).await);
    update_rows(&salon, PUNE, "update branches set gstin = '27ABCDE1234F1Z5' where id = $1").await;
    let gstin = "29ABCDE1234F1Z5";
    beena.patch("/api/profile", &json!({ "name": "Beena" })).await.expect_ok();
    update_rows(&salon, beena.id().as_str(), "update profiles set gstin = '29ABCDE1234F1Z5' where user_id = $1").await;
    bill_a_haircut(&salon, &asha, "cash").await;
    bill_a_haircut(&salon, &beena, "upi").await;
    let invoice = manager.get("/api/billing/invoices?q=2").await.expect_ok()["invoices"][0].clone();
    create_credit_note(&manager, invoice["id"].as_str().unwrap()).await;
    let membership = create_membership(&manager, &ten_hour_sale(&asha)).await;
    for _ in 0..2 {
        record_session(&manager, &membership, &massage_session(90)).await.expect_created();
    }
    let void = "update invoices set voided_at = created_at where branch_id = $1 and invoice_number like '%S00001'";
    update_rows(&salon, PUNE, void).await;

    let gst = get_report(&manager, "gst").await;
    let shown: Vec<Value> = gst["b2b"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let names = [
                "documentType",
                "number",
                "invoiceNumber",
                "customerGstin",
                "placeOfSupply",
                "taxableValuePaise",
                "cgstPaise",
                "sgstPaise",
                "totalAmountPaise",
            ];
            json!(names.map(|name| row[name].clone()))
        })
        .collect();
    let (tax, total) = (json!(2_857), json!(120_000));
    assert_eq!(
        shown,
        [
            json!(["invoice", "PUN/2627/000002", null, gstin, "27", 114_286, tax, tax, total]),
            json!(["credit_note", "PUN/2627/C00001", "PUN/2627/000002", gstin, "27", 114_286, tax, tax, total]),
        ],
        "a customer of another state pays CGST and SGST"
    );
    let series = |name: &str, first: &str, last: &str, count: i64, voided: i64| {
        json!({
            "series": name, "branchId": PUNE, "financialYear": "2627", "first": format!("PUN/2627/{first}"),
            "last": format!("PUN/2627/{last}"), "count": count, "voidedCount": voided,
        })
    };
    assert_eq!(
        gst["documents"],
        json!([
            series("invoice", "000001", "000003", 3, 0),
            series("session", "S00001", "S00002", 1, 1),
            series("credit_note", "C00001", "C00001", 1, 0),
        ])
    );
    assert_eq!(get_report(&manager, "sales").await["totals"]["sessionCount"], 1, "a voided slip counts nowhere");
    assert_eq!(get_report(&manager, "memberships").await["totals"]["usedMinutes"], 90);
    assert_eq!(get_report(&manager, "customers").await["visitCount"], 3);

    // A note that comes too late for the tax.
    let late = "update credit_notes set carries_tax = false, taxable_value_paise = total_amount_paise, cgst_paise = 0,
        sgst_paise = 0, gst_amount_paise = 0 where branch_id = $1";
    update_rows(&salon, PUNE, late).await;
    let late = "update credit_note_lines set taxable_value_paise = total_amount_paise, cgst_paise = 0, sgst_paise = 0
        where credit_note_id <> $1";
    update_rows(&salon, PUNE, late).await;
    let gst = get_report(&manager, "gst").await;
    assert_eq!(gst["totals"]["netGstPaise"], gst["totals"]["gstAmountPaise"], "it takes back no tax");
    assert_eq!(gst["rates"][0]["gstRateBasisPoints"], 0);
    assert_eq!((&gst["rates"][0]["creditedPaise"], &gst["rates"][1]["creditedPaise"]), (&total, &json!(0)));
    salon.leaves_due_jobs("what was billed was changed");
}

/// The cells of a sheet as text, numbers as Excel would show them unformatted.
fn worksheet_cells(book: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Vec<Vec<String>> {
    let range = book.worksheet_range(name).unwrap();
    let cell = |cell: &Data| match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        Data::Float(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    range.rows().map(|row| row.iter().map(cell).collect()).collect()
}

fn open_workbook(bytes: Vec<u8>) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(bytes)).unwrap()
}

#[test_on_both_engines]
async fn exported_files_are_readable_and_contain_no_formulas() {
    let salon = small_salon().await;
    let (asha, manager) = (salon.customer("Asha").await, manager(&salon).await);
    update_rows(&salon, "service-cut", "update services set name = '=1+1' where id = $1").await;
    let rename = "update staff set display_name = '+919876543210' where id = $1";
    update_rows(&salon, "staff-stylist-branch-pune", rename).await;
    bill_a_haircut(&salon, &asha, "card").await;

    let csv = manager.get("/api/reports/services?format=csv").await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(csv.header("content-disposition"), Some("attachment; filename=\"services-2027-03-01.csv\""));
    let expected = "\u{feff}Service,Category,Type,Count,Revenue (INR),Share (%),Credited count,Credited (INR),Net (INR)\r\n\
        '=1+1,hair,salon,1,1200.00,100.00,0,0.00,1200.00\r\n\
        Total,,,1,1200.00,,0,0.00,1200.00\r\n";
    assert_eq!(csv.text(), expected);
    let staff = manager.get("/api/reports/staff?format=csv").await.text();
    assert_eq!(staff.lines().nth(1), Some("+919876543210,1,1,1200.00,1200.00,0.00,1200.00,0.00"));

    let file = manager.get("/api/reports/services?format=xlsx&from=2027-02-01").await;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(file.header("content-type"), Some(kind));
    let name = "attachment; filename=\"services-2027-02-01-to-2027-03-01.xlsx\"";
    assert_eq!(file.header("content-disposition"), Some(name));
    let mut services = open_workbook(file.bytes);
    assert_eq!(services.sheet_names(), ["services"]);
    assert!(services.worksheet_formula("services").unwrap().is_empty());
    let row = &worksheet_cells(&mut services, "services")[1];
    assert_eq!(row, &["=1+1", "hair", "salon", "1", "1200", "100", "0", "0", "1200"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn every_report_comes_in_every_format() {
    let salon = TestSalon::demo().await;
    let manager = manager(&salon).await;
    for (name, tables) in [
        ("sales", &["days"][..]),
        ("services", &["services"]),
        ("staff", &["staff"]),
        ("utilisation", &["staff"]),
        ("customers", &["months", "summary"]),
        ("leads", &["campaigns", "sources", "summary"]),
        ("memberships", &["tiers"]),
        ("gst", &["rates", "b2b", "documents"]),
        ("day-close", &["methods", "summary", "movements", "closes"]),
    ] {
        let path = format!("/api/reports/{name}?from=2026-09-01&to=2027-03-01");
        let mut book = open_workbook(manager.get(&format!("{path}&format=xlsx")).await.bytes);
        assert_eq!(book.sheet_names(), tables, "{name}");
        let first = manager.get(&format!("{path}&format=csv")).await.text();
        for (at, table) in tables.iter().enumerate() {
            let csv = manager.get(&format!("{path}&format=csv&table={table}")).await;
            assert_eq!(at == 0, csv.text() == first, "{name}: {table}");
            let about = if tables.len() > 1 { format!("-{table}") } else { String::new() };
            let file = format!("attachment; filename=\"{name}{about}-2026-09-01-to-2027-03-01.csv\"");
            assert_eq!(csv.header("content-disposition"), Some(file.as_str()));
            let lines = csv.text().lines().count();
            let rows = worksheet_cells(&mut book, table);
            let may_be_empty = ["b2b", "movements", "closes"].contains(table);
            assert_eq!((rows.len(), rows.len() > 1 || may_be_empty), (lines, true), "{name}: {table}");
        }
        assert!(!first.contains("2027-03-02"), "{name} looks too far");
    }
}

#[test_on_both_engines]
async fn long_reports_do_not_block_reads_of_the_desk() {
    let salon = small_salon().await;
    let db = salon.app.db.clone();
    let (closed, doors) = mpsc::channel::<()>();
    let doors = Arc::new(Mutex::new(doors));
    let mut slow = Vec::new();
    for _ in 0..20 {
        let (db, doors) = (db.clone(), Arc::clone(&doors));
        slow.push(tokio::spawn(async move {
            let look = move |conn: &mut Conn<'_>| -> Result<_, DbError> {
                // Until they open, and then at once.
                let _ = doors.lock().unwrap().recv();
                conn.one::<(i64,)>("select count(*) from branches", params![])
            };
            db.report(look).await
        }));
    }
    // Everyone who asks has come as far as they can.
    tokio::task::yield_now().await;
    for _ in 0..20 {
        let read = db.read(|conn| conn.one::<(i64,)>("select count(*) from staff", params![]));
        tokio::time::timeout(Duration::from_secs(10), read).await.expect("a reader is free").unwrap();
    }
    write_transaction(&salon.app, |_| Ok(())).await;
    drop(closed);
    for report in slow {
        assert_eq!(report.await.unwrap().unwrap(), Some((4,)));
    }
}
