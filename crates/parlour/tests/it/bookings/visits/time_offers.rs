//! The desk offers another time for a request, and the customer answers.

use parlour_domain::ist::{HOUR_MS, Timestamp, parse_date, parse_time};
use parlour_domain::job::Job;
use parlour_testkit::actions::availability::{
    available_times_on_friday, expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of,
};
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, approve_booking, assign_staff, booking_row_counts, cancel_booking, cancel_booking_with,
    create_booking, get_booking, haircut_request, haircut_request_with, list_own_bookings, listed_bookings,
    patch_booking, post_booking, replace_booking_services, reschedule_booking, set_booking_status, shown_booking,
};
use parlour_testkit::actions::emails::queued_emails_about;
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, run_job_with_body, stale_booking_alert_job};
use parlour_testkit::actions::notifications::{booking_notifications, notified_users};
use parlour_testkit::actions::people::{own_profile, receptionist, sorted_user_ids};
use parlour_testkit::actions::visits::{accept_time, decline_time, offer_time, place_booking, titles_about};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::live_salon::{
    insert_daily_shifts, insert_stylist, live_salon, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{STYLIST, THERAPIST_IN_GOA, small_salon, small_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

const NONE_OPEN: &str = "BOOKING_INVALID_STATUS_TRANSITION";

#[test_on_both_engines]
async fn an_accepted_time_is_confirmed_with_that_person() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(60 * 60);
    let offered = offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok()["booking"].clone();
    let expected = json!({
        "bookingDate": "2027-03-06", "startTime": "15:00:00", "staffId": STYLIST, "staffName": "stylist",
        "expiresAt": salon.now().plus_millis(24 * HOUR_MS),
    });
    assert_eq!((&offered["offeredTime"], &offered["status"]), (&expected, &json!("pending")));
    assert_eq!((&offered["bookingDate"], &offered["startTime"]), (&json!("2027-03-05"), &json!("11:00:00")));
    for seen in [
        shown_booking(&asha, &id).await,
        list_own_bookings(&asha).await[0].clone(),
        get_booking(&desk, &id).await.expect_ok()["booking"].clone(),
        listed_bookings(&desk.get("/api/bookings").await)[0].clone(),
        listed_bookings(&desk.get("/api/bookings?date=2027-03-05").await)[0].clone(),
        desk.get("/api/desk/board?branchId=branch-pune&date=2027-03-05").await.expect_ok()["unassigned"][0].clone(),
    ] {
        assert_eq!(seen["offeredTime"], expected, "{seen}");
    }
    assert_eq!(notified_users(&salon, &id, "booking_time_offered").await, sorted_user_ids(&[&asha]));
    let told = booking_notifications(&salon, &id, "booking_time_offered").await;
    assert!(told[0].body.contains("Sat 6 Mar 2027 at 3:00 pm"), "{told:?}");
    let alert = stale_booking_alert_job(&id, salon.now().plus_millis(2 * HOUR_MS));
    assert_eq!(open_booking_jobs(&salon, &id).await, [alert], "its age counts anew");

    let accepted = accept_time(&asha, &id).await.expect_ok();
    assert_exact_fields(&accepted, &["booking"]);
    let booking = accepted["booking"].clone();
    assert_eq!(booking, shown_booking(&asha, &id).await);
    assert_eq!((&booking["status"], &booking["offeredTime"]), (&json!("confirmed"), &Value::Null));
    assert_eq!((&booking["bookingDate"], &booking["startTime"]), (&json!("2027-03-06"), &json!("15:00:00")));
    assert_eq!((&booking["endTime"], &booking["rescheduleCount"]), (&json!("15:45:00"), &json!(0)));
    assert_eq!((&booking["services"][0]["staffId"], &booking["confirmedAt"]), (&json!(STYLIST), &json!(salon.now())));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-06", "16:00")]);
    assert_eq!(notified_users(&salon, &id, "booking_confirmed").await, sorted_user_ids(&[&asha, &desk]));
    let actions = ["booking.accept_time", "booking.offer_time", "booking.request"];
    assert_eq!(actions_on_record(&salon, &id).await, actions);
    let kinds: Vec<String> = queued_emails_about(&salon, &id).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["booking-confirmed", "booking-time-offered"]);
    accept_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    decline_time(&asha, &id).await.expect_error(409, NONE_OPEN);
}

#[test_on_both_engines]
async fn a_declined_time_leaves_the_request_as_it_was() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let asked = shown_booking(&asha, &id).await;
    for _ in 0..2 {
        offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
        let declined = decline_time(&asha, &id).await.expect_ok()["booking"].clone();
        assert_eq!(declined, asked);
        decline_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    }
    let titles = ["We can offer you another time"; 2];
    assert_eq!(titles_about(&salon, &asha, &id).await, titles);
    assert_eq!(titles_about(&salon, &desk, &id).await.len(), 3, "the request and two answers");
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
}

#[test_on_both_engines]
async fn an_offer_is_open_for_a_day_or_until_an_hour_before() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    own_profile(&asha).await;
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    for (date, time) in [("2027-03-05", "10:59"), ("2027-03-05", "11:00"), ("2027-03-05", "09:00")] {
        let refused = offer_time(&desk, &id, (date, time), STYLIST).await;
        assert_eq!(refused.expect_invalid_fields(), ["startTime"], "{time}");
    }
    for (when, staff, wrong) in [
        (("2027-03-04", "12:00"), STYLIST, vec!["bookingDate"]),
        (("2027-03-06", "23:30"), "nobody", vec!["staffId", "startTime"]),
        (("2027-03-06", "12:00"), THERAPIST_IN_GOA, vec!["staffId"]),
    ] {
        assert_eq!(offer_time(&desk, &id, when, staff).await.expect_invalid_fields(), wrong);
    }
    let missing = desk.post(&format!("/api/bookings/{id}/offer-time"), &json!({})).await;
    assert_eq!(missing.expect_invalid_fields(), ["bookingDate", "staffId", "startTime"]);
    assert_eq!(booking_row_counts(&salon).await, before);
    let at = |date: &str, time: &str| Timestamp::from_ist(parse_date(date).unwrap(), parse_time(time).unwrap());
    for (when, expires_at) in [
        (("2027-03-05", "11:01"), at("2027-03-05", "10:01")),
        (("2027-03-06", "10:59"), at("2027-03-06", "09:59")),
        (("2027-03-06", "11:00"), at("2027-03-06", "10:00")),
        (("2027-03-09", "11:00"), at("2027-03-06", "10:00")),
    ] {
        let offered = offer_time(&desk, &id, when, STYLIST).await.expect_ok();
        assert_eq!(offered["booking"]["offeredTime"]["expiresAt"], json!(expires_at), "{when:?}");
    }
    offer_time(&desk, &id, ("2027-03-05", "11:01"), STYLIST).await.expect_ok();
    salon.advance_seconds(59);
    assert!(shown_booking(&asha, &id).await["offeredTime"].is_object());
    salon.advance_seconds(1);
    for seen in [
        shown_booking(&asha, &id).await,
        list_own_bookings(&asha).await[0].clone(),
        get_booking(&desk, &id).await.expect_ok()["booking"].clone(),
        listed_bookings(&desk.get("/api/bookings?status=pending").await)[0].clone(),
        listed_bookings(&desk.get(&format!("/api/customers/{}/bookings", asha.id())).await)[0].clone(),
        desk.get("/api/desk/board?branchId=branch-pune&date=2027-03-05").await.expect_ok()["unassigned"][0].clone(),
        assign_staff(&desk, &id, STYLIST).await.expect_ok(),
    ] {
        assert!(seen["offeredTime"].is_null(), "{seen}");
    }
    accept_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    decline_time(&asha, &id).await.expect_error(409, NONE_OPEN);
}

#[test_on_both_engines]
async fn only_requests_get_offers_and_only_their_customer_answers() {
    let salon = small_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    for status in BOOKING_STATUSES.into_iter().filter(|status| *status != "pending") {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        let refused = offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await;
        refused.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
        accept_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    }
    offer_time(&desk, "nobody", ("2027-03-06", "15:00"), STYLIST).await.expect_error(404, "NOT_FOUND");
    let id = create_booking(&asha, &haircut_request()).await;
    accept_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    accept_time(&tara, &id).await.expect_error(404, "NOT_FOUND");
    decline_time(&tara, &id).await.expect_error(404, "NOT_FOUND");
    accept_time(&asha, "nobody").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn approving_cancelling_and_moving_end_an_offer() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for change in 0..6 {
        let id = create_booking(&asha, &haircut_request()).await;
        offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
        let place = json!({ "bookingDate": "2027-03-08", "startTime": "12:00" });
        let changed = match change {
            0 => approve_booking(&desk, &id, STYLIST).await,
            1 => cancel_booking(&asha, &id).await,
            2 => cancel_booking_with(&desk, &id, &json!({ "reason": "Flu" })).await,
            3 => reschedule_booking(&asha, &id, "2027-03-08", "12:00").await,
            4 => place_booking(&desk, &id, &place).await,
            _ => patch_booking(&desk, &id, &json!({ "action": "reject", "rejectionReason": "Full" })).await,
        };
        changed.expect_ok();
        assert_eq!(shown_booking(&asha, &id).await["offeredTime"], Value::Null, "{change}");
        accept_time(&asha, &id).await.expect_error(409, NONE_OPEN);
    }
}

#[test_on_both_engines]
async fn an_unanswered_request_is_rejected_a_day_after_its_last_offer() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(20 * 60 * 60);
    salon.run_due_jobs().await;
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(24 * 60 * 60);
    salon.run_due_jobs().await;
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
    salon.advance_seconds(60);
    let answer = run_job_with_body(&salon, Job::StaleBookingAlert, &json!({ "bookingId": id })).await;
    assert_eq!(answer["action"], "rejected");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_live_branch_holds_the_offered_time() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    let busy = create_booking(&tara, &friday_haircut_at("16:00")).await;
    approve_booking(&desk, &busy, STYLIST).await.expect_ok();
    let refused = offer_time(&desk, &id, ("2027-03-05", "15:30"), STYLIST).await;
    assert_eq!(expect_slot_unavailable(&refused), ["15:15", "15:10", "15:05"]);
    assert_eq!(shown_booking(&asha, &id).await["offeredTime"], Value::Null);
    offer_time(&desk, &id, ("2027-03-05", "14:00"), STYLIST).await.expect_ok();
    let own = format!("{STYLIST} 11:00-11:45 held");
    let both = [own.clone(), format!("{STYLIST} 14:00-14:45 held")];
    assert_eq!(occupied_time_of(&salon, &id).await, both);
    expect_slot_unavailable(&post_booking(&tara, &friday_haircut_at("14:30")).await);
    assert!(!available_times_on_friday(&salon, "").await.contains(&"14:00".to_owned()));
    offer_time(&desk, &id, ("2027-03-05", "14:30"), STYLIST).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await[1], format!("{STYLIST} 14:30-15:15 held"), "instead of the old one");
    decline_time(&asha, &id).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [own]);

    offer_time(&desk, &id, ("2027-03-05", "14:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(24 * 60 * 60 - 1);
    expect_slot_unavailable(&post_booking(&tara, &friday_haircut_at("14:00")).await);
    accept_time(&asha, &id).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 14:00-14:45")]);
    let other = create_booking(&tara, &friday_haircut_at("12:00")).await;
    offer_time(&desk, &other, ("2027-03-05", "17:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(24 * 60 * 60);
    assert!(
        available_times_on_friday(&salon, "").await.contains(&"17:00".to_owned()),
        "an expired offer holds nothing"
    );
    create_booking(&asha, &friday_haircut_at("17:00")).await;
    accept_time(&tara, &other).await.expect_error(409, NONE_OPEN);
    salon.leaves_due_jobs("nobody looks at old requests here");
}

#[test_on_both_engines]
async fn an_offer_keeps_its_time_when_the_request_changes() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    insert_stylist(&salon, "staff-meena", "female").await;
    insert_daily_shifts(&salon, "staff-meena", "10:00", "19:00").await;
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    offer_time(&desk, &id, ("2027-03-05", "14:00"), STYLIST).await.expect_ok();
    assign_staff(&desk, &id, "staff-meena").await.expect_ok();
    let meena = "staff-meena 11:00-11:45 held".to_owned();
    assert_eq!(occupied_time_of(&salon, &id).await, [meena, format!("{STYLIST} 14:00-14:45 held")]);
    replace_booking_services(&desk, &id, &json!(["service-colour"])).await.expect_ok();
    let longer = ["staff-meena 11:00-12:30 held".to_owned(), format!("{STYLIST} 14:00-15:30 held")];
    assert_eq!(occupied_time_of(&salon, &id).await, longer);
    replace_booking_services(&desk, &id, &json!(["service-wash"])).await.expect_ok();
    let shorter = ["staff-meena 11:00-11:30 held".to_owned(), format!("{STYLIST} 14:00-14:30 held")];
    assert_eq!(occupied_time_of(&salon, &id).await, shorter);
    let busy = create_booking(&tara, &haircut_request_with("startTime", "14:30")).await;
    approve_booking(&desk, &busy, STYLIST).await.expect_ok();
    let changed = replace_booking_services(&desk, &id, &json!(["service-cut"])).await.expect_ok();
    assert_eq!(changed["booking"]["offeredTime"], Value::Null, "it does not fit there any more");
    assert_eq!(shown_booking(&asha, &id).await["offeredTime"], Value::Null);
    assert_eq!(occupied_time_of(&salon, &id).await, ["staff-meena 11:00-11:45 held"]);
}

/// Nobody's time is taken for yesterday, but what was held for tomorrow is free again.
#[test_on_both_engines]
async fn approving_a_request_of_a_past_day_releases_the_offered_time() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    salon.advance_seconds(4 * 24 * 60 * 60);
    offer_time(&desk, &id, ("2027-03-06", "14:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(16 * 60 * 60);
    let mut saturday = friday_haircut_for(&tara, "14:00", Some(STYLIST));
    saturday["bookingDate"] = "2027-03-06".into();
    expect_slot_unavailable(&post_booking(&desk, &saturday).await);
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    expect_slot_unavailable(&post_booking(&desk, &saturday).await);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(shown_booking(&asha, &id).await["offeredTime"], Value::Null);
    create_booking(&desk, &saturday).await;
    salon.leaves_due_jobs("nobody looks at old requests here");
}

#[test_on_both_engines]
async fn an_offer_is_held_when_the_branch_becomes_live() {
    let salon = live_salon().await;
    switch_availability_mode(&salon, "branch-pune", "open").await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    offer_time(&desk, &id, ("2027-03-05", "14:00"), STYLIST).await.expect_ok();
    switch_availability_mode(&salon, "branch-pune", "live").await;
    expect_slot_unavailable(&post_booking(&tara, &friday_haircut_at("14:00")).await);
    accept_time(&asha, &id).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 14:00-14:45")]);
}
