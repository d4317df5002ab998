//! A manager takes back a session: the minutes return.

use parlour_testkit::actions::bookings::{list_own_bookings, massage_request, shown_booking};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::invoices::{invoice_id_by_number, post_credit_note};
use parlour_testkit::actions::memberships::{
    MEMBERSHIPS_PATH, create_membership, massage_session, membership_detail, record_session, reverse_session,
    session_service, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, own_profile, receptionist};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

const VOIDED: &str = "select count(*) from invoices where id = $1 and voided_at is not null";

#[test_on_both_engines]
async fn a_recorded_session_is_cancelled() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let two = json!({ "services": [session_service("massage", 60), session_service("steam", 20)] });
    let session = record_session(&desk, &membership, &two).await.expect_created();
    let booking = session["booking"]["id"].as_str().unwrap();
    let slip = session["invoice"]["id"].as_str().unwrap();
    assert_eq!(session["remainingMinutes"], 520);

    reverse_session(&desk, &membership, booking).await.expect_error(403, "FORBIDDEN");
    reverse_session(&meera, &membership, "nope").await.expect_error(404, "NOT_FOUND");
    reverse_session(&meera, "nope", booking).await.expect_error(404, "NOT_FOUND");
    let ordinary = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    reverse_session(&meera, &membership, &ordinary).await.expect_error(404, "NOT_FOUND");
    for body in [json!({}), json!({ "reason": "" }), json!({ "reason": 1 }), json!({ "reason": "x".repeat(501) })] {
        let refused = meera.post(&format!("{MEMBERSHIPS_PATH}/{membership}/sessions/{booking}/reverse"), &body).await;
        assert_eq!(refused.expect_invalid_fields(), ["reason"]);
    }

    let reversed = reverse_session(&meera, &membership, booking).await.expect_ok();
    assert_eq!((&reversed["remainingMinutes"], &reversed["invoice"]["id"]), (&json!(600), &json!(slip)));
    let cancelled = &reversed["booking"];
    assert_eq!((&cancelled["status"], &cancelled["cancellationReason"]), (&json!("cancelled"), &json!("Wrong person")));
    assert_eq!(
        (&cancelled["isMembershipSession"], &cancelled["bookingNumber"]),
        (&json!(true), &session["booking"]["bookingNumber"])
    );
    assert_eq!(count_rows(&salon, slip, VOIDED).await, 1);
    let seen = membership_detail(&desk, &membership).await;
    assert_eq!((&seen["usedHoursMinutes"], &seen["sessions"]), (&json!(0), &json!([])));
    let profile = own_profile(&asha).await;
    assert_eq!((&profile["totalVisits"], &profile["lastVisitAt"]), (&json!(0), &Value::Null));
    reverse_session(&meera, &membership, booking).await.expect_error(409, "CONFLICT");
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 0);
    post_credit_note(&meera, slip).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(actions_on_record(&salon, booking).await, ["booking.record_session", "booking.reverse_session"]);
    let on_membership = ["membership.record_session", "membership.reverse_session", "membership.sell"];
    assert_eq!(actions_on_record(&salon, &membership).await, on_membership);
    assert_eq!(actions_on_record(&salon, slip).await, ["invoice.issue", "invoice.void"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_booking_that_was_checked_out_with_hours_is_in_progress_again() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    // As a checkout with hours leaves it.
    let session = record_session(&desk, &membership, &massage_session(60)).await.expect_created();
    let booking = session["booking"]["id"].as_str().unwrap();
    update_rows(&salon, booking, "update bookings set checked_out_with_membership = true where id = $1").await;
    update_rows(&salon, booking, "update booking_services set price_at_booking_paise = 300000 where booking_id = $1")
        .await;

    let reversed = reverse_session(&meera, &membership, booking).await.expect_ok();
    assert_eq!(reversed["remainingMinutes"], 600);
    let reopened = shown_booking(&desk, booking).await;
    let number = session["booking"]["bookingNumber"].as_str().unwrap().strip_suffix("-M").unwrap();
    let state = |field: &str| reopened[field].clone();
    assert_eq!(
        (state("status"), state("bookingNumber"), state("totalAmountPaise")),
        (json!("in_progress"), json!(number), json!(300_000))
    );
    assert_eq!(
        (state("isMembershipSession"), state("spaMembershipId"), state("completedAt")),
        (json!(false), Value::Null, Value::Null)
    );
    assert_eq!(own_profile(&asha).await["totalVisits"], 0);
    reverse_session(&meera, &membership, booking).await.expect_error(409, "CONFLICT");

    // Billed for money, it still cannot be reversed a second time.
    let done = complete_booking(&desk, booking, &cash_payment()).await.expect_ok();
    assert_eq!(done["invoice"]["totalPaise"], 300_000);
    invoice_id_by_number(&desk, done["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    reverse_session(&meera, &membership, booking).await.expect_error(409, "CONFLICT");
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn minutes_return_once_and_also_to_a_membership_that_is_over() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    for round in 0..6 {
        let session = record_session(&desk, &membership, &massage_session(60)).await.expect_created();
        let booking = session["booking"]["id"].as_str().unwrap();
        let (one, other) =
            tokio::join!(reverse_session(&meera, &membership, booking), reverse_session(&meera, &membership, booking));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}");
        assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 0);
    }
    let session = record_session(&desk, &membership, &massage_session(90)).await.expect_created();
    meera.post(&format!("{MEMBERSHIPS_PATH}/{membership}/cancel"), &json!({ "reason": "Moves" })).await.expect_ok();
    let booking = session["booking"]["id"].as_str().unwrap();
    assert_eq!(reverse_session(&meera, &membership, booking).await.expect_ok()["remainingMinutes"], 600);
    assert_eq!(membership_detail(&desk, &membership).await["status"], "cancelled");
    salon.run_due_jobs().await;
}
