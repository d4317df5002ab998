//! Several payments, tips and a closed day at checkout and at the sale of a membership.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{haircut_request, shown_booking};
use parlour_testkit::actions::checkout::{
    cash_payment, close_day_in_pune, complete_booking, create_confirmed_booking, quote_booking,
};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::invoices::{INVOICES_PATH, shown_invoice};
use parlour_testkit::actions::memberships::{
    MEMBERSHIPS_PATH, create_membership, massage_session, membership_row_counts, post_membership, record_session,
    ten_hour_sale,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::concurrency::post_concurrently;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, THERAPIST, THERAPIST_IN_GOA, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

fn payment(method: &str, amount_paise: i64) -> Value {
    json!({ "method": method, "amountPaise": amount_paise })
}

fn paid(payments: &[Value]) -> Value {
    json!({ "payments": payments })
}

#[test_on_both_engines]
async fn a_bill_is_paid_in_parts_and_shown_with_them() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let body = json!({ "payments": [
        payment("cash", 20_000), with_field(payment("upi", 50_000), "reference", " 4711 "), payment("card", 50_000),
    ] });
    let done = complete_booking(&desk, &id, &body).await.expect_ok();
    assert_eq!(done["invoice"]["totalPaise"], 120_000);
    let shown = shown_invoice(&desk, done["invoiceId"].as_str().unwrap()).await;
    let payments = json!([
        { "method": "cash", "amountPaise": 20_000, "reference": null },
        { "method": "upi", "amountPaise": 50_000, "reference": "4711" },
        { "method": "card", "amountPaise": 50_000, "reference": null },
    ]);
    // The first of the two largest.
    assert_eq!((&shown["payments"], &shown["paymentMethod"]), (&payments, &json!("upi")));
    let own = &asha.get("/api/invoices").await.expect_ok()["invoices"][0];
    assert_eq!((&own["payments"], &own["paymentMethod"]), (&payments, &json!("upi")));
    assert_eq!(desk.get(INVOICES_PATH).await.expect_ok()["invoices"][0]["payments"], payments);
    let listed = desk.get(&format!("/api/customers/{}/invoices", asha.id())).await.expect_ok();
    assert_eq!(listed["invoices"][0]["payments"], payments);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn payments_that_are_not_what_is_due_are_refused() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let whole = payment("cash", 120_000);
    for (body, fields) in [
        (json!({}), vec!["paymentMethod"]),
        (json!({ "payments": [] }), vec!["paymentMethod"]),
        (json!({ "payments": null, "paymentMethod": null }), vec!["paymentMethod"]),
        (paid(&[payment("cash", 119_999)]), vec!["payments"]),
        (paid(&[payment("cash", 60_000), payment("upi", 60_001)]), vec!["payments"]),
        (json!({ "payments": [whole], "paymentMethod": "cash" }), vec!["payments"]),
        (json!({ "payments": [whole], "paymentMethod": "cheque" }), vec!["paymentMethod"]),
        (paid(&[payment("cash", 0)]), vec!["payments.0.amountPaise"]),
        (paid(&[payment("cash", -5)]), vec!["payments.0.amountPaise"]),
        (paid(&[payment("cash", 10_000_000_001)]), vec!["payments.0.amountPaise"]),
        (paid(&[payment("cheque", 120_000)]), vec!["payments.0.method"]),
        (paid(&[json!({})]), vec!["payments.0.amountPaise", "payments.0.method"]),
        (paid(&[json!("cash")]), vec!["payments.0"]),
        (json!({ "payments": "cash" }), vec!["payments"]),
        (paid(&[with_field(whole.clone(), "reference", "")]), vec!["payments.0.reference"]),
        (paid(&[with_field(whole.clone(), "reference", "x".repeat(65))]), vec!["payments.0.reference"]),
        (paid(&vec![payment("cash", 20_000); 6]), vec!["payments"]),
        (
            json!({ "payments": [payment("cash", 1)], "tips": [{ "staffId": "nope", "method": "cash", "amountPaise": 5 }] }),
            vec!["payments", "tips.0.staffId"],
        ),
        (json!({ "offerId": "" }), vec!["offerId", "paymentMethod"]),
    ] {
        assert_eq!(complete_booking(&desk, &id, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    let five = paid(&vec![with_field(payment("cash", 24_000), "reference", "x".repeat(64)); 5]);
    let done = complete_booking(&desk, &id, &five).await.expect_ok();
    assert_eq!(done["invoice"]["invoiceNumber"], "PUN/2627/000001");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn nothing_is_paid_where_nothing_is_due() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-cut", 100).await;
    adjust_gems(&salon, &asha, 1_000).await;
    for (more, method) in [
        (json!({}), "cash"),
        (json!({ "payments": [] }), "cash"),
        (json!({ "paymentMethod": "card" }), "card"),
        (json!({ "paymentMethod": "upi", "payments": [] }), "upi"),
    ] {
        let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        let body = with_field(more, "redeemGems", true);
        let wrong = with_field(json!({ "redeemGems": true }), "payments", json!([payment("cash", 1)]));
        assert_eq!(complete_booking(&desk, &id, &wrong).await.expect_invalid_fields(), ["payments"]);
        let done = complete_booking(&desk, &id, &body).await.expect_ok();
        let shown = shown_invoice(&desk, done["invoiceId"].as_str().unwrap()).await;
        assert_eq!((&shown["payments"], &shown["paymentMethod"]), (&json!([]), &json!(method)), "{body}");
        assert_eq!(shown["totalAmountPaise"], 0);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn tips_are_no_part_of_the_invoice() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let tip = |staff: &str, paise: i64| json!({ "staffId": staff, "method": "cash", "amountPaise": paise });
    let with_tips = |tips: Value| with_field(cash_payment(), "tips", tips);
    for (tips, fields) in [
        (json!([tip("nope", 5)]), vec!["tips.0.staffId"]),
        (json!([tip(STYLIST, 5), tip(THERAPIST_IN_GOA, 5)]), vec!["tips.1.staffId"]),
        (json!([tip(STYLIST, 0)]), vec!["tips.0.amountPaise"]),
        (json!([{}]), vec!["tips.0.amountPaise", "tips.0.method", "tips.0.staffId"]),
        (json!([{ "staffId": "nope", "method": "cheque", "amountPaise": 5 }]), vec!["tips.0.method", "tips.0.staffId"]),
        (json!(vec![tip(STYLIST, 5); 11]), vec!["tips"]),
        (json!({}), vec!["tips"]),
    ] {
        assert_eq!(
            complete_booking(&desk, &id, &with_tips(tips.clone())).await.expect_invalid_fields(),
            fields,
            "{tips}"
        );
    }
    let body = with_tips(json!([tip(STYLIST, 5_000), with_field(tip(THERAPIST, 2_500), "method", "upi")]));
    let done = complete_booking(&desk, &id, &body).await.expect_ok();
    assert_eq!(
        done["invoice"],
        json!({ "id": done["invoiceId"], "invoiceNumber": "PUN/2627/000001", "totalPaise": 120_000, "gstPaise": 5_714 })
    );
    assert_eq!(done["gemsEarned"], 12);
    let invoice = done["invoiceId"].as_str().unwrap();
    let stored = "select count(*) from tips where invoice_id = $1 and branch_id = 'branch-pune'
                  and tip_date = '2027-03-01' and (staff_id, method, amount_paise)
                      in (('staff-stylist-branch-pune', 'cash', 5000), ('staff-therapist-branch-pune', 'upi', 2500))";
    assert_eq!(count_rows(&salon, invoice, stored).await, 2);
    assert_eq!(shown_invoice(&desk, invoice).await["payments"].as_array().map(Vec::len), Some(1));
    let ten = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&desk, &ten, &with_tips(json!(vec![tip(STYLIST, 5); 10]))).await.expect_ok();
    let none = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&desk, &none, &with_tips(json!([]))).await.expect_ok();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_membership_is_paid_in_parts_at_any_branch() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let sale = |more: &[(&str, Value)]| {
        let mut body = ten_hour_sale(&asha);
        body.as_object_mut().unwrap().remove("paymentMethod");
        for (field, value) in more {
            body[*field] = value.clone();
        }
        body
    };
    let halves = json!([payment("card", 900_000), payment("cash", 900_000)]);
    let before = membership_row_counts(&salon).await;
    for (more, fields) in [
        (vec![], vec!["paymentMethod"]),
        (vec![("payments", json!([]))], vec!["paymentMethod"]),
        (vec![("payments", json!([payment("cash", 1)]))], vec!["payments"]),
        (vec![("payments", halves.clone()), ("paymentMethod", json!("card"))], vec!["payments"]),
        (vec![("payments", json!([payment("cash", 0)]))], vec!["payments.0.amountPaise"]),
        (vec![("payments", halves.clone()), ("branchId", json!("nope"))], vec!["branchId"]),
        (vec![("payments", halves.clone()), ("branchId", json!("branch-shut"))], vec!["branchId"]),
        (vec![("payments", json!([payment("cash", 1)])), ("branchId", json!("nope"))], vec!["branchId", "payments"]),
        (vec![("pricePaise", json!(0)), ("payments", json!([payment("cash", 1)]))], vec!["payments"]),
        (
            vec![("hoursMinutes", json!(0)), ("branchId", json!("nope"))],
            vec!["branchId", "hoursMinutes", "paymentMethod"],
        ),
    ] {
        assert_eq!(post_membership(&desk, &sale(&more)).await.expect_invalid_fields(), fields, "{more:?}");
    }
    assert_eq!(membership_row_counts(&salon).await, before);
    let sold = post_membership(&desk, &sale(&[("payments", halves), ("branchId", json!(GOA))])).await.expect_created();
    assert_eq!(sold["invoice"]["payments"][1], json!({ "method": "cash", "amountPaise": 900_000, "reference": null }));
    assert_eq!((&sold["invoice"]["paymentMethod"], &sold["invoice"]["branchId"]), (&json!("card"), &json!(GOA)));
    assert_eq!(sold["invoice"]["invoiceNumber"], "GOA/2627/000001");
    let number = sold["membership"]["membershipNumber"].as_str().unwrap();
    assert!(number.starts_with("PRL-MEM-27-2-"), "{number}");
    let id = sold["membership"]["id"].as_str().unwrap();
    let wrong = with_field(massage_session(60), "branchId", "nope");
    assert_eq!(record_session(&desk, id, &wrong).await.expect_invalid_fields(), ["branchId"]);
    let wrong = with_field(wrong, "bookingDate", "2030-01-01");
    assert_eq!(record_session(&desk, id, &wrong).await.expect_invalid_fields(), ["bookingDate", "branchId"]);
    let recorded = record_session(&desk, id, &with_field(massage_session(60), "branchId", GOA)).await.expect_created();
    assert_eq!((&recorded["booking"]["branchId"], &recorded["invoice"]["branchId"]), (&json!(GOA), &json!(GOA)));
    assert_eq!(recorded["booking"]["bookingNumber"], "BK-GOA-2703-S-00001-M");
    assert_eq!(recorded["invoice"]["payments"], json!([]));
    let here = record_session(&desk, id, &massage_session(60)).await.expect_created();
    assert_eq!(here["booking"]["branchId"], PUNE);
    let tara = salon.customer("Tara").await;
    let mut free = with_field(sale(&[("pricePaise", json!(0))]), "customerId", tara.id().as_str());
    free["payments"] = json!([]);
    let given = post_membership(&desk, &free).await.expect_created();
    assert_eq!((&given["invoice"]["payments"], &given["invoice"]["paymentMethod"]), (&json!([]), &json!("cash")));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_membership_is_billed_with_its_tier_s_code_and_never_rounded() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    update_rows(&salon, "gold", "update membership_tiers set sac_code = '999729' where id = $1").await;
    update_rows(&salon, PUNE, "update branches set round_invoices = 'rupee' where id = $1").await;
    let sale = with_field(ten_hour_sale(&asha), "pricePaise", 1_800_049);
    let sold = post_membership(&desk, &sale).await.expect_created();
    assert_eq!(
        (&sold["invoice"]["totalAmountPaise"], &sold["invoice"]["roundingPaise"]),
        (&json!(1_800_049), &json!(0))
    );
    let shown = shown_invoice(&desk, sold["invoice"]["id"].as_str().unwrap()).await;
    assert_eq!(shown["lines"][0]["sac"], "999729");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_closed_day_takes_no_money() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    close_day_in_pune(&salon, &desk).await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_error(409, "CONFLICT");
    quote_booking(&desk, &id, &json!({})).await.expect_error(409, "CONFLICT");
    let tara = salon.customer("Tara").await;
    post_membership(&desk, &ten_hour_sale(&tara)).await.expect_error(409, "CONFLICT");
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    // Another branch is open, and a session moves no money.
    post_membership(&desk, &with_field(ten_hour_sale(&tara), "branchId", GOA)).await.expect_created();
    record_session(&desk, &membership, &massage_session(60)).await.expect_created();
    salon.advance_seconds(14 * 3_600);
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn of_concurrent_checkouts_with_payments_one_is_stored() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let tip = json!([{ "staffId": STYLIST, "method": "cash", "amountPaise": 100 }]);
    let body = |cash: i64| {
        let parts = paid(&[payment("cash", cash), payment("upi", 120_000 - cash)]);
        with_field(parts, "tips", tip.clone())
    };
    let path = format!("/api/bookings/{id}/complete");
    let bodies = (1..=12).map(|number| body(number * 1_000)).collect();
    let replies = post_concurrently(&salon, Role::Receptionist, &path, bodies).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    let sum = "select cast(sum(p.amount_paise) as bigint) from invoice_payments p
               join invoices i on i.id = p.invoice_id where i.booking_id = $1";
    assert_eq!(count_rows(&salon, &id, sum).await, 120_000);
    let tips = "select count(*) from tips t join invoices i on i.id = t.invoice_id where i.booking_id = $1";
    assert_eq!(count_rows(&salon, &id, tips).await, 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_keeps_whom_it_was_made_out_to() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    asha.get("/api/gems").await.expect_ok();
    update_rows(
        &salon,
        asha.id().as_str(),
        "update profiles set legal_name = 'Asha Textiles LLP', billing_address = '4 MG Road' where user_id = $1",
    )
    .await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    update_rows(&salon, asha.id().as_str(), "update profiles set billing_address = 'Elsewhere' where user_id = $1")
        .await;
    let kept = "select count(*) from invoices where booking_id = $1 and customer_legal_name = 'Asha Textiles LLP'
                and customer_address = '4 MG Road'";
    assert_eq!(count_rows(&salon, &id, kept).await, 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_refused_sale_leaves_no_trace() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    close_day_in_pune(&salon, &desk).await;
    let before = membership_row_counts(&salon).await;
    desk.post(MEMBERSHIPS_PATH, &ten_hour_sale(&asha)).await.expect_error(409, "CONFLICT");
    assert_eq!(membership_row_counts(&salon).await, before);
}
