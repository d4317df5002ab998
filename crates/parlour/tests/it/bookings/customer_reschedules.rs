//! A customer moves a visit to another time.

use axum::body::Body;
use axum::http::Method;
use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, booking_row_counts, cancel_booking, create_booking, haircut_request, haircut_request_at,
    haircut_request_with, late_cancellation_count, list_own_bookings, mark_confirmed, reschedule_booking,
    set_booking_status, shown_booking,
};
use parlour_testkit::actions::jobs::{open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::sorted_user_ids;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::fixtures::small_salon::{
    add_service, set_cancel_window, set_opening_hours, small_salon, small_salon_at,
};
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn requested_at(salon: &TestSalon, id: &str) -> Timestamp {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Option<(Timestamp,)>, DbError> {
        conn.one("select requested_at from bookings where id = $1", params![id])
    });
    read.await.unwrap().expect("the booking").0
}

#[test_on_both_engines]
async fn a_rescheduled_pending_booking_stays_pending() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id =
        create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-colour"]))).await;
    let (before, opened) = (shown_booking(&asha, &id).await, salon.now());
    salon.advance_seconds(600);
    let reply = reschedule_booking(&asha, &id, "2027-03-09", "15:20").await;
    let mut expected = before;
    expected["bookingDate"] = json!("2027-03-09");
    expected["startTime"] = json!("15:20:00");
    expected["endTime"] = json!("17:20:00");
    expected["rescheduleCount"] = json!(1);
    expected["updatedAt"] = json!(salon.now().to_string());
    assert_eq!(reply.expect_ok(), json!({ "booking": expected }), "and nothing else changes");
    assert_eq!(shown_booking(&asha, &id).await, expected);
    assert_eq!(list_own_bookings(&asha).await, [expected]);
    // Its age still counts from the first request.
    assert_eq!(requested_at(&salon, &id).await, opened);
    assert_eq!(open_booking_jobs(&salon, &id).await, [stale_booking_alert_job(&id, opened.plus_millis(2 * HOUR_MS))]);
}

#[test_on_both_engines]
async fn a_rescheduled_confirmed_booking_has_to_be_approved_again() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id =
        create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-colour"]))).await;
    salon.advance_seconds(600);
    mark_confirmed(&salon, &id).await;
    let before = shown_booking(&asha, &id).await;
    assert_eq!(before["services"][1]["staffId"], "staff-stylist-branch-pune");
    salon.advance_seconds(3 * 3_600);
    let mut expected = before;
    expected["status"] = json!("pending");
    expected["confirmedAt"] = Value::Null;
    expected["bookingDate"] = json!("2027-03-09");
    expected["startTime"] = json!("15:20:00");
    expected["endTime"] = json!("17:20:00");
    expected["rescheduleCount"] = json!(1);
    expected["updatedAt"] = json!(salon.now().to_string());
    for service in expected["services"].as_array_mut().unwrap() {
        service["staffId"] = Value::Null;
        service["staffName"] = Value::Null;
    }
    assert_eq!(reschedule_booking(&asha, &id, "2027-03-09", "15:20").await.expect_ok()["booking"], expected);
    assert_eq!(shown_booking(&asha, &id).await, expected);
    // Its age counts anew, and nobody looks for the customer at the old time.
    assert_eq!(requested_at(&salon, &id).await, salon.now());
    assert_eq!(
        open_booking_jobs(&salon, &id).await,
        [stale_booking_alert_job(&id, salon.now().plus_millis(2 * HOUR_MS))]
    );
}

#[test_on_both_engines]
async fn the_service_rows_are_rescheduled_with_the_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
    let other = create_booking(&asha, &haircut_request()).await;
    reschedule_booking(&asha, &id, "2027-03-09", "15:20").await.expect_ok();
    let on_day = |id: String, sql: &'static str| {
        let salon = &salon;
        async move { count_rows(salon, &id, sql).await }
    };
    let moved = "select count(*) from booking_services where booking_id = $1 and booking_date = '2027-03-09'";
    let stayed = "select count(*) from booking_services where booking_id = $1 and booking_date = '2027-03-05'";
    assert_eq!((on_day(id.clone(), moved).await, on_day(id, stayed).await), (2, 0));
    assert_eq!((on_day(other.clone(), moved).await, on_day(other, stayed).await), (0, 1));
}

#[test_on_both_engines]
async fn a_rescheduled_booking_keeps_its_prices_and_durations() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    update_rows(
        &salon,
        "service-cut",
        "update services set price_paise = 1, duration_minutes = 200, is_active = false where id = $1",
    )
    .await;
    let moved = reschedule_booking(&asha, &id, "2027-03-09", "20:59").await.expect_ok()["booking"].clone();
    assert_eq!((&moved["totalAmountPaise"], &moved["endTime"]), (&json!(120_000), &json!("21:44:00")));
    assert_eq!(moved["bookingNumber"], "BK-PUN-2703-H-00001");
}

#[test_on_both_engines]
async fn a_customer_can_reschedule_twice() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    for confirmed in [false, true] {
        let id = create_booking(&asha, &haircut_request()).await;
        for (count, day) in [(1, "2027-03-08"), (2, "2027-03-09")] {
            if confirmed {
                confirm_again(&salon, &id).await;
            }
            let moved = reschedule_booking(&asha, &id, day, "12:00").await.expect_ok();
            assert_eq!(moved["booking"]["rescheduleCount"], count);
        }
        if confirmed {
            confirm_again(&salon, &id).await;
        }
        let before =
            (shown_booking(&asha, &id).await, booking_row_counts(&salon).await, open_booking_jobs(&salon, &id).await);
        salon.advance_seconds(60);
        reschedule_booking(&asha, &id, "2027-03-10", "12:00").await.expect_error(409, "BOOKING_MAX_RESCHEDULES");
        let after =
            (shown_booking(&asha, &id).await, booking_row_counts(&salon).await, open_booking_jobs(&salon, &id).await);
        assert_eq!(after, before);
        cancel_booking(&asha, &id).await.expect_ok();
    }
}

/// Approves without the check that the first approval left.
async fn confirm_again(salon: &TestSalon, id: &str) {
    update_rows(salon, id, "update bookings set status = 'confirmed', confirmed_at = updated_at where id = $1").await;
}

#[test_on_both_engines]
async fn reschedules_by_the_desk_do_not_count_for_the_customer() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    update_rows(&salon, &id, "update bookings set reschedule_count = 5 where id = $1").await;
    for (count, day) in [(6, "2027-03-08"), (7, "2027-03-09")] {
        assert_eq!(reschedule_booking(&asha, &id, day, "12:00").await.expect_ok()["booking"]["rescheduleCount"], count);
    }
    reschedule_booking(&asha, &id, "2027-03-10", "12:00").await.expect_error(409, "BOOKING_MAX_RESCHEDULES");
}

#[test_on_both_engines]
async fn a_booking_in_any_other_status_cannot_be_rescheduled() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    for status in ["in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        let before = (shown_booking(&asha, &id).await, booking_row_counts(&salon).await);
        salon.advance_seconds(60);
        let reply = reschedule_booking(&asha, &id, "2027-03-09", "12:00").await;
        reply.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
        assert_eq!((shown_booking(&asha, &id).await, booking_row_counts(&salon).await), before, "{status}");
    }
}

#[test_on_both_engines]
async fn a_new_time_obeys_the_rules_of_a_request() {
    let salon = small_salon_at("2027-03-01 15:30").await;
    let asha = salon.customer("Asha").await;
    add_service(&salon, "long", 180, 100).await;
    let long = |body: Value| {
        let mut body = body;
        body["serviceIds"] = json!(["service-long"]);
        body
    };
    for (date, time, accepted) in [
        ("2027-03-05", "09:59", false),
        ("2027-03-05", "10:00", true),
        ("2027-03-05", "20:59", true),
        ("2027-03-05", "21:00", false),
        ("2027-03-01", "15:29", false),
        ("2027-03-01", "15:30", false),
        ("2027-03-01", "15:31", true),
        ("2027-03-02", "10:00", true),
    ] {
        let id = create_booking(&asha, &long(haircut_request_at("2027-03-08", "12:00"))).await;
        let before = (shown_booking(&asha, &id).await, booking_row_counts(&salon).await);
        let reply = reschedule_booking(&asha, &id, date, time).await;
        if accepted {
            assert_eq!(reply.expect_ok()["booking"]["startTime"], format!("{time}:00"));
        } else {
            assert_eq!(reply.expect_invalid_fields(), ["startTime"], "{date} {time}");
            assert_eq!((shown_booking(&asha, &id).await, booking_row_counts(&salon).await), before);
        }
    }
    set_opening_hours(&salon, "07:30", "22:15").await;
    for (time, end) in [("20:58", Some("23:58:00")), ("20:59", Some("23:59:00")), ("21:00", None), ("07:29", None)] {
        let id = create_booking(&asha, &long(haircut_request_at("2027-03-08", "12:00"))).await;
        let reply = reschedule_booking(&asha, &id, "2027-03-05", time).await;
        match end {
            Some(end) => assert_eq!(reply.expect_ok()["booking"]["endTime"], end),
            None => assert_eq!(reply.expect_invalid_fields(), ["startTime"], "{time}"),
        }
    }
    let id = create_booking(&asha, &haircut_request_at("2027-03-08", "12:00")).await;
    assert_eq!(reschedule_booking(&asha, &id, "2027-02-28", "16:00").await.expect_invalid_fields(), ["bookingDate"]);
    let both = ["bookingDate", "startTime"];
    assert_eq!(
        reschedule_booking(&asha, &id, "2027-02-28", "07:29").await.expect_invalid_fields(),
        both,
        "both are wrong"
    );
}

#[test_on_both_engines]
async fn a_reschedule_needs_a_date_and_a_time() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let path = format!("{BOOKINGS_PATH}/{id}/reschedule");
    let both = ["bookingDate", "startTime"];
    assert_eq!(asha.post_empty(&path).await.expect_invalid_fields(), both);
    for body in [
        json!({}),
        json!({ "bookingDate": null, "startTime": null }),
        json!({ "bookingDate": 5, "startTime": [] }),
        json!({ "bookingDate": "2027-02-29", "startTime": "24:00" }),
        json!({ "bookingDate": "", "startTime": "" }),
        json!({ "bookingDate": "2027-03-09\u{0}", "startTime": "\u{0}" }),
    ] {
        assert_eq!(asha.post(&path, &body).await.expect_invalid_fields(), both, "{body}");
    }
    assert_eq!(asha.post(&path, &json!({ "startTime": "12:00" })).await.expect_invalid_fields(), ["bookingDate"]);
    assert_eq!(asha.post(&path, &json!({ "bookingDate": "2027-03-09" })).await.expect_invalid_fields(), ["startTime"]);
    for body in ["{", "[]", "null"] {
        asha.send(Method::POST, &path, Body::from(body)).await.expect_error(400, "VALIDATION_ERROR");
    }
    assert_eq!(shown_booking(&asha, &id).await["rescheduleCount"], 0);
    let extra = json!({
        "bookingDate": "2027-03-09", "startTime": "12:00", "endTime": "12:01", "serviceIds": ["service-wash"],
        "branchId": "branch-goa", "rescheduleCount": 0, "staffId": "staff-stylist-branch-pune",
    });
    let moved = asha.post(&path, &extra).await.expect_ok()["booking"].clone();
    assert_eq!((&moved["endTime"], &moved["branchId"]), (&json!("12:45:00"), &json!("branch-pune")));
    assert_eq!((&moved["services"][0]["staffId"], &moved["rescheduleCount"]), (&Value::Null, &json!(1)));
}

#[test_on_both_engines]
async fn a_pending_booking_in_the_past_can_still_be_rescheduled() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "10:30")).await;
    salon.advance_seconds(24 * 3_600);
    assert_eq!(
        reschedule_booking(&asha, &id, "2027-03-03", "12:00").await.expect_ok()["booking"]["bookingDate"],
        "2027-03-03"
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_confirmed_visit_that_was_missed_is_not_moved_by_its_customer() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "10:30")).await;
    mark_confirmed(&salon, &id).await;
    salon.advance_seconds(24 * 3_600);
    reschedule_booking(&asha, &id, "2028-01-05", "12:00").await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    assert_eq!(shown_booking(&asha, &id).await["rescheduleCount"], 0);
    let desk = salon.member("Ravi", Role::Receptionist).await;
    reschedule_booking(&desk, &id, "2027-03-05", "12:00").await.expect_ok();
    salon.leaves_due_jobs("the no-show check is not looked at here");
}

#[test_on_both_engines]
async fn the_cancel_window_does_not_apply_to_reschedules() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    set_cancel_window(&salon, Some(600)).await;
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await;
    cancel_booking(&asha, &id).await.expect_error(409, "BOOKING_CANCEL_WINDOW_PASSED");
    reschedule_booking(&asha, &id, "2027-03-08", "12:00").await.expect_ok();
    // From the new time on the window is far away, and the cancel not late.
    cancel_booking(&asha, &id).await.expect_ok();
    assert_eq!(late_cancellation_count(&asha).await, 0);
}

#[test_on_both_engines]
async fn the_customer_and_the_desk_are_notified_of_every_reschedule() {
    let salon = small_salon().await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let sona = salon.member("Sona", Role::Receptionist).await;
    salon.member("Mira", Role::Manager).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    reschedule_booking(&asha, &id, "2027-03-08", "12:00").await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_rescheduled").await, sorted_user_ids(&[&asha, &ravi, &sona]));
    // Back to where it was, on the same day: an event of its own.
    reschedule_booking(&asha, &id, "2027-03-05", "11:00").await.expect_ok();
    assert_eq!(
        notified_users(&salon, &id, "booking_rescheduled").await,
        sorted_user_ids(&[&asha, &asha, &ravi, &ravi, &sona, &sona])
    );
    let feed = asha.get("/api/notifications").await.expect_ok();
    assert_eq!(feed["notifications"][0]["type"], "booking_rescheduled");
    let own = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    let id = create_booking(&own, &haircut_request()).await;
    reschedule_booking(&own, &id, "2027-03-08", "12:00").await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_rescheduled").await, sorted_user_ids(&[&ravi, &sona]));
}

#[test_on_both_engines]
async fn a_reschedule_is_audited() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(1);
    let reply = reschedule_booking(&asha, &id, "2027-03-08", "12:00").await;
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.request", "booking.reschedule"]);
    let request = reply.header("x-request-id").unwrap();
    let by_asha = count_rows(
        &salon,
        request,
        "select count(*) from audit_log where request_id = $1 and action = 'booking.reschedule'
             and actor_id = concerns_user_id and before_json is not null and after_json is not null",
    );
    assert_eq!(by_asha.await, 1);
}

#[test_on_both_engines]
async fn an_unreadable_field_does_not_hide_other_invalid_fields() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    for (date, time) in [("2020-01-01", "25:00"), ("2027-02-30", "09:59"), ("2027-02-30", "21:00"), ("x", "y")] {
        assert_eq!(
            reschedule_booking(&asha, &id, date, time).await.expect_invalid_fields(),
            ["bookingDate", "startTime"],
            "{date} {time}"
        );
    }
    assert_eq!(reschedule_booking(&asha, &id, "2027-02-30", "11:00").await.expect_invalid_fields(), ["bookingDate"]);
}
