//! Several at the desk, and the customer, at the same time: it ends as if they had queued.

use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, cancel_booking_with, create_booking, haircut_request, haircut_request_with,
    patch_booking, post_booking_action, replace_booking_services, reschedule_booking, shown_booking, stored_booking,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::{Reply, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

#[track_caller]
fn only_success(replies: &[Reply]) -> &Reply {
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, replies.len() - 1));
    for reply in lost {
        reply.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    won[0]
}

#[test_on_both_engines]
async fn of_twenty_four_concurrent_approvals_one_succeeds() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    write_transaction(&salon.app, |tx| {
        for number in 0..24 {
            let id = format!("stylist-{number}");
            tx.execute(
                "insert into users (id, name, name_folded, role, created_at, updated_at)
                 values ($1, $1, $1, 'staff', '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
                params![id],
            )?;
            tx.execute(
                "insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
                 values ($1, $1, 'branch-pune', $1, true, '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
                params![id],
            )?;
        }
        Ok(())
    })
    .await;
    // Each somebody else: one person's own requests wait for each other.
    let mut desks = Vec::new();
    for number in 0..24 {
        desks.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
    }
    let id = create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
    let mut approving = JoinSet::new();
    for (number, desk) in desks.into_iter().enumerate() {
        let id = id.clone();
        approving.spawn(async move { approve_booking(&desk, &id, &format!("stylist-{number}")).await });
    }
    let replies = approving.join_all().await;
    let seen = only_success(&replies).expect_ok()["booking"].clone();
    assert_eq!(stored_booking(&asha, &id).await, seen, "the winner's staff has all of it");
    let staff = &seen["services"][0]["staffId"];
    assert!(staff.is_string() && seen["services"][1]["staffId"] == *staff, "{seen}");
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.request"]);
    assert_eq!(notified_users(&salon, &id, "booking_confirmed").await, sorted_user_ids(&[&asha]));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:30")]);
}

#[test_on_both_engines]
async fn of_an_approval_and_a_rejection_one_succeeds() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let tara = salon.member("Tara", Role::Receptionist).await;
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        let rejection = json!({ "action": "reject", "rejectionReason": "Full" });
        let (approved, rejected) =
            tokio::join!(approve_booking(&desk, &id, STYLIST), patch_booking(&tara, &id, &rejection));
        let replies = [approved, rejected];
        let seen = only_success(&replies).expect_ok()["booking"].clone();
        assert_eq!(stored_booking(&asha, &id).await, seen);
        let is_confirmed = seen["status"] == "confirmed";
        assert_eq!(seen["rejectionReason"].is_string(), !is_confirmed);
        assert_eq!(notified_users(&salon, &id, "booking_confirmed").await.len(), usize::from(is_confirmed));
        assert_eq!(notified_users(&salon, &id, "booking_rejected").await.len(), usize::from(!is_confirmed));
        assert_eq!(open_booking_jobs(&salon, &id).await.len(), usize::from(is_confirmed));
    }
}

#[test_on_both_engines]
async fn an_approval_and_a_customer_cancellation_end_cancelled() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        let (approved, cancelled) = tokio::join!(approve_booking(&desk, &id, STYLIST), cancel_booking(&asha, &id));
        cancelled.expect_ok();
        let seen = shown_booking(&asha, &id).await;
        assert_eq!(seen["status"], "cancelled");
        let was_in_time = approved.status == 200;
        if !was_in_time {
            approved.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
        }
        assert_eq!(seen["confirmedAt"].is_string(), was_in_time);
        assert_eq!(notified_users(&salon, &id, "booking_confirmed").await.len(), usize::from(was_in_time));
        assert_eq!(open_booking_jobs(&salon, &id).await, [], "nobody looks for somebody who has cancelled");
    }
}

#[test_on_both_engines]
async fn an_approval_and_a_customer_reschedule_leave_a_consistent_booking() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        let (approved, moved) =
            tokio::join!(approve_booking(&desk, &id, STYLIST), reschedule_booking(&asha, &id, "2027-03-09", "12:00"));
        approved.expect_ok();
        moved.expect_ok();
        let seen = shown_booking(&asha, &id).await;
        assert_eq!(seen["bookingDate"], "2027-03-09");
        let work = open_booking_jobs(&salon, &id).await;
        if seen["status"] == "confirmed" {
            assert_eq!(seen["services"][0]["staffId"], STYLIST);
            assert_eq!(work, [noshow_check_job(&id, "2027-03-09", "13:00")]);
        } else {
            assert_eq!((&seen["status"], &seen["confirmedAt"]), (&json!("pending"), &Value::Null));
            assert_eq!(work.len(), 1);
            assert_eq!(work[0].0, "stale-booking-alert");
        }
    }
}

#[test_on_both_engines]
async fn of_a_start_and_a_no_show_one_succeeds() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let tara = salon.member("Tara", Role::Receptionist).await;
    for _ in 0..24 {
        let id = create_booking(&asha, &haircut_request()).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        let (started, missed) =
            tokio::join!(post_booking_action(&desk, &id, "start"), post_booking_action(&tara, &id, "noshow"));
        let replies = [started, missed];
        let seen = only_success(&replies).expect_ok()["booking"].clone();
        assert_eq!(stored_booking(&asha, &id).await, seen);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_service_replacements_leave_one_list() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let mut changing = JoinSet::new();
    for number in 0..24 {
        let (desk, id) = (salon.member(&format!("desk{number}"), Role::Receptionist).await, id.clone());
        changing.spawn(async move {
            let (one, other) = (number % 12, number % 12 + 12);
            let request_body = json!([format!("service-small-{one:02}"), format!("service-small-{other:02}")]);
            replace_booking_services(&desk, &id, &request_body).await
        });
    }
    for reply in changing.join_all().await {
        reply.expect_ok();
    }
    let seen = shown_booking(&asha, &id).await;
    let rows = seen["services"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let sum: i64 = rows.iter().map(|row| row["priceAtBookingPaise"].as_i64().unwrap()).sum();
    assert_eq!(seen["totalAmountPaise"], sum);
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "11:25")]);
}

#[test_on_both_engines]
async fn no_booking_is_created_for_a_customer_being_erased() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    for round in 0..6 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let mut asking = JoinSet::new();
        for _ in 0..8 {
            let (desk, mut request_body) = (desk.clone(), haircut_request());
            request_body["customerId"] = asha.id().as_str().into();
            asking.spawn(async move { desk.post("/api/bookings", &request_body).await });
        }
        let confirm = json!({ "confirm": format!("asha{round}@test.invalid") });
        asha.post("/api/profile/erase", &confirm).await.expect_ok();
        for reply in asking.join_all().await {
            if reply.status != 201 {
                assert_eq!(reply.expect_invalid_fields(), ["customerId"]);
            }
        }
        let left = "select count(*) from bookings where customer_id = $1 and status in ('pending', 'confirmed')";
        assert_eq!(count_rows(&salon, asha.id().as_str(), left).await, 0);
    }
}

#[test_on_both_engines]
async fn desk_actions_during_a_merge_belong_to_the_remaining_customer() {
    let salon = small_salon().await;
    let (desk, manager) = (receptionist(&salon).await, salon.member("Mira", Role::Manager).await);
    for round in 0..24 {
        let (asha, double) =
            (salon.customer(&format!("asha{round}")).await, salon.customer(&format!("double{round}")).await);
        for person in [&asha, &double] {
            person.patch("/api/profile", &json!({ "gender": "female" })).await.expect_ok();
        }
        let id = create_booking(&double, &haircut_request()).await;
        if round % 4 < 2 {
            approve_booking(&desk, &id, STYLIST).await.expect_ok();
        }
        let act = async {
            match round % 4 {
                0 => desk.post(&format!("/api/bookings/{id}/complete"), &json!({ "paymentMethod": "upi" })).await,
                1 => cancel_booking_with(&desk, &id, &json!({ "reason": "Power cut" })).await,
                2 => approve_booking(&desk, &id, STYLIST).await,
                _ => reschedule_booking(&desk, &id, "2027-03-09", "12:00").await,
            }
        };
        let merge = json!({ "intoId": asha.id().as_str() });
        let path = format!("/api/customers/{}/merge", double.id());
        let (acted, merged) = tokio::join!(act, manager.post(&path, &merge));
        acted.expect_ok();
        merged.expect_ok();
        let left = "select (select count(*) from bookings where customer_id = $1)
                        + (select count(*) from invoices where customer_id = $1)
                        + (select count(*) from gems_accounts where user_id = $1)
                        + (select count(*) from notifications where user_id = $1)
                        + (select count(*) from audit_log where concerns_user_id = $1)
                        + (select total_visits from profiles where user_id = $1)";
        assert_eq!(count_rows(&salon, double.id().as_str(), left).await, 0, "in round {round}");
        assert_eq!(shown_booking(&asha, &id).await["customerId"], asha.id().as_str());
        if round % 4 == 0 {
            let profile = asha.get("/api/profile").await.expect_ok()["profile"].clone();
            assert_eq!((&profile["totalVisits"], &profile["totalSpentPaise"]), (&json!(1), &json!(120_000)));
            assert_eq!(asha.get("/api/gems").await.expect_ok()["summary"]["balance"], 12);
        }
    }
    salon.run_due_jobs().await;
}
