//! The desk moves bookings to another time and person in one step.

use parlour_testkit::actions::availability::{expect_slot_unavailable, friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, approve_booking, booking_row_counts, create_booking, haircut_request, haircut_request_with,
    set_booking_status, shown_booking,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::live_salon::{insert_daily_shifts, insert_stylist, live_salon};
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST_IN_GOA, small_salon, small_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn time_and_person_change_together_and_the_status_stays() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for is_confirmed in [false, true] {
        let id =
            create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
        let alert = stale_booking_alert_job(&id, salon.now().plus_millis(7_200_000));
        if is_confirmed {
            approve_booking(&desk, &id, STYLIST).await.expect_ok();
        }
        let body = json!({ "bookingDate": "2027-03-09", "startTime": "12:00" });
        let moved = place_booking(&desk, &id, &body).await.expect_ok()["booking"].clone();
        let person = if is_confirmed { json!(STYLIST) } else { Value::Null };
        assert!(moved["services"].as_array().unwrap().iter().all(|line| line["staffId"] == person), "persons stay");
        let body = json!({ "bookingDate": "2027-03-09", "startTime": "14:00", "staffId": STYLIST_IN_GOA });
        let moved = place_booking(&desk, &id, &body).await.expect_ok()["booking"].clone();
        assert!(moved["services"].as_array().unwrap().iter().all(|line| line["staffId"] == STYLIST_IN_GOA));
        assert_eq!((&moved["startTime"], &moved["endTime"]), (&json!("14:00:00"), &json!("15:15:00")));
        assert_eq!(moved["status"], if is_confirmed { "confirmed" } else { "pending" });
        assert_eq!(moved["rescheduleCount"], 2);
        assert_eq!(shown_booking(&asha, &id).await["startTime"], "14:00:00");
        let own_moves = "select customer_reschedule_count from bookings where id = $1";
        assert_eq!(count_rows(&salon, &id, own_moves).await, 0);
        assert_eq!(notified_users(&salon, &id, "booking_rescheduled").await.len(), 2);
        let job = if is_confirmed { noshow_check_job(&id, "2027-03-09", "15:30") } else { alert };
        assert_eq!(open_booking_jobs(&salon, &id).await, [job]);
        let actions = actions_on_record(&salon, &id).await;
        assert_eq!(actions.iter().filter(|action| *action == "booking.place").count(), 2);
    }
}

#[test_on_both_engines]
async fn a_refused_placement_changes_nothing() {
    let salon = small_salon_at("2027-03-01 20:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    for (body, wrong) in [
        (json!({}), vec!["bookingDate", "startTime"]),
        (
            json!({ "bookingDate": "2027-02-28", "startTime": "12:00", "staffId": "nobody" }),
            vec!["bookingDate", "staffId"],
        ),
        (
            json!({ "bookingDate": "2027-03-02", "startTime": "23:15", "staffId": THERAPIST_IN_GOA }),
            vec!["staffId", "startTime"],
        ),
        (json!({ "bookingDate": "2027-03-02", "startTime": "noon", "staffId": "" }), vec!["staffId", "startTime"]),
        (json!({ "bookingDate": "2027-03-02", "startTime": "12:00", "tellCustomer": "no" }), vec!["tellCustomer"]),
    ] {
        assert_eq!(place_booking(&desk, &id, &body).await.expect_invalid_fields(), wrong, "{body}");
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    let body = json!({ "bookingDate": "2027-03-02", "startTime": "12:00" });
    for status in BOOKING_STATUSES.into_iter().filter(|status| !["pending", "confirmed"].contains(status)) {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        place_booking(&desk, &id, &body).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    place_booking(&desk, "nobody", &body).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_live_branch_checks_the_person_at_the_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_stylist(&salon, "staff-meena", "female").await;
    insert_daily_shifts(&salon, "staff-meena", "10:00", "19:00").await;
    let busy = create_booking(&asha, &friday_haircut_at("14:00")).await;
    approve_booking(&desk, &busy, "staff-meena").await.expect_ok();
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let at = |time: &str, staff: &str| json!({ "bookingDate": "2027-03-05", "startTime": time, "staffId": staff });
    let refused = place_booking(&desk, &id, &at("14:30", "staff-meena")).await;
    assert_eq!(expect_slot_unavailable(&refused), ["14:45", "14:50", "14:55"]);
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    place_booking(&desk, &id, &at("14:45", "staff-meena")).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, ["staff-meena 14:45-15:30"]);
    place_booking(&desk, &id, &at("14:31", STYLIST)).await.expect_error(400, "VALIDATION_ERROR");
}
