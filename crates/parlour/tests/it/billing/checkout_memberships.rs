//! Hours of a membership pay for a spa booking at checkout.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{haircut_request, massage_request, shown_booking, without_read_fields};
use parlour_testkit::actions::checkout::{complete_booking, create_confirmed_booking, quote_booking, shown_quote};
use parlour_testkit::actions::gems::shown_gems_balance;
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::{
    cancel_membership, create_membership, membership_detail, membership_row_counts, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, own_profile, receptionist};
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::concurrency::post_concurrently;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::THERAPIST;
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

fn with_hours(membership: &str) -> Value {
    json!({ "membershipId": membership })
}

fn two_services() -> Value {
    with_field(massage_request(), "serviceIds", json!(["service-massage", "service-steam"]))
}

#[test_on_both_engines]
async fn a_spa_booking_becomes_a_session() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let id = create_confirmed_booking(&salon, &asha, &two_services()).await;
    let booked = shown_booking(&asha, &id).await;
    let quote = shown_quote(&desk, &id, &with_hours(&membership)).await;
    assert_eq!((&quote["totalAmountPaise"], &quote["subtotalPaise"]), (&json!(0), &json!(0)));
    assert_eq!(quote["membership"], json!({ "id": membership, "remainingMinutes": 600 }));
    let body = with_field(
        with_hours(&membership),
        "tips",
        json!([{ "staffId": THERAPIST, "method": "cash", "amountPaise": 10_000 }]),
    );
    let done = complete_booking(&desk, &id, &body).await.expect_ok();
    let booking = &done["booking"];
    let number = format!("{}-M", booked["bookingNumber"].as_str().unwrap());
    assert_eq!((&booking["bookingNumber"], &booking["status"]), (&json!(number), &json!("completed")));
    assert_eq!((&booking["isMembershipSession"], &booking["spaMembershipId"]), (&json!(true), &json!(membership)));
    assert_eq!((&booking["totalAmountPaise"], &booking["totalDurationMinutes"]), (&json!(0), &json!(80)));
    assert_eq!(booking["services"], without_read_fields(booked.clone())["services"]);
    assert_eq!(
        done["invoice"],
        json!({ "id": done["invoiceId"], "invoiceNumber": "PUN/2627/S00001", "totalPaise": 0, "gstPaise": 0 })
    );
    assert_eq!((&done["gemsEarned"], &done["discountPaise"]), (&json!(0), &json!(0)));
    let invoice = done["invoiceId"].as_str().unwrap();
    let slip = shown_invoice(&desk, invoice).await;
    assert_eq!((&slip["invoiceType"], &slip["membershipId"]), (&json!("membership_session"), &json!(membership)));
    assert_eq!((&slip["payments"], &slip["paymentMethod"]), (&json!([]), &json!("cash")));
    assert_eq!(slip["lines"].as_array().map(Vec::len), Some(2));
    let shown = membership_detail(&desk, &membership).await;
    assert_eq!((&shown["usedHoursMinutes"], &shown["sessions"][0]["id"]), (&json!(80), &json!(id)));
    let profile = own_profile(&asha).await;
    assert_eq!((&profile["totalVisits"], &profile["totalSpentPaise"]), (&json!(1), &json!(0)));
    assert_eq!(shown_gems_balance(&asha).await, 0);
    let tips = "select count(*) from tips where invoice_id = $1";
    assert_eq!(count_rows(&salon, invoice, tips).await, 1);
    let (before, after) = change_of_record(&salon, &membership, "membership.record_session").await;
    assert_eq!((&before["usedHoursMinutes"], &after["usedHoursMinutes"]), (&json!(0), &json!(80)));
    assert!(actions_on_record(&salon, &id).await.contains(&"booking.complete".to_owned()));
    let kept = "select count(*) from bookings where id = $1 and checked_out_with_membership";
    assert_eq!(count_rows(&salon, &id, kept).await, 1);
    complete_booking(&desk, &id, &body).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn hours_are_refused_as_for_sessions() {
    let salon = spa_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let others = create_membership(&desk, &ten_hour_sale(&tara)).await;
    let id = create_confirmed_booking(&salon, &asha, &two_services()).await;
    let haircut = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let before = membership_row_counts(&salon).await;
    let with = |field: &str, value: Value| with_field(with_hours(&membership), field, value);
    let payment = json!([{ "method": "cash", "amountPaise": 1 }]);
    for (booking, body, fields) in [
        (&haircut, with_hours(&membership), vec!["membershipId"]),
        (&id, json!({ "membershipId": "" }), vec!["membershipId"]),
        (&id, with("paymentMethod", json!("cash")), vec!["paymentMethod"]),
        (&id, with("payments", payment.clone()), vec!["payments"]),
        (&id, with("offerId", json!("any")), vec!["offerId"]),
        (&id, with("redeemGems", json!(true)), vec!["redeemGems"]),
        (&id, with("gemsRedeemedServiceId", json!("service-massage")), vec!["gemsRedeemedServiceId"]),
        (&id, with("discount", json!({ "percent": 5, "reason": "x" })), vec!["discount"]),
    ] {
        assert_eq!(complete_booking(&meera, booking, &body).await.expect_invalid_fields(), fields, "{body}");
        if fields != ["paymentMethod"] && fields != ["payments"] {
            assert_eq!(quote_booking(&meera, booking, &body).await.expect_invalid_fields(), fields, "{body}");
        }
    }
    for unknown in ["nope", &others] {
        complete_booking(&desk, &id, &with_hours(unknown)).await.expect_error(404, "NOT_FOUND");
        quote_booking(&desk, &id, &with_hours(unknown)).await.expect_error(404, "NOT_FOUND");
    }
    let refused = async |change: &'static str, back: &'static str, status: u16, code: &str| {
        update_rows(&salon, &membership, change).await;
        quote_booking(&desk, &id, &with_hours(&membership)).await.expect_error(status, code);
        complete_booking(&desk, &id, &with_hours(&membership)).await.expect_error(status, code);
        update_rows(&salon, &membership, back).await;
    };
    refused(
        "update memberships set used_hours_minutes = 521 where id = $1",
        "update memberships set used_hours_minutes = 0 where id = $1",
        409,
        "MEMBERSHIP_INSUFFICIENT_HOURS",
    )
    .await;
    refused(
        "update memberships set starts_at = '2027-03-01T18:30:00.000Z' where id = $1",
        "update memberships set starts_at = '2027-02-28T18:30:00.000Z' where id = $1",
        422,
        "BUSINESS_RULE_VIOLATION",
    )
    .await;
    refused(
        "update memberships set expires_at = '2027-03-01T04:30:00.000Z' where id = $1",
        "update memberships set expires_at = '2027-08-27T18:30:00.000Z' where id = $1",
        409,
        "MEMBERSHIP_EXPIRED",
    )
    .await;
    assert_eq!(membership_row_counts(&salon).await, before);
    cancel_membership(&meera, &membership, "Moved").await.expect_ok();
    complete_booking(&desk, &id, &with_hours(&membership)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_last_hours_pay_once_under_concurrency() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &with_field(ten_hour_sale(&asha), "hoursMinutes", 150)).await;
    let mut replies = Vec::new();
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..8 {
        let id = create_confirmed_booking(&salon, &asha, &massage_request()).await;
        let person = salon.member(&format!("desk{number}"), Role::Receptionist).await;
        let body = with_hours(&membership);
        asked.spawn(async move { complete_booking(&person, &id, &body).await });
    }
    while let Some(reply) = asked.join_next().await {
        replies.push(reply.unwrap());
    }
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 2);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    }
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 120);
    let id = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    update_rows(&salon, &membership, "update memberships set total_hours_minutes = 600 where id = $1").await;
    let path = format!("/api/bookings/{id}/complete");
    let replies = post_concurrently(&salon, Role::Receptionist, &path, vec![with_hours(&membership); 6]).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 180);
    salon.run_due_jobs().await;
}
