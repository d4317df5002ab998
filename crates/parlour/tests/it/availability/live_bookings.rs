//! On a live branch a booking has somebody's time, and nobody's twice.

use parlour_domain::auth::role::Role;
use parlour_domain::job::Job;
use parlour_testkit::actions::availability::{
    available_times_on_friday, expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of,
    reschedule_on_friday,
};
use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, booking_row_counts, cancel_booking, create_booking, created_booking_id,
    list_own_bookings, massage_request, patch_booking, post_booking, post_booking_action, replace_booking_services,
    reschedule_booking, set_booking_status, shown_booking,
};
use parlour_testkit::actions::jobs::run_job;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, clear_service_buffers, insert_daily_shifts, insert_leave, insert_stylist, live_salon, live_salon_at,
    set_friday_shifts, set_ten_minute_buffer, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{GOA, STYLIST, STYLIST_IN_GOA, THERAPIST, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const NO_TIME: [&str; 0] = [];

async fn complete_with_cash(desk: &Person, id: &str) -> Reply {
    desk.post(&format!("/api/bookings/{id}/complete"), &json!({ "paymentMethod": "cash" })).await
}

/// Kavya is the second stylist, with the same hours.
async fn insert_kavya(salon: &TestSalon) -> &'static str {
    insert_stylist(salon, "staff-kavya", "female").await;
    insert_daily_shifts(salon, "staff-kavya", "10:00", "19:00").await;
    "staff-kavya"
}

#[test_on_both_engines]
async fn a_request_occupies_staff_time_without_naming_the_staff() {
    let salon = live_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45 held")]);
    let seen = shown_booking(&asha, &id).await;
    assert_eq!((&seen["status"], &seen["services"][0]["staffId"]), (&json!("pending"), &Value::Null));
    let before = booking_row_counts(&salon).await;
    assert_eq!(
        expect_slot_unavailable(&post_booking(&tara, &friday_haircut_at("11:15")).await),
        ["11:45", "11:50", "11:55"]
    );
    assert_eq!(
        expect_slot_unavailable(&post_booking(&tara, &friday_haircut_at("11:00")).await),
        ["10:15", "11:45", "10:10"]
    );
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &friday_haircut_at("11:40")).await),
        ["11:45", "11:50", "11:55"],
        "nor the same one"
    );
    assert_eq!(booking_row_counts(&salon).await, before, "what is refused leaves nothing, not even a number");
    for time in ["10:15", "11:45"] {
        create_booking(&tara, &friday_haircut_at(time)).await;
    }
    let evening = post_booking(&tara, &friday_haircut_at("20:00")).await;
    assert_eq!(expect_slot_unavailable(&evening), ["18:15", "18:10", "18:05"], "the stylist goes home at 19:00");
}

#[test_on_both_engines]
async fn the_least_busy_staff_member_is_chosen() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let asha = salon.customer("Asha").await;
    let (first, second) = (
        create_booking(&asha, &friday_haircut_at("11:00")).await,
        create_booking(&asha, &friday_haircut_at("11:00")).await,
    );
    assert_eq!(occupied_time_of(&salon, &first).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(occupied_time_of(&salon, &second).await, [format!("{STYLIST} 11:00-11:45 held")]);
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &friday_haircut_at("11:00")).await),
        ["10:15", "11:45", "10:10"]
    );
    let later = create_booking(&asha, &friday_haircut_at("14:00")).await;
    assert_eq!(occupied_time_of(&salon, &later).await, [format!("{kavya} 14:00-14:45 held")], "in turn");
    let last = create_booking(&asha, &friday_haircut_at("16:00")).await;
    assert_eq!(occupied_time_of(&salon, &last).await, [format!("{STYLIST} 16:00-16:45 held")]);
}

#[test_on_both_engines]
async fn a_staff_preference_is_respected() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let asha = salon.customer("Asha").await;
    let with = |field: &str, value: &str| {
        let mut body = friday_haircut_at("11:00");
        body[field] = value.into();
        body
    };
    let id = create_booking(&asha, &with("staffId", STYLIST)).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45 held")]);
    assert_eq!(shown_booking(&asha, &id).await["services"][0]["staffId"], Value::Null, "it is the desk that decides");
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &with("staffId", STYLIST)).await),
        ["10:15", "11:45", "10:10"]
    );
    let id = create_booking(&asha, &with("staffGender", "female")).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &with("staffGender", "male")).await),
        NO_TIME,
        "there is none"
    );
    for (field, value) in
        [("staffId", "nobody"), ("staffId", STYLIST_IN_GOA), ("staffId", ""), ("staffGender", "woman")]
    {
        assert_eq!(post_booking(&asha, &with(field, value)).await.expect_invalid_fields(), [field], "{value}");
    }
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &with("staffId", THERAPIST)).await),
        NO_TIME,
        "who does not cut hair"
    );
    let mut elsewhere = with("staffId", "nobody");
    elsewhere["branchId"] = GOA.into();
    create_booking(&asha, &elsewhere).await;
}

#[test_on_both_engines]
async fn time_of_a_pending_request_is_held_until_it_expires() {
    let salon = live_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = receptionist(&salon).await;
    let first = create_booking(&asha, &friday_haircut_at("11:00")).await;
    salon.advance_seconds(30 * 60 - 1);
    assert_eq!(post_booking(&tara, &friday_haircut_at("11:00")).await.status, 409);
    assert!(!available_times_on_friday(&salon, "").await.contains(&"11:00".to_owned()));
    salon.advance_seconds(1);
    assert!(available_times_on_friday(&salon, "").await.contains(&"11:00".to_owned()));
    let second = create_booking(&tara, &friday_haircut_at("11:30")).await;
    assert_eq!(occupied_time_of(&salon, &second).await, [format!("{STYLIST} 11:30-12:15 held")]);
    assert_eq!(expect_slot_unavailable(&approve_booking(&desk, &first, STYLIST).await), ["10:45", "10:40", "10:35"]);
    assert_eq!(shown_booking(&asha, &first).await["status"], "pending");
    salon.advance_seconds(30 * 60);
    approve_booking(&desk, &first, STYLIST).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &first).await, [format!("{STYLIST} 11:00-11:45")]);
    assert_eq!(expect_slot_unavailable(&approve_booking(&desk, &second, STYLIST).await), ["11:45", "11:50", "11:55"]);
    salon.advance_seconds(90 * 24 * 3600);
    assert_eq!(
        occupied_time_of(&salon, &first).await,
        [format!("{STYLIST} 11:00-11:45")],
        "what is agreed on, for good"
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_branch_may_hold_no_time_for_requests() {
    let salon = live_salon().await;
    update_rows(&salon, "branch-pune", "update branches set hold_minutes = 0 where id = $1").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (first, second) = (
        create_booking(&asha, &friday_haircut_at("11:00")).await,
        create_booking(&asha, &friday_haircut_at("11:00")).await,
    );
    approve_booking(&desk, &second, STYLIST).await.expect_ok();
    assert_eq!(expect_slot_unavailable(&approve_booking(&desk, &first, STYLIST).await).len(), 3);
}

#[test_on_both_engines]
async fn approving_occupies_the_time_of_the_chosen_staff() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45 held")]);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")], "Kavya is free again");
    let other = create_booking(&asha, &friday_haircut_at("11:00")).await;
    let before = booking_row_counts(&salon).await;
    assert_eq!(expect_slot_unavailable(&approve_booking(&desk, &other, STYLIST).await), ["10:15", "11:45", "10:10"]);
    assert_eq!(booking_row_counts(&salon).await, before);
    assert_eq!(occupied_time_of(&salon, &other).await, [format!("{kavya} 11:00-11:45 held")]);
    approve_booking(&desk, &other, kavya).await.expect_ok();
    assert_eq!(approve_booking(&desk, &other, STYLIST).await.status, 409, "as ever");
}

#[test_on_both_engines]
async fn the_desk_may_book_free_staff_outside_their_shifts() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_leave(&salon, STYLIST, [FRIDAY, FRIDAY], "approved").await;
    assert_eq!(
        expect_slot_unavailable(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", None)).await),
        NO_TIME,
        "nobody is there"
    );
    let id = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await);
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    let again = post_booking(&desk, &friday_haircut_for(&asha, "11:05", Some(STYLIST))).await;
    assert_eq!(expect_slot_unavailable(&again), ["11:45", "11:50", "10:15"], "in the opening hours");
    let from_goa =
        created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:05", Some(STYLIST_IN_GOA))).await);
    assert_eq!(occupied_time_of(&salon, &from_goa).await, [format!("{STYLIST_IN_GOA} 11:05-11:50")]);
    let late = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "23:00", Some(STYLIST))).await);
    assert_eq!(occupied_time_of(&salon, &late).await, [format!("{STYLIST} 23:00-23:45")]);
}

#[test_on_both_engines]
async fn a_desk_request_without_staff_holds_time_like_a_customer_s() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut request_body = friday_haircut_for(&asha, "11:00", None);
    request_body["staffGender"] = "undisclosed".into();
    let reply = post_booking(&desk, &request_body).await;
    assert_eq!(reply.expect_created()["status"], "pending");
    assert_eq!(occupied_time_of(&salon, &created_booking_id(&reply)).await, [format!("{STYLIST} 11:00-11:45 held")]);
    let reply = post_booking(&desk, &friday_haircut_for(&asha, "11:00", None)).await;
    assert_eq!(occupied_time_of(&salon, &created_booking_id(&reply)).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(expect_slot_unavailable(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", None)).await).len(), 3);
}

#[test_on_both_engines]
async fn reassigning_moves_the_occupied_time_to_the_new_staff() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(
        occupied_time_of(&salon, &id).await,
        [format!("{STYLIST} 11:00-11:45 held")],
        "nothing is agreed on yet"
    );
    let other = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:30", Some(kavya))).await);
    assert_eq!(expect_slot_unavailable(&assign_staff(&desk, &id, kavya).await), ["10:45", "10:40", "10:35"]);
    assert_eq!(shown_booking(&asha, &id).await["services"][0]["staffId"], STYLIST);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(expect_slot_unavailable(&assign_staff(&desk, &id, kavya).await).len(), 3, "when confirmed");
    post_booking_action(&desk, &id, "start").await.expect_ok();
    assert_eq!(expect_slot_unavailable(&assign_staff(&desk, &id, kavya).await).len(), 3, "when in progress");
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    cancel_booking(&asha, &other).await.expect_ok();
    assign_staff(&desk, &id, kavya).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45")]);
    assign_staff(&desk, &id, kavya).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45")], "its own time is no obstacle");
    complete_with_cash(&desk, &id).await.expect_ok();
    let third = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(kavya))).await);
    assign_staff(&desk, &id, kavya).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, NO_TIME, "who did it is put right without anybody's time");
    assert_eq!(occupied_time_of(&salon, &third).await, [format!("{kavya} 11:00-11:45")]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_reschedule_occupies_the_new_time_and_releases_the_old() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    reschedule_booking(&asha, &id, FRIDAY, "11:15").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:15-12:00 held")], "its own is no obstacle");
    let other = create_booking(&tara, &friday_haircut_at("13:00")).await;
    let before = booking_row_counts(&salon).await;
    assert_eq!(
        expect_slot_unavailable(&reschedule_booking(&asha, &id, FRIDAY, "12:30").await),
        ["12:15", "12:10", "12:05"]
    );
    assert_eq!(expect_slot_unavailable(&reschedule_on_friday(&desk, &id, "13:40").await), ["13:45", "13:50", "13:55"]);
    assert_eq!(booking_row_counts(&salon).await, before);
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:15-12:00 held")]);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    reschedule_on_friday(&desk, &id, "11:20").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:20-12:05")], "still agreed on");
    assert_eq!(expect_slot_unavailable(&reschedule_on_friday(&desk, &id, "12:45").await), ["12:15", "12:10", "12:05"]);
    reschedule_on_friday(&desk, &id, "20:30").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 20:30-21:15")], "the desk knows what it does");
    reschedule_booking(&asha, &id, FRIDAY, "12:15").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 12:15-13:00 held")], "asked for anew");
    reschedule_booking(&tara, &other, "2027-03-06", "10:00").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &other).await, [format!("{STYLIST} 10:00-10:45 held")]);
    create_booking(&tara, &friday_haircut_at("13:00")).await;
}

#[test_on_both_engines]
async fn a_reschedule_needs_the_assigned_staff_to_be_free() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    set_friday_shifts(&salon, kavya, &[("10:00", "12:00")]).await;
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    assign_staff(&desk, &id, kavya).await.expect_ok();
    let moved = reschedule_booking(&asha, &id, FRIDAY, "11:30").await;
    assert_eq!(expect_slot_unavailable(&moved), ["11:15", "11:10", "11:05"], "Kavya goes at 12:00");
    reschedule_booking(&asha, &id, FRIDAY, "11:15").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{kavya} 11:15-12:00 held")]);
}

/// Of somebody who has left there is no time to ask for: the desk finds another.
#[test_on_both_engines]
async fn a_reschedule_works_if_the_assigned_staff_has_left() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    assign_staff(&desk, &id, kavya).await.expect_ok();
    update_rows(&salon, kavya, "update staff set is_active = false where id = $1").await;
    reschedule_booking(&asha, &id, FRIDAY, "15:00").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 15:00-15:45 held")]);
}

#[test_on_both_engines]
async fn replaced_services_change_the_occupied_time() {
    let salon = live_salon().await;
    set_ten_minute_buffer(&salon, "service-wash").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await);
    replace_booking_services(&desk, &id, &json!(["service-cut", "service-wash"])).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:25")], "45, 30 and 10 to tidy up");
    assert_eq!(shown_booking(&asha, &id).await["endTime"], "12:15:00");
    let next = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "12:25", Some(STYLIST))).await);
    assert_eq!(
        expect_slot_unavailable(&replace_booking_services(&desk, &id, &json!(["service-colour"])).await).len(),
        3
    );
    assert_eq!(shown_booking(&asha, &id).await["endTime"], "12:15:00");
    replace_booking_services(&desk, &id, &json!(["service-wash"])).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:40")]);
    cancel_booking(&asha, &next).await.expect_ok();
    post_booking_action(&desk, &id, "start").await.expect_ok();
    replace_booking_services(&desk, &id, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:30")]);
    let pending = create_booking(&asha, &friday_haircut_at("12:30")).await;
    replace_booking_services(&desk, &pending, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &pending).await, [format!("{STYLIST} 12:30-14:00 held")]);
}

#[test_on_both_engines]
async fn ending_a_booking_releases_its_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let pending = async || {
        let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
        assert_eq!(occupied_time_of(&salon, &id).await.len(), 1);
        id
    };
    let confirmed = async || {
        let id = pending().await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        id
    };
    let mut ended = Vec::new();
    let id = pending().await;
    cancel_booking(&asha, &id).await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    cancel_booking(&asha, &id).await.expect_ok();
    ended.push(id);
    let reject = json!({ "action": "reject", "rejectionReason": "Full" });
    let id = pending().await;
    patch_booking(&desk, &id, &reject).await.expect_ok();
    ended.push(id);
    let id = pending().await;
    let called_off = desk.post(&format!("/api/bookings/{id}/cancel"), &json!({ "reason": "Ill" })).await;
    called_off.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    post_booking_action(&desk, &id, "noshow").await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    complete_with_cash(&desk, &id).await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    post_booking_action(&desk, &id, "start").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")], "it has only begun");
    complete_with_cash(&desk, &id).await.expect_ok();
    ended.push(id);
    let id = pending().await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    ended.push(id);
    for id in &ended {
        assert_eq!(occupied_time_of(&salon, id).await, NO_TIME);
    }
    assert!(available_times_on_friday(&salon, "").await.contains(&"11:00".to_owned()));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn bookings_start_at_multiples_of_five_minutes() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for time in ["11:01", "11:04", "11:59"] {
        assert_eq!(
            post_booking(&asha, &friday_haircut_at(time)).await.expect_invalid_fields(),
            ["startTime"],
            "{time}"
        );
        let at_desk = post_booking(&desk, &friday_haircut_for(&asha, time, Some(STYLIST))).await;
        assert_eq!(at_desk.expect_invalid_fields(), ["startTime"], "{time}");
    }
    let mut wrong = friday_haircut_at("11:01");
    wrong["serviceIds"] = json!([5]);
    assert_eq!(
        post_booking(&asha, &wrong).await.expect_invalid_fields(),
        ["serviceIds.0", "startTime"],
        "with all else"
    );
    let id = create_booking(&asha, &friday_haircut_at("11:05")).await;
    assert_eq!(reschedule_booking(&asha, &id, FRIDAY, "11:07").await.expect_invalid_fields(), ["startTime"]);
    assert_eq!(reschedule_on_friday(&desk, &id, "11:07").await.expect_invalid_fields(), ["startTime"]);
    assert_eq!(
        reschedule_booking(&asha, &id, "soon", "11:07").await.expect_invalid_fields(),
        ["bookingDate", "startTime"]
    );
    let at_desk = json!({ "bookingDate": "soon", "startTime": "11:07" });
    let reply = desk.post(&format!("/api/bookings/{id}/reschedule"), &at_desk).await;
    assert_eq!(reply.expect_invalid_fields(), ["bookingDate", "startTime"]);
    let mut in_goa = friday_haircut_at("11:07");
    in_goa["branchId"] = GOA.into();
    let id = create_booking(&asha, &in_goa).await;
    reschedule_booking(&asha, &id, FRIDAY, "11:11").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, NO_TIME, "an open branch knows nothing of time");
}

#[test_on_both_engines]
async fn salon_and_spa_bookings_use_different_staff() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &massage_request()).await),
        NO_TIME,
        "the therapist has no hours"
    );
    insert_daily_shifts(&salon, THERAPIST, "10:00", "13:00").await;
    let id = create_booking(&asha, &massage_request()).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{THERAPIST} 11:00-12:00 held")]);
    create_booking(&asha, &friday_haircut_at("11:00")).await;
    assert_eq!(expect_slot_unavailable(&post_booking(&asha, &massage_request()).await), ["10:00", "12:00"]);
}

#[test_on_both_engines]
async fn occupied_time_ends_by_midnight() {
    let salon = live_salon().await;
    set_ten_minute_buffer(&salon, "service-cut").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let late = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "23:10", Some(STYLIST))).await);
    assert_eq!(occupied_time_of(&salon, &late).await, [format!("{STYLIST} 23:10-00:00")]);
    let mut early = friday_haircut_for(&asha, "00:00", Some(STYLIST));
    early["bookingDate"] = "2027-03-06".into();
    let early = created_booking_id(&post_booking(&desk, &early).await);
    assert_eq!(occupied_time_of(&salon, &early).await, [format!("{STYLIST} 00:00-00:55")]);
    assert_eq!(reschedule_on_friday(&desk, &late, "23:15").await.expect_invalid_fields(), ["startTime"]);
}

#[test_on_both_engines]
async fn past_occupied_time_is_deleted() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut today = friday_haircut_for(&asha, "10:00", Some(STYLIST));
    today["bookingDate"] = "2027-03-01".into();
    let old = created_booking_id(&post_booking(&desk, &today).await);
    let coming = created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await);
    salon.advance_seconds(24 * 3600);
    run_job(&salon, Job::SessionCleanup).await;
    assert_eq!(occupied_time_of(&salon, &old).await.len(), 1, "yesterday's may still be going on");
    salon.advance_seconds(24 * 3600);
    run_job(&salon, Job::SessionCleanup).await;
    assert_eq!(occupied_time_of(&salon, &old).await, NO_TIME);
    assert_eq!(occupied_time_of(&salon, &coming).await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn switching_a_branch_to_live_occupies_time_of_confirmed_bookings() {
    let salon = small_salon().await;
    clear_service_buffers(&salon).await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let at_desk = async |time: &str, staff| {
        created_booking_id(&post_booking(&desk, &friday_haircut_for(&asha, time, staff)).await)
    };
    let first = at_desk("11:07", Some(STYLIST)).await;
    salon.advance_seconds(1);
    let second = at_desk("11:30", Some(STYLIST)).await;
    let asked = at_desk("15:00", None).await;
    assign_staff(&desk, &asked, STYLIST).await.expect_ok();
    let nobody_s = at_desk("16:00", None).await;
    let over = at_desk("17:00", Some(STYLIST)).await;
    set_booking_status(&salon, &over, "completed").await;
    let in_goa = {
        let mut body = friday_haircut_for(&asha, "13:00", Some(STYLIST));
        body["branchId"] = GOA.into();
        created_booking_id(&post_booking(&desk, &body).await)
    };
    for id in [&first, &second, &asked] {
        assert_eq!(occupied_time_of(&salon, id).await, NO_TIME, "an open branch knows nothing of time");
    }
    switch_availability_mode(&salon, "branch-pune", "live").await;
    assert_eq!(occupied_time_of(&salon, &first).await, [format!("{STYLIST} 11:05-11:55")], "every cell it touches");
    assert_eq!(occupied_time_of(&salon, &second).await, [format!("{STYLIST} 11:30-12:15")], "beside it");
    assert_eq!(occupied_time_of(&salon, &asked).await, [format!("{STYLIST} 15:00-15:45 held")]);
    for id in [&nobody_s, &over, &in_goa] {
        assert_eq!(occupied_time_of(&salon, id).await, NO_TIME);
    }
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &friday_haircut_at("12:00")).await),
        ["12:15", "12:20", "12:25"]
    );
    post_booking_action(&desk, &second, "start").await.expect_ok();
    replace_booking_services(&desk, &second, &json!(["service-wash"])).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &second).await, [format!("{STYLIST} 11:30-12:00")], "less is never refused");
    approve_booking(&desk, &nobody_s, STYLIST).await.expect_ok();
    switch_availability_mode(&salon, "branch-pune", "open").await;
    for id in [&first, &second, &asked, &nobody_s] {
        assert_eq!(occupied_time_of(&salon, id).await, NO_TIME);
    }
    create_booking(&asha, &friday_haircut_at("11:07")).await;
}

#[test_on_both_engines]
async fn a_replayed_request_occupies_no_second_time() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "once");
    let first = created_booking_id(&post_booking(&asha, &friday_haircut_at("11:00")).await);
    assert_eq!(created_booking_id(&post_booking(&asha, &friday_haircut_at("11:00")).await), first);
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    let other = salon.customer("Tara").await.with_header("idempotency-key", "mine");
    assert_eq!(post_booking(&other, &friday_haircut_at("11:00")).await.status, 409);
    cancel_booking(&salon.customer("Asha").await, &first).await.expect_ok();
    post_booking(&other, &friday_haircut_at("11:00")).await.expect_created();
}

#[test_on_both_engines]
async fn past_times_are_not_proposed_as_alternatives() {
    let salon = live_salon_at("2027-03-05 11:20").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    assert_eq!(
        expect_slot_unavailable(&post_booking(&asha, &friday_haircut_at("11:25")).await),
        ["11:45", "11:50", "11:55"]
    );
    let tara = salon.member("Tara", Role::Manager).await;
    let at_desk = post_booking(&tara, &friday_haircut_for(&asha, "10:30", Some(STYLIST))).await;
    assert_eq!(expect_slot_unavailable(&at_desk), ["11:45", "11:50", "11:55"]);
    post_booking(&tara, &friday_haircut_for(&asha, "10:15", Some(STYLIST))).await.expect_created();
    salon.run_due_jobs().await;
}
