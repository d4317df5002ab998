//! Several people at the same moment, of whom one takes something back: it ends as if they had queued.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::{expect_slot_unavailable, friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking_with, create_booking, haircut_request, post_booking, post_booking_action,
    shown_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::json;

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
