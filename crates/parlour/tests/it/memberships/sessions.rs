//! The desk takes visits from a membership's hours.

use std::collections::BTreeSet;

use parlour_testkit::actions::bookings::{created_booking_number, massage_request, post_booking, stored_booking};
use parlour_testkit::actions::memberships::{
    create_membership, massage_session, membership_detail, membership_row_counts, record_session, session_service,
    ten_hour_sale,
};
use parlour_testkit::actions::people::{own_profile, receptionist};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::checks::json::{key_set, with_field};
use parlour_testkit::fixtures::small_salon::{PUNE, THERAPIST};
use parlour_testkit::fixtures::spa_salon::{spa_salon, spa_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn a_session_is_a_completed_spa_booking_with_an_invoice() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    salon.advance_seconds(2 * 3_600 + 47);
    let body = json!({ "services": [session_service("steam", 20), session_service("massage", 55), session_service("massage", 15)] });
    let data = record_session(&desk, &id, &body).await.expect_created();
    assert_eq!(key_set(&data), BTreeSet::from(["booking", "invoice", "remainingMinutes"]));
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
            "rejectedAt": null, "cancellationReason": null, "rejectionReason": null, "rescheduleCount": 0, "offeredTime": null,
            "wishedStaffId": null, "wishedStaffGender": null, "createdAt": now, "updatedAt": now,
            "services": [service(1, "steam", 20), service(2, "massage", 55), service(3, "massage", 15)],
        })
    );
    assert_eq!(
        *invoice,
        json!({
            "id": invoice["id"], "invoiceNumber": "PUN/2627/S00001", "branchId": PUNE, "bookingId": booking["id"],
            "customerId": asha.id().as_str(), "subtotalPaise": 0, "discountPaise": 0, "taxableValuePaise": 0,
            "gstAmountPaise": 0, "totalAmountPaise": 0, "invoiceType": "membership_session", "paymentMethod": "cash",
            "paymentStatus": "paid", "gemsEarned": 0, "paidAt": now, "invoiceDate": "2027-03-01", "createdAt": now,
            "creditNotes": [], "payments": [], "discountReason": null, "discountedBy": null, "roundingPaise": 0, "creditedPaise": 0,
            "voidedAt": null,
        })
    );
    let booking_id = booking["id"].as_str().unwrap();
    assert_eq!(stored_booking(&asha, booking_id).await, *booking);
    let work = "select count(*) from queued_jobs where subject = $1";
    assert_eq!(count_rows(&salon, &format!("booking:{booking_id}"), work).await, 0);
    let (before, after) = change_of_record(&salon, &id, "membership.record_session").await;
    assert_eq!((&before["usedHoursMinutes"], &after["usedHoursMinutes"]), (&json!(0), &json!(90)));
    assert_eq!(change_of_record(&salon, booking_id, "booking.record_session").await, (Value::Null, booking.clone()));
    let slip = invoice["id"].as_str().unwrap();
    assert_eq!(change_of_record(&salon, slip, "invoice.issue").await, (Value::Null, invoice.clone()));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn sessions_share_the_numbers_of_spa_bookings() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    assert_eq!(created_booking_number(&post_booking(&asha, &massage_request()).await), "BK-PUN-2703-S-00001");
    let session = record_session(&desk, &id, &massage_session(60)).await.expect_created();
    assert_eq!(session["booking"]["bookingNumber"], "BK-PUN-2703-S-00002-M");
    assert_eq!(created_booking_number(&post_booking(&asha, &massage_request()).await), "BK-PUN-2703-S-00003");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_session_of_an_earlier_day_ends_at_closing_time() {
    let salon = spa_salon_at("2027-03-03 00:45").await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let times = |data: &Value| {
        ["bookingDate", "startTime", "endTime", "completedAt"]
            .map(|field| data["booking"][field].as_str().unwrap().to_owned())
    };
    let late = record_session(&desk, &id, &massage_session(90)).await.expect_created();
    assert_eq!(times(&late), ["2027-03-03", "00:00:00", "00:45:00", "2027-03-02T19:15:00.000Z"]);
    let earlier = with_field(massage_session(90), "bookingDate", "2027-03-01");
    let earlier = record_session(&desk, &id, &earlier).await.expect_created();
    assert_eq!(times(&earlier), ["2027-03-01", "19:30:00", "21:00:00", "2027-03-01T15:30:00.000Z"]);
    assert_eq!(earlier["invoice"]["invoiceDate"], "2027-03-03", "a slip is written when it is written");
    let seen = own_profile(&asha).await;
    assert_eq!(
        ["firstVisitAt", "lastVisitAt"].map(|field| seen[field].as_str().unwrap()),
        ["2027-03-01T15:30:00.000Z", "2027-03-02T19:15:00.000Z"],
        "a visit that is written down later is not the last for that"
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_session_counts_as_a_visit_without_spend() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    assert_eq!(own_profile(&asha).await["totalVisits"], 0, "buying is no visit");
    let flag = "update profiles set booking_requires_approval = true where user_id = $1";
    update_rows(&salon, asha.id().as_str(), flag).await;
    for visits in 1..=5 {
        record_session(&desk, &id, &massage_session(10)).await.expect_created();
        let seen = own_profile(&asha).await;
        assert_eq!((&seen["totalVisits"], &seen["totalSpentPaise"]), (&json!(visits), &json!(0)));
        assert_eq!(seen["consecutiveCompletedBookings"], visits);
        assert_eq!(seen["bookingRequiresApproval"], visits < 5);
    }
    assert_eq!(asha.get("/api/gems").await.expect_ok()["summary"]["balance"], 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invalid_session_is_refused() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &with_field(ten_hour_sale(&asha), "startDate", "2027-02-27")).await;
    let before = membership_row_counts(&salon).await;
    let one =
        |field: &str, value: Value| json!({ "services": [with_field(session_service("massage", 60), field, value)] });
    let gone = "staff-therapist-branch-goa";
    for (body, fields) in [
        (json!({}), vec!["services"]),
        (json!({ "services": [] }), vec!["services"]),
        (json!({ "services": null }), vec!["services"]),
        (json!({ "services": "massage" }), vec!["services"]),
        (json!({ "services": vec![session_service("massage", 1); 21] }), vec!["services"]),
        (json!({ "services": ["service-massage", session_service("massage", 60)] }), vec!["services.0"]),
        (json!({ "services": [{}] }), vec!["services.0.durationMinutes", "services.0.serviceId", "services.0.staffId"]),
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
        (with_field(massage_session(60), "bookingDate", "2027-03-02"), vec!["bookingDate"]),
        (with_field(massage_session(60), "bookingDate", "2027-02-29"), vec!["bookingDate"]),
        (with_field(massage_session(60), "bookingDate", 5), vec!["bookingDate"]),
        (
            json!({ "services": [session_service("nothing", 0), session_service("massage", 5), with_field(session_service("no", 5), "staffId", gone)] }),
            vec!["services.0.durationMinutes", "services.0.serviceId", "services.2.serviceId", "services.2.staffId"],
        ),
    ] {
        assert_eq!(record_session(&desk, &id, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    record_session(&desk, "nothing", &massage_session(60)).await.expect_error(404, "NOT_FOUND");
    let too_early = with_field(massage_session(60), "bookingDate", "2027-02-26");
    record_session(&desk, &id, &too_early).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    record_session(&desk, &id, &massage_session(601)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let in_parts = json!({ "services": [session_service("massage", 600), session_service("steam", 1)] });
    record_session(&desk, &id, &in_parts).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    assert_eq!(membership_row_counts(&salon).await, before, "nothing refused leaves a trace");

    let first_day = with_field(massage_session(1), "bookingDate", "2027-02-27");
    record_session(&desk, &id, &first_day).await.expect_created();
    let not_offered = json!({ "services": [session_service("perm", 1)], "bookingDate": null });
    record_session(&desk, &id, &not_offered).await.expect_created();
    record_session(&desk, &id, &json!({ "services": vec![session_service("massage", 1); 20] })).await.expect_created();
    record_session(&desk, &id, &massage_session(578)).await.expect_created();
    assert_eq!(membership_detail(&desk, &id).await["usedHoursMinutes"], 600);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_membership_that_has_not_started_cannot_be_used() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_membership(&desk, &with_field(ten_hour_sale(&asha), "startDate", "2027-03-02")).await;
    record_session(&desk, &id, &massage_session(60)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    salon.advance_seconds(14 * 3_600);
    record_session(&desk, &id, &massage_session(60)).await.expect_created();
    salon.run_due_jobs().await;
}
