//! Several people at the same moment, of whom one takes something back: it ends as if they had queued.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::{
    expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of,
};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request, patch_booking, post_booking,
    post_booking_action, shown_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::live_salon::{insert_daily_shifts, insert_stylist, live_salon};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::json;
use tokio::task::JoinSet;

async fn reject_booking(desk: &Person, id: &str) {
    patch_booking(desk, id, &json!({ "action": "reject", "rejectionReason": "Full" })).await.expect_ok();
}

#[test_on_both_engines]
async fn an_undo_and_a_new_request_for_the_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    for round in 0..12 {
        let tara = salon.customer(&format!("tara{round}")).await;
        cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
        let body = friday_haircut_at(["11:00", "11:30", "10:30"][round % 3]);
        let (undone, requested) = tokio::join!(post_booking_action(&desk, &id, "undo"), post_booking(&tara, &body));
        assert_ne!(undone.status == 200, requested.status == 201, "one of them has the time");
        if undone.status == 200 {
            expect_slot_unavailable(&requested);
        } else {
            expect_slot_unavailable(&undone);
            assert_eq!(shown_booking(&asha, &id).await["status"], "cancelled");
            let taken = requested.expect_created()["id"].as_str().unwrap().to_owned();
            cancel_booking_with(&desk, &taken, &json!({ "reason": "Make room" })).await.expect_ok();
            post_booking_action(&desk, &id, "undo").await.expect_ok();
        }
        assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    }
}

#[test_on_both_engines]
async fn two_undos_take_back_two_acts() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    for _ in 0..8 {
        post_booking_action(&desk, &id, "arrive").await.expect_ok();
        post_booking_action(&desk, &id, "start").await.expect_ok();
        let (one, two) =
            tokio::join!(post_booking_action(&desk, &id, "undo"), post_booking_action(&other, &id, "undo"));
        let mut arrivals = [one, two].map(|reply| reply.expect_ok()["booking"]["arrivedAt"].is_string());
        arrivals.sort_unstable();
        assert_eq!(arrivals, [false, true]);
        cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
        let (one, two) =
            tokio::join!(post_booking_action(&desk, &id, "undo"), post_booking_action(&other, &id, "undo"));
        let statuses = [one.status.as_u16(), two.status.as_u16()];
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
        assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    }
}

#[test_on_both_engines]
async fn two_bookings_placed_on_one_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let mut ids = Vec::new();
    for time in ["11:00", "12:00"] {
        let id = create_booking(&asha, &friday_haircut_at(time)).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        ids.push(id);
    }
    for round in 0..8 {
        let time = ["14:00", "16:00"][round % 2];
        let body = json!({ "bookingDate": "2027-03-05", "startTime": time, "staffId": STYLIST });
        let (one, two) = tokio::join!(place_booking(&desk, &ids[0], &body), place_booking(&other, &ids[1], &body));
        let (lost, won) = if one.status == 200 { (&two, &one) } else { (&one, &two) };
        assert_eq!(won.expect_ok()["booking"]["startTime"], format!("{time}:00"));
        expect_slot_unavailable(lost);
    }
}

/// One that was called off is taken back while customers and receptionists want its time.
#[test_on_both_engines]
async fn an_undo_and_everybody_who_wants_the_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (mut desks, mut customers) = (Vec::new(), Vec::new());
    for number in 0..3 {
        desks.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
        customers.push(salon.customer(&format!("guest{number}")).await);
    }
    for round in 0..9 {
        let (time, later) = (format!("{}:00", 10 + round), format!("{}:15", 10 + round));
        let id = create_booking(&asha, &friday_haircut_at(&time)).await;
        match round % 3 {
            0 => reject_booking(&desk, &id).await,
            1 => {
                approve_booking(&desk, &id, STYLIST).await.expect_ok();
                cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
            }
            _ => {
                approve_booking(&desk, &id, STYLIST).await.expect_ok();
                post_booking_action(&desk, &id, "noshow").await.expect_ok();
            }
        }
        let mut racing = JoinSet::new();
        let (undoing, undone_id) = (desk.clone(), id.clone());
        racing.spawn(async move { post_booking_action(&undoing, &undone_id, "undo").await });
        for (desk, customer) in desks.iter().cloned().zip(customers.iter().cloned()) {
            let by_desk = friday_haircut_for(&customer, &later, Some(STYLIST));
            racing.spawn(async move { post_booking(&desk, &by_desk).await });
            let request = friday_haircut_at(&time);
            racing.spawn(async move { post_booking(&customer, &request).await });
        }
        let replies = racing.join_all().await;
        assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 1, "round {round}");
        for reply in replies.iter().filter(|reply| !reply.status.is_success()) {
            expect_slot_unavailable(reply);
        }
        let is_back = replies.iter().any(|reply| reply.status == 200);
        let status = ["pending", "confirmed", "confirmed"][round % 3];
        let called_off = ["rejected", "cancelled", "no_show"][round % 3];
        assert_eq!(shown_booking(&asha, &id).await["status"], if is_back { status } else { called_off });
        assert_eq!(occupied_time_of(&salon, &id).await.len(), usize::from(is_back));
    }
    assert_nobody_is_double_booked(&salon).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn many_bookings_placed_on_one_time() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut bookings = Vec::new();
    for number in 0..8 {
        let time = format!("{}:00", 10 + number);
        let id = create_booking(&asha, &friday_haircut_at(&time)).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        bookings.push((salon.member(&format!("desk{number}"), Role::Receptionist).await, id, time));
    }
    for time in ["18:00", "18:05", "18:10"] {
        let body = json!({ "bookingDate": "2027-03-06", "startTime": time, "staffId": STYLIST });
        let mut racing = JoinSet::new();
        for (desk, id, _) in bookings.clone() {
            let body = body.clone();
            racing.spawn(async move { place_booking(&desk, &id, &body).await });
        }
        let replies = racing.join_all().await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1, "at {time}");
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            expect_slot_unavailable(reply);
        }
        assert_nobody_is_double_booked(&salon).await;
        for (_, id, home) in &bookings {
            let body = json!({ "bookingDate": "2027-03-05", "startTime": home });
            place_booking(&desk, id, &body).await.expect_ok();
        }
    }
}

#[test_on_both_engines]
async fn two_bookings_placed_on_each_other_s_times() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-meena", "female").await;
    insert_daily_shifts(&salon, "staff-meena", "10:00", "19:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let other = salon.member("Tara", Role::Receptionist).await;
    let mut ids = Vec::new();
    for staff in [STYLIST, "staff-meena"] {
        ids.push(create_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(staff))).await);
    }
    let to = |time: &str, staff: &str| json!({ "bookingDate": "2027-03-05", "startTime": time, "staffId": staff });
    for _ in 0..6 {
        let (there, back) = (to("11:00", "staff-meena"), to("11:00", STYLIST));
        let (one, two) = tokio::join!(place_booking(&desk, &ids[0], &there), place_booking(&other, &ids[1], &back));
        expect_slot_unavailable(&one);
        expect_slot_unavailable(&two);
    }
    // With room in between each can go, whoever is first.
    for round in 0..6 {
        let (first, second) =
            (to(["14:00", "11:00"][round % 2], STYLIST), to(["14:00", "11:00"][round % 2], "staff-meena"));
        let (one, two) = tokio::join!(place_booking(&desk, &ids[0], &first), place_booking(&other, &ids[1], &second));
        one.expect_ok();
        two.expect_ok();
    }
    assert_nobody_is_double_booked(&salon).await;
}
