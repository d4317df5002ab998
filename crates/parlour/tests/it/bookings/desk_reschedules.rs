//! The desk moves visits, and changes what is done in them.

use parlour_testkit::actions::bookings::{
    approve_booking, booking_row_counts, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    massage_request, post_booking_action, replace_booking_services, reschedule_booking, set_booking_status,
    stored_booking,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, small_salon, small_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn a_booking_rescheduled_by_the_desk_keeps_its_status() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let asked_at = salon.now();
    for confirmed in [false, true] {
        let id = create_booking(&asha, &haircut_request()).await;
        let asked_for = asked_at.plus_millis(if confirmed { 60_000 } else { 0 });
        if confirmed {
            approve_booking(&desk, &id, STYLIST).await.expect_ok();
        }
        for (moved, (date, time, end)) in [
            ("2027-03-09", "12:00", "12:45:00"),
            ("2027-03-01", "00:00", "00:45:00"),
            ("2027-03-09", "23:14", "23:59:00"),
        ]
        .into_iter()
        .enumerate()
        {
            let reply = reschedule_booking(&desk, &id, date, time).await;
            assert_exact_fields(&reply.expect_ok(), &["booking"]);
            let seen = reply.expect_ok()["booking"].clone();
            assert_eq!(seen, stored_booking(&asha, &id).await);
            assert_eq!((&seen["bookingDate"], &seen["startTime"]), (&json!(date), &json!(format!("{time}:00"))));
            assert_eq!((&seen["endTime"], &seen["rescheduleCount"]), (&json!(end), &json!(moved + 1)));
            assert_eq!(seen["status"], if confirmed { "confirmed" } else { "pending" });
            assert_eq!(seen["confirmedAt"].is_string(), confirmed);
            assert_eq!(seen["services"][0]["staffId"], if confirmed { json!(STYLIST) } else { Value::Null });
            assert_eq!(notified_users(&salon, &id, "booking_rescheduled").await.len(), moved + 1);
        }
        let expected = if confirmed {
            noshow_check_job(&id, "2027-03-10", "00:14")
        } else {
            stale_booking_alert_job(&id, asked_for.plus_millis(7_200_000))
        };
        assert_eq!(open_booking_jobs(&salon, &id).await, [expected]);
        let own_moves = "select customer_reschedule_count from bookings where id = $1";
        assert_eq!(count_rows(&salon, &id, own_moves).await, 0);
        for time in ["12:00", "13:00"] {
            reschedule_booking(&asha, &id, "2027-03-10", time).await.expect_ok();
        }
        reschedule_booking(&asha, &id, "2027-03-10", "14:00").await.expect_error(409, "BOOKING_MAX_RESCHEDULES");
        assert_eq!(actions_on_record(&salon, &id).await.iter().filter(|one| *one == "booking.reschedule").count(), 5);
        salon.advance_seconds(60);
    }
}

#[test_on_both_engines]
async fn a_reschedule_is_to_today_or_later_and_ends_the_same_day() {
    let salon = small_salon_at("2027-03-01 20:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    let path = format!("/api/bookings/{id}/reschedule");
    for (body, wrong) in [
        (json!({}), vec!["bookingDate", "startTime"]),
        (json!({ "bookingDate": "2027-02-28", "startTime": "12:00" }), vec!["bookingDate"]),
        (json!({ "bookingDate": "2027-02-28", "startTime": "noon" }), vec!["bookingDate", "startTime"]),
        (json!({ "bookingDate": "2027-02-28", "startTime": "23:15" }), vec!["bookingDate", "startTime"]),
        (json!({ "bookingDate": "tomorrow", "startTime": "23:15" }), vec!["bookingDate", "startTime"]),
        (json!({ "bookingDate": "2027-03-02", "startTime": "23:15" }), vec!["startTime"]),
        (json!({ "bookingDate": "2027-03-02", "startTime": "24:00" }), vec!["startTime"]),
    ] {
        assert_eq!(desk.post(&path, &body).await.expect_invalid_fields(), wrong, "{body}");
    }
    reschedule_booking(&desk, "nothing", "2027-03-02", "12:00").await.expect_error(404, "NOT_FOUND");
    assert_eq!(booking_row_counts(&salon).await, before);
    reschedule_booking(&desk, &id, "2027-03-01", "09:00").await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_rescheduled").await, sorted_user_ids(&[&asha]), "the desk knows");
}

#[test_on_both_engines]
async fn replaced_services_have_current_prices() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    update_rows(&salon, "service-cut", "update services set price_paise = 130000, duration_minutes = 50 where id = $1")
        .await;
    salon.advance_seconds(60);
    let service_ids = json!(["service-wash", "service-cut", "service-wash"]);
    let reply = replace_booking_services(&desk, &id, &service_ids).await;
    assert_exact_fields(&reply.expect_ok(), &["booking"]);
    let seen = reply.expect_ok()["booking"].clone();
    assert_eq!(seen, stored_booking(&asha, &id).await);
    assert_eq!((&seen["totalAmountPaise"], &seen["totalDurationMinutes"]), (&json!(160_000), &json!(80)));
    assert_eq!((&seen["startTime"], &seen["endTime"]), (&json!("11:00:00"), &json!("12:20:00")));
    assert_eq!((&seen["status"], &seen["updatedAt"]), (&json!("confirmed"), &json!(salon.now())));
    let rows: Vec<_> = seen["services"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["serviceId"], row["priceAtBookingPaise"], row["displayOrder"], row["staffId"]]))
        .collect();
    assert_eq!(rows, [json!(["service-wash", 30_000, 1, STYLIST]), json!(["service-cut", 130_000, 2, STYLIST])]);
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:35")]);
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.request", "booking.services"]);
    assert_eq!(seen["rescheduleCount"], 0);
    post_booking_action(&desk, &id, "start").await.expect_ok();
    let seen = replace_booking_services(&desk, &id, &json!(["service-colour"])).await.expect_ok()["booking"].clone();
    assert_eq!((&seen["status"], &seen["totalAmountPaise"]), (&json!("in_progress"), &json!(250_050)));
    assert_eq!(open_booking_jobs(&salon, &id).await, [], "it has begun: nobody looks for the customer");
}

#[test_on_both_engines]
async fn replaced_services_keep_the_staff_if_one_person_had_all() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let two = haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]));
    let staff_of = |seen: &Value| -> Vec<Value> {
        seen["services"].as_array().unwrap().iter().map(|row| row["staffId"].clone()).collect()
    };
    let pending = create_booking(&asha, &two).await;
    let seen = replace_booking_services(&desk, &pending, &json!(["service-cut"])).await.expect_ok();
    assert_eq!(staff_of(&seen["booking"]), [Value::Null]);
    assert_eq!(
        open_booking_jobs(&salon, &pending).await,
        [stale_booking_alert_job(&pending, salon.now().plus_millis(7_200_000))]
    );
    let shared = create_booking(&asha, &two).await;
    approve_booking(&desk, &shared, STYLIST).await.expect_ok();
    update_rows(
        &salon,
        &shared,
        "update booking_services set staff_id = 'staff-stylist-branch-goa' where booking_id = $1 and display_order = 2",
    )
    .await;
    let seen = replace_booking_services(&desk, &shared, &json!(["service-cut", "service-colour"])).await.expect_ok();
    assert_eq!(staff_of(&seen["booking"]), [Value::Null, Value::Null], "who knows");
    let half = create_booking(&asha, &two).await;
    approve_booking(&desk, &half, STYLIST_IN_GOA).await.expect_ok();
    update_rows(
        &salon,
        &half,
        "update booking_services set staff_id = null where booking_id = $1 and display_order = 2",
    )
    .await;
    let seen = replace_booking_services(&desk, &half, &json!(["service-cut"])).await.expect_ok();
    assert_eq!(staff_of(&seen["booking"]), [Value::Null]);
}

#[test_on_both_engines]
async fn replaced_services_have_the_same_type_and_fit_into_the_day() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-05", "20:59")).await;
    let spa = create_booking(&asha, &massage_request()).await;
    let before = booking_row_counts(&salon).await;
    let smalls: Vec<_> = (0..21).map(|number| format!("service-small-{number:02}")).collect();
    update_rows(&salon, "service-colour", "update services set duration_minutes = 181 where id = $1").await;
    for (service_ids, wrong) in [
        (json!(null), vec!["serviceIds"]),
        (json!([]), vec!["serviceIds"]),
        (json!("service-cut"), vec!["serviceIds"]),
        (json!(smalls), vec!["serviceIds"]),
        (json!(["service-colour"]), vec!["serviceIds"]),
        (json!(["service-cut", "service-massage"]), vec!["serviceIds.1"]),
        (
            json!(["service-nothing", "service-perm", "service-henna"]),
            vec!["serviceIds.0", "serviceIds.1", "serviceIds.2"],
        ),
        (json!(["service-nothing", "", 7]), vec!["serviceIds.0", "serviceIds.1", "serviceIds.2"]),
    ] {
        assert_eq!(
            replace_booking_services(&desk, &id, &service_ids).await.expect_invalid_fields(),
            wrong,
            "{service_ids}"
        );
    }
    assert_eq!(
        replace_booking_services(&desk, &spa, &json!(["service-cut"])).await.expect_invalid_fields(),
        ["serviceIds.0"]
    );
    replace_booking_services(&desk, "nothing", &json!(["service-cut"])).await.expect_error(404, "NOT_FOUND");
    assert_eq!(booking_row_counts(&salon).await, before);
    update_rows(&salon, "service-colour", "update services set duration_minutes = 180 where id = $1").await;
    let seen = replace_booking_services(&desk, &id, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(seen["booking"]["endTime"], "23:59:00");
    set_booking_status(&salon, &id, "completed").await;
    let reply = replace_booking_services(&desk, &id, &json!(["service-cut"])).await;
    reply.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    create_booking(&asha, &haircut_request()).await;
}

#[test_on_both_engines]
async fn a_booking_may_keep_services_that_are_no_longer_active() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let two = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let id = create_booking(&asha, &two).await;
    let other = create_booking(&asha, &haircut_request_at("2027-03-06", "12:00")).await;
    update_rows(&salon, "service-wash", "update services set is_active = false, price_paise = 1 where id = $1").await;
    let service_ids = json!(["service-colour", "service-wash", "service-cut"]);
    let seen = replace_booking_services(&desk, &id, &service_ids).await.expect_ok()["booking"].clone();
    let rows: Vec<_> = seen["services"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["serviceId"], row["priceAtBookingPaise"], row["durationMinutes"]]))
        .collect();
    assert_eq!(
        rows,
        [
            json!(["service-colour", 250_050, 90]),
            json!(["service-wash", 30_000, 30]),
            json!(["service-cut", 120_000, 45])
        ],
        "at the price that it was booked at: it has no other any more"
    );
    assert_eq!((&seen["totalAmountPaise"], &seen["endTime"]), (&json!(400_050), &json!("13:45:00")));
    let into_another = json!(["service-cut", "service-wash"]);
    assert_eq!(replace_booking_services(&desk, &other, &into_another).await.expect_invalid_fields(), ["serviceIds.1"]);
    replace_booking_services(&desk, &id, &json!(["service-cut"])).await.expect_ok();
    let back = json!(["service-cut", "service-wash"]);
    assert_eq!(
        replace_booking_services(&desk, &id, &back).await.expect_invalid_fields(),
        ["serviceIds.1"],
        "gone is gone"
    );
}
