//! The desk answers requests, says who does them, begins them, calls them off.

use parlour_domain::ist::{MINUTE_MS, Timestamp, parse_date, parse_time};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};

use crate::bookings::customer_reads::{FIELDS, SERVICE_FIELDS, has_exactly};
use crate::bookings::desk_reads::{
    STATUSES, STYLIST, STYLIST_IN_GOA, THERAPIST_IN_GOA, approves, decides, presses, receptionist,
};
use crate::small_salon::{
    approve, booking, books, bring_to, cancels, cancels_saying, count, done_to, haircut, haircut_at,
    haircut_with, ids_of, late_cancellations, moves, notices, open_work, small_salon, told, traces,
};

/// The desk looks for the customer a quarter of an hour after the end.
pub(crate) fn noshow_check(id: &str, date: &str, time: &str) -> (String, Value, Timestamp) {
    let due = Timestamp::from_ist(parse_date(date).unwrap(), parse_time(time).unwrap());
    let told = json!({ "bookingId": id, "endsAt": due.plus_millis(-15 * MINUTE_MS) });
    ("noshow-check".to_owned(), told, due)
}

async fn reject_booking(desk: &Person, id: &str, reason: &str) -> Reply {
    decides(desk, id, &json!({ "action": "reject", "rejectionReason": reason })).await
}

async fn assigns(desk: &Person, id: &str, staff: &str) -> Reply {
    decides(desk, id, &json!({ "action": "assign", "staffId": staff })).await
}

#[test_on_both_engines]
async fn approving_confirms_a_booking_and_notifies_everyone() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
    salon.advance_seconds(60);
    let reply = approves(&desk, &id, STYLIST).await;
    let seen = reply.expect_ok()["booking"].clone();
    has_exactly(&reply.expect_ok(), &["booking"]);
    has_exactly(&seen, &FIELDS);
    assert_eq!(seen, booking(&asha, &id).await);
    assert_eq!((&seen["status"], &seen["confirmedAt"]), (&json!("confirmed"), &json!(salon.now())));
    assert_eq!(seen["updatedAt"], json!(salon.now()));
    for row in seen["services"].as_array().unwrap() {
        assert_eq!(row["staffId"], STYLIST);
    }
    assert_eq!(told(&salon, &id, "booking_confirmed").await, ids_of(&[&asha]));
    assert_eq!(done_to(&salon, &id).await, ["booking.approve", "booking.request"]);
    // Wash and cut take 75 minutes; nobody need be reminded of the request any more.
    assert_eq!(open_work(&salon, &id).await, [noshow_check(&id, "2027-03-05", "12:30")]);
    let logged = "select count(*) from audit_log a join users u on u.id = a.concerns_user_id
                  where a.record_id = $1 and a.action = 'booking.approve' and u.name = 'Asha'
                      and a.before_json like '%\"status\":\"pending\"%'
                      and a.after_json like '%\"status\":\"confirmed\"%' and a.actor_id <> u.id";
    assert_eq!(count(&salon, &id, logged).await, 1);
}

#[test_on_both_engines]
async fn a_booking_rescheduled_by_its_customer_can_be_approved_again() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    approves(&desk, &id, STYLIST).await.expect_ok();
    moves(&asha, &id, "2027-03-09", "12:00").await.expect_ok();
    approves(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(told(&salon, &id, "booking_confirmed").await, ids_of(&[&asha, &asha]), "told both times");
    assert_eq!(open_work(&salon, &id).await, [noshow_check(&id, "2027-03-09", "13:00")]);
}

#[test_on_both_engines]
async fn a_rejected_request_tells_its_customer_why() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    let reply = reject_booking(&desk, &id, "  Fully booked, sorry. ").await;
    let seen = reply.expect_ok()["booking"].clone();
    has_exactly(&seen, &FIELDS);
    assert_eq!((&seen["status"], &seen["rejectedAt"]), (&json!("rejected"), &json!(salon.now())));
    assert_eq!(seen["rejectionReason"], "Fully booked, sorry.");
    assert_eq!(booking(&asha, &id).await, seen);
    assert_eq!(told(&salon, &id, "booking_rejected").await, ids_of(&[&asha]));
    let notice = &notices(&salon, &id, "booking_rejected").await[0];
    assert!(notice.body.contains("Fully booked, sorry.") && notice.body.contains("BK-PUN"), "{notice:?}");
    assert_eq!(done_to(&salon, &id).await, ["booking.reject", "booking.request"]);
    assert_eq!(open_work(&salon, &id).await, []);
}

#[test_on_both_engines]
async fn staff_can_be_reassigned_in_every_status() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for status in STATUSES {
        let id = books(&asha, &haircut_with("serviceIds", json!(["service-wash", "service-cut"]))).await;
        bring_to(&salon, &id, status).await;
        let work = open_work(&salon, &id).await;
        let data = assigns(&desk, &id, STYLIST_IN_GOA).await.expect_ok();
        has_exactly(&data, &["bookingId", "services"]);
        assert_eq!(data["bookingId"], id.as_str());
        let rows = data["services"].as_array().unwrap();
        assert_eq!(rows.len(), 2);
        for row in rows {
            has_exactly(row, &SERVICE_FIELDS);
            assert_eq!(row["staffId"], STYLIST_IN_GOA);
        }
        let seen = booking(&asha, &id).await;
        assert_eq!((&seen["status"], &seen["services"]), (&json!(status), &data["services"]));
        assert_eq!(done_to(&salon, &id).await, ["booking.assign", "booking.request"]);
        assert_eq!(open_work(&salon, &id).await, work);
        assert_eq!(told(&salon, &id, "booking_confirmed").await, Vec::<String>::new());
    }
}

#[test_on_both_engines]
async fn invalid_decisions_are_refused() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    let before = traces(&salon).await;
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
        (json!({ "action": "reject", "rejectionReason": long }), "rejectionReason"),
    ] {
        assert_eq!(decides(&desk, &id, &body).await.expect_invalid_fields(), [wrong], "{body}");
    }
    for body in [
        json!({ "action": "approve", "staffId": STYLIST }),
        json!({ "action": "assign", "staffId": "nobody" }),
        json!({ "action": "reject", "rejectionReason": "x" }),
    ] {
        decides(&desk, "nothing", &body).await.expect_error(404, "NOT_FOUND");
    }
    assert_eq!(traces(&salon).await, before, "nothing is left of what was refused");
    reject_booking(&desk, &id, &"é".repeat(500)).await.expect_ok();
}

#[test_on_both_engines]
async fn every_action_is_allowed_in_its_statuses_only() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let wrong = "BOOKING_INVALID_STATUS_TRANSITION";
    for status in STATUSES {
        for (step, from, refusal) in [
            ("approve", &["pending"][..], wrong),
            ("reject", &["pending"], wrong),
            ("start", &["confirmed"], wrong),
            ("noshow", &["confirmed"], wrong),
            ("cancel", &["pending", "confirmed"], "BOOKING_ALREADY_CANCELLED"),
            ("reschedule", &["pending", "confirmed"], wrong),
            ("services", &["pending", "confirmed", "in_progress"], wrong),
        ] {
            let id = books(&asha, &haircut()).await;
            bring_to(&salon, &id, status).await;
            let (seen, left) = (booking(&asha, &id).await, traces(&salon).await);
            let reply = match step {
                "approve" => approves(&desk, &id, STYLIST).await,
                "reject" => reject_booking(&desk, &id, "Full").await,
                "cancel" => cancels_saying(&desk, &id, &json!({ "reason": "Power cut" })).await,
                "reschedule" => moves(&desk, &id, "2027-03-09", "12:00").await,
                "services" => puts_services(&desk, &id, &json!(["service-wash"])).await,
                other => presses(&desk, &id, other).await,
            };
            if from.contains(&status) {
                let after = reply.expect_ok()["booking"].clone();
                has_exactly(&reply.expect_ok(), &["booking"]);
                has_exactly(&after, &FIELDS);
                assert_eq!(booking(&asha, &id).await, after);
                assert_eq!(done_to(&salon, &id).await.len(), 2, "{step} from {status} is logged");
            } else {
                reply.expect_error(409, refusal);
                assert_eq!(booking(&asha, &id).await, seen, "{step} from {status}");
                assert_eq!(traces(&salon).await, left, "{step} from {status}");
            }
        }
    }
    for step in ["start", "noshow"] {
        presses(&desk, "nothing", step).await.expect_error(404, "NOT_FOUND");
    }
}

pub(crate) async fn puts_services(desk: &Person, id: &str, services: &Value) -> Reply {
    let body = json!({ "serviceIds": services }).to_string();
    desk.send(axum::http::Method::PUT, &format!("/api/bookings/{id}/services"), body).await
}

#[test_on_both_engines]
async fn a_confirmed_booking_is_started() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    approves(&desk, &id, STYLIST).await.expect_ok();
    let seen = presses(&desk, &id, "start").await.expect_ok()["booking"].clone();
    assert_eq!(seen["status"], "in_progress");
    assert_eq!(seen["services"][0]["staffId"], STYLIST);
    let started = "select count(*) from bookings where id = $1 and started_at = updated_at";
    assert_eq!(count(&salon, &id, started).await, 1);
    assert_eq!(open_work(&salon, &id).await, [], "nobody need look for the customer");
    assert_eq!(done_to(&salon, &id).await, ["booking.approve", "booking.request", "booking.start"]);
    cancels(&asha, &id).await.expect_error(409, "BOOKING_ALREADY_CANCELLED");
}

#[test_on_both_engines]
async fn marking_a_no_show_enqueues_its_counting() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    asha.patch("/api/profile", &json!({ "name": "Asha" })).await;
    let id = books(&asha, &haircut()).await;
    approves(&desk, &id, STYLIST).await.expect_ok();
    let seen = presses(&desk, &id, "noshow").await.expect_ok()["booking"].clone();
    assert_eq!(seen["status"], "no_show");
    let marked = "select count(*) from bookings where id = $1 and noshow_at = updated_at
                  and noshow_counted_at is null";
    assert_eq!(count(&salon, &id, marked).await, 1);
    let counted = "select count(*) from profiles where user_id = $1 and noshow_count > 0";
    assert_eq!(count(&salon, asha.id().as_str(), counted).await, 0, "counting is work for later");
    assert_eq!(open_work(&salon, &id).await, []);
    assert_eq!(done_to(&salon, &id).await, ["booking.approve", "booking.noshow", "booking.request"]);
}

#[test_on_both_engines]
async fn a_cancellation_by_the_desk_is_not_a_late_cancellation() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for confirmed in [false, true] {
        let id = books(&asha, &haircut_at("2027-03-01", "10:30")).await;
        if confirmed {
            approve(&salon, &id).await;
        }
        for (body, wrong) in [
            (json!({}), "reason"),
            (json!({ "reason": "" }), "reason"),
            (json!({ "reason": " " }), "reason"),
            (json!({ "reason": "x".repeat(501) }), "reason"),
            (json!({ "reason": 1 }), "reason"),
        ] {
            assert_eq!(cancels_saying(&desk, &id, &body).await.expect_invalid_fields(), [wrong], "{body}");
        }
        let reply = cancels_saying(&desk, &id, &json!({ "reason": " Power cut " })).await;
        let seen = reply.expect_ok()["booking"].clone();
        assert_eq!((&seen["status"], &seen["cancelledAt"]), (&json!("cancelled"), &json!(salon.now())));
        assert_eq!(seen["cancellationReason"], "Power cut");
        let late = "select count(*) from bookings where id = $1 and is_late_cancellation";
        assert_eq!(count(&salon, &id, late).await, 0);
        assert_eq!(told(&salon, &id, "booking_cancelled").await, ids_of(&[&asha]), "the desk knows");
        assert_eq!(done_to(&salon, &id).await, ["booking.cancel", "booking.request"]);
        assert_eq!(open_work(&salon, &id).await, []);
    }
    let reply = cancels_saying(&desk, "nothing", &json!({ "reason": "x" })).await;
    reply.expect_error(404, "NOT_FOUND");
    let late = books(&asha, &haircut_at("2027-03-01", "10:30")).await;
    cancels(&asha, &late).await.expect_ok();
    assert_eq!(late_cancellations(&asha).await, 1, "only the customer's own counts");
}
