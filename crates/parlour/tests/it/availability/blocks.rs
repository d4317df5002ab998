//! Time of staff that the desk blocks.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::{
    available_times_on_friday, expect_slot_unavailable, friday_haircut_at, friday_haircut_for,
};
use parlour_testkit::actions::bookings::{
    cancel_booking_with, create_booking, created_booking_id, post_booking, post_booking_action,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::live_salon::{FRIDAY, live_salon, set_friday_shifts, switch_availability_mode};
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, small_salon};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};

const BLOCKS_PATH: &str = "/api/desk/blocks";

fn friday_block(from: &str, until: &str) -> Value {
    json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": from, "endTime": until, "reason": "Dentist" })
}

async fn block(desk: &Person, from: &str, until: &str) -> Reply {
    desk.post(BLOCKS_PATH, &friday_block(from, until)).await
}

async fn listed(desk: &Person) -> Value {
    desk.get(&format!("{BLOCKS_PATH}?branchId=branch-pune&date={FRIDAY}")).await.expect_ok()["blocks"].clone()
}

#[test_on_both_engines]
async fn blocked_time_cannot_be_booked_until_it_is_given_back() {
    let salon = live_salon().await;
    set_friday_shifts(&salon, STYLIST, &[("10:00", "13:00")]).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let made = block(&desk, "11:00", "12:10").await.expect_created()["block"].clone();
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(
        made,
        json!({
            "id": id, "staffId": STYLIST, "date": FRIDAY, "startTime": "11:00", "endTime": "12:10",
            "reason": "Dentist", "createdBy": desk.id(), "createdAt": salon.now().to_string(),
        })
    );
    assert_eq!(listed(&desk).await, json!([made]));
    assert_eq!(available_times_on_friday(&salon, "").await, ["10:00", "10:30", "12:30"]);
    let nearest = expect_slot_unavailable(&post_booking(&asha, &friday_haircut_at("11:15")).await);
    assert_eq!(nearest, ["12:10", "10:15", "12:15"]);
    let named = friday_haircut_for(&asha, "11:00", Some(STYLIST));
    expect_slot_unavailable(&post_booking(&desk, &named).await);
    let board = desk.get(&format!("/api/desk/board?branchId=branch-pune&date={FRIDAY}")).await.expect_ok();
    let rows = board["board"].as_array().unwrap();
    let row = rows.iter().find(|row| row["staff"]["id"] == STYLIST).unwrap();
    assert_eq!(row["blocks"], json!([made]));

    desk.send(Method::DELETE, &format!("{BLOCKS_PATH}/{id}"), "").await.expect_ok();
    assert_eq!(listed(&desk).await, json!([]));
    create_booking(&asha, &friday_haircut_at("11:15")).await;
    desk.send(Method::DELETE, &format!("{BLOCKS_PATH}/{id}"), "").await.expect_error(404, "NOT_FOUND");
    assert_eq!(actions_on_record(&salon, &id).await, ["block.add", "block.remove"]);
}

#[test_on_both_engines]
async fn time_that_is_booked_cannot_be_blocked_on_a_live_branch() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    block(&desk, "11:40", "12:00").await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(listed(&desk).await, json!([]));
    block(&desk, "11:45", "12:00").await.expect_created();
    block(&desk, "11:50", "12:30").await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
}

#[test_on_both_engines]
async fn every_field_of_a_block_is_validated() {
    let salon = live_salon().await;
    let desk = receptionist(&salon).await;
    assert_eq!(
        desk.post(BLOCKS_PATH, &json!({})).await.expect_invalid_fields(),
        ["date", "endTime", "staffId", "startTime"]
    );
    let wrong = json!({ "staffId": "nope", "date": "2027-02-28", "startTime": "12:00", "endTime": "12:00" });
    assert_eq!(desk.post(BLOCKS_PATH, &wrong).await.expect_invalid_fields(), ["date", "endTime", "staffId"]);
    let wrong = with_field(wrong, "reason", 1);
    assert_eq!(desk.post(BLOCKS_PATH, &wrong).await.expect_invalid_fields(), ["date", "endTime", "reason", "staffId"]);
    let long = with_field(friday_block("10:00", "11:00"), "reason", "x".repeat(201));
    assert_eq!(desk.post(BLOCKS_PATH, &long).await.expect_invalid_fields(), ["reason"]);
    assert_eq!(desk.get(BLOCKS_PATH).await.expect_invalid_fields(), ["branchId", "date"]);
    assert_eq!(listed(&desk).await, json!([]));
}

#[test_on_both_engines]
async fn a_request_with_the_same_key_blocks_once() {
    let salon = live_salon().await;
    let desk = receptionist(&salon).await;
    let keyed = desk.clone().with_header("idempotency-key", "dentist");
    let first = block(&keyed, "11:00", "12:00").await;
    let made = first.expect_created()["block"].clone();
    let again = block(&keyed, "11:00", "12:00").await;
    assert_eq!((again.status, again.json()), (first.status, first.json()));
    block(&keyed, "11:00", "12:30").await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(listed(&desk).await, json!([made]));
    assert_eq!(actions_on_record(&salon, made["id"].as_str().unwrap()).await, ["block.add"]);
    update_rows(&salon, STYLIST, "update staff set is_active = false where id = $1").await;
    assert_eq!(block(&keyed, "11:00", "12:00").await.json(), first.json(), "also where it would now be refused");
    update_rows(&salon, STYLIST, "update staff set is_active = true where id = $1").await;
    // What was refused is tried again.
    let refused = desk.clone().with_header("idempotency-key", "later");
    block(&refused, "11:30", "12:30").await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    let path = format!("{BLOCKS_PATH}/{}", made["id"].as_str().unwrap());
    desk.send(Method::DELETE, &path, "").await.expect_ok();
    block(&refused, "11:30", "12:30").await.expect_created();
}

/// At an open branch a block is only shown. When the branch becomes live, bookings keep their time.
#[test_on_both_engines]
async fn a_block_of_an_open_branch_counts_when_the_branch_becomes_live() {
    let salon = live_salon().await;
    set_friday_shifts(&salon, STYLIST, &[("10:00", "13:00")]).await;
    switch_availability_mode(&salon, "branch-pune", "open").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let booked = post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
    created_booking_id(&booked);
    block(&desk, "11:30", "12:30").await.expect_created();
    switch_availability_mode(&salon, "branch-pune", "live").await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["10:00", "10:30", "12:30"]);
    switch_availability_mode(&salon, "branch-pune", "open").await;
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 22);
}

#[test_on_both_engines]
async fn of_a_block_and_a_booking_at_the_same_time_one_succeeds() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for round in 0..8 {
        let time = format!("{}:00", 10 + round);
        let booking = friday_haircut_for(&asha, &time, Some(STYLIST));
        let until = format!("{}:30", 10 + round);
        let (blocked, booked) = tokio::join!(block(&desk, &time, &until), post_booking(&desk, &booking));
        let outcome = (blocked.status.as_u16(), booked.status.as_u16());
        assert!(matches!(outcome, (201, 409) | (409, 201)), "{outcome:?}");
    }
}

/// A booking, a request, a placement, an undo and another block want the time that is blocked.
#[test_on_both_engines]
async fn of_a_block_and_every_other_way_to_the_time_one_succeeds() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let mut desks = Vec::new();
    for number in 0..4 {
        desks.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
    }
    for round in 0..8 {
        let hour = 10 + round;
        let at = |minute: i64| format!("{hour}:{minute:02}");
        let undone = create_booking(&desk, &friday_haircut_for(&asha, &at(0), Some(STYLIST))).await;
        cancel_booking_with(&desk, &undone, &json!({ "reason": "Oops" })).await.expect_ok();
        let mut elsewhere = friday_haircut_for(&asha, &at(0), Some(STYLIST));
        elsewhere["bookingDate"] = json!("2027-03-06");
        let placed = create_booking(&desk, &elsewhere).await;
        let place = json!({ "bookingDate": FRIDAY, "startTime": at(10) });
        let (booking, request) = (friday_haircut_for(&tara, &at(5), Some(STYLIST)), friday_haircut_at(&at(0)));
        let (start, middle, end) = (at(15), at(20), at(40));
        let (blocked, again, booked, requested, moved, back) = tokio::join!(
            block(&desk, &start, &end),
            block(&desks[0], &middle, &end),
            post_booking(&desks[1], &booking),
            post_booking(&tara, &request),
            place_booking(&desks[2], &placed, &place),
            post_booking_action(&desks[3], &undone, "undo"),
        );
        let replies = [blocked, again, booked, requested, moved, back];
        let statuses = replies.each_ref().map(|reply| reply.status.as_u16());
        assert_eq!(statuses.iter().filter(|status| **status < 300).count(), 1, "{statuses:?}");
        for reply in replies.iter().filter(|reply| !reply.status.is_success()) {
            reply.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
        }
    }
    assert_nobody_is_double_booked(&salon).await;
}

#[test_on_both_engines]
async fn blocks_are_the_desk_s() {
    let salon = small_salon().await;
    let boss = manager(&salon).await;
    boss.get(&format!("{BLOCKS_PATH}?branchId=branch-pune&date={FRIDAY}")).await.expect_ok();
}

/// Staff of an open branch help out at live ones.
#[test_on_both_engines]
async fn a_block_holds_at_every_live_branch() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let body = with_field(friday_block("11:00", "12:00"), "staffId", STYLIST_IN_GOA);
    desk.post(BLOCKS_PATH, &body).await.expect_created();
    expect_slot_unavailable(&post_booking(&desk, &friday_haircut_for(&asha, "11:15", Some(STYLIST_IN_GOA))).await);
    post_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST_IN_GOA))).await.expect_created();
}

/// What overlaps when a branch becomes live keeps its time, so that it is free only when the last of it is gone.
#[test_on_both_engines]
async fn time_is_free_when_the_last_of_what_overlapped_is_gone() {
    let salon = live_salon().await;
    switch_availability_mode(&salon, "branch-pune", "open").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let book = async |time: &str| post_booking(&desk, &friday_haircut_for(&asha, time, Some(STYLIST))).await;
    let (one, other) = (created_booking_id(&book("11:00").await), created_booking_id(&book("11:00").await));
    let long = block(&desk, "13:00", "15:00").await.expect_created()["block"]["id"].clone();
    block(&desk, "14:00", "15:30").await.expect_created();
    switch_availability_mode(&salon, "branch-pune", "live").await;
    let reason = json!({ "reason": "Ill" });
    cancel_booking_with(&desk, &one, &reason).await.expect_ok();
    expect_slot_unavailable(&book("11:00").await);
    cancel_booking_with(&desk, &other, &reason).await.expect_ok();
    book("11:00").await.expect_created();
    desk.send(Method::DELETE, &format!("{BLOCKS_PATH}/{}", long.as_str().unwrap()), "").await.expect_ok();
    expect_slot_unavailable(&book("14:15").await);
    book("13:00").await.expect_created();
}
