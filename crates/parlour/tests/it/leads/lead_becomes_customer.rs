//! From an advertisement to a regular customer, told over HTTP by the people who do it.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{BOOKINGS_PATH, haircut_request_at, haircut_request_with};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn book_and_start(salon: &TestSalon, customer: &Person, desk: &Person, body: &Value) -> String {
    let booked = customer.post(BOOKINGS_PATH, body).await.expect_created();
    let id = booked["id"].as_str().unwrap().to_owned();
    let approve = json!({ "action": "approve", "staffId": STYLIST });
    let approved = desk.patch(&format!("{BOOKINGS_PATH}/{id}"), &approve).await.expect_ok();
    assert_eq!(approved["booking"]["status"], "confirmed");
    salon.advance_seconds(60);
    let started = desk.post_empty(&format!("{BOOKINGS_PATH}/{id}/start")).await.expect_ok();
    assert_eq!(started["booking"]["status"], "in_progress");
    id
}

async fn complete_with(desk: &Person, id: &str, body: &Value) -> Value {
    desk.post(&format!("{BOOKINGS_PATH}/{id}/complete"), body).await.expect_ok()
}

#[test_on_both_engines]
async fn a_lead_becomes_a_customer_who_redeems_gems() {
    let salon = small_salon().await;
    let manager = salon.member("Mira", Role::Manager).await;
    let desk = salon.member("Ravi", Role::Receptionist).await;

    let offer = json!({
        "name": "Monsoon cut", "offerType": "percentage", "discountPercentage": 10, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut", "service-colour"],
    });
    let offer = manager.post("/api/offers", &offer).await.expect_created()["offer"]["id"].clone();
    let shown = salon.visitor().get("/api/offers").await.expect_ok();
    assert_eq!(shown["offers"][0]["id"], offer);

    let lead = json!({ "name": "Asha Rao", "phone": "9812345678", "serviceInterestedId": "service-colour" });
    let lead = salon.visitor().post("/api/leads", &lead).await.expect_created()["leadId"].clone();
    let lead = lead.as_str().unwrap();
    desk.patch(&format!("/api/leads/{lead}"), &json!({ "status": "contacted" })).await.expect_ok();

    let asha = salon.customer("Asha").await;
    let mut body = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    body["leadId"] = json!(lead);
    let first = book_and_start(&salon, &asha, &desk, &body).await;
    let known = desk.get(&format!("/api/leads/{lead}")).await.expect_ok();
    assert_eq!((&known["lead"]["status"], &known["lead"]["convertedBookingId"]), (&json!("booked"), &json!(first)));

    let paid = complete_with(&desk, &first, &json!({ "paymentMethod": "card", "offerId": offer })).await;
    assert_eq!((&paid["discountPaise"], &paid["invoice"]["totalPaise"]), (&json!(37_005), &json!(333_045)));
    assert_eq!(paid["gemsEarned"], 33);
    desk.patch(&format!("/api/leads/{lead}"), &json!({ "status": "won" })).await.expect_ok();

    let sorry = json!({ "gemsAmount": 67, "reason": "Sorry for the wait" });
    let given = manager.post(&format!("/api/customers/{}/gems", asha.id()), &sorry).await.expect_ok();
    assert_eq!(given["summary"]["balance"], 100);
    write_transaction(&salon.app, |tx| {
        let redeemable = "update services set gems_redeemable = true, gems_required = 90 where id = 'service-cut'";
        tx.execute(redeemable, &[]).map(drop)
    })
    .await;

    salon.advance_seconds(24 * 3600);
    let second = book_and_start(&salon, &asha, &desk, &haircut_request_at("2027-03-09", "12:00")).await;
    let paid = complete_with(&desk, &second, &json!({ "paymentMethod": "cash", "redeemGems": true })).await;
    assert_eq!((&paid["invoice"]["totalPaise"], &paid["gemsEarned"]), (&json!(0), &json!(0)));
    let summary = asha.get("/api/gems").await.expect_ok()["summary"].clone();
    assert_eq!(summary, json!({ "balance": 10, "totalEarned": 33, "totalRedeemed": 90 }));

    let found = desk.get("/api/customers?q=asha&sort=ltv").await.expect_ok()["customers"][0].clone();
    assert_eq!((&found["totalVisits"], &found["totalSpentPaise"]), (&json!(2), &json!(333_045)));
    assert_eq!(found["gemsBalance"], 10);
    let numbers: Vec<Value> = asha.get("/api/invoices").await.expect_ok()["invoices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["invoiceNumber"].clone())
        .collect();
    assert_eq!(numbers, ["PUN/2627/000002", "PUN/2627/000001"]);
    let told: Vec<Value> = asha.get("/api/notifications").await.expect_ok()["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|notice| notice["type"].clone())
        .collect();
    assert_eq!(told, ["booking_confirmed", "booking_confirmed"]);
    salon.run_due_jobs().await;
}
