//! A wish for a person or a gender is part of the booking.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::{
    expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of,
};
use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, booking_row_counts, create_booking, get_booking, haircut_request,
    haircut_request_with, list_own_bookings, listed_bookings, patch_booking, post_booking, reschedule_booking,
    shown_booking,
};
use parlour_testkit::actions::people::{receptionist, staff_member_in_pune};
use parlour_testkit::actions::visits::{offer_time, place_booking, put_lines_with};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_stylist, live_salon, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, small_salon};
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// A woman; the stylist of the salon has not told a gender.
const KAVYA: &str = "staff-kavya";

async fn add_kavya(salon: &TestSalon) {
    insert_stylist(salon, KAVYA, "female").await;
    insert_daily_shifts(salon, KAVYA, "10:00", "19:00").await;
}

fn wish_of(booking: &Value) -> (&Value, &Value) {
    (&booking["wishedStaffId"], &booking["wishedStaffGender"])
}

#[test_on_both_engines]
async fn a_wish_is_in_every_read_and_kept_by_moves() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let profile =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-05-01", "gender": "female", "marketingConsent": false });
    asha.post("/api/onboarding/complete", &profile).await.expect_ok();
    let plain = create_booking(&asha, &haircut_request()).await;
    assert_eq!(wish_of(&shown_booking(&asha, &plain).await), (&Value::Null, &Value::Null));
    for (field, value, wish) in [
        ("wishedStaffGender", "female", (Value::Null, json!("female"))),
        ("wishedStaffGender", "male", (Value::Null, json!("male"))),
        ("wishedStaffId", KAVYA, (json!(KAVYA), Value::Null)),
        // The older names.
        ("staffGender", "female", (Value::Null, json!("female"))),
        ("staffId", KAVYA, (json!(KAVYA), Value::Null)),
    ] {
        let wish = (&wish.0, &wish.1);
        let id = create_booking(&asha, &haircut_request_with(field, value)).await;
        reschedule_booking(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
        reschedule_booking(&desk, &id, "2027-03-05", "13:00").await.expect_ok();
        assert_eq!(wish_of(&shown_booking(&asha, &id).await), wish, "{field}");
        assert_eq!(wish_of(&get_booking(&desk, &id).await.expect_ok()["booking"]), wish, "{field}");
        let (_, logged) = change_of_record(&salon, &id, "booking.request").await;
        assert_eq!(wish_of(&logged), wish, "{field}");
        let is_it = |booking: &&Value| booking["id"] == id.as_str();
        for list in [
            list_own_bookings(&asha).await,
            listed_bookings(&desk.get("/api/bookings").await),
            listed_bookings(&desk.get(&format!("/api/bookings?date={FRIDAY}")).await),
            listed_bookings(&desk.get(&format!("/api/bookings?branchId={PUNE}")).await),
            listed_bookings(&desk.get(&format!("/api/customers/{}/bookings", asha.id())).await),
        ] {
            assert_eq!(wish_of(list.iter().find(is_it).expect("the booking")), wish, "{field}");
        }
    }
    let exported = asha.get("/api/profile/export").await.expect_ok();
    let bookings = exported["bookings"].as_array().unwrap();
    assert!(bookings.iter().any(|booking| booking["wishedStaffGender"] == "female"), "{exported}");
}

#[test_on_both_engines]
async fn the_desk_asks_for_somebody_too() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mina = staff_member_in_pune(&salon, "Mina", Role::Staff).await;
    let mut body = haircut_request_with("wishedStaffGender", "female");
    body["customerId"] = asha.id().as_str().into();
    let id = create_booking(&desk, &body).await;
    assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&Value::Null, &json!("female")));
    // The person who does it may be another one.
    body["wishedStaffGender"] = Value::Null;
    body["wishedStaffId"] = STYLIST.into();
    body["staffId"] = "staff-mina".into();
    let id = create_booking(&desk, &body).await;
    let seen = shown_booking(&asha, &id).await;
    assert_eq!((&seen["status"], wish_of(&seen)), (&json!("confirmed"), (&json!(STYLIST), &Value::Null)));
    let own = mina.get("/api/me/schedule?from=2027-03-01&to=2027-03-07").await.expect_ok();
    assert_eq!(wish_of(&own["bookings"][0]), (&json!(STYLIST), &Value::Null));
}

#[test_on_both_engines]
async fn a_wish_that_nobody_can_have_is_refused() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    update_rows(&salon, KAVYA, "update staff set is_active = false where id = $1").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let before = booking_row_counts(&salon).await;
    for mode in ["open", "live"] {
        switch_availability_mode(&salon, PUNE, mode).await;
        for (field, value) in [
            ("wishedStaffId", "nobody"),
            ("wishedStaffId", ""),
            ("wishedStaffId", KAVYA),
            ("wishedStaffId", STYLIST_IN_GOA),
            ("wishedStaffGender", "other"),
            ("wishedStaffGender", "undisclosed"),
            ("wishedStaffGender", ""),
        ] {
            let mut body = haircut_request_with(field, value);
            assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), [field], "{mode} {value}");
            body["customerId"] = asha.id().as_str().into();
            assert_eq!(post_booking(&desk, &body).await.expect_invalid_fields(), [field], "{mode} {value}");
        }
        let mut both = haircut_request_with("wishedStaffId", STYLIST);
        both["wishedStaffGender"] = "female".into();
        assert_eq!(post_booking(&asha, &both).await.expect_invalid_fields(), ["wishedStaffGender"]);
    }
    assert_eq!(booking_row_counts(&salon).await, before);
}

#[test_on_both_engines]
async fn somebody_who_does_not_do_such_services_is_not_asked_for() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    switch_availability_mode(&salon, PUNE, "open").await;
    update_rows(&salon, KAVYA, "update staff set serves_salon = false, serves_spa = true where id = $1").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut body = haircut_request_with("wishedStaffId", KAVYA);
    assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), ["wishedStaffId"]);
    body["customerId"] = asha.id().as_str().into();
    assert_eq!(post_booking(&desk, &body).await.expect_invalid_fields(), ["wishedStaffId"]);
    body["wishedStaffId"] = STYLIST.into();
    create_booking(&desk, &body).await;
}

#[test_on_both_engines]
async fn an_open_branch_does_not_rely_on_memory_for_who_is_there() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    switch_availability_mode(&salon, PUNE, "open").await;
    let asha = salon.customer("Asha").await;
    let body = haircut_request_with("wishedStaffId", KAVYA);
    create_booking(&asha, &body).await;
    // As another process does it, of which this one has not heard yet: she is in memory.
    update_rows(&salon, KAVYA, "update staff set is_active = false where id = $1").await;
    assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), ["wishedStaffId"]);
}

#[test_on_both_engines]
async fn another_gender_than_asked_for_is_asked_once_more() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_with("wishedStaffGender", "female")).await;
    let before = booking_row_counts(&salon).await;
    let place = json!({ "bookingDate": FRIDAY, "startTime": "15:00", "staffId": STYLIST });
    for reply in [
        approve_booking(&desk, &id, STYLIST).await,
        assign_staff(&desk, &id, STYLIST).await,
        place_booking(&desk, &id, &place).await,
        offer_time(&desk, &id, (FRIDAY, "15:00"), STYLIST).await,
        put_lines_with(&desk, &id, &cut_by(STYLIST)).await,
    ] {
        reply.expect_error(422, "BUSINESS_RULE_VIOLATION");
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    let offered = desk.post(&format!("/api/bookings/{id}/offer-time"), &against_wish(&place)).await.expect_ok();
    assert_eq!(offered["booking"]["offeredTime"]["staffId"], STYLIST, "{offered}");
    assign_staff(&desk, &id, KAVYA).await.expect_ok();
    for action in ["assign", "approve"] {
        let body = json!({ "action": action, "staffId": STYLIST, "againstWish": true });
        patch_booking(&desk, &id, &body).await.expect_ok();
    }
    put_lines_with(&desk, &id, &cut_by(KAVYA)).await.expect_ok();
    put_lines_with(&desk, &id, &against_wish(&cut_by(STYLIST))).await.expect_ok();
    let mut place = against_wish(&place);
    place_booking(&desk, &id, &place).await.expect_ok();
    // Whoever has it keeps it.
    put_lines_with(&desk, &id, &cut_by(STYLIST)).await.expect_ok();
    place_booking(&desk, &id, &json!({ "bookingDate": FRIDAY, "startTime": "16:00" })).await.expect_ok();
    let seen = shown_booking(&asha, &id).await;
    assert_eq!((&seen["services"][0]["staffId"], wish_of(&seen)), (&json!(STYLIST), (&Value::Null, &json!("female"))));
    place["againstWish"] = "yes".into();
    assert_eq!(place_booking(&desk, &id, &place).await.expect_invalid_fields(), ["againstWish"]);
}

/// The lines of a haircut by this person.
fn cut_by(staff: &str) -> Value {
    json!({ "lines": [{ "serviceId": "service-cut", "staffId": staff }] })
}

fn against_wish(body: &Value) -> Value {
    let mut body = body.clone();
    body["againstWish"] = true.into();
    body
}

#[test_on_both_engines]
async fn a_booking_at_the_desk_with_another_gender_than_asked_for_is_asked_once_more() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for field in ["wishedStaffGender", "staffGender"] {
        let mut body = haircut_request_with(field, "female");
        body["customerId"] = asha.id().as_str().into();
        body["staffId"] = STYLIST.into();
        let before = booking_row_counts(&salon).await;
        post_booking(&desk, &body).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
        assert_eq!(booking_row_counts(&salon).await, before);
        let id = create_booking(&desk, &against_wish(&body)).await;
        assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&Value::Null, &json!("female")), "{field}");
        body["staffId"] = KAVYA.into();
        create_booking(&desk, &body).await;
        body["againstWish"] = "yes".into();
        assert_eq!(post_booking(&desk, &body).await.expect_invalid_fields(), ["againstWish"]);
    }
}

#[test_on_both_engines]
async fn another_person_than_asked_for_is_taken() {
    let salon = small_salon().await;
    add_kavya(&salon).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_with("wishedStaffId", KAVYA)).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&json!(KAVYA), &Value::Null));
}

#[test_on_both_engines]
async fn a_live_branch_keeps_the_time_of_somebody_who_was_asked_for() {
    let salon = live_salon().await;
    add_kavya(&salon).await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let with_a_woman = |time: &str| {
        let mut body = friday_haircut_at(time);
        body["wishedStaffGender"] = "female".into();
        body
    };
    let id = create_booking(&asha, &with_a_woman("11:00")).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{KAVYA} 11:00-11:45 held")]);
    let refused = post_booking(&tara, &with_a_woman("11:00")).await;
    assert_eq!(expect_slot_unavailable(&refused), ["10:15", "11:45", "10:10"]);
    let mut body = friday_haircut_at("11:00");
    body["wishedStaffGender"] = "male".into();
    assert_eq!(expect_slot_unavailable(&post_booking(&tara, &body).await), <[&str; 0]>::default());

    // The customer's moves and the desk's look for a woman, too; after the confirmation as well.
    create_booking(&desk, &friday_haircut_for(&tara, "14:00", Some(KAVYA))).await;
    for mover in [&asha, &desk] {
        assert_eq!(reschedule_booking(mover, &id, FRIDAY, "14:00").await.status, 409);
    }
    reschedule_booking(&desk, &id, FRIDAY, "16:00").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{KAVYA} 16:00-16:45 held")]);
    patch_booking(&desk, &id, &json!({ "action": "approve", "staffId": STYLIST, "againstWish": true }))
        .await
        .expect_ok();
    reschedule_booking(&asha, &id, FRIDAY, "17:00").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{KAVYA} 17:00-17:45 held")]);

    // Instead of somebody who has left anybody will do.
    let mut body = friday_haircut_at("12:00");
    body["wishedStaffId"] = KAVYA.into();
    let left = create_booking(&tara, &body).await;
    update_rows(&salon, KAVYA, "update staff set is_active = false where id = $1").await;
    reschedule_booking(&tara, &left, FRIDAY, "12:30").await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &left).await, [format!("{STYLIST} 12:30-13:15 held")]);
}

#[test_on_both_engines]
async fn an_open_branch_ignores_an_unknown_person_under_the_older_name_only() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let mut body = haircut_request_with("staffId", "nobody");
    body["branchId"] = GOA.into();
    let id = create_booking(&asha, &body).await;
    assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&Value::Null, &Value::Null));
    // What is asked for under the new name counts.
    body["wishedStaffGender"] = "female".into();
    let id = create_booking(&asha, &body).await;
    assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&Value::Null, &json!("female")));
    body["staffId"] = Value::Null;
    body["staffGender"] = "undisclosed".into();
    body["wishedStaffGender"] = Value::Null;
    let id = create_booking(&asha, &body).await;
    assert_eq!(wish_of(&shown_booking(&asha, &id).await), (&Value::Null, &Value::Null));
}

#[test_on_both_engines]
async fn who_is_erased_asked_for_nobody() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_with("wishedStaffGender", "female")).await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let seen = get_booking(&desk, &id).await.expect_ok()["booking"].clone();
    assert_eq!((&seen["status"], wish_of(&seen)), (&json!("cancelled"), (&Value::Null, &Value::Null)));
}
