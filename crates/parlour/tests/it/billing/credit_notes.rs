//! A manager gives an invoice back, and everything that followed from it is undone.

use parlour_db::{DbError, params};
use parlour_testkit::actions::bookings::{haircut_request, haircut_request_with};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, shown_gems_balance, verified_gems_balance};
use parlour_testkit::actions::invoices::{
    INVOICES_PATH, bill_booking, bill_haircut, create_credit_note, invoice_id_by_number, post_credit_note,
    shown_invoice,
};
use parlour_testkit::actions::memberships::{
    massage_session, membership_detail, post_membership, record_session, ten_hour_sale,
};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, own_profile, receptionist, total_spent_paise};
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record};
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon, small_salon_at};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

#[test_on_both_engines]
async fn a_credit_note_undoes_spend_visits_and_gems() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    bill_haircut(&salon, &desk, &asha).await;
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    let id = bill_booking(&salon, &desk, &asha, &body, &cash_payment()).await;
    let before = shown_invoice(&desk, &id).await;
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (49, 490_050));

    let note = create_credit_note(&meera, &id).await;
    let expected = json!({
        "id": note["id"], "creditNoteNumber": "PUN/2627/C00001", "invoiceId": id, "branchId": PUNE,
        "customerId": asha.id().as_str(), "creditDate": "2027-03-01", "reason": "Wrong colour",
        "totalAmountPaise": 370_050, "roundingPaise": 0, "gstRateBasisPoints": 500, "taxableValuePaise": 352_428,
        "cgstPaise": 8_811, "sgstPaise": 8_811, "gstAmountPaise": 17_622, "carriesTax": true, "isLast": true,
        "gemsTakenBack": 37, "gemsGivenBack": 0,
        "lines": [
            { "lineNumber": 1, "totalAmountPaise": 120_000, "taxableValuePaise": 114_286, "cgstPaise": 2_857,
              "sgstPaise": 2_857, "gemsGivenBack": 0 },
            { "lineNumber": 2, "totalAmountPaise": 250_050, "taxableValuePaise": 238_142, "cgstPaise": 5_954,
              "sgstPaise": 5_954, "gemsGivenBack": 0 },
        ],
        "refunds": [{ "method": "cash", "amountPaise": 370_050, "reference": null }],
        "createdBy": meera.id().as_str(), "createdAt": "2027-03-01T04:30:00.000Z",
    });
    assert_eq!(note, expected);
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (12, 120_000));
    let seen = own_profile(&asha).await;
    assert_eq!((&seen["totalVisits"], &seen["consecutiveCompletedBookings"]), (&json!(2), &json!(2)), "they came");
    let gems = asha.get("/api/gems").await.expect_ok();
    let loss = &gems["transactions"].as_array().unwrap().iter().find(|row| row["type"] == "adjusted").unwrap();
    assert_eq!((&loss["gemsAmount"], &loss["invoiceNumber"]), (&json!(-37), &json!("PUN/2627/000002")));
    assert_eq!(gems["summary"]["totalEarned"], 49, "that they were earned stays true");

    let summary = json!({
        "id": note["id"], "number": "PUN/2627/C00001", "totalAmountPaise": 370_050,
        "createdAt": "2027-03-01T04:30:00.000Z",
    });
    let after = shown_invoice(&desk, &id).await;
    assert_eq!((&after["creditNote"], &after["creditNotes"]), (&expected, &json!([summary])));
    let without_notes = |mut invoice: Value| {
        for field in ["creditNote", "creditNotes", "creditedPaise"] {
            invoice.as_object_mut().unwrap().remove(field);
        }
        invoice
    };
    assert_eq!(without_notes(after), without_notes(before), "the invoice itself is never changed");
    let own = asha.get("/api/invoices").await.expect_ok();
    let own = own["invoices"].as_array().unwrap().iter().find(|invoice| invoice["id"] == id.as_str()).unwrap();
    assert_eq!(own["creditNotes"], json!([summary]));
    let listed = desk.get(&format!("{INVOICES_PATH}?q=2")).await.expect_ok();
    assert_eq!(listed["invoices"][0]["creditNote"], expected);
    let export = asha.get("/api/profile/export").await.expect_ok();
    assert!(export.to_string().contains("PUN/2627/C00001"), "{export}");
    let log = admin_changes_of_record(&salon, &id, "invoice.credit").await;
    let customer = |gems: i64, paise: i64| json!({ "gemsBalance": gems, "totalSpentPaise": paise });
    assert_eq!(
        log,
        [(
            Some(meera.id().to_string()),
            json!({ "creditNote": null, "customer": customer(49, 490_050) }),
            json!({ "creditNote": expected, "customer": customer(12, 120_000) }),
        )]
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invalid_credit_note_is_refused_and_writes_nothing() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let path = format!("{INVOICES_PATH}/{id}/credit-note");
    for body in [json!({}), json!({ "reason": "  " }), json!({ "reason": 1 }), json!({ "reason": "x".repeat(501) })] {
        assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), ["reason"]);
    }
    post_credit_note(&desk, &id).await.expect_error(403, "FORBIDDEN");
    post_credit_note(&meera, "nope").await.expect_error(404, "NOT_FOUND");
    let gift = json!({ "paymentMethod": "cash", "offerId": "gift" });
    insert_offer(&salon, "gift", "percentage", 100, &["service-cut"]).await;
    let free = bill_booking(&salon, &desk, &salon.customer("Tara").await, &haircut_request(), &gift).await;
    post_credit_note(&meera, &free).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(count_rows(&salon, &free, "select count(*) from credit_notes where invoice_id <> $1").await, 0);
    assert_eq!((shown_gems_balance(&asha).await, total_spent_paise(&asha).await), (json!(12), 120_000));
    create_credit_note(&meera, &id).await;
    post_credit_note(&meera, &id).await.expect_error(409, "CONFLICT");
    assert_eq!((shown_gems_balance(&asha).await, total_spent_paise(&asha).await), (json!(0), 0));
    assert_eq!(actions_on_record(&salon, &id).await, ["invoice.credit", "invoice.issue"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn gems_are_taken_back_up_to_the_balance() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    make_service_redeemable(&salon, "service-wash", 10).await;
    let wash = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": "service-wash" });
    let with_wash = haircut_request_with("serviceIds", json!(["service-wash"]));
    // Earned 12, spent 10, credited: 2 are left to take.
    let asha = salon.customer("Asha").await;
    let first = bill_haircut(&salon, &desk, &asha).await;
    let second = bill_booking(&salon, &desk, &asha, &with_wash, &wash).await;
    assert_eq!(verified_gems_balance(&salon, &asha).await, 2);
    assert_eq!(create_credit_note(&meera, &first).await["gemsTakenBack"], 2);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 0);
    // The 10 that paid for the wash come back, and nobody asks for the others any more.
    let note = create_credit_note(&meera, &second).await;
    assert_eq!((&note["gemsGivenBack"], &note["gemsTakenBack"]), (&json!(10), &json!(0)));
    assert_eq!((&note["totalAmountPaise"], verified_gems_balance(&salon, &asha).await), (&json!(0), 10));
    assert_eq!(total_spent_paise(&asha).await, 0);
    // Whoever has others gives those.
    let tara = salon.customer("Tara").await;
    let first = bill_haircut(&salon, &desk, &tara).await;
    bill_booking(&salon, &desk, &tara, &with_wash, &wash).await;
    adjust_gems(&salon, &tara, 7).await;
    assert_eq!(create_credit_note(&meera, &first).await["gemsTakenBack"], 9);
    assert_eq!(verified_gems_balance(&salon, &tara).await, 0);
    // What is given back first pays for what is to be taken.
    let zoya = salon.customer("Zoya").await;
    adjust_gems(&salon, &zoya, 10).await;
    let both = haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]));
    let first = bill_booking(&salon, &desk, &zoya, &both, &wash).await;
    bill_booking(&salon, &desk, &zoya, &with_wash, &wash).await;
    assert_eq!(verified_gems_balance(&salon, &zoya).await, 2);
    let note = create_credit_note(&meera, &first).await;
    assert_eq!((&note["gemsGivenBack"], &note["gemsTakenBack"]), (&json!(10), &json!(12)));
    assert_eq!(verified_gems_balance(&salon, &zoya).await, 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn after_a_credit_note_the_offer_can_be_used_again() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let tenth = json!({ "paymentMethod": "cash", "offerId": "tenth" });
    let id = bill_booking(&salon, &desk, &asha, &haircut_request(), &tenth).await;
    let next = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&desk, &next, &tenth).await.expect_error(409, "OFFER_NOT_APPLICABLE");
    assert_eq!(create_credit_note(&meera, &id).await["totalAmountPaise"], 108_000);
    complete_booking(&desk, &next, &tenth).await.expect_ok();
    assert_eq!((total_spent_paise(&asha).await, shown_gems_balance(&asha).await), (108_000, json!(10)));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn crediting_a_membership_invoice_ends_the_membership() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let membership = sold["membership"]["id"].as_str().unwrap();
    record_session(&desk, membership, &massage_session(60)).await.expect_created();
    bill_haircut(&salon, &desk, &asha).await;
    let (slip, purchase) =
        (invoice_id_by_number(&desk, "PUN/2627/S00001").await, invoice_id_by_number(&desk, "PUN/2627/000001").await);
    post_credit_note(&meera, &slip).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    let note = create_credit_note(&meera, &purchase).await;
    assert_eq!((&note["totalAmountPaise"], &note["gemsTakenBack"]), (&json!(1_800_000), &json!(0)));
    let seen = membership_detail(&desk, membership).await;
    assert_eq!((&seen["status"], &seen["notes"]), (&json!("cancelled"), &json!("Wrong colour")));
    record_session(&desk, membership, &massage_session(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(
        actions_on_record(&salon, membership).await,
        ["membership.cancel", "membership.record_session", "membership.sell"]
    );
    assert_eq!(total_spent_paise(&asha).await, 120_000, "a membership's price was never part of it");

    // One that was cancelled before can still be paid back, and stays as it is.
    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let membership = sold["membership"]["id"].as_str().unwrap().to_owned();
    let reason = json!({ "reason": "Moves away" });
    meera.post(&format!("/api/memberships/{membership}/cancel"), &reason).await.expect_ok();
    let purchase = invoice_id_by_number(&desk, sold["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    assert_eq!(create_credit_note(&meera, &purchase).await["creditNoteNumber"], "PUN/2627/C00002");
    assert_eq!(membership_detail(&desk, &membership).await["notes"], "Moves away");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_credit_note_is_numbered_by_its_own_date() {
    let salon = small_salon_at("2027-03-31 23:50").await;
    let asha = salon.customer("Asha").await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let body = haircut_request_with("bookingDate", "2027-04-05");
    let first = bill_booking(&salon, &desk, &asha, &body, &cash_payment()).await;
    let second = bill_booking(&salon, &desk, &asha, &body, &cash_payment()).await;
    assert_eq!(create_credit_note(&meera, &first).await["creditNoteNumber"], "PUN/2627/C00001");
    salon.advance_seconds(20 * 60);
    let (date, now) = (salon.now().ist_date(), salon.now());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into daily_sales_summaries (branch_id, summary_date, invoice_count, service_invoice_count,
                 membership_sale_count, membership_session_count, subtotal_paise, discount_paise,
                 redeemed_value_paise, taxable_value_paise, gst_amount_paise, total_amount_paise, cash_paise,
                 upi_paise, card_paise, credit_note_count, credited_paise, gems_earned, gems_redeemed,
                 bookings_created, bookings_completed, bookings_cancelled, bookings_noshow, walkin_count,
                 new_customer_count, computed_at)
             values ($1, $2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 500, 0, 0, 0, 0, 0, 0, 0, 0, $3)",
            params![PUNE, date, now],
        )
        .map(drop)
    })
    .await;
    let note = create_credit_note(&meera, &second).await;
    assert_eq!((&note["creditNoteNumber"], &note["creditDate"]), (&json!("PUN/2728/C00001"), &json!("2027-04-01")));
    let summed = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all::<(i64, i64)>("select credit_note_count, credited_paise from daily_sales_summaries", params![])
    });
    assert_eq!(summed.await.unwrap(), [(2, 120_500)], "the day had been added up already");
    let report = meera.get("/api/reports/sales?from=2027-04-01&to=2027-04-01").await.expect_ok();
    assert!(report.to_string().contains("120000"), "{report}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_erasure_removes_the_reason_of_a_credit_note_and_keeps_its_amounts() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let (first, second) = (bill_haircut(&salon, &desk, &asha).await, bill_haircut(&salon, &desk, &asha).await);
    create_credit_note(&meera, &first).await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let note = shown_invoice(&desk, &first).await["creditNote"].clone();
    assert_eq!((&note["reason"], &note["totalAmountPaise"]), (&json!("Credited"), &json!(120_000)));
    assert_eq!(admin_changes_of_record(&salon, &first, "invoice.credit").await[0].2, Value::Null);
    // What the salon owes, it owes still.
    assert_eq!(create_credit_note(&meera, &second).await["creditNoteNumber"], "PUN/2627/C00002");
    assert_eq!(verified_gems_balance(&salon, &asha).await, 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_merged_customer_s_invoice_is_credited_to_the_remaining_customer() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, again) = (salon.customer("Asha").await, salon.customer("Asha2").await);
    let (first, second) = (bill_haircut(&salon, &desk, &asha).await, bill_haircut(&salon, &desk, &again).await);
    create_credit_note(&meera, &first).await;
    let into = json!({ "intoId": again.id().as_str() });
    meera.post(&format!("/api/customers/{}/merge", asha.id()), &into).await.expect_ok();
    assert_eq!((verified_gems_balance(&salon, &again).await, total_spent_paise(&again).await), (12, 120_000));
    assert_eq!(shown_invoice(&desk, &first).await["creditNote"]["customerId"], again.id().as_str());
    assert_eq!(shown_invoice(&desk, &first).await["creditNote"]["reason"], "Wrong colour");
    let third = create_credit_note(&meera, &second).await;
    assert_eq!((&third["gemsTakenBack"], &third["customerId"]), (&json!(12), &json!(again.id().as_str())));
    assert_eq!((verified_gems_balance(&salon, &again).await, total_spent_paise(&again).await), (0, 0));
    salon.run_due_jobs().await;
}
