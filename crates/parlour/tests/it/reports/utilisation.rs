//! How much of their working time staff are booked.

use chrono::{Days, NaiveDate};
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request_at, haircut_request_with,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_friday_break, insert_holiday, insert_leave,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, THERAPIST, small_salon, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::random_work::{WORK_DAYS, first_work_day, insert_random_work};

async fn get_report(manager: &Person, from: NaiveDate, to: NaiveDate, branch: Option<&str>) -> Value {
    let branch = branch.map_or(String::new(), |branch| format!("&branchId={branch}"));
    let path = format!("/api/reports/utilisation?from={from}&to={to}{branch}");
    manager.get(&path).await.expect_ok()["report"].clone()
}

/// Books the stylist of Pune on Friday, at this branch.
async fn book_stylist(salon: &TestSalon, branch: &str, start: &str) -> String {
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let mut body = haircut_request_with("branchId", branch);
    body["startTime"] = start.into();
    let id = create_booking(&asha, &body).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    id
}

#[test_on_both_engines]
async fn a_day_is_counted_to_the_minute() {
    let salon = small_salon().await;
    let (manager, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_friday_break(&salon, "10:00", "13:00", "13:30").await;
    let block = json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": "18:00", "endTime": "20:00" });
    desk.post("/api/desk/blocks", &block).await.expect_created();
    // At the same time for a while; half in the break; and at the other branch.
    for (branch, start) in [(PUNE, "11:00"), (PUNE, "11:15"), (PUNE, "12:30"), (GOA, "16:00")] {
        book_stylist(&salon, branch, start).await;
    }
    let called_off = book_stylist(&salon, PUNE, "14:00").await;
    cancel_booking(&asha, &called_off).await.expect_ok();
    create_booking(&asha, &haircut_request_at(FRIDAY, "15:00")).await;

    let friday = parse_date(FRIDAY).unwrap();
    let figures = json!({ "rosteredMinutes": 450, "bookedMinutes": 60 + 30 + 45, "percent": 30.0 });
    let row = |id: &str, name: &str, mut row: Value| {
        row["staffId"] = json!(id);
        row["displayName"] = json!(name);
        row
    };
    let nothing = json!({ "rosteredMinutes": 0, "bookedMinutes": 0, "percent": null });
    let staff = json!([row(STYLIST, "stylist", figures.clone()), row(THERAPIST, "therapist", nothing.clone())]);
    assert_eq!(
        get_report(&manager, friday, friday, Some(PUNE)).await,
        json!({ "from": FRIDAY, "to": FRIDAY, "branchId": PUNE, "totals": figures, "staff": staff })
    );
    let everywhere = get_report(&manager, friday, friday, None).await;
    assert_eq!(everywhere["totals"], figures);
    assert_eq!(everywhere["staff"].as_array().unwrap().len(), 7, "those who are active, of all branches");
    assert_eq!(get_report(&manager, friday, friday, Some(GOA)).await["totals"], nothing);

    let path = format!("/api/reports/utilisation?from={FRIDAY}&to={FRIDAY}&branchId={PUNE}&format=csv");
    let csv = manager.get(&path).await.text();
    let expected = "\u{feff}Member of staff,Rostered minutes,Booked minutes,Booked (%)\r\n\
        stylist,450,135,30.00\r\n\
        therapist,0,0,\r\n\
        Total,450,135,30.00\r\n";
    assert_eq!(csv, expected);
}

#[test_on_both_engines]
async fn nobody_works_on_approved_leave_and_holidays() {
    let salon = small_salon().await;
    let manager = manager(&salon).await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_leave(&salon, STYLIST, ["2027-03-02", "2027-03-03"], "approved").await;
    insert_leave(&salon, STYLIST, ["2027-03-04", "2027-03-04"], "pending").await;
    insert_leave(&salon, STYLIST, ["2027-03-05", "2027-03-05"], "rejected").await;
    insert_holiday(&salon, PUNE, "2027-03-06").await;
    insert_holiday(&salon, GOA, "2027-03-07").await;
    let monday = parse_date("2027-03-01").unwrap();
    for (day, expected) in [540, 0, 0, 540, 540, 0, 540].into_iter().enumerate() {
        let day = monday + Days::new(u64::try_from(day).unwrap());
        let found = get_report(&manager, day, day, Some(PUNE)).await;
        assert_eq!(found["totals"]["rosteredMinutes"], expected, "{day}");
    }
    let week = get_report(&manager, monday, monday + Days::new(6), Some(PUNE)).await;
    assert_eq!(week["totals"]["rosteredMinutes"], 4 * 540);
}

#[test_on_both_engines]
async fn random_weeks_are_counted_minute_by_minute() {
    for seed in 1..=2 {
        let salon = small_salon_at("2027-03-14 20:00").await;
        let manager = manager(&salon).await;
        let work = insert_random_work(&salon, seed).await;
        let first = first_work_day();
        let last = first + Days::new(WORK_DAYS - 1);
        for branch in [None, Some(PUNE), Some(GOA)] {
            // All of it, more than it, and parts that begin and end on any weekday.
            for (from, to) in [
                (first, last),
                (first - Days::new(20), last + Days::new(20)),
                (first + Days::new(3), first + Days::new(3)),
                (first + Days::new(5), last - Days::new(4)),
            ] {
                let found = get_report(&manager, from, to, branch).await;
                assert_eq!(found, work.expected_report(branch, from, to), "history {seed}: {from} to {to}, {branch:?}");
                let minutes = |name: &str| found["totals"][name].as_i64().unwrap();
                assert!(from == to || minutes("bookedMinutes") > 0 && minutes("rosteredMinutes") > 0, "{found}");
            }
        }
    }
}
