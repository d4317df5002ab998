//! Who is free, and on which days, as the desk asks.

use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{create_booking, post_booking};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_leave, insert_stylist, live_salon, set_friday_shifts, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

const KAVYA: &str = "staff-kavya";

async fn free_staff(desk: &Person, start: &str) -> Vec<(String, Value)> {
    let query = format!("branchId=branch-pune&date={FRIDAY}&startTime={start}&serviceIds=service-cut");
    let data = desk.get(&format!("/api/desk/free-staff?{query}")).await.expect_ok();
    let staff = data["staff"].as_array().unwrap();
    for member in staff {
        assert_eq!(member["free"], member["reason"].is_null(), "{member}");
        assert!(member["displayName"].is_string() && member["gender"].is_string(), "{member}");
    }
    staff.iter().map(|member| (member["id"].as_str().unwrap().to_owned(), member["reason"].clone())).collect()
}

fn reason_of(staff: &[(String, Value)], id: &str) -> Value {
    staff.iter().find(|(known, _)| known == id).map(|(_, reason)| reason.clone()).expect("the member is listed")
}

#[test_on_both_engines]
async fn the_desk_sees_who_is_free_and_why_others_are_not() {
    let salon = live_salon().await;
    insert_stylist(&salon, KAVYA, "female").await;
    insert_daily_shifts(&salon, KAVYA, "10:00", "19:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    let body = json!({ "staffId": KAVYA, "date": FRIDAY, "startTime": "15:00", "endTime": "16:00" });
    desk.post("/api/desk/blocks", &body).await.expect_created();
    for (mode, start, stylist, kavya) in [
        ("live", "11:30", json!("busy"), json!(null)),
        ("live", "15:15", json!(null), json!("blocked")),
        ("live", "18:30", json!("not_at_work"), json!("not_at_work")),
        ("open", "11:30", json!("busy"), json!(null)),
        ("open", "15:15", json!(null), json!("blocked")),
    ] {
        switch_availability_mode(&salon, "branch-pune", mode).await;
        let staff = free_staff(&desk, start).await;
        assert_eq!((reason_of(&staff, STYLIST), reason_of(&staff, KAVYA)), (stylist, kavya), "{mode} {start}");
        let reasons: Vec<bool> = staff.iter().map(|(_, reason)| !reason.is_null()).collect();
        assert!(reasons.is_sorted(), "those who are free come first");
    }
    insert_leave(&salon, KAVYA, [FRIDAY, FRIDAY], "approved").await;
    assert_eq!(reason_of(&free_staff(&desk, "11:30").await, KAVYA), "on_leave");
    let wrong = desk.get("/api/desk/free-staff?branchId=nope&date=x&startTime=25:00").await;
    assert_eq!(wrong.expect_invalid_fields(), ["date", "serviceIds", "startTime"]);
    let unknown = format!("/api/desk/free-staff?branchId=nope&date={FRIDAY}&startTime=10:00&serviceIds=nope");
    assert_eq!(desk.get(&unknown).await.expect_invalid_fields(), ["branchId", "serviceIds.0"]);
}

#[test_on_both_engines]
async fn each_day_has_its_number_of_free_slots() {
    let salon = live_salon().await;
    set_friday_shifts(&salon, STYLIST, &[("10:00", "13:00")]).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    post_booking(&desk, &friday_haircut_for(&asha, "10:00", Some(STYLIST))).await.expect_created();
    let path = "/api/desk/availability?branchId=branch-pune&from=2027-03-04&days=3";
    let days = desk.get(path).await.expect_ok()["days"].clone();
    assert_eq!(
        days,
        json!([
            { "date": "2027-03-04", "freeCount": 18, "firstFree": "10:00" },
            { "date": "2027-03-05", "freeCount": 4, "firstFree": "11:00" },
            { "date": "2027-03-06", "freeCount": 18, "firstFree": "10:00" },
        ])
    );
    let hour = desk.get(&format!("{path}&serviceIds=service-cut&staffId={STYLIST}")).await.expect_ok();
    assert_eq!(hour["days"][1], json!({ "date": "2027-03-05", "freeCount": 3, "firstFree": "11:00" }));
    // A booking is seen at once.
    post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    let after = desk.get(path).await.expect_ok();
    assert_eq!(after["days"][1], json!({ "date": "2027-03-05", "freeCount": 2, "firstFree": "12:00" }));
    switch_availability_mode(&salon, "branch-pune", "open").await;
    let open = desk.get(path).await.expect_ok();
    assert_eq!(open["days"][1], json!({ "date": "2027-03-05", "freeCount": 22, "firstFree": "10:00" }));
    for (query, fields) in [
        ("from=2027-03-04&days=0", vec!["branchId", "days"]),
        ("branchId=branch-pune&from=2027-02-28&days=32", vec!["days", "from"]),
        ("branchId=nope&from=2027-03-04&days=1", vec!["branchId"]),
        ("branchId=branch-pune&from=2027-03-04&days=1&serviceIds=nope&staffId=nope", vec!["serviceIds.0", "staffId"]),
    ] {
        let refused = desk.get(&format!("/api/desk/availability?{query}")).await;
        assert_eq!(refused.expect_invalid_fields(), fields, "{query}");
    }
}

/// A live branch refuses such a booking, so nobody is free for it.
#[test_on_both_engines]
async fn a_start_that_a_live_branch_does_not_take_is_refused() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
    let placed = place_booking(&desk, &id, &json!({ "bookingDate": FRIDAY, "startTime": "12:03" })).await;
    assert_eq!(placed.expect_invalid_fields(), ["startTime"]);
    let path = |service: &str| {
        format!("/api/desk/free-staff?branchId=branch-pune&date={FRIDAY}&startTime=12:03&serviceIds={service}")
    };
    let refused = desk.get(&path("service-cut")).await;
    assert_eq!(refused.expect_invalid_fields(), ["startTime"]);
    assert_eq!(refused.json()["error"]["details"], placed.json()["error"]["details"]);
    assert_eq!(desk.get(&path("nope")).await.expect_invalid_fields(), ["serviceIds.0", "startTime"]);
    switch_availability_mode(&salon, "branch-pune", "open").await;
    assert_eq!(reason_of(&free_staff(&desk, "12:03").await, STYLIST), json!(null));
}

#[test_on_both_engines]
async fn the_days_end_with_the_year_9999() {
    let salon = live_salon().await;
    let desk = receptionist(&salon).await;
    for mode in ["live", "open"] {
        switch_availability_mode(&salon, "branch-pune", mode).await;
        for (from, count) in [("9999-12-31", 1), ("9999-12-02", 30), ("9999-12-01", 31), ("9999-11-30", 31)] {
            let path = format!("/api/desk/availability?branchId=branch-pune&from={from}&days=31");
            let days = desk.get(&path).await.expect_ok()["days"].clone();
            let days = days.as_array().unwrap();
            assert_eq!((days.len(), &days[0]["date"]), (count, &json!(from)), "{mode}");
            assert!(days.iter().all(|day| day["date"].as_str().unwrap().starts_with("9999-")), "{mode}: {days:?}");
        }
    }
}
