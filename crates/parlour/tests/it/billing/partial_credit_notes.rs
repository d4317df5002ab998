//! A manager gives back a part of an invoice, several times, until nothing is left.

use parlour_testkit::actions::bookings::haircut_request_with;
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, verified_gems_balance};
use parlour_testkit::actions::invoices::{
    INVOICES_PATH, bill_booking, bill_cut_and_colour, bill_haircut, create_credit_note, create_credit_note_with,
    insert_day_close, invoice_id_by_number, post_credit_note, post_credit_note_with, set_payments, shown_invoice,
};
use parlour_testkit::actions::memberships::{membership_detail, post_membership, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist, total_spent_paise};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon, small_salon_at};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::{Value, json};

fn amounts(note: &Value) -> [i64; 4] {
    ["totalAmountPaise", "taxableValuePaise", "cgstPaise", "gemsTakenBack"].map(|field| note[field].as_i64().unwrap())
}

fn line_totals(note: &Value) -> Vec<(i64, i64)> {
    let number = |line: &Value, field: &str| line[field].as_i64().unwrap();
    let lines = note["lines"].as_array().unwrap().iter();
    lines.map(|line| (number(line, "lineNumber"), number(line, "totalAmountPaise"))).collect()
}

async fn credited_paise(salon: &TestSalon, invoice: &str) -> i64 {
    count_rows(salon, invoice, "select credited_paise from invoices where id = $1").await
}

#[test_on_both_engines]
async fn an_invoice_is_credited_in_parts_until_nothing_is_left() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_cut_and_colour(&salon, &desk, &asha).await;
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (37, 370_050));

    // From the lines in order.
    let first = create_credit_note_with(&meera, &id, &json!({ "amountPaise": 150_001 })).await;
    // CGST = 150,001 × 5 / 210, half up. 220,049 are left, which keep 22 gems.
    assert_eq!(amounts(&first), [150_001, 142_859, 3_571, 15]);
    assert_eq!(line_totals(&first), [(1, 120_000), (2, 30_001)]);
    assert_eq!(
        (&first["isLast"], &first["carriesTax"], &first["roundingPaise"]),
        (&json!(false), &json!(true), &json!(0))
    );
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (22, 220_049));
    assert_eq!(credited_paise(&salon, &id).await, 150_001);

    let second =
        create_credit_note_with(&meera, &id, &json!({ "lines": [{ "lineNumber": 2, "amountPaise": 20_050 }] })).await;
    // CGST on 170,051 is 4,049: 478 more.
    assert_eq!(amounts(&second), [20_050, 19_094, 478, 3]);
    assert_eq!(line_totals(&second), [(2, 20_050)]);
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (19, 199_999));

    let last = create_credit_note(&meera, &id).await;
    // The rest of 352,428 and 8,811.
    assert_eq!(amounts(&last), [199_999, 190_475, 4_762, 19]);
    assert_eq!(line_totals(&last), [(2, 199_999)]);
    assert_eq!(last["isLast"], true);
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (0, 0));
    assert_eq!(credited_paise(&salon, &id).await, 370_050);
    for (note, number) in [(&first, 1), (&second, 2), (&last, 3)] {
        assert_eq!(note["creditNoteNumber"], format!("PUN/2627/C0000{number}"));
    }
    let shown = shown_invoice(&desk, &id).await;
    assert_eq!((&shown["paymentStatus"], &shown["creditNote"]), (&json!("paid"), &last), "the newest");
    let ids: Vec<&Value> = shown["creditNotes"].as_array().unwrap().iter().map(|note| &note["id"]).collect();
    assert_eq!(ids, [&first["id"], &second["id"], &last["id"]]);
    post_credit_note(&meera, &id).await.expect_error(409, "CONFLICT");
    let credited = ["invoice.credit", "invoice.credit", "invoice.credit", "invoice.issue"];
    assert_eq!(actions_on_record(&salon, &id).await, credited);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invalid_part_is_refused_and_writes_nothing() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_cut_and_colour(&salon, &desk, &asha).await;
    let path = format!("{INVOICES_PATH}/{id}/credit-note");
    let cash = |paise: i64| json!({ "method": "cash", "amountPaise": paise });
    for (body, fields) in [
        (json!({ "amountPaise": 99 }), vec!["amountPaise"]),
        (json!({ "amountPaise": 0 }), vec!["amountPaise"]),
        (json!({ "amountPaise": -100 }), vec!["amountPaise"]),
        (json!({ "amountPaise": "100" }), vec!["amountPaise"]),
        (json!({ "amountPaise": 10_000_000_001_i64 }), vec!["amountPaise"]),
        (json!({ "amountPaise": 369_951 }), vec!["amountPaise"]),
        (json!({ "amountPaise": 370_049 }), vec!["amountPaise"]),
        (json!({ "amountPaise": 1_000, "lines": [{ "lineNumber": 1 }] }), vec!["amountPaise"]),
        (json!({ "lines": [] }), vec!["lines"]),
        (json!({ "lines": 1 }), vec!["lines"]),
        (json!({ "lines": [1] }), vec!["lines.0"]),
        (json!({ "lines": [{}] }), vec!["lines.0.lineNumber"]),
        (json!({ "lines": [{ "lineNumber": 3 }] }), vec!["lines.0.lineNumber"]),
        (json!({ "lines": [{ "lineNumber": 0 }] }), vec!["lines.0.lineNumber"]),
        (json!({ "lines": [{ "lineNumber": 1 }, { "lineNumber": 1 }] }), vec!["lines.1.lineNumber"]),
        (json!({ "lines": [{ "lineNumber": 1, "amountPaise": 0 }] }), vec!["lines.0.amountPaise"]),
        (json!({ "lines": [{ "lineNumber": 1, "amountPaise": 50 }] }), vec!["lines"]),
        (json!({ "lines": [{ "lineNumber": 1 }, { "lineNumber": 2, "amountPaise": 250_000 }] }), vec!["lines"]),
        (json!({ "amountPaise": 1_000, "refunds": [cash(999)] }), vec!["refunds"]),
        (json!({ "amountPaise": 1_000, "refunds": [cash(1_000), cash(1)] }), vec!["refunds"]),
        (json!({ "refunds": [cash(370_049)] }), vec!["refunds"]),
        (json!({ "refunds": vec![cash(61_675); 6] }), vec!["refunds"]),
        (json!({ "refunds": [{ "method": "cheque", "amountPaise": 370_050 }] }), vec!["refunds.0.method"]),
        (
            json!({ "refunds": [{ "method": "upi", "amountPaise": 0, "reference": "" }] }),
            vec!["refunds.0.amountPaise", "refunds.0.reference"],
        ),
        (
            json!({ "refunds": [{ "method": "upi", "amountPaise": 370_050, "reference": "x".repeat(65) }] }),
            vec!["refunds.0.reference"],
        ),
    ] {
        let refused = post_credit_note_with(&meera, &id, &body).await;
        assert_eq!(refused.expect_invalid_fields(), fields, "{body}");
    }
    // All that is wrong at once, without a reason.
    let body = json!({ "lines": [{ "lineNumber": 3 }, { "lineNumber": 1, "amountPaise": "x" }], "refunds": [{}] });
    let expected = ["lines.0.lineNumber", "lines.1.amountPaise", "reason", "refunds.0.amountPaise", "refunds.0.method"];
    assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), expected);
    let body = json!({ "amountPaise": 370_049, "refunds": [cash(1)] });
    assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), ["amountPaise", "reason"]);
    let body = json!({ "amountPaise": 370_000, "refunds": [cash(1)] });
    assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), ["amountPaise", "reason"]);
    let body = json!({ "amountPaise": 300_000, "refunds": [cash(1)] });
    assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), ["reason", "refunds"]);

    for body in [
        json!({ "amountPaise": 370_051 }),
        json!({ "lines": [{ "lineNumber": 1, "amountPaise": 120_001 }] }),
        json!({ "lines": [{ "lineNumber": 1, "amountPaise": 120_001 }, { "lineNumber": 2 }] }),
    ] {
        post_credit_note_with(&meera, &id, &body).await.expect_error(409, "CONFLICT");
    }
    assert_eq!(count_rows(&salon, &id, "select count(*) from credit_notes where invoice_id = $1").await, 0);
    assert_eq!((verified_gems_balance(&salon, &asha).await, total_spent_paise(&asha).await), (37, 370_050));
    // What was credited before is not left.
    create_credit_note_with(&meera, &id, &json!({ "lines": [{ "lineNumber": 1 }] })).await;
    for body in [json!({ "amountPaise": 250_051 }), json!({ "lines": [{ "lineNumber": 1 }] })] {
        post_credit_note_with(&meera, &id, &body).await.expect_error(409, "CONFLICT");
    }
    post_credit_note_with(&desk, &id, &json!({ "amountPaise": 100 })).await.expect_error(403, "FORBIDDEN");
    assert_eq!(create_credit_note_with(&meera, &id, &json!({ "amountPaise": 100 })).await["totalAmountPaise"], 100);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn refunds_follow_the_payments_unless_they_are_named() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let refund = |method: &str, paise: i64| json!({ "method": method, "amountPaise": paise, "reference": null });
    let id = bill_haircut(&salon, &desk, &asha).await;
    set_payments(&salon, &id, &[("cash", 50_000), ("upi", 30_000), ("card", 40_000)]).await;
    let credit = async |fields: Value| create_credit_note_with(&meera, &id, &fields).await["refunds"].clone();
    assert_eq!(credit(json!({ "amountPaise": 30_000 })).await, json!([refund("card", 30_000)]));
    assert_eq!(
        credit(json!({ "amountPaise": 20_000, "refunds": [] })).await,
        json!([refund("card", 10_000), refund("upi", 10_000)])
    );
    let named = json!([{ "method": "upi", "amountPaise": 5_000, "reference": "UTR 42" }, refund("cash", 5_000)]);
    assert_eq!(credit(json!({ "amountPaise": 10_000, "refunds": named })).await, named, "any method");
    assert_eq!(credit(json!({})).await, json!([refund("upi", 15_000), refund("cash", 45_000)]));
    let mut shown = shown_invoice(&desk, &id).await;
    assert_eq!(shown["creditNote"]["refunds"], json!([refund("upi", 15_000), refund("cash", 45_000)]));
    assert_eq!(shown["creditNotes"].as_array_mut().unwrap().len(), 4);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn redeemed_gems_return_with_their_line_or_the_last_note() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    make_service_redeemable(&salon, "service-wash", 10).await;
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]));
    let with_gems = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": "service-wash" });
    let asha = salon.customer("Asha").await;
    adjust_gems(&salon, &asha, 10).await;
    let id = bill_booking(&salon, &desk, &asha, &body, &with_gems).await;
    assert_eq!(verified_gems_balance(&salon, &asha).await, 12);
    let gems = |note: &Value| [note["gemsGivenBack"].as_i64().unwrap(), note["gemsTakenBack"].as_i64().unwrap()];
    assert_eq!(gems(&create_credit_note_with(&meera, &id, &json!({ "amountPaise": 20_000 })).await), [0, 2]);
    let named = create_credit_note_with(&meera, &id, &json!({ "lines": [{ "lineNumber": 2 }] })).await;
    assert_eq!((gems(&named), &named["totalAmountPaise"], &named["refunds"]), ([10, 0], &json!(0), &json!([])));
    assert_eq!(named["lines"][0]["gemsGivenBack"], 10);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 20);
    post_credit_note_with(&meera, &id, &json!({ "lines": [{ "lineNumber": 2 }] })).await.expect_error(409, "CONFLICT");
    assert_eq!(gems(&create_credit_note(&meera, &id).await), [0, 10]);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 10);

    // With the last note, also if only the other lines are named.
    let tara = salon.customer("Tara").await;
    adjust_gems(&salon, &tara, 10).await;
    let id = bill_booking(&salon, &desk, &tara, &body, &with_gems).await;
    let last = create_credit_note_with(&meera, &id, &json!({ "lines": [{ "lineNumber": 1 }] })).await;
    assert_eq!((gems(&last), &last["isLast"]), ([10, 12], &json!(true)));
    assert_eq!(verified_gems_balance(&salon, &tara).await, 10);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn offer_and_membership_end_only_with_the_last_note() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    let tenth = json!({ "paymentMethod": "cash", "offerId": "tenth" });
    let id = bill_booking(&salon, &desk, &asha, &haircut_request_with("notes", "x"), &tenth).await;
    let next = create_confirmed_booking(&salon, &asha, &haircut_request_with("notes", "y")).await;
    create_credit_note_with(&meera, &id, &json!({ "amountPaise": 100_000 })).await;
    complete_booking(&desk, &next, &tenth).await.expect_error(409, "OFFER_NOT_APPLICABLE");
    create_credit_note(&meera, &id).await;
    complete_booking(&desk, &next, &tenth).await.expect_ok();

    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let membership = sold["membership"]["id"].as_str().unwrap();
    let purchase = invoice_id_by_number(&desk, sold["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    create_credit_note_with(&meera, &purchase, &json!({ "amountPaise": 800_000 })).await;
    assert_eq!(membership_detail(&desk, membership).await["status"], "active");
    let last = create_credit_note_with(&meera, &purchase, &json!({ "amountPaise": 1_000_000 })).await;
    assert_eq!(
        (&last["isLast"], &membership_detail(&desk, membership).await["status"]),
        (&json!(true), &json!("cancelled"))
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_last_note_takes_the_rounding() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    for (fields, is_amount) in [(json!({}), false), (json!({ "amountPaise": 270_000 }), true)] {
        let id = bill_cut_and_colour(&salon, &desk, &asha).await;
        update_rows(
            &salon,
            &id,
            "update invoices set rounding_paise = -50 + 1, total_amount_paise = total_amount_paise - 49 where id = $1",
        )
        .await;
        set_payments(&salon, &id, &[("cash", 370_001)]).await;
        create_credit_note_with(&meera, &id, &json!({ "amountPaise": 100_001 })).await;
        if is_amount {
            let refused = post_credit_note_with(&meera, &id, &json!({ "amountPaise": 269_950 })).await;
            assert_eq!(refused.expect_invalid_fields(), ["amountPaise"], "50 would be left");
            let refused = post_credit_note_with(&meera, &id, &json!({ "amountPaise": 270_049 })).await;
            refused.expect_error(409, "CONFLICT");
        }
        let last = create_credit_note_with(&meera, &id, &fields).await;
        assert_eq!((&last["totalAmountPaise"], &last["roundingPaise"]), (&json!(270_000), &json!(-49)));
        assert_eq!(last["refunds"][0]["amountPaise"], 270_000);
        let [total, taxable, cgst, _] = amounts(&last);
        assert_eq!(taxable + 2 * cgst - 49, total);
        assert_eq!(credited_paise(&salon, &id).await, 370_001);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_note_after_30_november_carries_no_tax() {
    let salon = small_salon_at("2027-03-31 12:00").await;
    let asha = salon.customer("Asha").await;
    let body = haircut_request_with("bookingDate", "2027-04-05");
    let id = bill_booking(&salon, &receptionist(&salon).await, &asha, &body, &cash_payment()).await;
    salon.run_due_jobs().await;
    salon.advance_seconds(244 * 24 * 60 * 60);
    assert_eq!(salon.now().ist_date().to_string(), "2027-11-30");
    let meera = manager(&salon).await;
    let taxed = create_credit_note_with(&meera, &id, &json!({ "amountPaise": 21_000 })).await;
    assert_eq!((amounts(&taxed)[..3].to_vec(), &taxed["carriesTax"]), (vec![21_000, 20_000, 500], &json!(true)));
    salon.advance_seconds(24 * 60 * 60);
    let late = create_credit_note_with(&meera, &id, &json!({ "amountPaise": 50_000 })).await;
    assert_eq!((amounts(&late)[..3].to_vec(), &late["carriesTax"]), (vec![50_000, 50_000, 0], &json!(false)));
    let rest = create_credit_note(&meera, &id).await;
    assert_eq!((amounts(&rest)[..3].to_vec(), &rest["gstAmountPaise"]), (vec![49_000, 49_000, 0], &json!(0)));
    assert_eq!(credited_paise(&salon, &id).await, 120_000);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_note_counts_on_its_own_day_which_must_be_open() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    insert_day_close(&salon, PUNE, "2027-03-01", &desk).await;
    post_credit_note(&meera, &id).await.expect_error(409, "CONFLICT");
    assert_eq!(post_credit_note_with(&meera, &id, &json!({ "amountPaise": 5 })).await.status, 400);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 12);
    salon.run_due_jobs().await;
    salon.advance_seconds(24 * 60 * 60);
    assert_eq!(create_credit_note(&meera, &id).await["creditDate"], "2027-03-02", "the next day is open");
    salon.leaves_due_jobs("schedules of the next day are not run here");
}

#[test_on_both_engines]
async fn a_repeated_credit_note_with_the_same_key_is_written_once() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let meera = meera.with_header("idempotency-key", "once");
    let fields = json!({ "amountPaise": 10_000 });
    let first = create_credit_note_with(&meera, &id, &fields).await;
    assert_eq!(create_credit_note_with(&meera, &id, &fields).await, first);
    post_credit_note(&meera, &id).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(credited_paise(&salon, &id).await, 10_000);
    salon.run_due_jobs().await;
}
