//! A branch's week: everybody's shifts, leave, blocks and booked time in one read.

use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request, haircut_request_at};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_friday_break, insert_holiday, insert_leave,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, THERAPIST, small_salon};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

async fn shown_week(manager: &Person, branch: &str, from: &str) -> Value {
    let path = format!("/api/schedule/week?branchId={branch}&from={from}");
    manager.get(&path).await.expect_ok()["week"].clone()
}

#[test_on_both_engines]
async fn a_week_shows_everything_that_is_planned() {
    let salon = small_salon().await;
    let (manager, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_friday_break(&salon, "10:00", "13:00", "13:30").await;
    insert_leave(&salon, STYLIST, ["2027-02-27", "2027-03-02"], "approved").await;
    insert_leave(&salon, STYLIST, ["2027-03-05", "2027-03-09"], "pending").await;
    insert_leave(&salon, STYLIST, ["2027-03-03", "2027-03-03"], "rejected").await;
    insert_holiday(&salon, PUNE, "2027-03-06").await;
    insert_holiday(&salon, GOA, "2027-03-04").await;
    let body = json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": "18:00", "endTime": "20:00" });
    let block = desk.post("/api/desk/blocks", &body).await.expect_created()["block"].clone();
    for request in
        [haircut_request(), haircut_request_at("2027-03-06", "11:00"), haircut_request_at("2027-03-02", "11:00")]
    {
        let id = create_booking(&asha, &request).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
    }

    let week = shown_week(&manager, PUNE, "2027-03-01").await;
    assert_exact_fields(&week, &["from", "holidays", "staff"]);
    assert_eq!(week["from"], "2027-03-01");
    let holidays = week["holidays"].as_array().unwrap();
    assert_eq!(holidays.iter().map(|holiday| &holiday["date"]).collect::<Vec<_>>(), [&json!("2027-03-06")]);
    let staff = week["staff"].as_array().unwrap();
    let names: Vec<Value> = staff.iter().map(|row| json!([row["id"], row["displayName"]])).collect();
    assert_eq!(names, [json!([STYLIST, "stylist"]), json!([THERAPIST, "therapist"])]);
    let (stylist, therapist) = (staff[0]["days"].as_array().unwrap(), staff[1]["days"].as_array().unwrap());
    let dates: Vec<&str> = stylist.iter().map(|day| day["date"].as_str().unwrap()).collect();
    let expected = ["01", "02", "03", "04", "05", "06", "07"].map(|day| format!("2027-03-{day}"));
    assert_eq!(dates, expected);
    let shifts = json!([{ "startTime": "10:00", "endTime": "19:00" }]);
    assert!(stylist.iter().all(|day| day["shifts"] == shifts), "as planned, also on leave and holidays");
    let pending = stylist[4]["leave"].clone();
    assert_eq!((&pending[0]["status"], &pending[0]["startDate"]), (&json!("pending"), &json!(FRIDAY)));
    assert_eq!(
        stylist[4],
        json!({
            "date": FRIDAY, "shifts": shifts, "breaks": [{ "startTime": "13:00", "endTime": "13:30" }],
            "leave": pending, "blocks": [block], "bookedMinutes": 45,
        })
    );
    let of_days = |field: &str| stylist.iter().map(|day| day[field].clone()).collect::<Vec<_>>();
    // What is booked on leave or a holiday is outside the working time.
    assert_eq!(of_days("bookedMinutes"), [0, 0, 0, 0, 45, 0, 0].map(|minutes| json!(minutes)));
    let leave: Vec<usize> = stylist.iter().map(|day| day["leave"].as_array().unwrap().len()).collect();
    assert_eq!(leave, [1, 1, 0, 0, 1, 1, 1]);
    assert_eq!(stylist[0]["leave"][0]["status"], "approved");
    assert_eq!(
        therapist[4],
        json!({ "date": FRIDAY, "shifts": [], "breaks": [], "leave": [], "blocks": [], "bookedMinutes": 0 })
    );

    // Any weekday may be the first.
    let from_friday = shown_week(&manager, PUNE, FRIDAY).await;
    assert_eq!(from_friday["staff"][0]["days"][0], stylist[4]);
    let goa = shown_week(&manager, GOA, "2027-03-01").await;
    assert_eq!(goa["staff"].as_array().unwrap().len(), 1, "without inactive staff");
    assert_eq!((&goa["staff"][0]["id"], &goa["holidays"][0]["date"]), (&json!(STYLIST_IN_GOA), &json!("2027-03-04")));
}

#[test_on_both_engines]
async fn every_wrong_parameter_is_reported() {
    let salon = small_salon().await;
    let (manager, desk) = (manager(&salon).await, receptionist(&salon).await);
    for (query, wrong) in [
        ("", &["branchId", "from"][..]),
        ("?branchId=nope&from=tomorrow", &["branchId", "from"]),
        ("?branchId=branch-pune&from=3000-01-01", &["from"]),
        ("?branchId=nope&from=2027-03-01", &["branchId"]),
    ] {
        let refused = manager.get(&format!("/api/schedule/week{query}")).await;
        assert_eq!(refused.expect_invalid_fields(), wrong, "{query}");
    }
    let path = "/api/schedule/week?branchId=branch-pune&from=2027-03-01";
    desk.get(path).await.expect_error(403, "FORBIDDEN");
    manager.get("/api/schedule/week?branchId=branch-shut&from=2999-12-31").await.expect_ok();
}
