//! A customer calls a visit off.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{DAY_MS, HOUR_MS};
use parlour_testkit::actions::bookings::{
    booking_row_counts, cancel_booking, cancel_booking_with, create_booking, haircut_request, haircut_request_at,
    late_cancellation_count, mark_confirmed, set_booking_status, shown_booking,
};
use parlour_testkit::actions::jobs::open_booking_jobs;
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::sorted_user_ids;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{GOA, set_cancel_window, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn a_pending_or_a_confirmed_booking_can_be_cancelled() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for confirmed in [false, true] {
        let id = create_booking(&asha, &haircut_request()).await;
        if confirmed {
            mark_confirmed(&salon, &id).await;
        }
        let before = shown_booking(&asha, &id).await;
        salon.advance_seconds(60);
        let reply = cancel_booking_with(&asha, &id, &json!({ "reason": "बारिश" })).await;
        let now = salon.now().to_string();
        let data = json!({ "id": id, "status": "cancelled", "cancelledAt": now });
        assert_eq!(reply.json(), json!({ "success": true, "data": data }));
        assert_eq!(reply.status, 200);
        let mut expected = before;
        expected["status"] = json!("cancelled");
        expected["cancelledAt"] = json!(now);
        expected["updatedAt"] = json!(now);
        expected["cancellationReason"] = json!("बारिश");
        let after = shown_booking(&asha, &id).await;
        // Whether the stylist's name stays on a visit that will not be is left open.
        expected["services"] = after["services"].clone();
        assert_eq!(after, expected, "nothing else changes");
    }
}

#[test_on_both_engines]
async fn a_reason_is_optional() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for body in [None, Some(json!({})), Some(json!({ "reason": null })), Some(json!({ "because": 5 }))] {
        let id = create_booking(&asha, &haircut_request()).await;
        match &body {
            None => cancel_booking(&asha, &id).await.expect_ok(),
            Some(body) => cancel_booking_with(&asha, &id, body).await.expect_ok(),
        };
        let seen = shown_booking(&asha, &id).await;
        assert_eq!((&seen["status"], &seen["cancellationReason"]), (&json!("cancelled"), &Value::Null));
    }
}

#[test_on_both_engines]
async fn a_booking_in_any_other_status_cannot_be_cancelled() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    for status in ["in_progress", "completed", "cancelled", "no_show", "rejected"] {
        // Within the branch's window too: what is no longer to be cancelled is not too late for it.
        for window in [None, Some(100_000)] {
            let id = create_booking(&asha, &haircut_request()).await;
            set_booking_status(&salon, &id, status).await;
            set_cancel_window(&salon, window).await;
            let before = (shown_booking(&asha, &id).await, booking_row_counts(&salon).await);
            salon.advance_seconds(60);
            cancel_booking(&asha, &id).await.expect_error(409, "BOOKING_ALREADY_CANCELLED");
            cancel_booking_with(&asha, &id, &json!({ "reason": "Again" }))
                .await
                .expect_error(409, "BOOKING_ALREADY_CANCELLED");
            assert_eq!((shown_booking(&asha, &id).await, booking_row_counts(&salon).await), before, "{status}");
        }
    }
}

#[test_on_both_engines]
async fn a_second_cancel_changes_nothing() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    cancel_booking_with(&asha, &id, &json!({ "reason": "First" })).await.expect_ok();
    let before = (shown_booking(&asha, &id).await, booking_row_counts(&salon).await);
    salon.advance_seconds(60);
    cancel_booking_with(&asha, &id, &json!({ "reason": "Second" }))
        .await
        .expect_error(409, "BOOKING_ALREADY_CANCELLED");
    assert_eq!((shown_booking(&asha, &id).await, booking_row_counts(&salon).await), before);
}

#[test_on_both_engines]
async fn a_cancellation_within_four_hours_of_the_start_is_late() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let mut counted = 0;
    // Each day begins at 10:00, and the visit is at 14:00.
    for (day, (millis, late)) in
        (1..).zip([(0, 0), (1, 1), (1_000, 1), (60_000, 1), (4 * HOUR_MS - 1, 1), (4 * HOUR_MS, 1), (5 * HOUR_MS, 1)])
    {
        let visit = haircut_request_at(&format!("2027-03-{day:02}"), "14:00");
        let ids = [create_booking(&asha, &visit).await, create_booking(&asha, &visit).await];
        mark_confirmed(&salon, &ids[1]).await;
        salon.app.clock.advance_millis(millis);
        for id in &ids {
            cancel_booking(&asha, id).await.expect_ok();
            counted += late;
            assert_eq!(late_cancellation_count(&asha).await, counted, "{millis} ms after 10:00");
            let marked = "select count(*) from bookings where id = $1 and is_late_cancellation";
            assert_eq!(count_rows(&salon, id, marked).await, late);
        }
        salon.app.clock.advance_millis(DAY_MS - millis);
    }
}

#[test_on_both_engines]
async fn late_cancellations_are_counted_with_and_without_a_profile() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let onboarding = json!({
        "phone": "9876543210", "dateOfBirth": "1992-08-14", "gender": "female", "marketingConsent": false,
    });
    tara.post("/api/onboarding/complete", &onboarding).await.expect_ok();
    for person in [&asha, &tara] {
        for late in 1..=3 {
            let soon = create_booking(person, &haircut_request_at("2027-03-01", "13:00")).await;
            let far = create_booking(person, &haircut_request()).await;
            cancel_booking(person, &soon).await.expect_ok();
            cancel_booking(person, &far).await.expect_ok();
            assert_eq!(late_cancellation_count(person).await, late);
        }
    }
    // Onboarding afterwards keeps the count.
    asha.post("/api/onboarding/complete", &onboarding).await.expect_ok();
    assert_eq!(late_cancellation_count(&asha).await, 3);
    let profile = tara.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!((&profile["noshowCount"], &profile["totalVisits"]), (&json!(0), &json!(0)));
}

#[test_on_both_engines]
async fn a_branch_may_have_a_cancel_window() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    // Each day begins at 10:00, and the visit is at 14:00: the window, when somebody cancels, whether they may.
    for (day, (window, millis, allowed)) in (1..).zip([
        (Some(120), 2 * HOUR_MS - 1, true),
        (Some(120), 2 * HOUR_MS, true),
        (Some(120), 2 * HOUR_MS + 1, false),
        (Some(120), 5 * HOUR_MS, false),
        (Some(240), 0, true),
        (Some(240), 1, false),
        (Some(241), 0, false),
        (Some(0), 4 * HOUR_MS, true),
        (Some(0), 4 * HOUR_MS + 1, false),
        (None, 4 * HOUR_MS + 1, true),
        (None, 20 * HOUR_MS, true),
    ]) {
        set_cancel_window(&salon, window).await;
        let visit = haircut_request_at(&format!("2027-03-{day:02}"), "14:00");
        let ids = [create_booking(&asha, &visit).await, create_booking(&asha, &visit).await];
        mark_confirmed(&salon, &ids[1]).await;
        salon.app.clock.advance_millis(millis);
        for id in &ids {
            let state = async || {
                (shown_booking(&asha, id).await, booking_row_counts(&salon).await, open_booking_jobs(&salon, id).await)
            };
            let before = state().await;
            let reply = cancel_booking(&asha, id).await;
            if allowed {
                assert_eq!(reply.expect_ok()["status"], "cancelled");
            } else {
                reply.expect_error(409, "BOOKING_CANCEL_WINDOW_PASSED");
                assert_eq!(state().await, before);
            }
        }
        salon.app.clock.advance_millis(DAY_MS - millis);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_cancel_window_applies_to_its_own_branch_only() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    set_cancel_window(&salon, Some(600)).await;
    let mut in_goa = haircut_request_at("2027-03-01", "14:00");
    in_goa["branchId"] = json!(GOA);
    let id = create_booking(&asha, &in_goa).await;
    cancel_booking(&asha, &id).await.expect_ok();
}

#[test_on_both_engines]
async fn cancelling_removes_the_open_jobs_of_a_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let (pending, confirmed) =
        (create_booking(&asha, &haircut_request()).await, create_booking(&asha, &haircut_request()).await);
    let other = create_booking(&asha, &haircut_request()).await;
    mark_confirmed(&salon, &confirmed).await;
    mark_confirmed(&salon, &other).await;
    assert_eq!(open_booking_jobs(&salon, &confirmed).await.len(), 2);
    let untouched = open_booking_jobs(&salon, &other).await;
    for id in [&pending, &confirmed] {
        cancel_booking(&asha, id).await.expect_ok();
        assert_eq!(open_booking_jobs(&salon, id).await, []);
    }
    assert_eq!(open_booking_jobs(&salon, &other).await, untouched);
}

#[test_on_both_engines]
async fn the_customer_and_the_desk_are_notified() {
    let salon = small_salon().await;
    salon.member("Mira", Role::Manager).await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let sona = salon.member("Sona", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let (first, second) =
        (create_booking(&asha, &haircut_request()).await, create_booking(&asha, &haircut_request()).await);
    for id in [&first, &second] {
        salon.advance_seconds(1);
        cancel_booking(&asha, id).await.expect_ok();
        assert_eq!(notified_users(&salon, id, "booking_cancelled").await, sorted_user_ids(&[&asha, &ravi, &sona]));
    }
    let feed = asha.get("/api/notifications").await.expect_ok();
    assert_eq!(feed["unreadCount"], 2);
    let row = &feed["notifications"][0];
    assert_eq!((&row["type"], &row["bookingId"]), (&json!("booking_cancelled"), &json!(second)));
}

#[test_on_both_engines]
async fn a_receptionist_who_cancels_her_own_booking_is_notified_once() {
    let salon = small_salon().await;
    let ravi = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    let sona = salon.member("Sona", Role::Receptionist).await;
    let id = create_booking(&ravi, &haircut_request()).await;
    cancel_booking(&ravi, &id).await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, sorted_user_ids(&[&ravi, &sona]));
}

#[test_on_both_engines]
async fn without_a_receptionist_a_manager_is_notified_of_a_cancellation() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let unheard = create_booking(&asha, &haircut_request()).await;
    cancel_booking(&asha, &unheard).await.expect_ok();
    assert_eq!(notified_users(&salon, &unheard, "booking_cancelled").await, sorted_user_ids(&[&asha]));
    let mira = salon.member("Mira", Role::Manager).await;
    let omar = salon.member("Omar", Role::Owner).await;
    let id = create_booking(&asha, &haircut_request()).await;
    cancel_booking(&asha, &id).await.expect_ok();
    assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, sorted_user_ids(&[&asha, &mira, &omar]));
}

#[test_on_both_engines]
async fn a_cancellation_is_audited() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(1);
    let reply = cancel_booking(&asha, &id).await;
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.cancel", "booking.request"]);
    let request = reply.header("x-request-id").unwrap();
    let by_asha = count_rows(
        &salon,
        request,
        "select count(*) from audit_log where request_id = $1 and action = 'booking.cancel'
             and actor_id = concerns_user_id and before_json is not null and after_json is not null",
    );
    assert_eq!(by_asha.await, 1);
}
