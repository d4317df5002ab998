//! The desk looks at invoices and sends them once more.

use std::collections::BTreeSet;

use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::haircut_request_with;
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::invoices::{
    INVOICES_PATH, bill_booking, bill_haircut, invoice_id_by_number, shown_invoice,
};
use parlour_testkit::actions::memberships::{massage_session, post_membership, record_session, ten_hour_sale};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::checks::json::sorted_keys;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn send_invoice(desk: &Person, id: &str) -> Reply {
    desk.post_empty(&format!("{INVOICES_PATH}/{id}/send")).await
}

/// Waiting work to make and mail invoices: what it is told, and what it is about.
async fn open_invoice_pdf_jobs(salon: &TestSalon) -> Vec<(Value, String)> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all::<(String, String)>(
            "select payload, subject from queued_jobs where kind = 'invoice-pdf' and done_at is null and parked_at is null
             order by created_at, id",
            params![],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(payload, subject)| (serde_json::from_str(&payload).unwrap(), subject)).collect()
}

async fn mark_all_jobs_done(salon: &TestSalon) {
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        tx.execute("update queued_jobs set done_at = $1 where done_at is null", params![now]).map(drop)
    })
    .await;
}

#[test_on_both_engines]
async fn an_invoice_is_shown_with_its_lines() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-wash", 30).await;
    adjust_gems(&salon, &asha, 40).await;
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let gems = json!({ "paymentMethod": "upi", "gemsRedeemedServiceId": "service-wash" });
    let id = bill_booking(&salon, &desk, &asha, &body, &gems).await;
    let shown = shown_invoice(&desk, &id).await;
    // 120000 × 5 / 210, halves up: 2857 twice.
    let mut billed = json!({
        "id": id, "invoiceNumber": "PUN/2627/000001", "branchId": PUNE, "bookingId": shown["bookingId"],
        "customerId": asha.id().as_str(), "subtotalPaise": 150_000, "discountPaise": 0,
        "taxableValuePaise": 114_286, "gstAmountPaise": 5_714, "totalAmountPaise": 120_000,
        "invoiceType": "service", "paymentMethod": "upi", "paymentStatus": "paid", "gemsEarned": 12,
        "paidAt": "2027-03-01T04:30:00.000Z", "invoiceDate": "2027-03-01", "createdAt": "2027-03-01T04:30:00.000Z",
        "membershipId": null, "sellerName": "PUN", "sellerAddress": "MG Road", "sellerGstin": null,
        "gstRegistered": true, "customerName": "Asha", "customerGstin": null, "offerName": null,
        "redeemedValuePaise": 30_000, "gemsRedeemed": 30, "gstRateBasisPoints": 500, "cgstPaise": 2_857,
        "sgstPaise": 2_857, "hasPdf": false, "creditNote": null, "creditNotes": [],
    });
    for field in ["discountReason", "discountedBy", "voidedAt"] {
        billed[field] = Value::Null;
    }
    for field in ["roundingPaise", "creditedPaise"] {
        billed[field] = json!(0);
    }
    billed["payments"] = json!([{ "method": "upi", "amountPaise": 120_000, "reference": null }]);
    let line = |number: i64, name: &str, price: i64, redeemed: i64, half_tax: i64| {
        json!({
            "lineNumber": number, "serviceId": format!("service-{name}"), "staffId": "staff-stylist-branch-pune",
            "description": shown["lines"][usize::try_from(number).unwrap() - 1]["description"], "sac": "999721",
            "pricePaise": price, "discountPaise": 0, "redeemedValuePaise": redeemed, "gemsRedeemed": redeemed / 1_000,
            "totalAmountPaise": price - redeemed, "gstRateBasisPoints": 500,
            "taxableValuePaise": price - redeemed - 2 * half_tax, "cgstPaise": half_tax, "sgstPaise": half_tax,
        })
    };
    let mut whole = billed.clone();
    whole["lines"] = json!([line(1, "cut", 120_000, 0, 2_857), line(2, "wash", 30_000, 30_000, 0)]);
    assert_eq!(shown, whole);
    let listed = desk.get(INVOICES_PATH).await;
    assert_eq!(listed.expect_ok(), json!({ "invoices": [billed] }));
    assert_eq!(listed.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": 1 }));
    desk.get(&format!("{INVOICES_PATH}/nope")).await.expect_error(404, "NOT_FOUND");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_pdf_route_redirects_to_the_file_once_it_exists() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let path = format!("{INVOICES_PATH}/{id}/pdf");
    let own = format!("/api/invoices/{id}/pdf");
    let early = desk.get(&path).await.expect_error(404, "NOT_FOUND");
    assert_eq!(early["message"], asha.get(&own).await.expect_error(404, "NOT_FOUND")["message"]);
    update_rows(&salon, &id, "update invoices set pdf_url = 'https://files.invalid/1.pdf' where id = $1").await;
    for (reply, app_kind) in [(desk.get(&path).await, AppKind::Admin), (asha.get(&own).await, AppKind::Customer)] {
        assert_eq!(reply.status.as_u16(), 303);
        let files = format!("{}/files/", salon.url(app_kind));
        assert!(reply.header("location").unwrap().starts_with(&files), "{:?}", reply.header("location"));
        assert!(reply.bytes.is_empty());
    }
    assert_eq!(shown_invoice(&desk, &id).await["hasPdf"], true);
    desk.get(&format!("{INVOICES_PATH}/nope/pdf")).await.expect_error(404, "NOT_FOUND");
    salon.admin_visitor().get(&path).await.expect_error(401, "UNAUTHENTICATED");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn repeated_send_requests_enqueue_one_job() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let booking = shown_invoice(&desk, &id).await["bookingId"].as_str().unwrap().to_owned();
    let first = vec![(json!({ "bookingId": booking }), format!("booking:{booking}"))];
    assert_eq!(send_invoice(&desk, &id).await.expect_ok(), json!({ "queued": true }));
    assert_eq!(open_invoice_pdf_jobs(&salon).await, first, "it has not been sent for the first time yet");
    mark_all_jobs_done(&salon).await;
    let mut works = BTreeSet::new();
    for round in 1..3 {
        for _ in 0..3 {
            assert_eq!(send_invoice(&desk, &id).await.expect_ok(), json!({ "queued": true }));
            let (mut told, subject) = open_invoice_pdf_jobs(&salon).await.remove(0);
            works.insert(told["workId"].take().as_str().unwrap().to_owned());
            assert_eq!(told, json!({ "invoiceId": id, "bookingId": booking, "workId": null }));
            assert_eq!((subject, open_invoice_pdf_jobs(&salon).await.len()), (format!("invoice:{id}"), 1));
        }
        assert_eq!(works.len(), round, "each time it is done it is another letter");
        mark_all_jobs_done(&salon).await;
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["invoice.issue", "invoice.send", "invoice.send"]);
    send_invoice(&desk, "nope").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn two_dozen_concurrent_send_requests_enqueue_one_job() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    mark_all_jobs_done(&salon).await;
    let mut pressing = tokio::task::JoinSet::new();
    for number in 0..24 {
        let desk = salon.member(&format!("desk{number}"), Role::Receptionist).await;
        let id = id.clone();
        pressing.spawn(async move { send_invoice(&desk, &id).await });
    }
    for reply in pressing.join_all().await {
        assert_eq!(reply.expect_ok(), json!({ "queued": true }));
    }
    assert_eq!(open_invoice_pdf_jobs(&salon).await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_is_not_sent_to_a_customer_without_email() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    mark_all_jobs_done(&salon).await;
    update_rows(
        &salon,
        asha.id().as_str(),
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
    )
    .await;
    send_invoice(&desk, &id).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    // One that a provider has not verified is none: it may be anybody's.
    let unverified = "update users set email = 'anybody@test.invalid' where id = $1";
    update_rows(&salon, asha.id().as_str(), unverified).await;
    send_invoice(&desk, &id).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(open_invoice_pdf_jobs(&salon).await, []);
    // One that the desk has typed counts, verified or not.
    let typed = "update users set email = 'asha@test.invalid', email_folded = 'asha@test.invalid' where id = $1";
    update_rows(&salon, asha.id().as_str(), typed).await;
    send_invoice(&desk, &id).await.expect_ok();
    assert_eq!(open_invoice_pdf_jobs(&salon).await.len(), 1);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn membership_sales_and_sessions_are_listed_as_invoices() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let membership = sold["membership"]["id"].as_str().unwrap();
    record_session(&desk, membership, &massage_session(60)).await.expect_created();
    for (query, number, kind) in [
        ("type=membership_purchase", "PUN/2627/000001", "membership_purchase"),
        ("type=membership_session", "PUN/2627/S00001", "membership_session"),
        ("q=s1", "PUN/2627/S00001", "membership_session"),
        ("q=pun/2627/s", "PUN/2627/S00001", "membership_session"),
        ("q=1&type=membership_purchase", "PUN/2627/000001", "membership_purchase"),
    ] {
        let reply = desk.get(&format!("{INVOICES_PATH}?{query}")).await;
        let rows = reply.expect_ok()["invoices"].clone();
        assert_eq!(reply.json()["meta"]["totalCount"], 1, "{query}");
        assert_eq!((&rows[0]["invoiceNumber"], &rows[0]["invoiceType"]), (&json!(number), &json!(kind)), "{query}");
        assert_eq!(rows[0]["membershipId"], membership);
    }
    assert_eq!(desk.get(&format!("{INVOICES_PATH}?q=1")).await.json()["meta"]["totalCount"], 2);
    let purchase = invoice_id_by_number(&desk, "PUN/2627/000001").await;
    let shown = shown_invoice(&desk, &purchase).await;
    assert_eq!(shown["lines"][0]["description"], "Membership GOLD, 10 h");
    assert_eq!(shown["lines"][0]["serviceId"], Value::Null);
    send_invoice(&desk, &purchase).await.expect_ok();
    let told = json!({ "invoiceId": purchase });
    assert_eq!(
        open_invoice_pdf_jobs(&salon).await,
        [(told, format!("invoice:{purchase}"))],
        "its first time waits still"
    );
    assert!(sorted_keys(&shown).contains(&"creditNote"));
    salon.run_due_jobs().await;
}
