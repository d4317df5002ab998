//! Discounts by hand and rounding.

use parlour_testkit::actions::bookings::{haircut_request, haircut_request_with, shown_booking};
use parlour_testkit::actions::checkout::{
    complete_booking, create_confirmed_booking, quote_booking, set_billing_rules, shown_quote,
};
use parlour_testkit::actions::gems::shown_gems_balance;
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist, total_spent_paise};
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::{add_service, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

fn discounted(discount: impl Into<Value>) -> Value {
    json!({ "paymentMethod": "cash", "discount": discount.into() })
}

fn percent(percent: i64) -> Value {
    json!({ "percent": percent, "reason": "Waited long" })
}

fn paise(paise: i64) -> Value {
    json!({ "amountPaise": paise, "reason": "Waited long" })
}

#[test_on_both_engines]
async fn wrong_discounts_are_refused_by_both_routes() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let with = |field: &str, value: Value| with_field(discounted(percent(5)), field, value);
    for (body, fields) in [
        (discounted(json!({ "reason": "x" })), vec!["discount"]),
        (discounted(json!({ "percent": 5, "amountPaise": 5, "reason": "x" })), vec!["discount"]),
        (discounted(json!({ "percent": 5 })), vec!["discount.reason"]),
        (discounted(json!({ "percent": 5, "reason": " " })), vec!["discount.reason"]),
        (discounted(json!({ "percent": 5, "reason": "\u{200b}" })), vec!["discount.reason"]),
        (discounted(json!({ "percent": 5, "reason": "x".repeat(201) })), vec!["discount.reason"]),
        (discounted(json!({ "percent": 5.5, "reason": "x" })), vec!["discount.percent"]),
        (discounted(percent(0)), vec!["discount.percent"]),
        (discounted(percent(101)), vec!["discount.percent"]),
        (discounted(paise(0)), vec!["discount.amountPaise"]),
        (discounted(paise(120_001)), vec!["discount.amountPaise"]),
        (discounted(json!("5 %")), vec!["discount"]),
        (discounted(json!({ "percent": 0 })), vec!["discount.percent", "discount.reason"]),
        (with("offerId", json!("tenth")), vec!["discount"]),
        (with("redeemGems", json!(true)), vec!["discount"]),
        (with("gemsRedeemedServiceId", json!("service-cut")), vec!["discount"]),
        (with("membershipId", json!("any")), vec!["discount", "paymentMethod"]),
        (
            with_field(discounted(paise(120_001)), "paymentMethod", "cheque"),
            vec!["discount.amountPaise", "paymentMethod"],
        ),
    ] {
        assert_eq!(complete_booking(&meera, &id, &body).await.expect_invalid_fields(), fields, "{body}");
        let mut quoted = body.clone();
        quoted.as_object_mut().unwrap().remove("paymentMethod");
        let fields: Vec<&str> = fields.into_iter().filter(|field| *field != "paymentMethod").collect();
        assert_eq!(quote_booking(&meera, &id, &quoted).await.expect_invalid_fields(), fields, "{body}");
    }
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    let reason = "x".repeat(200);
    let body = discounted(json!({ "amountPaise": 120_000, "reason": reason }));
    let done = complete_booking(&meera, &id, &body).await.expect_ok();
    assert_eq!((&done["discountPaise"], &done["invoice"]["totalPaise"]), (&json!(120_000), &json!(0)));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_receptionist_gives_what_the_branch_allows_and_a_manager_more() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let asha = salon.customer("Asha").await;
    add_service(&salon, "odd", 10, 335).await;
    let odd = haircut_request_with("serviceIds", json!(["service-odd"]));
    let id = create_confirmed_booking(&salon, &asha, &odd).await;
    let smallest = discounted(paise(1));
    complete_booking(&desk, &id, &smallest).await.expect_error(403, "FORBIDDEN");
    quote_booking(&desk, &id, &smallest).await.expect_error(403, "FORBIDDEN");
    set_billing_rules(&salon, 10, "none").await;
    // 10 % of 335 is 33.5: halves are rounded up.
    for (discount, allowed) in [(percent(10), true), (percent(11), false), (paise(34), true), (paise(35), false)] {
        let reply = quote_booking(&desk, &id, &discounted(discount.clone())).await;
        if allowed {
            assert_eq!(reply.expect_ok()["quote"]["discountPaise"], 34, "{discount}");
        } else {
            reply.expect_error(403, "FORBIDDEN");
            complete_booking(&desk, &id, &discounted(discount)).await.expect_error(403, "FORBIDDEN");
        }
    }
    let done = complete_booking(&desk, &id, &discounted(percent(10))).await.expect_ok();
    assert_eq!((&done["discountPaise"], &done["invoice"]["totalPaise"]), (&json!(34), &json!(301)));
    let shown = shown_invoice(&desk, done["invoiceId"].as_str().unwrap()).await;
    assert_eq!(shown["discountReason"], "Waited long");
    assert_eq!(shown["discountedBy"], desk.id().as_str());
    assert_eq!((&shown["offerName"], &shown["subtotalPaise"]), (&json!(null), &json!(335)));
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    let done = complete_booking(&meera, &id, &discounted(percent(50))).await.expect_ok();
    let shown = shown_invoice(&desk, done["invoiceId"].as_str().unwrap()).await;
    assert_eq!((&shown["discountPaise"], &shown["discountedBy"]), (&json!(75_000), &json!(meera.id().as_str())));
    let lines = shown["lines"].as_array().unwrap();
    let line_discounts: Vec<&Value> = lines.iter().map(|line| &line["discountPaise"]).collect();
    assert_eq!(line_discounts, [60_000, 15_000]);
    assert_eq!(done["gemsEarned"], 7);
    let own = asha.get("/api/invoices").await.expect_ok()["invoices"].clone();
    let own = own.as_array().unwrap().iter().find(|invoice| invoice["id"] == done["invoiceId"]).unwrap();
    assert_eq!((&own["discountReason"], &own["discountedBy"]), (&json!("Waited long"), &json!(meera.id().as_str())));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_branch_that_rounds_bills_whole_rupees() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    set_billing_rules(&salon, 0, "rupee").await;
    for (name, price) in [("down", 9_949), ("half", 9_950), ("almost-nothing", 49), ("almost-a-gem", 9_999)] {
        add_service(&salon, name, 10, price).await;
    }
    let (mut spent, mut gems) = (0, 0);
    for (service, rounding, total, earned) in [
        ("service-down", -49, 9_900, 0),
        ("service-half", 50, 10_000, 0),
        ("service-almost-nothing", -49, 0, 0),
        // A hundred rupees are paid, but the gem is earned on the sum before rounding.
        ("service-almost-a-gem", 1, 10_000, 0),
        ("service-colour", 50, 250_100, 25),
        ("service-cut", 0, 120_000, 12),
    ] {
        let body = haircut_request_with("serviceIds", json!([service]));
        let id = create_confirmed_booking(&salon, &asha, &body).await;
        let quote = shown_quote(&meera, &id, &json!({})).await;
        assert_eq!(
            (&quote["roundingPaise"], &quote["totalAmountPaise"]),
            (&json!(rounding), &json!(total)),
            "{service}"
        );
        let payments = json!({ "payments": [{ "method": "card", "amountPaise": total }] });
        let body = if total == 0 { json!({}) } else { payments };
        let done = complete_booking(&meera, &id, &body).await.expect_ok();
        assert_eq!((&done["invoice"]["totalPaise"], &done["gemsEarned"]), (&json!(total), &json!(earned)), "{service}");
        let shown = shown_invoice(&meera, done["invoiceId"].as_str().unwrap()).await;
        let figure = |name: &str| shown[name].as_i64().unwrap();
        assert_eq!(figure("roundingPaise"), rounding);
        assert_eq!(figure("taxableValuePaise") + figure("gstAmountPaise") + rounding, total);
        assert_eq!(figure("subtotalPaise"), total - rounding);
        spent += total;
        gems += earned;
    }
    assert_eq!((total_spent_paise(&asha).await, shown_gems_balance(&asha).await), (spent, json!(gems)));
    salon.leaves_due_jobs("documents with rounding have tests of their own");
}
