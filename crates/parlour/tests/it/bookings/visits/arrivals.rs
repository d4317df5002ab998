//! Customers arrive.

use parlour_testkit::actions::bookings::{
    BOOKING_FIELDS, BOOKING_STATUSES, BOOKINGS_PATH, approve_booking, cancel_booking, create_booking, get_booking,
    haircut_request, listed_bookings, post_booking_action, reschedule_booking, set_booking_status, shown_booking,
};
use parlour_testkit::actions::people::{own_profile, receptionist};
use parlour_testkit::actions::visits::expect_nothing_to_undo;
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon, small_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn the_desk_sees_when_a_customer_came() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    own_profile(&asha).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let came_at = salon.now().to_string();
    let arrived = post_booking_action(&desk, &id, "arrive").await.expect_ok();
    let mut fields = BOOKING_FIELDS.to_vec();
    fields.insert(0, "arrivedAt");
    assert_exact_fields(&arrived["booking"], &fields);
    assert_eq!(
        (&arrived["booking"]["arrivedAt"], &arrived["booking"]["status"]),
        (&json!(came_at), &json!("confirmed"))
    );
    salon.advance_seconds(60);
    let again = post_booking_action(&desk, &id, "arrive").await.expect_ok();
    assert_eq!(again["booking"]["arrivedAt"], came_at, "the first time counts");

    let board = desk.get("/api/desk/board?branchId=branch-pune&date=2027-03-05").await.expect_ok();
    let on_board = board["board"].as_array().unwrap().iter().find(|row| row["staff"]["id"] == STYLIST).unwrap();
    let of_customer = format!("/api/customers/{}/bookings", asha.id());
    for seen in [
        get_booking(&desk, &id).await.expect_ok()["booking"].clone(),
        listed_bookings(&desk.get("/api/bookings?date=2027-03-05").await)[0].clone(),
        listed_bookings(&desk.get("/api/bookings?status=confirmed").await)[0].clone(),
        listed_bookings(&desk.get(&of_customer).await)[0].clone(),
        on_board["bookings"][0].clone(),
    ] {
        assert_eq!(seen["arrivedAt"], came_at, "{seen}");
        assert_eq!(seen["offeredTime"], Value::Null);
    }
    assert_eq!(shown_booking(&asha, &id).await.get("arrivedAt"), None, "customers know when they came");
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.arrive", "booking.request"]);
    let (before, after) = change_of_record(&salon, &id, "booking.arrive").await;
    assert_eq!((&before["arrivedAt"], &after["arrivedAt"]), (&Value::Null, &json!(came_at)));
    let export = asha.get("/api/profile/export").await.expect_ok();
    assert!(export.to_string().contains(&came_at), "{export}");
}

#[test_on_both_engines]
async fn only_customers_of_confirmed_bookings_arrive() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for status in BOOKING_STATUSES.into_iter().filter(|status| *status != "confirmed") {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        let refused = post_booking_action(&desk, &id, "arrive").await;
        refused.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    post_booking_action(&desk, "nobody", "arrive").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_booking_moved_to_another_day_has_not_arrived() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    post_booking_action(&desk, &id, "arrive").await.expect_ok();
    reschedule_booking(&desk, &id, "2027-03-05", "12:00").await.expect_ok();
    let arrived_at = async || get_booking(&desk, &id).await.expect_ok()["booking"]["arrivedAt"].clone();
    assert!(arrived_at().await.is_string(), "the same day");
    reschedule_booking(&desk, &id, "2027-03-06", "12:00").await.expect_ok();
    assert_eq!(arrived_at().await, Value::Null);
    expect_nothing_to_undo(&desk, &id).await;
}

#[test_on_both_engines]
async fn who_is_at_the_salon_neither_cancels_nor_moves() {
    let salon = small_salon_at("2027-03-04 12:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let [here, mistaken] =
        [create_booking(&asha, &haircut_request()).await, create_booking(&asha, &haircut_request()).await];
    for id in [&here, &mistaken] {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
        post_booking_action(&desk, id, "arrive").await.expect_ok();
    }
    // Nobody comes a day early: somebody tapped on the wrong visit.
    cancel_booking(&asha, &mistaken).await.expect_ok();
    salon.advance_seconds(22 * 3_600);
    for refused in [cancel_booking(&asha, &here).await, reschedule_booking(&asha, &here, "2027-03-09", "12:00").await] {
        refused.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    let kept = get_booking(&desk, &here).await.expect_ok()["booking"].clone();
    assert_eq!((&kept["status"], kept["arrivedAt"].is_string()), (&json!("confirmed"), true));
    let path = format!("{BOOKINGS_PATH}/{here}/cancel");
    desk.post(&path, &json!({ "reason": "Ill" })).await.expect_ok();
    salon.leaves_due_jobs("reminders are not looked at here");
}

#[test_on_both_engines]
async fn a_repeated_key_arrives_once() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let desk = desk.with_header("idempotency-key", "arrival");
    let first = post_booking_action(&desk, &id, "arrive").await.expect_ok();
    salon.advance_seconds(60);
    assert_eq!(post_booking_action(&desk, &id, "arrive").await.expect_ok(), first);
}
