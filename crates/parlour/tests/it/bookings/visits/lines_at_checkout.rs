//! A service that is in a booking twice is billed twice.

use parlour_testkit::actions::bookings::{create_booking, haircut_request, mark_confirmed, massage_request};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, shown_quote};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, verified_gems_balance};
use parlour_testkit::actions::invoices::{create_credit_note_with, invoice_id_by_number, shown_invoice};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::put_lines;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// A confirmed booking with a wash, and two cuts for ₹1,000 and ₹1,200 by two people.
async fn cut_twice(salon: &TestSalon, customer: &Person, mira: &Person) -> String {
    let id = create_booking(customer, &haircut_request()).await;
    mark_confirmed(salon, &id).await;
    let lines = json!([
        { "serviceId": "service-wash" },
        { "serviceId": "service-cut", "pricePaise": 100_000 },
        { "serviceId": "service-cut", "pricePaise": 120_000, "staffId": STYLIST_IN_GOA },
    ]);
    put_lines(mira, &id, &lines).await.expect_ok();
    id
}

async fn bill(desk: &Person, id: &str, body: &Value) -> Value {
    let quote = shown_quote(desk, id, body).await;
    let mut paid = body.clone();
    paid["paymentMethod"] = "cash".into();
    let done = complete_booking(desk, id, &paid).await.expect_ok();
    let number = done["invoice"]["invoiceNumber"].as_str().unwrap();
    let invoice = shown_invoice(desk, &invoice_id_by_number(desk, number).await).await;
    assert_eq!(quote["lines"], invoice["lines"]);
    assert_eq!(quote["totalAmountPaise"], invoice["totalAmountPaise"]);
    invoice
}

fn amounts(invoice: &Value, field: &str) -> Vec<i64> {
    invoice["lines"].as_array().unwrap().iter().map(|line| line[field].as_i64().unwrap()).collect()
}

#[test_on_both_engines]
async fn both_lines_are_billed_credited_and_reported() {
    let salon = small_salon().await;
    let (desk, asha, mira) = (receptionist(&salon).await, salon.customer("Asha").await, manager(&salon).await);
    let id = cut_twice(&salon, &asha, &mira).await;
    let invoice = bill(&desk, &id, &json!({})).await;
    assert_eq!(amounts(&invoice, "totalAmountPaise"), [30_000, 100_000, 120_000]);
    let id = invoice["id"].as_str().unwrap();
    let note = create_credit_note_with(&mira, id, &json!({ "lines": [{ "lineNumber": 3 }] })).await;
    assert_eq!(note["totalAmountPaise"], 120_000);
    let report = |name: &str| format!("/api/reports/{name}?from=2027-03-01&to=2027-03-01");
    let services = mira.get(&report("services")).await.expect_ok()["report"].clone();
    let cut = services["services"].as_array().unwrap().iter().find(|row| row["serviceId"] == "service-cut").unwrap();
    assert_eq!((&cut["count"], &cut["revenuePaise"]), (&json!(2), &json!(220_000)), "{cut}");
    assert_eq!((&cut["creditedCount"], &cut["netPaise"]), (&json!(1), &json!(100_000)), "{cut}");
    let staff = mira.get(&report("staff")).await.expect_ok()["report"].to_string();
    assert!(staff.contains(STYLIST) && staff.contains(STYLIST_IN_GOA), "{staff}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn gems_pay_the_dearest_line_of_a_service() {
    let salon = small_salon().await;
    let (desk, asha, mira) = (receptionist(&salon).await, salon.customer("Asha").await, manager(&salon).await);
    make_service_redeemable(&salon, "service-cut", 50).await;
    adjust_gems(&salon, &asha, 60).await;
    let id = cut_twice(&salon, &asha, &mira).await;
    let invoice = bill(&desk, &id, &json!({ "gemsRedeemedServiceId": "service-cut" })).await;
    assert_eq!(amounts(&invoice, "redeemedValuePaise"), [0, 0, 120_000]);
    assert_eq!(amounts(&invoice, "gemsRedeemed"), [0, 0, 50]);
    assert_eq!(invoice["totalAmountPaise"], 130_000);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 60 - 50 + 13);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_combo_takes_one_of_each_service() {
    let salon = small_salon().await;
    let (desk, mira) = (receptionist(&salon).await, manager(&salon).await);
    insert_offer(&salon, "combo", "combo_price", 100_000, &["service-cut", "service-wash"]).await;
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = cut_twice(&salon, &asha, &mira).await;
    let combo = bill(&desk, &id, &json!({ "offerId": "combo" })).await;
    assert_eq!(amounts(&combo, "discountPaise"), [10_000, 0, 40_000]);
    assert_eq!(combo["totalAmountPaise"], 200_000, "a combo for ₹1,000 and the cheaper cut");
    let id = cut_twice(&salon, &tara, &mira).await;
    let tenth = bill(&desk, &id, &json!({ "offerId": "tenth" })).await;
    assert_eq!(amounts(&tenth, "discountPaise"), [0, 10_000, 12_000]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn hours_pay_for_every_line() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    mark_confirmed(&salon, &id).await;
    let twice = json!([{ "serviceId": "service-massage" }, { "serviceId": "service-massage", "durationMinutes": 30 }]);
    let booking = put_lines(&desk, &id, &twice).await.expect_ok()["booking"].clone();
    assert_eq!(booking["totalDurationMinutes"], 90);
    let paid = complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    assert_eq!(paid["invoice"]["totalPaise"], 600_000);
    salon.run_due_jobs().await;
}
