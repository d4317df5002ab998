//! On an open branch two visits may want the same person at the same time: the desk is shown, nobody else.

use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_time;
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, BOOKINGS_PATH, approve_booking, cancel_booking, create_booking, created_booking_id, get_booking,
    haircut_request_at, list_own_bookings, listed_bookings, patch_booking, post_booking, set_booking_status,
    shown_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use parlour_testkit::fixtures::seeded_rng::SeededRng;

/// Confirmed with somebody, on the story's day.
async fn create_confirmed_with(desk: &Person, customer: &Person, staff: &str, time: &str) -> String {
    let mut body = haircut_request_at(FRIDAY, time);
    body["customerId"] = customer.id().as_str().into();
    body["staffId"] = staff.into();
    created_booking_id(&post_booking(desk, &body).await)
}

async fn has_conflict(desk: &Person, id: &str) -> bool {
    get_booking(desk, id).await.expect_ok()["booking"]["hasConflict"].as_bool().expect("the desk is told")
}

async fn have_conflict(desk: &Person, ids: &[&String]) -> Vec<bool> {
    let mut said = Vec::new();
    for id in ids {
        said.push(has_conflict(desk, id).await);
    }
    said
}

/// What a list says, by id.
fn listed_conflict_of(list: &[Value], id: &str) -> bool {
    let found = list.iter().find(|one| one["id"] == id).expect("it is in the list");
    found["hasConflict"].as_bool().expect("the desk is told")
}

#[test_on_both_engines]
async fn the_desk_sees_bookings_in_conflict() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    // Who has a profile is in the directory.
    asha.get("/api/profile").await.expect_ok();
    let first = create_confirmed_with(&desk, &asha, STYLIST, "11:00").await;
    assert!(!has_conflict(&desk, &first).await);
    let second = create_confirmed_with(&desk, &asha, STYLIST, "11:44").await;
    let next = create_confirmed_with(&desk, &asha, STYLIST, "12:29").await;
    let other = create_confirmed_with(&desk, &asha, STYLIST_IN_GOA, "11:00").await;
    let mut nobody_s = haircut_request_at(FRIDAY, "11:00");
    nobody_s["notes"] = "anyone".into();
    let nobody_s = create_booking(&asha, &nobody_s).await;
    let all = [&first, &second, &next, &other, &nobody_s];
    assert_eq!(have_conflict(&desk, &all).await, [true, true, false, false, false]);

    let manager = salon.member("Omar", Role::Manager).await;
    let of_board = async |person: &Person, path: &str| -> Vec<Value> {
        let board = person.get(&format!("{path}?date={FRIDAY}&branchId={PUNE}")).await.expect_ok();
        let rows = board["board"].as_array().unwrap().iter();
        let shown = rows.flat_map(|row| row["bookings"].as_array().unwrap().clone());
        shown.chain(board["unassigned"].as_array().unwrap().clone()).collect()
    };
    let own = listed_bookings(&desk.get(&format!("/api/customers/{}/bookings", asha.id())).await);
    let mut seen = vec![own, of_board(&desk, "/api/desk/board").await, of_board(&manager, "/api/schedule").await];
    for query in ["", "date=2027-03-05", "serviceType=salon", "date=2027-03-05&serviceType=salon&limit=100"] {
        seen.push(listed_bookings(&desk.get(&format!("{BOOKINGS_PATH}?{query}")).await));
    }
    for list in &seen {
        assert_eq!(all.map(|id| listed_conflict_of(list, id)), [true, true, false, false, false], "{list:?}");
    }
    let confirmed = listed_bookings(&desk.get(&format!("{BOOKINGS_PATH}?status=confirmed&date={FRIDAY}")).await);
    assert_eq!([&first, &next].map(|id| listed_conflict_of(&confirmed, id)), [true, false]);

    for seen in [shown_booking(&asha, &first).await, list_own_bookings(&asha).await[0].clone()] {
        assert_eq!(seen.get("hasConflict"), None, "it is nothing to the customer");
    }
    let pending = create_booking(&asha, &haircut_request_at(FRIDAY, "15:00")).await;
    let approved = approve_booking(&desk, &pending, STYLIST).await.expect_ok();
    assert_eq!(approved["booking"].get("hasConflict"), None, "only what reads says it");
    cancel_booking(&asha, &second).await.expect_ok();
    assert_eq!(have_conflict(&desk, &all).await, [false; 5], "there is only one left");
}

#[test_on_both_engines]
async fn ended_bookings_are_not_in_conflict() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let lasting = create_confirmed_with(&desk, &asha, STYLIST, "11:00").await;
    let ending = create_confirmed_with(&desk, &asha, STYLIST, "11:30").await;
    for status in BOOKING_STATUSES {
        set_booking_status(&salon, &ending, status).await;
        let is_busy = ["pending", "confirmed", "in_progress"].contains(&status);
        assert_eq!(have_conflict(&desk, &[&lasting, &ending]).await, [is_busy; 2], "{status}");
        for query in [format!("date={FRIDAY}"), format!("status={status}")] {
            let listed = listed_bookings(&desk.get(&format!("{BOOKINGS_PATH}?{query}")).await);
            assert_eq!(listed_conflict_of(&listed, &ending), is_busy, "{status} in {query}");
        }
    }
}

#[test_on_both_engines]
async fn a_conflict_needs_the_same_staff_day_and_overlapping_time() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    update_rows(&salon, "service-cut", "update services set buffer_minutes = 30 where id = $1").await;
    let first = create_confirmed_with(&desk, &asha, STYLIST, "11:00").await;
    let after = create_confirmed_with(&desk, &asha, STYLIST, "11:45").await;
    assert_eq!(have_conflict(&desk, &[&first, &after]).await, [false; 2], "tidying up can wait");
    let mut elsewhere = haircut_request_at(FRIDAY, "10:30");
    elsewhere["branchId"] = GOA.into();
    let elsewhere = create_booking(&asha, &elsewhere).await;
    patch_booking(&desk, &elsewhere, &json!({ "action": "assign", "staffId": STYLIST })).await.expect_ok();
    assert_eq!(
        have_conflict(&desk, &[&first, &elsewhere, &after]).await,
        [true, true, false],
        "asked for, and at another branch"
    );
    let moved = json!({ "bookingDate": "2027-03-06", "startTime": "10:30" });
    desk.post(&format!("{BOOKINGS_PATH}/{elsewhere}/reschedule"), &moved).await.expect_ok();
    assert_eq!(have_conflict(&desk, &[&first, &elsewhere]).await, [false; 2]);
}

/// What the lists say is what comparing every two visits gives, however the list is cut.
#[test_on_both_engines]
async fn every_list_shows_the_same_conflicts() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut rng = SeededRng::new(11);
    for _ in 0..24 {
        let time = format!("{}:{:02}", 11 + rng.below(6), 5 * rng.below(12));
        let staff = rng.one_of(&[STYLIST, STYLIST_IN_GOA]);
        let id = create_confirmed_with(&desk, &asha, staff, &time).await;
        set_booking_status(&salon, &id, rng.one_of(&["pending", "confirmed", "in_progress", "completed", "cancelled"]))
            .await;
        salon.advance_seconds(1);
    }
    let whole = listed_bookings(&desk.get(&format!("{BOOKINGS_PATH}?date={FRIDAY}")).await);
    assert_eq!(whole.len(), 24);
    for one in &whole {
        let expected = whole.iter().any(|other| one["id"] != other["id"] && overlap(one, other));
        assert_eq!(one["hasConflict"], expected, "{one}");
    }
    assert!(whole.iter().any(|one| one["hasConflict"] == true));
    assert!(whole.iter().any(|one| one["hasConflict"] == false && occupies_staff(one)));
    assert_lists_agree(&salon, &desk, &whole).await;
}

async fn assert_lists_agree(salon: &TestSalon, desk: &Person, whole: &[Value]) {
    let asha = salon.customer("Asha").await;
    asha.get("/api/profile").await.expect_ok();
    for path in [
        format!("{BOOKINGS_PATH}?date={FRIDAY}&limit=7"),
        format!("{BOOKINGS_PATH}?limit=10"),
        format!("{BOOKINGS_PATH}?serviceType=salon"),
        format!("{BOOKINGS_PATH}?date={FRIDAY}&status=confirmed"),
        format!("{BOOKINGS_PATH}?status=pending"),
        format!("/api/customers/{}/bookings?limit=9", asha.id()),
    ] {
        let (mut page, mut read) = (Some(path.clone()), Vec::new());
        while let Some(at) = page {
            let reply = desk.get(&at).await;
            read.extend(listed_bookings(&reply));
            let next = reply.header("link").and_then(|link| link.strip_prefix('<')?.split('>').next());
            page = next.map(str::to_owned);
        }
        assert!(!read.is_empty(), "{path}");
        assert!(read.iter().all(|one| whole.contains(one)), "{path}");
    }
}

fn occupies_staff(one: &Value) -> bool {
    ["pending", "confirmed", "in_progress"].contains(&one["status"].as_str().unwrap())
}

fn overlap(one: &Value, other: &Value) -> bool {
    let time = |of: &Value, field: &str| parse_time(&of[field].as_str().unwrap()[..5]).unwrap();
    let is_same = one["services"][0]["staffId"] == other["services"][0]["staffId"];
    let meet = time(one, "startTime") < time(other, "endTime") && time(other, "startTime") < time(one, "endTime");
    is_same && meet && occupies_staff(one) && occupies_staff(other)
}
