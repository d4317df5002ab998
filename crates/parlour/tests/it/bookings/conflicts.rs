//! On an open branch two visits may want the same person at the same time: the desk is shown, nobody else.

use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_time;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::availability::live_model::SeededRng;
use crate::bookings::customer_reads::entries;
use crate::bookings::desk_reads::{STATUSES, STYLIST, STYLIST_IN_GOA, approves, decides, receptionist};
use crate::small_salon::{
    BOOKINGS, GOA, PUNE, asks, booking, books, bring_to, cancels, haircut_at, id_of, lists, set, small_salon,
    views,
};

const DAY: &str = "2027-03-05";

/// Confirmed with somebody, on the story's day.
async fn create_confirmed_with(desk: &Person, customer: &Person, staff: &str, time: &str) -> String {
    let mut body = haircut_at(DAY, time);
    body["customerId"] = customer.id().as_str().into();
    body["staffId"] = staff.into();
    id_of(&asks(desk, &body).await)
}

async fn has_conflict(desk: &Person, id: &str) -> bool {
    views(desk, id).await.expect_ok()["booking"]["hasConflict"].as_bool().expect("the desk is told")
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
    let mut nobody_s = haircut_at(DAY, "11:00");
    nobody_s["notes"] = "anyone".into();
    let nobody_s = books(&asha, &nobody_s).await;
    let all = [&first, &second, &next, &other, &nobody_s];
    assert_eq!(have_conflict(&desk, &all).await, [true, true, false, false, false]);

    let manager = salon.member("Omar", Role::Manager).await;
    let of_board = async |person: &Person, path: &str| -> Vec<Value> {
        let board = person.get(&format!("{path}?date={DAY}&branchId={PUNE}")).await.expect_ok();
        let rows = board["board"].as_array().unwrap().iter();
        let shown = rows.flat_map(|row| row["bookings"].as_array().unwrap().clone());
        shown.chain(board["unassigned"].as_array().unwrap().clone()).collect()
    };
    let own = entries(&desk.get(&format!("/api/customers/{}/bookings", asha.id())).await);
    let mut seen =
        vec![own, of_board(&desk, "/api/desk/board").await, of_board(&manager, "/api/schedule").await];
    for query in ["", "date=2027-03-05", "serviceType=salon", "date=2027-03-05&serviceType=salon&limit=100"] {
        seen.push(entries(&desk.get(&format!("{BOOKINGS}?{query}")).await));
    }
    for list in &seen {
        assert_eq!(all.map(|id| listed_conflict_of(list, id)), [true, true, false, false, false], "{list:?}");
    }
    let confirmed = entries(&desk.get(&format!("{BOOKINGS}?status=confirmed&date={DAY}")).await);
    assert_eq!([&first, &next].map(|id| listed_conflict_of(&confirmed, id)), [true, false]);

    for seen in [booking(&asha, &first).await, lists(&asha).await[0].clone()] {
        assert_eq!(seen.get("hasConflict"), None, "it is nothing to the customer");
    }
    let pending = books(&asha, &haircut_at(DAY, "15:00")).await;
    let approved = approves(&desk, &pending, STYLIST).await.expect_ok();
    assert_eq!(approved["booking"].get("hasConflict"), None, "only what reads says it");
    cancels(&asha, &second).await.expect_ok();
    assert_eq!(have_conflict(&desk, &all).await, [false; 5], "there is only one left");
}

#[test_on_both_engines]
async fn ended_bookings_are_not_in_conflict() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let lasting = create_confirmed_with(&desk, &asha, STYLIST, "11:00").await;
    let ending = create_confirmed_with(&desk, &asha, STYLIST, "11:30").await;
    for status in STATUSES {
        bring_to(&salon, &ending, status).await;
        let is_busy = ["pending", "confirmed", "in_progress"].contains(&status);
        assert_eq!(have_conflict(&desk, &[&lasting, &ending]).await, [is_busy; 2], "{status}");
        for query in [format!("date={DAY}"), format!("status={status}")] {
            let listed = entries(&desk.get(&format!("{BOOKINGS}?{query}")).await);
            assert_eq!(listed_conflict_of(&listed, &ending), is_busy, "{status} in {query}");
        }
    }
}

#[test_on_both_engines]
async fn a_conflict_needs_the_same_staff_day_and_overlapping_time() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    set(&salon, "service-cut", "update services set buffer_minutes = 30 where id = $1").await;
    let first = create_confirmed_with(&desk, &asha, STYLIST, "11:00").await;
    let after = create_confirmed_with(&desk, &asha, STYLIST, "11:45").await;
    assert_eq!(have_conflict(&desk, &[&first, &after]).await, [false; 2], "tidying up can wait");
    let mut elsewhere = haircut_at(DAY, "10:30");
    elsewhere["branchId"] = GOA.into();
    let elsewhere = books(&asha, &elsewhere).await;
    decides(&desk, &elsewhere, &json!({ "action": "assign", "staffId": STYLIST })).await.expect_ok();
    assert_eq!(
        have_conflict(&desk, &[&first, &elsewhere, &after]).await,
        [true, true, false],
        "asked for, and at another branch"
    );
    let moved = json!({ "bookingDate": "2027-03-06", "startTime": "10:30" });
    desk.post(&format!("{BOOKINGS}/{elsewhere}/reschedule"), &moved).await.expect_ok();
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
        bring_to(&salon, &id, rng.one_of(&["pending", "confirmed", "in_progress", "completed", "cancelled"]))
            .await;
        salon.advance_seconds(1);
    }
    let whole = entries(&desk.get(&format!("{BOOKINGS}?date={DAY}")).await);
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
        format!("{BOOKINGS}?date={DAY}&limit=7"),
        format!("{BOOKINGS}?limit=10"),
        format!("{BOOKINGS}?serviceType=salon"),
        format!("{BOOKINGS}?date={DAY}&status=confirmed"),
        format!("{BOOKINGS}?status=pending"),
        format!("/api/customers/{}/bookings?limit=9", asha.id()),
    ] {
        let (mut page, mut read) = (Some(path.clone()), Vec::new());
        while let Some(at) = page {
            let reply = desk.get(&at).await;
            read.extend(entries(&reply));
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
    let meet =
        time(one, "startTime") < time(other, "endTime") && time(other, "startTime") < time(one, "endTime");
    is_same && meet && occupies_staff(one) && occupies_staff(other)
}
