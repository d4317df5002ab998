//! Somebody else takes over bookings in the step that approves leave.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, create_booking, created_booking_id, get_booking, haircut_request_at,
    haircut_request_with, patch_booking, post_booking, set_booking_status,
};
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{STYLIST, THERAPIST, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn ask_for_leave(person: &Person) -> String {
    let body = json!({ "startDate": "2027-03-04", "endDate": "2027-03-06" });
    let leave = person.post("/api/me/leave", &body).await.expect_created()["leave"].clone();
    leave["id"].as_str().unwrap().to_owned()
}

fn moved(booking: &str, staff: &str) -> Value {
    json!({ "bookingId": booking, "staffId": staff })
}

async fn approve_with(manager: &Person, leave: &str, moves: &[Value]) -> Reply {
    let body = json!({ "action": "approve", "moves": moves });
    manager.patch(&format!("/api/schedule/leave/{leave}"), &body).await
}

async fn is_pending(manager: &Person, leave: &str) -> bool {
    let listed = manager.get("/api/schedule/leave?status=pending").await.expect_ok();
    listed["leave"].as_array().unwrap().iter().any(|one| one["id"] == leave)
}

async fn staff_of(desk: &Person, booking: &str) -> Vec<Value> {
    let booking = get_booking(desk, booking).await.expect_ok()["booking"].clone();
    booking["services"].as_array().unwrap().iter().map(|line| line["staffId"].clone()).collect()
}

/// Kiran's bookings on two days of the leave, of two services and of one.
async fn book_kiran(salon: &TestSalon, desk: &Person) -> [String; 2] {
    let asha = salon.customer("Asha").await;
    let long = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let ids =
        [create_booking(&asha, &long).await, create_booking(&asha, &haircut_request_at("2027-03-06", "11:00")).await];
    for id in &ids {
        approve_booking(desk, id, "staff-kiran").await.expect_ok();
    }
    ids
}

#[test_on_both_engines]
async fn bookings_are_taken_over_with_the_approval() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let [one, other] = book_kiran(&salon, &desk).await;
    let leave = ask_for_leave(&kiran).await;
    let decided = approve_with(&meera, &leave, &[moved(&one, STYLIST)]).await.expect_ok();
    assert_eq!((&decided["leave"]["status"], &decided["affectedCount"]), (&json!("approved"), &json!(1)));
    assert_eq!(decided["affectedBookings"][0]["id"], other, "those that are still theirs");
    assert_eq!(staff_of(&desk, &one).await, [STYLIST, STYLIST]);
    assert_eq!(staff_of(&desk, &other).await, ["staff-kiran"]);
    let done = actions_on_record(&salon, &one).await;
    assert_eq!(done.iter().filter(|action| *action == "booking.assign").count(), 1, "{done:?}");
    assert_eq!(actions_on_record(&salon, &leave).await, ["leave.approve", "leave.ask"]);

    // A request is decided once, and nothing moves with a second decision.
    approve_with(&meera, &leave, &[moved(&other, STYLIST)]).await.expect_error(409, "CONFLICT");
    assert_eq!(staff_of(&desk, &other).await, ["staff-kiran"]);
    approve_with(&meera, "nope", &[moved(&other, STYLIST)]).await.expect_error(404, "NOT_FOUND");
    assert_eq!(staff_of(&desk, &other).await, ["staff-kiran"]);

    let sita = staff_member_in_pune(&salon, "Sita", Role::Staff).await;
    let nothing_to_move = ask_for_leave(&sita).await;
    approve_with(&meera, &nothing_to_move, &[]).await.expect_ok();
}

#[test_on_both_engines]
async fn every_wrong_field_of_the_moves_is_reported() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let [one, other] = book_kiran(&salon, &desk).await;
    let leave = ask_for_leave(&kiran).await;
    update_rows(&salon, THERAPIST, "update staff set is_active = false where id = $1").await;
    let many: Vec<Value> = (0..101).map(|number| moved(&number.to_string(), STYLIST)).collect();
    for (moves, wrong) in [
        (json!("all"), &["moves"][..]),
        (json!(many), &["moves"]),
        (json!([{}, 5]), &["moves.0.bookingId", "moves.0.staffId", "moves.1"]),
        (json!([moved(&one, STYLIST), moved(&one, STYLIST)]), &["moves.1.bookingId"]),
        (json!([moved(&one, "nope"), moved(&other, THERAPIST)]), &["moves.0.staffId", "moves.1.staffId"]),
        (json!([moved(&one, "nope"), { "staffId": STYLIST }]), &["moves.0.staffId", "moves.1.bookingId"]),
    ] {
        let body = json!({ "action": "approve", "moves": moves });
        let refused = meera.patch(&format!("/api/schedule/leave/{leave}"), &body).await;
        assert_eq!(refused.expect_invalid_fields(), wrong, "{body}");
    }
    let rejected = json!({ "action": "reject", "moves": [moved(&one, STYLIST)] });
    let refused = meera.patch(&format!("/api/schedule/leave/{leave}"), &rejected).await;
    assert_eq!(refused.expect_invalid_fields(), ["moves"]);
    assert!(is_pending(&meera, &leave).await);
    assert_eq!(staff_of(&desk, &other).await, ["staff-kiran"]);
    let empty = json!({ "action": "reject", "moves": [] });
    meera.patch(&format!("/api/schedule/leave/{leave}"), &empty).await.expect_ok();
}

/// What is refused names the booking, and nothing has changed.
async fn expect_refused_move(salon: &TestSalon, reply: &Reply, (status, code): (u16, &str), booking: &str) {
    let error = reply.expect_error(status, code);
    assert!(error["message"].as_str().unwrap().contains(booking), "{error}");
    assert!(error["details"]["moves.1.bookingId"].is_array(), "{error}");
    let desk = receptionist(salon).await;
    let pending = salon.member("Meera", Role::Manager).await;
    let listed = pending.get("/api/schedule/leave?status=pending").await.expect_ok();
    assert_eq!(listed["leave"].as_array().unwrap().len(), 1);
    let kept = desk.get("/api/bookings?status=confirmed").await.expect_ok();
    let mut lines = kept["bookings"].as_array().unwrap().iter().flat_map(|one| one["services"].as_array().unwrap());
    assert!(lines.any(|line| line["staffId"] == "staff-kiran"), "{kept}");
}

#[test_on_both_engines]
async fn one_refused_booking_refuses_all() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let [one, _] = book_kiran(&salon, &desk).await;
    let leave = ask_for_leave(&kiran).await;
    let refused = approve_with(&meera, &leave, &[moved(&one, STYLIST), moved("nope", STYLIST)]).await;
    expect_refused_move(&salon, &refused, (404, "NOT_FOUND"), "nope").await;
    assert_eq!(staff_of(&desk, &one).await, ["staff-kiran", "staff-kiran"]);

    // Another gender than the customer asked for.
    let tara = salon.customer("Tara").await;
    let wished = create_booking(&tara, &haircut_request_with("wishedStaffGender", "female")).await;
    let approval = json!({ "action": "approve", "staffId": "staff-kiran", "againstWish": true });
    patch_booking(&desk, &wished, &approval).await.expect_ok();
    let moves = [moved(&one, STYLIST), moved(&wished, STYLIST)];
    let refused = approve_with(&meera, &leave, &moves).await;
    expect_refused_move(&salon, &refused, (422, "BUSINESS_RULE_VIOLATION"), &wished).await;
    assert_eq!(staff_of(&desk, &one).await, ["staff-kiran", "staff-kiran"]);
    let mut against_wish = moved(&wished, STYLIST);
    against_wish["againstWish"] = true.into();
    approve_with(&meera, &leave, &[moved(&one, STYLIST), against_wish]).await.expect_ok();
    assert_eq!(staff_of(&desk, &wished).await, [STYLIST]);
}

#[test_on_both_engines]
async fn only_open_bookings_of_the_person_on_leave_move() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let sita = staff_member_in_pune(&salon, "Sita", Role::Staff).await;
    let [one, other] = book_kiran(&salon, &desk).await;
    let leave = ask_for_leave(&kiran).await;
    for status in ["completed", "cancelled", "rejected", "no_show"] {
        set_booking_status(&salon, &other, status).await;
        let refused = approve_with(&meera, &leave, &[moved(&one, STYLIST), moved(&other, STYLIST)]).await;
        assert_eq!(refused.expect_invalid_fields(), ["moves.1.bookingId"], "{status}");
        assert_eq!(staff_of(&desk, &one).await, ["staff-kiran", "staff-kiran"]);
        assert_eq!(staff_of(&desk, &other).await, ["staff-kiran"]);
    }
    set_booking_status(&salon, &other, "confirmed").await;
    let refused = approve_with(&meera, &leave, &[moved(&one, "staff-kiran")]).await;
    assert_eq!(refused.expect_invalid_fields(), ["moves.0.staffId"], "they are away themselves");

    // Neither does it touch what others do, nor another day.
    let bookings_of_kiran = [moved(&one, STYLIST), moved(&other, STYLIST)];
    let leave_of_sita = ask_for_leave(&sita).await;
    let refused = approve_with(&meera, &leave_of_sita, &bookings_of_kiran).await;
    assert_eq!(refused.expect_invalid_fields(), ["moves.0.bookingId", "moves.1.bookingId"]);
    update_rows(&salon, &other, "update bookings set booking_date = '2027-03-09' where id = $1").await;
    let refused = approve_with(&meera, &leave, &bookings_of_kiran).await;
    assert_eq!(refused.expect_invalid_fields(), ["moves.1.bookingId"]);
    assert!(is_pending(&meera, &leave).await && is_pending(&meera, &leave_of_sita).await);
    assert_eq!(staff_of(&desk, &one).await, ["staff-kiran", "staff-kiran"]);
}

/// Confirmed on Friday at 11:00, on the live branch.
async fn book_on_friday(desk: &Person, customer: &Person, staff: &str) -> String {
    created_booking_id(&post_booking(desk, &friday_haircut_for(customer, "11:00", Some(staff))).await)
}

#[test_on_both_engines]
async fn a_live_branch_moves_a_booking_only_to_somebody_who_is_free() {
    let salon = live_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let (asha, tara, bina) = (salon.customer("Asha").await, salon.customer("Tara").await, salon.customer("Bina").await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    staff_member_in_pune(&salon, "Sita", Role::Staff).await;
    let theirs = book_on_friday(&desk, &asha, "staff-kiran").await;
    let taken = book_on_friday(&desk, &tara, STYLIST).await;
    let later = post_booking(&desk, &friday_haircut_for(&bina, "15:00", Some("staff-kiran"))).await;
    let later = created_booking_id(&later);
    let leave = ask_for_leave(&kiran).await;
    let refused = approve_with(&meera, &leave, &[moved(&later, STYLIST), moved(&theirs, STYLIST)]).await;
    expect_refused_move(&salon, &refused, (409, "BOOKING_SLOT_UNAVAILABLE"), &theirs).await;
    let error = refused.json()["error"].clone();
    assert!(!error["details"]["moves.1.startTime"].as_array().unwrap().is_empty(), "{error}");
    assert_eq!(staff_of(&desk, &later).await, ["staff-kiran"]);
    approve_with(&meera, &leave, &[moved(&later, STYLIST), moved(&theirs, "staff-sita")]).await.expect_ok();
    assert_eq!(staff_of(&desk, &later).await, [STYLIST]);
    assert_eq!(staff_of(&desk, &theirs).await, ["staff-sita"]);
    assert_eq!(staff_of(&desk, &taken).await, [STYLIST]);
}

#[test_on_both_engines]
async fn concurrent_approvals_with_moves_end_as_if_they_had_queued() {
    let salon = live_salon().await;
    let (meera, om, desk) = (manager(&salon).await, salon.member("Om", Role::Owner).await, receptionist(&salon).await);
    for name in ["Xena", "Yash"] {
        staff_member_in_pune(&salon, name, Role::Staff).await;
    }
    for round in 0..8 {
        let (hour, [first, second]) = (10 + round, [format!("a{round}"), format!("b{round}")]);
        let mut leave = Vec::new();
        let mut bookings = Vec::new();
        for name in [&first, &second] {
            let person = staff_member_in_pune(&salon, name, Role::Staff).await;
            leave.push(ask_for_leave(&person).await);
            for day in ["2027-03-04", "2027-03-05"] {
                let customer = salon.customer(&format!("{name}-{}", &day[9..])).await;
                let mut body = haircut_request_at(day, &format!("{hour}:00"));
                body["customerId"] = customer.id().as_str().into();
                body["staffId"] = format!("staff-{name}").into();
                bookings.push(created_booking_id(&post_booking(&desk, &body).await));
            }
        }
        // Each takes over one booking of both, named in the opposite order.
        let ([a1, a2], [b1, b2]) = ([&bookings[0], &bookings[1]], [&bookings[2], &bookings[3]]);
        let of_first = [moved(a1, "staff-xena"), moved(a2, "staff-yash")];
        let of_second = [moved(b2, "staff-xena"), moved(b1, "staff-yash")];
        let (one, other) =
            tokio::join!(approve_with(&meera, &leave[0], &of_first), approve_with(&om, &leave[1], &of_second));
        one.expect_ok();
        other.expect_ok();
        for (booking, staff) in [(a1, "staff-xena"), (a2, "staff-yash"), (b2, "staff-xena"), (b1, "staff-yash")] {
            assert_eq!(staff_of(&desk, booking).await, [staff]);
        }
    }
}

#[test_on_both_engines]
async fn an_approval_and_an_assignment_of_the_same_booking_end_as_if_they_had_queued() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let asha = salon.customer("Asha").await;
    for round in 0..8 {
        let person = staff_member_in_pune(&salon, &format!("leaver{round}"), Role::Staff).await;
        let booking = create_booking(&asha, &haircut_request_at("2027-03-05", "11:00")).await;
        approve_booking(&desk, &booking, &format!("staff-leaver{round}")).await.expect_ok();
        let leave = ask_for_leave(&person).await;
        let moves = [moved(&booking, STYLIST)];
        let (approved, assigned) =
            tokio::join!(approve_with(&meera, &leave, &moves), assign_staff(&desk, &booking, "staff-kiran"));
        assigned.expect_ok();
        // Either the approval came first, or what it moves is somebody else's already.
        let was_first = approved.status.as_u16() == 200;
        if was_first {
            assert_eq!(approved.expect_ok()["affectedCount"], 0);
        } else {
            assert_eq!(approved.expect_invalid_fields(), ["moves.0.bookingId"]);
        }
        assert_eq!(staff_of(&desk, &booking).await, ["staff-kiran"]);
        let assignments = actions_on_record(&salon, &booking).await;
        let count = assignments.iter().filter(|action| *action == "booking.assign").count();
        assert_eq!(count, if was_first { 2 } else { 1 });
    }
}
