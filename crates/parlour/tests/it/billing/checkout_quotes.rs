//! What a booking will cost, before it is completed.

use std::collections::BTreeSet;

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    haircut_request, haircut_request_with, massage_request, set_booking_status, shown_booking,
};
use parlour_testkit::actions::checkout::{
    cash_payment, complete_booking, create_confirmed_booking, quote_booking, set_billing_rules, shown_quote,
};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::{create_membership, membership_row_counts, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::{key_set, with_field};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{PUNE, add_service, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

#[test_on_both_engines]
async fn a_quote_shows_the_bill_and_what_could_reduce_it() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    insert_offer(&salon, "fifty-off", "flat", 5_000, &["service-cut", "service-colour"]).await;
    insert_offer(&salon, "combo", "combo_price", 300_000, &["service-cut", "service-colour"]).await;
    make_service_redeemable(&salon, "service-wash", 30).await;
    make_service_redeemable(&salon, "service-cut", 120).await;
    adjust_gems(&salon, &asha, 40).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    update_rows(
        &salon,
        PUNE,
        "update branches set upi_id = 'salon.pune@okbank', upi_name = 'Parlour & Co' where id = $1",
    )
    .await;
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    let number = shown_booking(&asha, &id).await["bookingNumber"].as_str().unwrap().to_owned();
    let before = membership_row_counts(&salon).await;
    let quote = shown_quote(&desk, &id, &json!({ "offerId": "tenth" })).await;
    let line = |at: i64, name: &str, price: i64, discount: i64, half_tax: i64| {
        json!({
            "lineNumber": at, "serviceId": format!("service-{name}"), "staffId": "staff-stylist-branch-pune",
            "description": name, "sac": "999721", "pricePaise": price, "discountPaise": discount,
            "redeemedValuePaise": 0, "gemsRedeemed": 0, "totalAmountPaise": price - discount,
            "gstRateBasisPoints": 500, "taxableValuePaise": price - discount - 2 * half_tax, "cgstPaise": half_tax,
            "sgstPaise": half_tax,
        })
    };
    let mut lines = quote["lines"].clone();
    for (line, name) in lines.as_array_mut().unwrap().iter_mut().zip(["cut", "wash"]) {
        line["description"] = json!(name);
    }
    // 138000 × 5 / 210, halves up: 3286 twice.
    assert_eq!(lines, json!([line(1, "cut", 120_000, 12_000, 2_572), line(2, "wash", 30_000, 0, 714)]));
    let mut rest = quote.clone();
    rest.as_object_mut().unwrap().remove("lines");
    assert_eq!(
        rest,
        json!({
            "subtotalPaise": 150_000, "discountPaise": 12_000, "redeemedValuePaise": 0, "taxableValuePaise": 131_428,
            "cgstPaise": 3_286, "sgstPaise": 3_286, "gstAmountPaise": 6_572, "roundingPaise": 0,
            "totalAmountPaise": 138_000, "gemsToEarn": 13,
            "applicableOffers": [
                { "id": "tenth", "name": "tenth", "takesOffPaise": 12_000 },
                { "id": "fifty-off", "name": "fifty-off", "takesOffPaise": 5_000 },
            ],
            "redeemableServices": [
                { "serviceId": "service-cut", "gemsRequired": 120 }, { "serviceId": "service-wash", "gemsRequired": 30 },
            ],
            "gemsBalance": 40, "membership": { "id": membership, "remainingMinutes": 600 },
            "upiUri": format!(
                "upi://pay?pa=salon.pune@okbank&pn=Parlour%20%26%20Co&am=1380.00&cu=INR&tn={number}&tr={number}"
            ),
        })
    );
    assert_eq!(membership_row_counts(&salon).await, before, "a quote writes nothing");
    complete_booking(&desk, &id, &json!({ "paymentMethod": "upi", "offerId": "tenth" })).await.expect_ok();
    let next = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let quote = shown_quote(&desk, &next, &json!({})).await;
    assert_eq!(quote["applicableOffers"], json!([]), "one was used today");
    update_rows(&salon, PUNE, "update branches set upi_name = null where id = $1").await;
    let uri = shown_quote(&desk, &next, &json!({})).await["upiUri"].as_str().unwrap().to_owned();
    assert!(uri.contains("&pn=PUN&am=1200.00&"), "{uri}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_quote_has_all_its_fields_also_without_anything_to_offer() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "massage", "percentage", 10, &["service-massage"]).await;
    let id = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    let quote = desk.post_empty(&format!("/api/bookings/{id}/quote")).await.expect_ok()["quote"].clone();
    let fields = [
        "applicableOffers",
        "cgstPaise",
        "discountPaise",
        "gemsBalance",
        "gemsToEarn",
        "gstAmountPaise",
        "lines",
        "membership",
        "redeemableServices",
        "redeemedValuePaise",
        "roundingPaise",
        "sgstPaise",
        "subtotalPaise",
        "taxableValuePaise",
        "totalAmountPaise",
        "upiUri",
    ];
    assert_eq!(key_set(&quote), BTreeSet::from(fields));
    assert_eq!((&quote["applicableOffers"], &quote["redeemableServices"]), (&json!([]), &json!([])));
    assert_eq!(
        (&quote["membership"], &quote["upiUri"], &quote["gemsBalance"]),
        (&json!(null), &json!(null), &json!(0))
    );
    make_service_redeemable(&salon, "service-massage", 10).await;
    adjust_gems(&salon, &asha, 10).await;
    update_rows(&salon, PUNE, "update branches set upi_id = 'salon@okbank' where id = $1").await;
    let free = shown_quote(&desk, &id, &json!({ "redeemGems": true })).await;
    assert_eq!((&free["totalAmountPaise"], &free["upiUri"]), (&json!(0), &json!(null)));
    assert_eq!((&free["redeemedValuePaise"], &free["gemsBalance"]), (&json!(300_000), &json!(10)));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn only_the_desk_is_quoted_and_refusals_are_those_of_complete() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "for-colour", "flat", 5_000, &["service-colour"]).await;
    insert_offer(&salon, "combo", "combo_price", 5_000, &["service-cut", "service-colour"]).await;
    insert_offer(&salon, "past", "flat", 5_000, &["service-cut"]).await;
    insert_offer(&salon, "empty", "flat", 5_000, &["service-cut"]).await;
    insert_offer(&salon, "good", "flat", 5_000, &["service-cut"]).await;
    update_rows(&salon, "past", "update offers set end_date = '2027-02-28' where id = $1").await;
    update_rows(&salon, "empty", "update offers set discount_amount_paise = null where id = $1").await;
    make_service_redeemable(&salon, "service-cut", 100).await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let spa = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    quote_booking(&salon.admin_visitor(), &id, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    for role in [Role::Customer, Role::Staff] {
        quote_booking(&salon.member(role.as_str(), role).await, &id, &json!({})).await.expect_error(403, "FORBIDDEN");
    }
    let mut messages = BTreeSet::new();
    for (booking, body, status, code) in [
        ("nope", json!({}), 404, "NOT_FOUND"),
        (&id, json!({ "offerId": "nope" }), 404, "NOT_FOUND"),
        (&id, json!({ "offerId": "past" }), 409, "OFFER_EXPIRED"),
        (&id, json!({ "offerId": "for-colour" }), 409, "OFFER_NOT_APPLICABLE"),
        (&id, json!({ "offerId": "combo" }), 409, "OFFER_NOT_APPLICABLE"),
        (&id, json!({ "offerId": "empty" }), 409, "OFFER_NOT_APPLICABLE"),
        (&spa, json!({ "offerId": "good" }), 409, "OFFER_NOT_APPLICABLE"),
        (&id, json!({ "redeemGems": true }), 409, "GEMS_INSUFFICIENT_BALANCE"),
        (&spa, json!({ "redeemGems": true }), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
        (&spa, json!({ "gemsRedeemedServiceId": "service-massage" }), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
        (&id, json!({ "gemsRedeemedServiceId": "service-wash" }), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
    ] {
        let quoted = quote_booking(&desk, booking, &body).await.expect_error(status, code);
        let body = with_field(body, "paymentMethod", "cash");
        let refused = complete_booking(&desk, booking, &body).await.expect_error(status, code);
        assert_eq!(quoted["message"], refused["message"]);
        messages.insert(quoted["message"].to_string());
    }
    complete_booking(&desk, &id, &with_field(cash_payment(), "offerId", "good")).await.expect_ok();
    let next = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let used =
        quote_booking(&desk, &next, &json!({ "offerId": "good" })).await.expect_error(409, "OFFER_NOT_APPLICABLE");
    messages.insert(used["message"].to_string());
    assert_eq!(messages.len(), 12, "each refusal names its own reason: {messages:?}");
    for status in ["pending", "completed", "cancelled", "no_show", "rejected"] {
        set_booking_status(&salon, &next, status).await;
        quote_booking(&desk, &next, &json!({})).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    salon.run_due_jobs().await;
}

/// What a quote and the invoice that follows it must have in common.
const COMMON_FIELDS: [&str; 10] = [
    "lines",
    "subtotalPaise",
    "discountPaise",
    "redeemedValuePaise",
    "taxableValuePaise",
    "cgstPaise",
    "sgstPaise",
    "gstAmountPaise",
    "roundingPaise",
    "totalAmountPaise",
];

/// A reduction, of which some are wrong for the booking.
fn random_reduction(rng: &mut SeededRng, membership: &str) -> Value {
    let services = ["service-cut", "service-wash", "service-odd", "service-massage"];
    let discount = |size: &str, figure: i64| json!({ "discount": { size: figure, "reason": "Regular" } });
    match rng.below(9) {
        0 | 1 => json!({}),
        2 => json!({ "offerId": rng.one_of(&["percent", "flat", "combo"]) }),
        3 => json!({ "redeemGems": true }),
        4 => json!({ "gemsRedeemedServiceId": rng.one_of(&services) }),
        5 => discount("percent", rng.between(1, 100)),
        6 => discount("amountPaise", rng.between(1, 150_000)),
        7 => discount("amountPaise", rng.between(1, 500)),
        _ => json!({ "membershipId": membership }),
    }
}

/// The payments of a total, in one to three parts.
fn random_payments(rng: &mut SeededRng, total: i64) -> Value {
    let mut left = total;
    let mut payments = Vec::new();
    while left > 0 {
        let part = if payments.len() == 2 { left } else { rng.between(1, left) };
        payments.push(json!({ "method": rng.one_of(&["cash", "upi", "card"]), "amountPaise": part }));
        left -= part;
    }
    Value::Array(payments)
}

async fn assert_quote_and_complete_agree(person: &Person, id: &str, reduction: &Value, rng: &mut SeededRng) -> bool {
    let quoted = quote_booking(person, id, reduction).await;
    if quoted.status != 200 {
        let body = match reduction.get("membershipId") {
            Some(_) => reduction.clone(),
            None => with_field(reduction.clone(), "paymentMethod", "cash"),
        };
        let refused = complete_booking(person, id, &body).await;
        let (quoted, refused) = (quoted.json()["error"].clone(), refused.json()["error"].clone());
        for field in ["code", "message", "statusCode", "details"] {
            assert_eq!(quoted[field], refused[field], "{reduction}");
        }
        return false;
    }
    let quote = quoted.expect_ok()["quote"].clone();
    let total = quote["totalAmountPaise"].as_i64().unwrap();
    let short = with_field(reduction.clone(), "payments", json!([{ "method": "cash", "amountPaise": total + 1 }]));
    assert_eq!(complete_booking(person, id, &short).await.expect_invalid_fields(), ["payments"]);
    let body = with_field(reduction.clone(), "payments", random_payments(rng, total));
    let done = complete_booking(person, id, &body).await.expect_ok();
    let invoice = shown_invoice(person, done["invoiceId"].as_str().unwrap()).await;
    for field in COMMON_FIELDS {
        assert_eq!(quote[field], invoice[field], "{field} of {reduction}");
    }
    assert_eq!(quote["gemsToEarn"], invoice["gemsEarned"]);
    let sum = |list: &str, field: &str| -> i64 {
        invoice[list].as_array().unwrap().iter().map(|entry| entry[field].as_i64().unwrap()).sum()
    };
    let figure = |name: &str| invoice[name].as_i64().unwrap();
    assert_eq!(sum("payments", "amountPaise"), total);
    assert_eq!(sum("lines", "totalAmountPaise"), total - figure("roundingPaise"));
    assert_eq!(sum("lines", "discountPaise"), figure("discountPaise"));
    assert_eq!(figure("taxableValuePaise") + figure("gstAmountPaise") + figure("roundingPaise"), total);
    true
}

#[test_on_both_engines]
async fn quote_and_complete_agree_in_every_case() {
    let salon = spa_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let mut rng = SeededRng::new(20_270_301);
    add_service(&salon, "odd", 10, 33_333).await;
    insert_offer(&salon, "percent", "percentage", 15, &["service-cut", "service-odd"]).await;
    insert_offer(&salon, "flat", "flat", 12_345, &["service-colour", "service-odd"]).await;
    insert_offer(&salon, "combo", "combo_price", 140_001, &["service-cut", "service-wash"]).await;
    for (service, gems) in [("service-cut", 40), ("service-odd", 11), ("service-massage", 60)] {
        make_service_redeemable(&salon, service, gems).await;
    }
    let mut completed = 0;
    for round in 0..60 {
        if round % 10 == 0 {
            let rounding = rng.one_of(&["none", "rupee", "rupee"]);
            set_billing_rules(&salon, rng.one_of(&[0, 10, 50]), rounding).await;
        }
        let customer = salon.customer(&format!("guest{round}")).await;
        adjust_gems(&salon, &customer, rng.between(1, 80)).await;
        let membership = create_membership(&desk, &ten_hour_sale(&customer)).await;
        let mut request = if rng.one_chance_in(3) { massage_request() } else { haircut_request() };
        let services: &[&str] = match request["serviceType"].as_str() {
            Some("spa") => &["service-massage", "service-steam"],
            _ => &["service-cut", "service-wash", "service-colour", "service-odd", "service-small-07"],
        };
        let chosen: Vec<&str> = (0..=rng.below(3)).map(|_| rng.one_of(services)).collect();
        request["serviceIds"] = json!(chosen);
        let id = create_confirmed_booking(&salon, &customer, &request).await;
        let person = if rng.one_chance_in(2) { &desk } else { &meera };
        let reduction = random_reduction(&mut rng, &membership);
        if assert_quote_and_complete_agree(person, &id, &reduction, &mut rng).await {
            completed += 1;
        }
    }
    assert!((20..60).contains(&completed), "{completed} of 60 were completed");
    salon.leaves_due_jobs("documents with rounding have tests of their own");
}
