//! On a live branch a booking has somebody's time, and nobody's twice.

use parlour_domain::auth::role::Role;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::bookings::desk_decisions::puts_services;
use crate::bookings::desk_reads::{
    STYLIST, STYLIST_IN_GOA, THERAPIST, approves, decides, presses, receptionist,
};
use crate::live_salon::{
    FRIDAY, cut_at, cut_for, free, hires, live_salon, live_salon_at, moves_at_desk, refused, switch,
    takes_leave, time_of, with_buffer, without_buffers, works, works_on_friday,
};
use crate::small_salon::{
    GOA, asks, booking, books, bring_to, cancels, count, id_of, lists, massage, moves, set, small_salon,
    traces,
};

const NO_TIME: [&str; 0] = [];

async fn assigns(desk: &Person, id: &str, staff: &str) -> Reply {
    decides(desk, id, &json!({ "action": "assign", "staffId": staff })).await
}

async fn complete_with_cash(desk: &Person, id: &str) -> Reply {
    desk.post(&format!("/api/bookings/{id}/complete"), &json!({ "paymentMethod": "cash" })).await
}

/// Kavya is the second stylist, with the same hours.
async fn insert_kavya(salon: &TestSalon) -> &'static str {
    hires(salon, "staff-kavya", "female").await;
    works(salon, "staff-kavya", "10:00", "19:00").await;
    "staff-kavya"
}

#[test_on_both_engines]
async fn a_request_occupies_staff_time_without_naming_the_staff() {
    let salon = live_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = books(&asha, &cut_at("11:00")).await;
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45 held")]);
    let seen = booking(&asha, &id).await;
    assert_eq!((&seen["status"], &seen["services"][0]["staffId"]), (&json!("pending"), &Value::Null));
    let before = traces(&salon).await;
    assert_eq!(refused(&asks(&tara, &cut_at("11:15")).await), ["11:45", "11:50", "11:55"]);
    assert_eq!(refused(&asks(&tara, &cut_at("11:00")).await), ["10:15", "11:45", "10:10"]);
    assert_eq!(
        refused(&asks(&asha, &cut_at("11:40")).await),
        ["11:45", "11:50", "11:55"],
        "nor the same one"
    );
    assert_eq!(traces(&salon).await, before, "what is refused leaves nothing, not even a number");
    for time in ["10:15", "11:45"] {
        books(&tara, &cut_at(time)).await;
    }
    let evening = asks(&tara, &cut_at("20:00")).await;
    assert_eq!(refused(&evening), ["18:15", "18:10", "18:05"], "the stylist goes home at 19:00");
}

#[test_on_both_engines]
async fn the_least_busy_staff_member_is_chosen() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let asha = salon.customer("Asha").await;
    let (first, second) = (books(&asha, &cut_at("11:00")).await, books(&asha, &cut_at("11:00")).await);
    assert_eq!(time_of(&salon, &first).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(time_of(&salon, &second).await, [format!("{STYLIST} 11:00-11:45 held")]);
    assert_eq!(refused(&asks(&asha, &cut_at("11:00")).await), ["10:15", "11:45", "10:10"]);
    let later = books(&asha, &cut_at("14:00")).await;
    assert_eq!(time_of(&salon, &later).await, [format!("{kavya} 14:00-14:45 held")], "in turn");
    let last = books(&asha, &cut_at("16:00")).await;
    assert_eq!(time_of(&salon, &last).await, [format!("{STYLIST} 16:00-16:45 held")]);
}

#[test_on_both_engines]
async fn a_staff_preference_is_respected() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let asha = salon.customer("Asha").await;
    let with = |field: &str, value: &str| {
        let mut body = cut_at("11:00");
        body[field] = value.into();
        body
    };
    let id = books(&asha, &with("staffId", STYLIST)).await;
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45 held")]);
    assert_eq!(
        booking(&asha, &id).await["services"][0]["staffId"],
        Value::Null,
        "it is the desk that decides"
    );
    assert_eq!(refused(&asks(&asha, &with("staffId", STYLIST)).await), ["10:15", "11:45", "10:10"]);
    let id = books(&asha, &with("staffGender", "female")).await;
    assert_eq!(time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(refused(&asks(&asha, &with("staffGender", "male")).await), NO_TIME, "there is none");
    for (field, value) in
        [("staffId", "nobody"), ("staffId", STYLIST_IN_GOA), ("staffId", ""), ("staffGender", "woman")]
    {
        assert_eq!(asks(&asha, &with(field, value)).await.expect_invalid_fields(), [field], "{value}");
    }
    assert_eq!(refused(&asks(&asha, &with("staffId", THERAPIST)).await), NO_TIME, "who does not cut hair");
    let mut elsewhere = with("staffId", "nobody");
    elsewhere["branchId"] = GOA.into();
    books(&asha, &elsewhere).await;
}

#[test_on_both_engines]
async fn time_of_a_pending_request_is_held_until_it_expires() {
    let salon = live_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = receptionist(&salon).await;
    let first = books(&asha, &cut_at("11:00")).await;
    salon.advance_seconds(30 * 60 - 1);
    assert_eq!(asks(&tara, &cut_at("11:00")).await.status, 409);
    assert!(!free(&salon, "").await.contains(&"11:00".to_owned()));
    salon.advance_seconds(1);
    assert!(free(&salon, "").await.contains(&"11:00".to_owned()));
    let second = books(&tara, &cut_at("11:30")).await;
    assert_eq!(time_of(&salon, &second).await, [format!("{STYLIST} 11:30-12:15 held")]);
    assert_eq!(refused(&approves(&desk, &first, STYLIST).await), ["10:45", "10:40", "10:35"]);
    assert_eq!(booking(&asha, &first).await["status"], "pending");
    salon.advance_seconds(30 * 60);
    approves(&desk, &first, STYLIST).await.expect_ok();
    assert_eq!(time_of(&salon, &first).await, [format!("{STYLIST} 11:00-11:45")]);
    assert_eq!(refused(&approves(&desk, &second, STYLIST).await), ["11:45", "11:50", "11:55"]);
    salon.advance_seconds(90 * 24 * 3600);
    assert_eq!(
        time_of(&salon, &first).await,
        [format!("{STYLIST} 11:00-11:45")],
        "what is agreed on, for good"
    );
}

#[test_on_both_engines]
async fn a_branch_may_hold_no_time_for_requests() {
    let salon = live_salon().await;
    set(&salon, "branch-pune", "update branches set hold_minutes = 0 where id = $1").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (first, second) = (books(&asha, &cut_at("11:00")).await, books(&asha, &cut_at("11:00")).await);
    approves(&desk, &second, STYLIST).await.expect_ok();
    assert_eq!(refused(&approves(&desk, &first, STYLIST).await).len(), 3);
}

#[test_on_both_engines]
async fn approving_occupies_the_time_of_the_chosen_staff() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &cut_at("11:00")).await;
    assert_eq!(time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45 held")]);
    approves(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")], "Kavya is free again");
    let other = books(&asha, &cut_at("11:00")).await;
    let before = traces(&salon).await;
    assert_eq!(refused(&approves(&desk, &other, STYLIST).await), ["10:15", "11:45", "10:10"]);
    assert_eq!(traces(&salon).await, before);
    assert_eq!(time_of(&salon, &other).await, [format!("{kavya} 11:00-11:45 held")]);
    approves(&desk, &other, kavya).await.expect_ok();
    assert_eq!(approves(&desk, &other, STYLIST).await.status, 409, "as ever");
}

#[test_on_both_engines]
async fn the_desk_may_book_free_staff_outside_their_shifts() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    takes_leave(&salon, STYLIST, [FRIDAY, FRIDAY], "approved").await;
    assert_eq!(refused(&asks(&desk, &cut_for(&asha, "11:00", None)).await), NO_TIME, "nobody is there");
    let id = id_of(&asks(&desk, &cut_for(&asha, "11:00", Some(STYLIST))).await);
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    let again = asks(&desk, &cut_for(&asha, "11:05", Some(STYLIST))).await;
    assert_eq!(refused(&again), ["11:45", "11:50", "10:15"], "in the opening hours");
    let from_goa = id_of(&asks(&desk, &cut_for(&asha, "11:05", Some(STYLIST_IN_GOA))).await);
    assert_eq!(time_of(&salon, &from_goa).await, [format!("{STYLIST_IN_GOA} 11:05-11:50")]);
    let late = id_of(&asks(&desk, &cut_for(&asha, "23:00", Some(STYLIST))).await);
    assert_eq!(time_of(&salon, &late).await, [format!("{STYLIST} 23:00-23:45")]);
}

#[test_on_both_engines]
async fn a_desk_request_without_staff_holds_time_like_a_customer_s() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut request_body = cut_for(&asha, "11:00", None);
    request_body["staffGender"] = "undisclosed".into();
    let reply = asks(&desk, &request_body).await;
    assert_eq!(reply.expect_created()["status"], "pending");
    assert_eq!(time_of(&salon, &id_of(&reply)).await, [format!("{STYLIST} 11:00-11:45 held")]);
    let reply = asks(&desk, &cut_for(&asha, "11:00", None)).await;
    assert_eq!(time_of(&salon, &id_of(&reply)).await, [format!("{kavya} 11:00-11:45 held")]);
    assert_eq!(refused(&asks(&desk, &cut_for(&asha, "11:00", None)).await).len(), 3);
}

#[test_on_both_engines]
async fn reassigning_moves_the_occupied_time_to_the_new_staff() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &cut_at("11:00")).await;
    assigns(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(
        time_of(&salon, &id).await,
        [format!("{STYLIST} 11:00-11:45 held")],
        "nothing is agreed on yet"
    );
    let other = id_of(&asks(&desk, &cut_for(&asha, "11:30", Some(kavya))).await);
    assert_eq!(refused(&assigns(&desk, &id, kavya).await), ["10:45", "10:40", "10:35"]);
    assert_eq!(booking(&asha, &id).await["services"][0]["staffId"], STYLIST);
    approves(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(refused(&assigns(&desk, &id, kavya).await).len(), 3, "when confirmed");
    presses(&desk, &id, "start").await.expect_ok();
    assert_eq!(refused(&assigns(&desk, &id, kavya).await).len(), 3, "when in progress");
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    cancels(&asha, &other).await.expect_ok();
    assigns(&desk, &id, kavya).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45")]);
    assigns(&desk, &id, kavya).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{kavya} 11:00-11:45")], "its own time is no obstacle");
    complete_with_cash(&desk, &id).await.expect_ok();
    let third = id_of(&asks(&desk, &cut_for(&asha, "11:00", Some(kavya))).await);
    assigns(&desk, &id, kavya).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, NO_TIME, "who did it is put right without anybody's time");
    assert_eq!(time_of(&salon, &third).await, [format!("{kavya} 11:00-11:45")]);
}

#[test_on_both_engines]
async fn a_reschedule_occupies_the_new_time_and_releases_the_old() {
    let salon = live_salon().await;
    let (desk, asha, tara) =
        (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = books(&asha, &cut_at("11:00")).await;
    moves(&asha, &id, FRIDAY, "11:15").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:15-12:00 held")], "its own is no obstacle");
    let other = books(&tara, &cut_at("13:00")).await;
    let before = traces(&salon).await;
    assert_eq!(refused(&moves(&asha, &id, FRIDAY, "12:30").await), ["12:15", "12:10", "12:05"]);
    assert_eq!(refused(&moves_at_desk(&desk, &id, "13:40").await), ["13:45", "13:50", "13:55"]);
    assert_eq!(traces(&salon).await, before);
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:15-12:00 held")]);
    approves(&desk, &id, STYLIST).await.expect_ok();
    moves_at_desk(&desk, &id, "11:20").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:20-12:05")], "still agreed on");
    assert_eq!(refused(&moves_at_desk(&desk, &id, "12:45").await), ["12:15", "12:10", "12:05"]);
    moves_at_desk(&desk, &id, "20:30").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 20:30-21:15")], "the desk knows what it does");
    moves(&asha, &id, FRIDAY, "12:15").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 12:15-13:00 held")], "asked for anew");
    moves(&tara, &other, "2027-03-06", "10:00").await.expect_ok();
    assert_eq!(time_of(&salon, &other).await, [format!("{STYLIST} 10:00-10:45 held")]);
    books(&tara, &cut_at("13:00")).await;
}

#[test_on_both_engines]
async fn a_reschedule_needs_the_assigned_staff_to_be_free() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    works_on_friday(&salon, kavya, &[("10:00", "12:00")]).await;
    let id = books(&asha, &cut_at("11:00")).await;
    assigns(&desk, &id, kavya).await.expect_ok();
    let moved = moves(&asha, &id, FRIDAY, "11:30").await;
    assert_eq!(refused(&moved), ["11:15", "11:10", "11:05"], "Kavya goes at 12:00");
    moves(&asha, &id, FRIDAY, "11:15").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{kavya} 11:15-12:00 held")]);
}

/// Of somebody who has left there is no time to ask for: the desk finds another.
#[test_on_both_engines]
async fn a_reschedule_works_if_the_assigned_staff_has_left() {
    let salon = live_salon().await;
    let kavya = insert_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &cut_at("11:00")).await;
    assigns(&desk, &id, kavya).await.expect_ok();
    set(&salon, kavya, "update staff set is_active = false where id = $1").await;
    moves(&asha, &id, FRIDAY, "15:00").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 15:00-15:45 held")]);
}

#[test_on_both_engines]
async fn replaced_services_change_the_occupied_time() {
    let salon = live_salon().await;
    with_buffer(&salon, "service-wash").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = id_of(&asks(&desk, &cut_for(&asha, "11:00", Some(STYLIST))).await);
    puts_services(&desk, &id, &json!(["service-cut", "service-wash"])).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:25")], "45, 30 and 10 to tidy up");
    assert_eq!(booking(&asha, &id).await["endTime"], "12:15:00");
    let next = id_of(&asks(&desk, &cut_for(&asha, "12:25", Some(STYLIST))).await);
    assert_eq!(refused(&puts_services(&desk, &id, &json!(["service-colour"])).await).len(), 3);
    assert_eq!(booking(&asha, &id).await["endTime"], "12:15:00");
    puts_services(&desk, &id, &json!(["service-wash"])).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:40")]);
    cancels(&asha, &next).await.expect_ok();
    presses(&desk, &id, "start").await.expect_ok();
    puts_services(&desk, &id, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:30")]);
    let pending = books(&asha, &cut_at("12:30")).await;
    puts_services(&desk, &pending, &json!(["service-colour"])).await.expect_ok();
    assert_eq!(time_of(&salon, &pending).await, [format!("{STYLIST} 12:30-14:00 held")]);
}

#[test_on_both_engines]
async fn ending_a_booking_releases_its_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let pending = async || {
        let id = books(&asha, &cut_at("11:00")).await;
        assert_eq!(time_of(&salon, &id).await.len(), 1);
        id
    };
    let confirmed = async || {
        let id = pending().await;
        approves(&desk, &id, STYLIST).await.expect_ok();
        id
    };
    let mut ended = Vec::new();
    let id = pending().await;
    cancels(&asha, &id).await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    cancels(&asha, &id).await.expect_ok();
    ended.push(id);
    let reject = json!({ "action": "reject", "rejectionReason": "Full" });
    let id = pending().await;
    decides(&desk, &id, &reject).await.expect_ok();
    ended.push(id);
    let id = pending().await;
    let called_off = desk.post(&format!("/api/bookings/{id}/cancel"), &json!({ "reason": "Ill" })).await;
    called_off.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    presses(&desk, &id, "noshow").await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    complete_with_cash(&desk, &id).await.expect_ok();
    ended.push(id);
    let id = confirmed().await;
    presses(&desk, &id, "start").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")], "it has only begun");
    complete_with_cash(&desk, &id).await.expect_ok();
    ended.push(id);
    let id = pending().await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    ended.push(id);
    for id in &ended {
        assert_eq!(time_of(&salon, id).await, NO_TIME);
    }
    assert!(free(&salon, "").await.contains(&"11:00".to_owned()));
}

#[test_on_both_engines]
async fn bookings_start_at_multiples_of_five_minutes() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for time in ["11:01", "11:04", "11:59"] {
        assert_eq!(asks(&asha, &cut_at(time)).await.expect_invalid_fields(), ["startTime"], "{time}");
        let at_desk = asks(&desk, &cut_for(&asha, time, Some(STYLIST))).await;
        assert_eq!(at_desk.expect_invalid_fields(), ["startTime"], "{time}");
    }
    let mut wrong = cut_at("11:01");
    wrong["serviceIds"] = json!([5]);
    assert_eq!(
        asks(&asha, &wrong).await.expect_invalid_fields(),
        ["serviceIds.0", "startTime"],
        "with all else"
    );
    let id = books(&asha, &cut_at("11:05")).await;
    assert_eq!(moves(&asha, &id, FRIDAY, "11:07").await.expect_invalid_fields(), ["startTime"]);
    assert_eq!(moves_at_desk(&desk, &id, "11:07").await.expect_invalid_fields(), ["startTime"]);
    assert_eq!(
        moves(&asha, &id, "soon", "11:07").await.expect_invalid_fields(),
        ["bookingDate", "startTime"]
    );
    let at_desk = json!({ "bookingDate": "soon", "startTime": "11:07" });
    let reply = desk.post(&format!("/api/bookings/{id}/reschedule"), &at_desk).await;
    assert_eq!(reply.expect_invalid_fields(), ["bookingDate", "startTime"]);
    let mut in_goa = cut_at("11:07");
    in_goa["branchId"] = GOA.into();
    let id = books(&asha, &in_goa).await;
    moves(&asha, &id, FRIDAY, "11:11").await.expect_ok();
    assert_eq!(time_of(&salon, &id).await, NO_TIME, "an open branch knows nothing of time");
}

#[test_on_both_engines]
async fn salon_and_spa_bookings_use_different_staff() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(refused(&asks(&asha, &massage()).await), NO_TIME, "the therapist has no hours");
    works(&salon, THERAPIST, "10:00", "13:00").await;
    let id = books(&asha, &massage()).await;
    assert_eq!(time_of(&salon, &id).await, [format!("{THERAPIST} 11:00-12:00 held")]);
    books(&asha, &cut_at("11:00")).await;
    assert_eq!(refused(&asks(&asha, &massage()).await), ["10:00", "12:00"]);
}

#[test_on_both_engines]
async fn occupied_time_ends_by_midnight() {
    let salon = live_salon().await;
    with_buffer(&salon, "service-cut").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let late = id_of(&asks(&desk, &cut_for(&asha, "23:10", Some(STYLIST))).await);
    assert_eq!(time_of(&salon, &late).await, [format!("{STYLIST} 23:10-00:00")]);
    let mut early = cut_for(&asha, "00:00", Some(STYLIST));
    early["bookingDate"] = "2027-03-06".into();
    let early = id_of(&asks(&desk, &early).await);
    assert_eq!(time_of(&salon, &early).await, [format!("{STYLIST} 00:00-00:55")]);
    assert_eq!(moves_at_desk(&desk, &late, "23:15").await.expect_invalid_fields(), ["startTime"]);
}

#[test_on_both_engines]
async fn past_occupied_time_is_deleted() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut today = cut_for(&asha, "10:00", Some(STYLIST));
    today["bookingDate"] = "2027-03-01".into();
    let old = id_of(&asks(&desk, &today).await);
    salon.advance_seconds(24 * 3600);
    asks(&desk, &cut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    assert_eq!(time_of(&salon, &old).await.len(), 1, "yesterday's may still be going on");
    salon.advance_seconds(24 * 3600);
    asks(&desk, &cut_for(&asha, "12:00", Some(STYLIST))).await.expect_created();
    assert_eq!(time_of(&salon, &old).await, NO_TIME);
    assert_eq!(count(&salon, STYLIST, "select count(*) from occupancy where staff_id = $1").await, 18);
}

#[test_on_both_engines]
async fn switching_a_branch_to_live_occupies_time_of_confirmed_bookings() {
    let salon = small_salon().await;
    without_buffers(&salon).await;
    works(&salon, STYLIST, "10:00", "19:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let at_desk = async |time: &str, staff| id_of(&asks(&desk, &cut_for(&asha, time, staff)).await);
    let first = at_desk("11:07", Some(STYLIST)).await;
    salon.advance_seconds(1);
    let second = at_desk("11:30", Some(STYLIST)).await;
    let asked = at_desk("15:00", None).await;
    assigns(&desk, &asked, STYLIST).await.expect_ok();
    let nobody_s = at_desk("16:00", None).await;
    let over = at_desk("17:00", Some(STYLIST)).await;
    bring_to(&salon, &over, "completed").await;
    let in_goa = {
        let mut body = cut_for(&asha, "13:00", Some(STYLIST));
        body["branchId"] = GOA.into();
        id_of(&asks(&desk, &body).await)
    };
    for id in [&first, &second, &asked] {
        assert_eq!(time_of(&salon, id).await, NO_TIME, "an open branch knows nothing of time");
    }
    switch(&salon, "branch-pune", "live").await;
    assert_eq!(time_of(&salon, &first).await, [format!("{STYLIST} 11:05-11:55")], "every cell it touches");
    assert_eq!(time_of(&salon, &second).await, [format!("{STYLIST} 11:55-12:15")], "what is left");
    assert_eq!(time_of(&salon, &asked).await, [format!("{STYLIST} 15:00-15:45 held")]);
    for id in [&nobody_s, &over, &in_goa] {
        assert_eq!(time_of(&salon, id).await, NO_TIME);
    }
    assert_eq!(refused(&asks(&asha, &cut_at("12:00")).await), ["12:15", "12:20", "12:25"]);
    presses(&desk, &second, "start").await.expect_ok();
    puts_services(&desk, &second, &json!(["service-wash"])).await.expect_ok();
    assert_eq!(time_of(&salon, &second).await, [format!("{STYLIST} 11:55-12:00")], "less is never refused");
    approves(&desk, &nobody_s, STYLIST).await.expect_ok();
    switch(&salon, "branch-pune", "open").await;
    for id in [&first, &second, &asked, &nobody_s] {
        assert_eq!(time_of(&salon, id).await, NO_TIME);
    }
    books(&asha, &cut_at("11:07")).await;
}

#[test_on_both_engines]
async fn a_replayed_request_occupies_no_second_time() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "once");
    let first = id_of(&asks(&asha, &cut_at("11:00")).await);
    assert_eq!(id_of(&asks(&asha, &cut_at("11:00")).await), first);
    assert_eq!(lists(&asha).await.len(), 1);
    let other = salon.customer("Tara").await.with_header("idempotency-key", "mine");
    assert_eq!(asks(&other, &cut_at("11:00")).await.status, 409);
    cancels(&salon.customer("Asha").await, &first).await.expect_ok();
    asks(&other, &cut_at("11:00")).await.expect_created();
}

#[test_on_both_engines]
async fn past_times_are_not_proposed_as_alternatives() {
    let salon = live_salon_at("2027-03-05 11:20").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    asks(&desk, &cut_for(&asha, "11:00", Some(STYLIST))).await.expect_created();
    assert_eq!(refused(&asks(&asha, &cut_at("11:25")).await), ["11:45", "11:50", "11:55"]);
    let tara = salon.member("Tara", Role::Manager).await;
    let at_desk = asks(&tara, &cut_for(&asha, "10:30", Some(STYLIST))).await;
    assert_eq!(refused(&at_desk), ["11:45", "11:50", "11:55"]);
    asks(&tara, &cut_for(&asha, "10:15", Some(STYLIST))).await.expect_created();
}
