//! The desk corrects how an invoice was paid.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::invoices::{
    INVOICES_PATH, bill_haircut, correct_payments, create_credit_note_with, insert_day_close, post_credit_note,
    shown_invoice, stored_payments,
};
use parlour_testkit::actions::people::{manager, receptionist, sign_in_24};
use parlour_testkit::checks::audit_log::{admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

fn paid(method: &str, paise: i64) -> Value {
    json!({ "method": method, "amountPaise": paise, "reference": null })
}

async fn billed(salon: &TestSalon) -> (Person, Person, Person, String) {
    let (desk, meera, asha) = (receptionist(salon).await, manager(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    (desk, meera, asha, id)
}

#[test_on_both_engines]
async fn payments_are_corrected_and_the_main_method_follows() {
    let salon = small_salon().await;
    let (desk, _, _, id) = billed(&salon).await;
    let payments = json!([paid("cash", 20_000), { "method": "upi", "amountPaise": 50_000, "reference": "UTR 1" }, paid("card", 50_000)]);
    let reply = correct_payments(&desk, &id, &payments).await.expect_ok();
    assert_eq!((&reply["invoice"]["paymentMethod"], &reply["invoice"]["id"]), (&json!("upi"), &json!(id)));
    assert_eq!(reply["invoice"]["lines"].as_array().unwrap().len(), 1);
    assert_eq!(shown_invoice(&desk, &id).await, reply["invoice"]);
    let stored = stored_payments(&salon, &id).await;
    assert_eq!(stored, [("cash".to_owned(), 20_000), ("upi".to_owned(), 50_000), ("card".to_owned(), 50_000)]);
    let log = admin_changes_of_record(&salon, &id, "invoice.correct_payments").await;
    let before = json!({ "payments": [paid("cash", 120_000)] });
    let after = json!({ "payments": payments, "reason": "Typed wrong" });
    assert_eq!(log, [(Some(desk.id().to_string()), before, after)]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invalid_correction_is_refused_and_changes_nothing() {
    let salon = small_salon().await;
    let (desk, _, asha, id) = billed(&salon).await;
    let path = format!("{INVOICES_PATH}/{id}/payments");
    for (payments, fields) in [
        (json!(null), vec!["payments"]),
        (json!([]), vec!["payments"]),
        (json!("cash"), vec!["payments"]),
        (json!([paid("cash", 119_999)]), vec!["payments"]),
        (json!([paid("cash", 120_001)]), vec!["payments"]),
        (json!([paid("cash", 120_000), paid("upi", 1)]), vec!["payments"]),
        (json!(vec![paid("cash", 20_000); 6]), vec!["payments"]),
        (json!([paid("cheque", 120_000)]), vec!["payments.0.method"]),
        (json!([paid("cash", 0), paid("upi", -1)]), vec!["payments.0.amountPaise", "payments.1.amountPaise"]),
        (json!([{ "method": "upi", "amountPaise": 120_000, "reference": "" }]), vec!["payments.0.reference"]),
    ] {
        let refused = correct_payments(&desk, &id, &payments).await;
        assert_eq!(refused.expect_invalid_fields(), fields, "{payments}");
    }
    for reason in [json!(null), json!(""), json!("x".repeat(501))] {
        let body = json!({ "payments": [paid("upi", 1)], "reason": reason });
        assert_eq!(desk.patch(&path, &body).await.expect_invalid_fields(), ["payments", "reason"]);
    }
    correct_payments(&desk, "nope", &json!([paid("upi", 1)])).await.expect_error(404, "NOT_FOUND");
    assert_eq!(asha.patch(&path, &json!({})).await.status, 404, "the customer app has no such route");
    assert_eq!(stored_payments(&salon, &id).await, [("cash".to_owned(), 120_000)]);
    assert_eq!(count_rows(&salon, &id, "select count(*) from audit_log where record_id = $1").await, 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn neither_after_a_credit_note_nor_after_the_day_is_closed() {
    let salon = small_salon().await;
    let (desk, meera, asha, id) = billed(&salon).await;
    let upi = json!([paid("upi", 120_000)]);
    create_credit_note_with(&meera, &id, &json!({ "amountPaise": 100 })).await;
    correct_payments(&desk, &id, &upi).await.expect_error(409, "CONFLICT");
    let open = bill_haircut(&salon, &desk, &asha).await;
    salon.run_due_jobs().await;
    // The day of the invoice decides, not that of the correction.
    salon.advance_seconds(24 * 60 * 60);
    insert_day_close(&salon, PUNE, "2027-03-02", &desk).await;
    correct_payments(&desk, &open, &upi).await.expect_ok();
    insert_day_close(&salon, PUNE, "2027-03-01", &desk).await;
    correct_payments(&desk, &open, &json!([paid("card", 120_000)])).await.expect_error(409, "CONFLICT");
    assert_eq!(stored_payments(&salon, &open).await, [("upi".to_owned(), 120_000)]);
    salon.leaves_due_jobs("schedules of the next day are not run here");
}

#[test_on_both_engines]
async fn concurrent_corrections_happen_one_after_the_other() {
    let salon = small_salon().await;
    let (_, _, _, id) = billed(&salon).await;
    let mut correcting = JoinSet::new();
    for (desk, number) in sign_in_24(&salon, Role::Receptionist).await.into_iter().zip(1..) {
        let id = id.clone();
        correcting.spawn(async move {
            let payments = json!([paid("upi", 1_000 + number), paid("card", 119_000 - number)]);
            correct_payments(&desk, &id, &payments).await.expect_ok();
        });
    }
    correcting.join_all().await;
    let log = admin_changes_of_record(&salon, &id, "invoice.correct_payments").await;
    let states = |state: Value| json!(state["payments"]);
    let log: Vec<_> = log.into_iter().map(|(who, before, after)| (who, states(before), states(after))).collect();
    let stored = stored_payments(&salon, &id).await;
    let last: Vec<Value> = stored.iter().map(|(method, paise)| paid(method, *paise)).collect();
    assert_eq!(log.len(), 24);
    assert_changes_are_serial(&log, &json!([paid("cash", 120_000)]), &json!(last));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_correction_and_a_credit_note_happen_one_after_the_other() {
    let salon = small_salon().await;
    let (desk, meera, asha, _) = billed(&salon).await;
    for _ in 0..12 {
        let id = bill_haircut(&salon, &desk, &asha).await;
        let upi = json!([paid("upi", 120_000)]);
        let (corrected, credited) = tokio::join!(correct_payments(&desk, &id, &upi), post_credit_note(&meera, &id));
        let refunds = &credited.expect_created()["creditNote"]["refunds"];
        if corrected.status == 200 {
            assert_eq!(*refunds, upi);
        } else {
            corrected.expect_error(409, "CONFLICT");
            assert_eq!(*refunds, json!([paid("cash", 120_000)]));
        }
    }
    salon.run_due_jobs().await;
}
