//! What a manager sees first. Every figure is one of the reports, or counted here once more.

use std::cmp::Reverse;

use chrono::{Days, NaiveDate};
use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{LeadStatus, is_stale};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request_at, post_booking_action,
};
use parlour_testkit::actions::invoices::{create_credit_note, invoice_id_by_number};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::fixtures::random_sales::insert_random_sales;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::random_work::insert_random_work;

async fn get_today(manager: &Person, branch: Option<&str>) -> Value {
    let query = branch.map_or(String::new(), |branch| format!("?branchId={branch}"));
    manager.get(&format!("/api/today{query}")).await.expect_ok()["today"].clone()
}

async fn get_report(manager: &Person, name: &str, (from, to): (NaiveDate, NaiveDate), branch: Option<&str>) -> Value {
    let branch = branch.map_or(String::new(), |branch| format!("&branchId={branch}"));
    manager.get(&format!("/api/reports/{name}?from={from}&to={to}{branch}")).await.expect_ok()["report"].clone()
}

/// The bookings of the day by how far they have come, as their rows say.
async fn count_bookings(salon: &TestSalon, branch: Option<&str>) -> Value {
    let (date, branch) = (salon.now().ist_date(), branch.unwrap_or_default().to_owned());
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, Option<Timestamp>)>, DbError> {
        conn.all(
            "select status, arrived_at from bookings where booking_date = $1 and ($2 = '' or branch_id = $2)",
            params![date, branch],
        )
    });
    let rows = read.await.unwrap();
    let count = |wanted: &str, has_arrived: Option<bool>| {
        let is_meant = |(status, arrived_at): &&(String, Option<Timestamp>)| {
            status == wanted && has_arrived.is_none_or(|has_arrived| arrived_at.is_some() == has_arrived)
        };
        rows.iter().filter(is_meant).count()
    };
    json!({
        "toCome": count("confirmed", Some(false)), "here": count("confirmed", Some(true)),
        "inProgress": count("in_progress", None), "done": count("completed", None),
        "noshow": count("no_show", None), "cancelled": count("cancelled", None),
    })
}

/// What waits, as the rows say.
async fn count_waiting(salon: &TestSalon, branch: Option<&str>) -> Value {
    let (now, branch) = (salon.now(), branch.unwrap_or_default().to_owned());
    let read = salon.app.db.read(move |conn| -> Result<Value, DbError> {
        let requests: Vec<(String, String)> = conn.all("select status, branch_id from bookings", params![])?;
        let leave: Vec<(String, String)> =
            conn.all("select l.status, s.branch_id from staff_leave l join staff s on s.id = l.staff_id", params![])?;
        let is_pending = |row: &&(String, String)| row.0 == "pending" && (branch.is_empty() || row.1 == branch);
        let leads: Vec<(String, Timestamp, Option<Timestamp>)> =
            conn.all("select status, created_at, last_contacted_at from leads", params![])?;
        let stale = leads.iter().filter(|(status, captured_at, contacted_at)| {
            is_stale(LeadStatus::parse(status).unwrap(), *captured_at, *contacted_at, now)
        });
        Ok(json!({
            "requests": requests.iter().filter(is_pending).count(), "leave": leave.iter().filter(is_pending).count(),
            "staleLeads": stale.count(), "failedMessages": 0,
        }))
    });
    read.await.unwrap()
}

/// Compares every figure with the reports, and returns what was compared.
async fn compare_with_reports(salon: &TestSalon, manager: &Person, branch: Option<&str>) -> Value {
    let found = get_today(manager, branch).await;
    let date = salon.now().ist_date();
    let day_before = |days: u64| date - Days::new(days);
    let report = async |name: &str, from, to| get_report(manager, name, (from, to), branch).await;

    let sales = report("sales", date, date).await["totals"].clone();
    let last_week = report("sales", day_before(7), day_before(7)).await["totals"].clone();
    let past = report("sales", day_before(27), date).await;
    let days: Vec<Value> = past["series"].as_array().unwrap().iter().map(takings_of_day).collect();
    assert_eq!(past["series"][0]["previousDate"], json!(day_before(55)));

    let mut services = report("services", day_before(27), date).await["services"].as_array().unwrap().clone();
    services.sort_by_key(|row| Reverse((row["netPaise"].as_i64(), row["count"].as_i64())));
    let top = services.iter().take(5).map(|row| {
        json!({
            "serviceId": row["serviceId"], "name": row["name"], "count": row["count"], "amountPaise": row["netPaise"],
        })
    });

    let mut next_days = Vec::new();
    for day in date.iter_days().take(7) {
        let mut figures = report("utilisation", day, day).await["totals"].clone();
        figures.as_object_mut().unwrap().remove("percent");
        figures["date"] = json!(day);
        next_days.push(figures);
    }

    let expected = json!({
        "date": date, "takingsPaise": sales["netAmountPaise"], "takingsLastWeekPaise": last_week["netAmountPaise"],
        "averageBillPaise": sales["averageBillPaise"], "bookings": count_bookings(salon, branch).await,
        "waiting": count_waiting(salon, branch).await, "nextDays": next_days, "topServices": top.collect::<Vec<_>>(),
        "days": days,
    });
    assert_eq!(found, expected, "{branch:?}");
    assert_eq!(days.len(), 28);
    found
}

fn takings_of_day(day: &Value) -> Value {
    json!({
        "date": day["date"], "takingsPaise": day["netAmountPaise"],
        "previousPaise": day["previous"]["netAmountPaise"],
    })
}

fn sum(rows: &Value, field: &str) -> i64 {
    rows.as_array().unwrap().iter().map(|row| row[field].as_i64().unwrap()).sum()
}

#[test_on_both_engines]
async fn every_figure_of_the_demo_equals_the_reports() {
    let salon = TestSalon::demo().await;
    let manager = manager(&salon).await;
    let found = compare_with_reports(&salon, &manager, None).await;
    for (list, field) in [
        ("days", "takingsPaise"),
        ("days", "previousPaise"),
        ("nextDays", "rosteredMinutes"),
        ("nextDays", "bookedMinutes"),
        ("topServices", "amountPaise"),
    ] {
        assert!(sum(&found[list], field) > 0, "{list}.{field} proved nothing: {found}");
    }
    assert_eq!(found["topServices"].as_array().unwrap().len(), 5);
    assert!(found["waiting"]["leave"].as_i64().unwrap() > 0 && found["waiting"]["staleLeads"].as_i64().unwrap() > 0);
    let branches = manager.get("/api/desk/branches").await.expect_ok()["branches"].as_array().unwrap().clone();
    assert!(branches.len() > 1);
    for branch in &branches {
        compare_with_reports(&salon, &manager, branch["id"].as_str()).await;
    }
}

#[test_on_both_engines]
async fn every_figure_of_a_random_history_equals_the_reports() {
    for seed in 1..=2 {
        // Sales end on this day, and work goes on for two weeks.
        let salon = small_salon_at("2027-03-14 20:00").await;
        let manager = manager(&salon).await;
        insert_random_sales(&salon, seed).await;
        insert_random_work(&salon, seed).await;
        for branch in [None, Some(PUNE), Some(GOA)] {
            let found = compare_with_reports(&salon, &manager, branch).await;
            assert!(sum(&found["nextDays"], "bookedMinutes") > 0, "history {seed}: {found}");
            assert!(sum(&found["days"], "takingsPaise") != 0, "history {seed}: {found}");
        }
    }
}

#[test_on_both_engines]
async fn a_visit_is_followed_through_the_day() {
    let salon = small_salon().await;
    let (manager, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let quiet = get_today(&manager, Some(PUNE)).await;
    assert_eq!(quiet["averageBillPaise"], json!(null));
    assert_eq!((&quiet["takingsPaise"], &quiet["topServices"]), (&json!(0), &json!([])));
    let bookings = |to_come: i64, here: i64, in_progress: i64, done: i64, cancelled: i64| {
        json!({
            "toCome": to_come, "here": here, "inProgress": in_progress, "done": done, "noshow": 0,
            "cancelled": cancelled,
        })
    };
    assert_eq!(quiet["bookings"], bookings(0, 0, 0, 0, 0));

    let today = salon.now().ist_date().to_string();
    let visit = create_booking(&asha, &haircut_request_at(&today, "15:00")).await;
    let other = create_booking(&asha, &haircut_request_at(&today, "17:00")).await;
    let asked = get_today(&manager, Some(PUNE)).await;
    assert_eq!((&asked["bookings"], &asked["waiting"]["requests"]), (&bookings(0, 0, 0, 0, 0), &json!(2)));
    for id in [&visit, &other] {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
    }
    assert_eq!(get_today(&manager, None).await["bookings"], bookings(2, 0, 0, 0, 0));
    cancel_booking_with(&desk, &other, &json!({ "reason": "Asha is ill" })).await.expect_ok();
    post_booking_action(&desk, &visit, "arrive").await.expect_ok();
    assert_eq!(get_today(&manager, Some(PUNE)).await["bookings"], bookings(0, 1, 0, 0, 1));
    post_booking_action(&desk, &visit, "start").await.expect_ok();
    assert_eq!(get_today(&manager, Some(PUNE)).await["bookings"], bookings(0, 0, 1, 0, 1));
    let paid = json!({ "paymentMethod": "cash" });
    let bill = desk.post(&format!("/api/bookings/{visit}/complete"), &paid).await.expect_ok();
    let billed = get_today(&manager, Some(PUNE)).await;
    assert_eq!(billed["bookings"], bookings(0, 0, 0, 1, 1));
    assert_eq!((&billed["takingsPaise"], &billed["averageBillPaise"]), (&json!(120_000), &json!(120_000)));
    assert_eq!(billed["days"][27], json!({ "date": today, "takingsPaise": 120_000, "previousPaise": 0 }));
    let cut = json!({ "serviceId": "service-cut", "name": "cut", "count": 1, "amountPaise": 120_000 });
    assert_eq!(billed["topServices"], json!([cut]));
    assert_eq!(get_today(&manager, Some(GOA)).await["takingsPaise"], 0);
    assert_eq!(billed, compare_with_reports(&salon, &manager, Some(PUNE)).await);

    salon.advance_seconds(7 * 86_400);
    // The sessions have expired meanwhile.
    let (manager, desk) = (salon.member("Meera", Role::Manager).await, receptionist(&salon).await);
    let invoice = invoice_id_by_number(&desk, bill["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    create_credit_note(&manager, &invoice).await;
    let later = compare_with_reports(&salon, &manager, None).await;
    assert_eq!((&later["takingsPaise"], &later["takingsLastWeekPaise"]), (&json!(-120_000), &json!(120_000)));
    assert_eq!((&later["bookings"], &later["averageBillPaise"]), (&bookings(0, 0, 0, 0, 0), &json!(null)));
    assert_eq!(later["topServices"][0]["amountPaise"], 0);
    salon.leaves_due_jobs("a week has passed");
}

#[test_on_both_engines]
async fn only_managers_read_it_and_an_unknown_branch_is_refused() {
    let salon = small_salon().await;
    let (manager, desk) = (manager(&salon).await, receptionist(&salon).await);
    for wrong in ["nope", "", "%00"] {
        let refused = manager.get(&format!("/api/today?branchId={wrong}")).await;
        assert_eq!(refused.expect_invalid_fields(), ["branchId"]);
    }
    desk.get("/api/today").await.expect_error(403, "FORBIDDEN");
    desk.get("/api/today?branchId=nope").await.expect_error(403, "FORBIDDEN");
    // A branch that is closed has a past.
    get_today(&manager, Some("branch-shut")).await;
}
