//! The desk answers requests, says who does them, begins them, calls them off.

use parlour_testkit::actions::bookings::{
    BOOKING_FIELDS, BOOKING_SERVICE_FIELDS, BOOKING_STATUSES, approve_booking, assign_staff, booking_row_counts,
    cancel_booking, cancel_booking_with, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    late_cancellation_count, mark_confirmed, patch_booking, post_booking_action, replace_booking_services,
    reschedule_booking, set_booking_status, shown_booking, stored_booking,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs};
use parlour_testkit::actions::notifications::{booking_notifications, notified_users};
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST_IN_GOA, small_salon};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::json;

async fn reject_booking(desk: &Person, id: &str, reason: &str) -> Reply {
    patch_booking(desk, id, &json!({ "action": "reject", "rejectionReason": reason })).await
}

#[test_on_both_engines]
async fn approving_confirms_a_booking_and_notifies_everyone() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
    salon.advance_seconds(60);
    let reply = approve_booking(&desk, &id, STYLIST).await;
    let seen = reply.expect_ok()["booking"].clone();
    assert_exact_fields(&reply.expect_ok(), &["booking"]);
    assert_exact_fields(&seen, &BOOKING_FIELDS);
    assert_eq!(seen, stored_booking(&asha, &id).await);
    assert_eq!((&seen["status"], &seen["confirmedAt"]), (&json!("confirmed"), &json!(salon.now())));
    assert_eq!(seen["updatedAt"], json!(salon.now()));
    for row in seen["services"].as_array().unwrap() {
        assert_eq!(row["staffId"], STYLIST);
    }
    assert_eq!(notified_users(&salon, &id, "booking_confirmed").await, sorted_user_ids(&[&asha]));
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.request"]);
    // Wash and cut take 75 minutes; nobody need be reminded of the request any more.
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:30")]);
    let logged = "select count(*) from audit_log a join users u on u.id = a.concerns_user_id
                  where a.record_id = $1 and a.action = 'booking.approve' and u.name = 'Asha'
                      and a.before_json like '%\"status\":\"pending\"%'
                      and a.after_json like '%\"status\":\"confirmed\"%' and a.actor_id <> u.id";
    assert_eq!(count_rows(&salon, &id, logged).await, 1);
}

#[test_on_both_engines]
async fn a_booking_rescheduled_by_its_customer_can_be_approved_again() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    reschedule_booking(&asha, &id, "2027-03-09", "12:00").await.expect_ok();
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(
        notified_users(&salon, &id, "booking_confirmed").await,
        sorted_user_ids(&[&asha, &asha]),
        "told both times"
    );
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-09", "13:00")]);
}

#[test_on_both_engines]
async fn a_rejected_request_tells_its_customer_why() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let reply = reject_booking(&desk, &id, "  Fully booked, sorry. ").await;
    let seen = reply.expect_ok()["booking"].clone();
    assert_exact_fields(&seen, &BOOKING_FIELDS);
    assert_eq!((&seen["status"], &seen["rejectedAt"]), (&json!("rejected"), &json!(salon.now())));
    assert_eq!(seen["rejectionReason"], "Fully booked, sorry.");
    assert_eq!(stored_booking(&asha, &id).await, seen);
    assert_eq!(notified_users(&salon, &id, "booking_rejected").await, sorted_user_ids(&[&asha]));
    let notice = &booking_notifications(&salon, &id, "booking_rejected").await[0];
    assert!(notice.body.contains("Fully booked, sorry.") && notice.body.contains("BK-PUN"), "{notice:?}");
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.reject", "booking.request"]);
    assert_eq!(open_booking_jobs(&salon, &id).await, []);
}

#[test_on_both_engines]
async fn staff_can_be_reassigned_in_every_status() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for status in BOOKING_STATUSES {
        let id =
            create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
        set_booking_status(&salon, &id, status).await;
        let work = open_booking_jobs(&salon, &id).await;
        let data = assign_staff(&desk, &id, STYLIST_IN_GOA).await.expect_ok();
        assert_exact_fields(&data, &["bookingId", "services"]);
        assert_eq!(data["bookingId"], id.as_str());
        let rows = data["services"].as_array().unwrap();
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert_exact_fields(row, &BOOKING_SERVICE_FIELDS);
            assert_eq!(row["staffId"], STYLIST_IN_GOA);
        }
        let seen = stored_booking(&asha, &id).await;
        assert_eq!((&seen["status"], &seen["services"]), (&json!(status), &data["services"]));
        assert_eq!(actions_on_record(&salon, &id).await, ["booking.assign", "booking.request"]);
        assert_eq!(open_booking_jobs(&salon, &id).await, work);
        assert_eq!(notified_users(&salon, &id, "booking_confirmed").await, Vec::<String>::new());
    }
}

#[test_on_both_engines]
async fn invalid_decisions_are_refused() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    let long = "x".repeat(501);
    for (body, wrong) in [
        (json!({}), "action"),
        (json!({ "action": "complete", "staffId": STYLIST }), "action"),
        (json!({ "action": "Approve", "staffId": STYLIST }), "action"),
        (json!({ "action": null, "staffId": STYLIST }), "action"),
        (json!({ "action": 1, "staffId": STYLIST }), "action"),
        (json!({ "action": "approve" }), "staffId"),
        (json!({ "action": "approve", "staffId": "" }), "staffId"),
        (json!({ "action": "approve", "staffId": null }), "staffId"),
        (json!({ "action": "approve", "staffId": 7 }), "staffId"),
        (json!({ "action": "approve", "staffId": "nobody" }), "staffId"),
        (json!({ "action": "approve", "staffId": THERAPIST_IN_GOA }), "staffId"),
        (json!({ "action": "assign" }), "staffId"),
        (json!({ "action": "assign", "staffId": "nobody" }), "staffId"),
        (json!({ "action": "assign", "staffId": THERAPIST_IN_GOA }), "staffId"),
        (json!({ "action": "reject" }), "rejectionReason"),
        (json!({ "action": "reject", "rejectionReason": "" }), "rejectionReason"),
        (json!({ "action": "reject", "rejectionReason": "  " }), "rejectionReason"),
        (json!({ "action": "reject", "rejectionReason": "\u{200b}\u{2060}" }), "rejectionReason"),
        (json!({ "action": "reject", "rejectionReason": long }), "rejectionReason"),
    ] {
        assert_eq!(patch_booking(&desk, &id, &body).await.expect_invalid_fields(), [wrong], "{body}");
    }
    for body in [
        json!({ "action": "approve", "staffId": STYLIST }),
        json!({ "action": "assign", "staffId": "nobody" }),
        json!({ "action": "reject", "rejectionReason": "x" }),
    ] {
        patch_booking(&desk, "nothing", &body).await.expect_error(404, "NOT_FOUND");
    }
    assert_eq!(booking_row_counts(&salon).await, before, "nothing is left of what was refused");
    reject_booking(&desk, &id, &"é".repeat(500)).await.expect_ok();
}

#[test_on_both_engines]
async fn every_action_is_allowed_in_its_statuses_only() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let wrong = "BOOKING_INVALID_STATUS_TRANSITION";
    for status in BOOKING_STATUSES {
        for (step, from, refusal) in [
            ("approve", &["pending"][..], wrong),
            ("reject", &["pending"], wrong),
            ("start", &["confirmed"], wrong),
            ("noshow", &["confirmed"], wrong),
            ("cancel", &["pending", "confirmed"], "BOOKING_ALREADY_CANCELLED"),
            ("reschedule", &["pending", "confirmed"], wrong),
            ("services", &["pending", "confirmed", "in_progress"], wrong),
        ] {
            let id = create_booking(&asha, &haircut_request()).await;
            set_booking_status(&salon, &id, status).await;
            let (seen, left) = (shown_booking(&asha, &id).await, booking_row_counts(&salon).await);
            let reply = match step {
                "approve" => approve_booking(&desk, &id, STYLIST).await,
                "reject" => reject_booking(&desk, &id, "Full").await,
                "cancel" => cancel_booking_with(&desk, &id, &json!({ "reason": "Power cut" })).await,
                "reschedule" => reschedule_booking(&desk, &id, "2027-03-09", "12:00").await,
                "services" => replace_booking_services(&desk, &id, &json!(["service-wash"])).await,
                other => post_booking_action(&desk, &id, other).await,
            };
            if from.contains(&status) {
                let after = reply.expect_ok()["booking"].clone();
                assert_exact_fields(&reply.expect_ok(), &["booking"]);
                assert_exact_fields(&after, &BOOKING_FIELDS);
                assert_eq!(stored_booking(&asha, &id).await, after);
                assert_eq!(actions_on_record(&salon, &id).await.len(), 2, "{step} from {status} is logged");
            } else {
                reply.expect_error(409, refusal);
                assert_eq!(shown_booking(&asha, &id).await, seen, "{step} from {status}");
                assert_eq!(booking_row_counts(&salon).await, left, "{step} from {status}");
            }
        }
    }
    for step in ["start", "noshow"] {
        post_booking_action(&desk, "nothing", step).await.expect_error(404, "NOT_FOUND");
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_confirmed_booking_is_started() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let seen = post_booking_action(&desk, &id, "start").await.expect_ok()["booking"].clone();
    assert_eq!(seen["status"], "in_progress");
    assert_eq!(seen["services"][0]["staffId"], STYLIST);
    let started = "select count(*) from bookings where id = $1 and started_at = updated_at";
    assert_eq!(count_rows(&salon, &id, started).await, 1);
    assert_eq!(open_booking_jobs(&salon, &id).await, [], "nobody need look for the customer");
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.request", "booking.start"]);
    cancel_booking(&asha, &id).await.expect_error(409, "BOOKING_ALREADY_CANCELLED");
}

#[test_on_both_engines]
async fn marking_a_no_show_enqueues_its_counting() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    asha.patch("/api/profile", &json!({ "name": "Asha" })).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let seen = post_booking_action(&desk, &id, "noshow").await.expect_ok()["booking"].clone();
    assert_eq!(seen["status"], "no_show");
    let marked = "select count(*) from bookings where id = $1 and noshow_at = updated_at
                  and noshow_counted_at is null";
    assert_eq!(count_rows(&salon, &id, marked).await, 1);
    let counted = "select count(*) from profiles where user_id = $1 and noshow_count > 0";
    assert_eq!(count_rows(&salon, asha.id().as_str(), counted).await, 0, "counting is work for later");
    assert_eq!(open_booking_jobs(&salon, &id).await, []);
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.noshow", "booking.request"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_cancellation_by_the_desk_is_not_a_late_cancellation() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for confirmed in [false, true] {
        let id = create_booking(&asha, &haircut_request_at("2027-03-01", "10:30")).await;
        if confirmed {
            mark_confirmed(&salon, &id).await;
        }
        for (body, wrong) in [
            (json!({}), "reason"),
            (json!({ "reason": "" }), "reason"),
            (json!({ "reason": " " }), "reason"),
            (json!({ "reason": "x".repeat(501) }), "reason"),
            (json!({ "reason": 1 }), "reason"),
        ] {
            assert_eq!(cancel_booking_with(&desk, &id, &body).await.expect_invalid_fields(), [wrong], "{body}");
        }
        let reply = cancel_booking_with(&desk, &id, &json!({ "reason": " Power cut " })).await;
        let seen = reply.expect_ok()["booking"].clone();
        assert_eq!((&seen["status"], &seen["cancelledAt"]), (&json!("cancelled"), &json!(salon.now())));
        assert_eq!(seen["cancellationReason"], "Power cut");
        let late = "select count(*) from bookings where id = $1 and is_late_cancellation";
        assert_eq!(count_rows(&salon, &id, late).await, 0);
        assert_eq!(notified_users(&salon, &id, "booking_cancelled").await, sorted_user_ids(&[&asha]), "the desk knows");
        assert_eq!(actions_on_record(&salon, &id).await, ["booking.cancel", "booking.request"]);
        assert_eq!(open_booking_jobs(&salon, &id).await, []);
    }
    let reply = cancel_booking_with(&desk, "nothing", &json!({ "reason": "x" })).await;
    reply.expect_error(404, "NOT_FOUND");
    let late = create_booking(&asha, &haircut_request_at("2027-03-01", "10:30")).await;
    cancel_booking(&asha, &late).await.expect_ok();
    assert_eq!(late_cancellation_count(&asha).await, 1, "only the customer's own counts");
}
