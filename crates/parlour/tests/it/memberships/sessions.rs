//! The desk takes visits from a membership's hours.

use std::collections::BTreeSet;

use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

use crate::memberships::desk::{
    THERAPIST, desk, detail, keys, line, logged, profile, records, sold, spa, spa_at, ten_hours, traces,
    visit, with,
};
use crate::small_salon::{PUNE, asks, count, massage, number_of, set};

#[test_on_both_engines]
async fn a_session_is_a_completed_spa_booking_with_an_invoice() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    salon.advance_seconds(2 * 3_600 + 47);
    let body = json!({ "services": [line("steam", 20), line("massage", 55), line("massage", 15)] });
    let data = records(&desk, &id, &body).await.expect_created();
    assert_eq!(keys(&data), BTreeSet::from(["booking", "invoice", "remainingMinutes"]));
    assert_eq!(data["remainingMinutes"], 510);
    let (booking, invoice, now) = (&data["booking"], &data["invoice"], "2027-03-01T06:30:47.000Z");
    let service = |order: usize, name: &str, minutes: i64| {
        json!({
            "id": booking["services"][order - 1]["id"], "bookingId": booking["id"], "staffId": THERAPIST,
            "serviceId": format!("service-{name}"), "serviceNameSnapshot": name, "priceAtBookingPaise": 0,
            "durationMinutes": minutes, "displayOrder": order,
        })
    };
    assert_eq!(
        *booking,
        json!({
            "id": booking["id"], "bookingNumber": "BK-PUN-2703-S-00001-M", "branchId": PUNE,
            "customerId": asha.id().as_str(), "status": "completed", "serviceType": "spa",
            "bookingDate": "2027-03-01", "startTime": "10:30:00", "endTime": "12:00:00", "totalAmountPaise": 0,
            "totalDurationMinutes": 90, "notes": null, "isWalkin": false, "isMembershipSession": true,
            "offerId": null, "spaMembershipId": id, "confirmedAt": null, "completedAt": now, "cancelledAt": null,
            "rejectedAt": null, "cancellationReason": null, "rejectionReason": null, "rescheduleCount": 0,
            "createdAt": now, "updatedAt": now,
            "services": [service(1, "steam", 20), service(2, "massage", 55), service(3, "massage", 15)],
        })
    );
    assert_eq!(
        *invoice,
        json!({
            "id": invoice["id"], "invoiceNumber": "PUN/2627/S00001", "branchId": PUNE, "bookingId": booking["id"],
            "customerId": asha.id().as_str(), "subtotalPaise": 0, "discountPaise": 0, "taxableValuePaise": 0,
            "gstAmountPaise": 0, "totalAmountPaise": 0, "invoiceType": "membership_session", "paymentMethod": null,
            "paymentStatus": "paid", "gemsEarned": 0, "paidAt": now, "invoiceDate": "2027-03-01", "createdAt": now,
        })
    );
    let booking_id = booking["id"].as_str().unwrap();
    assert_eq!(asha.get(&format!("/api/bookings/{booking_id}")).await.expect_ok()["booking"], *booking);
    let work = "select count(*) from queued_jobs where subject = $1";
    assert_eq!(count(&salon, &format!("booking:{booking_id}"), work).await, 0);
    let (before, after) = logged(&salon, &id, "membership.record_session").await;
    assert_eq!((&before["usedHoursMinutes"], &after["usedHoursMinutes"]), (&json!(0), &json!(90)));
    assert_eq!(logged(&salon, booking_id, "booking.record_session").await, (Value::Null, booking.clone()));
    let slip = invoice["id"].as_str().unwrap();
    assert_eq!(logged(&salon, slip, "invoice.issue").await, (Value::Null, invoice.clone()));
}

#[test_on_both_engines]
async fn sessions_share_the_numbers_of_spa_bookings() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    assert_eq!(number_of(&asks(&asha, &massage()).await), "BK-PUN-2703-S-00001");
    let session = records(&desk, &id, &visit(60)).await.expect_created();
    assert_eq!(session["booking"]["bookingNumber"], "BK-PUN-2703-S-00002-M");
    assert_eq!(number_of(&asks(&asha, &massage()).await), "BK-PUN-2703-S-00003");
}

#[test_on_both_engines]
async fn a_session_of_an_earlier_day_ends_at_closing_time() {
    let salon = spa_at("2027-03-03 00:45").await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    let times = |data: &Value| {
        ["bookingDate", "startTime", "endTime", "completedAt"]
            .map(|field| data["booking"][field].as_str().unwrap().to_owned())
    };
    let late = records(&desk, &id, &visit(90)).await.expect_created();
    assert_eq!(times(&late), ["2027-03-03", "00:00:00", "00:45:00", "2027-03-02T19:15:00.000Z"]);
    let earlier = with(visit(90), "bookingDate", "2027-03-01");
    let earlier = records(&desk, &id, &earlier).await.expect_created();
    assert_eq!(times(&earlier), ["2027-03-01", "19:30:00", "21:00:00", "2027-03-01T15:30:00.000Z"]);
    assert_eq!(earlier["invoice"]["invoiceDate"], "2027-03-03", "a slip is written when it is written");
    let seen = profile(&asha).await;
    assert_eq!(
        ["firstVisitAt", "lastVisitAt"].map(|field| seen[field].as_str().unwrap()),
        ["2027-03-01T15:30:00.000Z", "2027-03-02T19:15:00.000Z"],
        "a visit that is written down later is not the last for that"
    );
}

#[test_on_both_engines]
async fn a_session_counts_as_a_visit_without_spend() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    assert_eq!(profile(&asha).await["totalVisits"], 0, "buying is no visit");
    let flag = "update profiles set booking_requires_approval = true where user_id = $1";
    set(&salon, asha.id().as_str(), flag).await;
    for visits in 1..=5 {
        records(&desk, &id, &visit(10)).await.expect_created();
        let seen = profile(&asha).await;
        assert_eq!((&seen["totalVisits"], &seen["totalSpentPaise"]), (&json!(visits), &json!(0)));
        assert_eq!(seen["consecutiveCompletedBookings"], visits);
        assert_eq!(seen["bookingRequiresApproval"], visits < 5);
    }
    assert_eq!(asha.get("/api/gems").await.expect_ok()["summary"]["balance"], 0);
}

#[test_on_both_engines]
async fn an_invalid_session_is_refused() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-02-27")).await;
    let before = traces(&salon).await;
    let one = |field: &str, value: Value| json!({ "services": [with(line("massage", 60), field, value)] });
    let gone = "staff-therapist-branch-goa";
    for (body, fields) in [
        (json!({}), vec!["services"]),
        (json!({ "services": [] }), vec!["services"]),
        (json!({ "services": null }), vec!["services"]),
        (json!({ "services": "massage" }), vec!["services"]),
        (json!({ "services": vec![line("massage", 1); 21] }), vec!["services"]),
        (json!({ "services": ["service-massage", line("massage", 60)] }), vec!["services.0"]),
        (
            json!({ "services": [{}] }),
            vec!["services.0.durationMinutes", "services.0.serviceId", "services.0.staffId"],
        ),
        (one("serviceId", json!("service-nothing")), vec!["services.0.serviceId"]),
        (one("serviceId", json!("")), vec!["services.0.serviceId"]),
        (one("serviceId", json!("a\u{0}b")), vec!["services.0.serviceId"]),
        (one("staffId", json!("staff-nobody")), vec!["services.0.staffId"]),
        (one("staffId", json!(gone)), vec!["services.0.staffId"]),
        (one("staffId", json!(null)), vec!["services.0.staffId"]),
        (one("durationMinutes", json!(0)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(-60)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(1.5)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!("60")), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(1_441)), vec!["services.0.durationMinutes"]),
        (with(visit(60), "bookingDate", "2027-03-02"), vec!["bookingDate"]),
        (with(visit(60), "bookingDate", "2027-02-29"), vec!["bookingDate"]),
        (with(visit(60), "bookingDate", 5), vec!["bookingDate"]),
        (
            json!({ "services": [line("nothing", 0), line("massage", 5), with(line("no", 5), "staffId", gone)] }),
            vec![
                "services.0.durationMinutes",
                "services.0.serviceId",
                "services.2.serviceId",
                "services.2.staffId",
            ],
        ),
    ] {
        assert_eq!(records(&desk, &id, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    records(&desk, "nothing", &visit(60)).await.expect_error(404, "NOT_FOUND");
    let too_early = with(visit(60), "bookingDate", "2027-02-26");
    records(&desk, &id, &too_early).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    records(&desk, &id, &visit(601)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let in_parts = json!({ "services": [line("massage", 600), line("steam", 1)] });
    records(&desk, &id, &in_parts).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    assert_eq!(traces(&salon).await, before, "nothing refused leaves a trace");

    let first_day = with(visit(1), "bookingDate", "2027-02-27");
    records(&desk, &id, &first_day).await.expect_created();
    let not_offered = json!({ "services": [line("perm", 1)], "bookingDate": null });
    records(&desk, &id, &not_offered).await.expect_created();
    records(&desk, &id, &json!({ "services": vec![line("massage", 1); 20] })).await.expect_created();
    records(&desk, &id, &visit(578)).await.expect_created();
    assert_eq!(detail(&desk, &id).await["usedHoursMinutes"], 600);
}

#[test_on_both_engines]
async fn a_membership_that_has_not_started_cannot_be_used() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-03-02")).await;
    records(&desk, &id, &visit(60)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    salon.advance_seconds(14 * 3_600);
    records(&desk, &id, &visit(60)).await.expect_created();
}
