//! A wrong bill is put right: credited, the booking reopened, billed again.

use parlour_domain::job::Job;
use parlour_testkit::actions::availability::{friday_haircut_for, occupied_time_of};
use parlour_testkit::actions::bookings::{
    created_booking_id, haircut_request, haircut_request_with, massage_request, post_booking, shown_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, verified_gems_balance};
use parlour_testkit::actions::invoices::{
    create_credit_note, create_credit_note_with, insert_missing_payments, invoice_id_by_number, post_credit_note,
    reopen_booking, shown_invoice,
};
use parlour_testkit::actions::jobs::run_job_with_body;
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, own_profile, receptionist, total_spent_paise};
use parlour_testkit::actions::visits::put_lines;
use parlour_testkit::checks::audit_log::admin_changes_of_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// Completes a booking; its invoice.
async fn bill(salon: &TestSalon, desk: &Person, booking: &str, checkout: &Value) -> String {
    let done = complete_booking(desk, booking, checkout).await.expect_ok();
    insert_missing_payments(salon).await;
    invoice_id_by_number(desk, done["invoice"]["invoiceNumber"].as_str().unwrap()).await
}

async fn visits(person: &Person) -> [Value; 4] {
    let profile = own_profile(person).await;
    ["totalVisits", "consecutiveCompletedBookings", "firstVisitAt", "lastVisitAt"].map(|field| profile[field].clone())
}

async fn open_jobs_of_booking(salon: &TestSalon, booking: &str) -> i64 {
    let sql = "select count(*) from queued_jobs where subject = 'booking:' || $1 and done_at is null";
    count_rows(salon, booking, sql).await
}

#[test_on_both_engines]
async fn a_credited_booking_is_reopened_and_billed_again() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let earlier = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    bill(&salon, &desk, &earlier, &cash_payment()).await;
    let first_visit = json!("2027-03-01T04:30:00.000Z");
    salon.advance_seconds(60);
    let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let wrong = bill(&salon, &desk, &booking, &cash_payment()).await;
    assert_eq!(visits(&asha).await[..2], [json!(2), json!(2)]);
    reopen_booking(&meera, &booking).await.expect_error(409, "CONFLICT");
    create_credit_note_with(&meera, &wrong, &json!({ "amountPaise": 119_900 })).await;
    reopen_booking(&meera, &booking).await.expect_error(409, "CONFLICT");
    create_credit_note(&meera, &wrong).await;
    reopen_booking(&desk, &booking).await.expect_error(403, "FORBIDDEN");
    reopen_booking(&meera, "nope").await.expect_error(404, "NOT_FOUND");
    for body in [json!({}), json!({ "reason": " " }), json!({ "reason": "x".repeat(501) })] {
        let refused = meera.post(&format!("/api/bookings/{booking}/reopen"), &body).await;
        assert_eq!(refused.expect_invalid_fields(), ["reason"]);
    }
    assert!(open_jobs_of_booking(&salon, &booking).await > 0, "the review is asked for tomorrow");

    let before = shown_booking(&desk, &booking).await;
    let reopened = reopen_booking(&meera, &booking).await.expect_ok()["booking"].clone();
    assert_eq!((&reopened["status"], &reopened["completedAt"]), (&json!("in_progress"), &Value::Null));
    assert_eq!(reopened["bookingNumber"], before["bookingNumber"]);
    assert_eq!(visits(&asha).await, [json!(1), json!(1), first_visit.clone(), first_visit.clone()]);
    assert_eq!(open_jobs_of_booking(&salon, &booking).await, 0, "no review is asked for");
    reopen_booking(&meera, &booking).await.expect_error(409, "CONFLICT");
    post_credit_note(&meera, &wrong).await.expect_error(409, "CONFLICT");
    let log = admin_changes_of_record(&salon, &booking, "booking.reopen").await;
    assert_eq!((log.len(), &log[0].2["reason"], &log[0].2["invoiceId"]), (1, &json!("Wrong bill"), &json!(wrong)));
    let occupied = "select count(*) from occupied_times where booking_id = $1";
    assert_eq!(count_rows(&salon, &booking, occupied).await, 0);

    let right = bill(&salon, &desk, &booking, &json!({ "paymentMethod": "upi" })).await;
    assert_ne!(right, wrong);
    assert_eq!(shown_invoice(&desk, &right).await["bookingId"], booking);
    assert_eq!(visits(&asha).await, [json!(2), json!(2), first_visit, json!("2027-03-01T04:31:00.000Z")]);
    assert_eq!((total_spent_paise(&asha).await, verified_gems_balance(&salon, &asha).await), (240_000, 24));
    // The job of a booking renders the newest invoice; no PDFs are set up here.
    let asked = run_job_with_body(&salon, Job::InvoicePdf, &json!({ "bookingId": booking })).await;
    assert_eq!(asked["attached"], false);
    let told = "select count(*) from notifications where type = 'invoice_ready' and subject like '%' || $1";
    assert_eq!((count_rows(&salon, &right, told).await, count_rows(&salon, &wrong, told).await), (1, 0));
    // And again.
    create_credit_note(&meera, &right).await;
    reopen_booking(&meera, &booking).await.expect_ok();
    bill(&salon, &desk, &booking, &cash_payment()).await;
    assert_eq!(count_rows(&salon, &booking, "select count(*) from invoices where booking_id = $1").await, 3);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_of_nothing_is_reopened_without_a_credit_note() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-wash", 10).await;
    adjust_gems(&salon, &asha, 10).await;
    let wash = haircut_request_with("serviceIds", json!(["service-wash"]));
    let booking = create_confirmed_booking(&salon, &asha, &wash).await;
    let with_gems = json!({ "paymentMethod": "cash", "redeemGems": true });
    let free = bill(&salon, &desk, &booking, &with_gems).await;
    assert_eq!(verified_gems_balance(&salon, &asha).await, 0);
    reopen_booking(&meera, &booking).await.expect_ok();
    assert_eq!(verified_gems_balance(&salon, &asha).await, 10);
    post_credit_note(&meera, &free).await.expect_error(409, "CONFLICT");
    assert_eq!(verified_gems_balance(&salon, &asha).await, 10, "they return once");
    assert_eq!(visits(&asha).await, [json!(0), json!(0), Value::Null, Value::Null]);
    // Credited first, the gems are there already.
    let free = bill(&salon, &desk, &booking, &with_gems).await;
    create_credit_note(&meera, &free).await;
    reopen_booking(&meera, &booking).await.expect_ok();
    assert_eq!(verified_gems_balance(&salon, &asha).await, 10);

    // The day's offer can be used again.
    insert_offer(&salon, "gift", "percentage", 100, &["service-cut"]).await;
    let gift = json!({ "paymentMethod": "cash", "offerId": "gift" });
    let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    bill(&salon, &desk, &booking, &gift).await;
    reopen_booking(&meera, &booking).await.expect_ok();
    bill(&salon, &desk, &booking, &gift).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn only_completed_visits_are_reopened() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let booking = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    reopen_booking(&meera, &booking).await.expect_error(409, "CONFLICT");
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let session = record_session(&desk, &membership, &massage_session(60)).await.expect_created();
    reopen_booking(&meera, session["booking"]["id"].as_str().unwrap()).await.expect_error(409, "CONFLICT");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_repeated_reopening_with_the_same_key_happens_once() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let invoice = bill(&salon, &desk, &booking, &cash_payment()).await;
    create_credit_note(&meera, &invoice).await;
    let meera = meera.with_header("idempotency-key", "once");
    let first = reopen_booking(&meera, &booking).await.expect_ok();
    assert_eq!(reopen_booking(&meera, &booking).await.expect_ok(), first);
    assert_eq!(visits(&asha).await[0], 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_reopening_and_a_credit_note_happen_one_after_the_other() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    for round in 0..12 {
        let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        let invoice = bill(&salon, &desk, &booking, &cash_payment()).await;
        let (credited, reopened) = tokio::join!(post_credit_note(&meera, &invoice), reopen_booking(&meera, &booking));
        credited.expect_created();
        if reopened.status != 200 {
            reopened.expect_error(409, "CONFLICT");
            reopen_booking(&meera, &booking).await.expect_ok();
        }
        // Of a reopening and the next bill, both happen as well.
        bill(&salon, &desk, &booking, &cash_payment()).await;
        assert_eq!(
            (total_spent_paise(&asha).await, visits(&asha).await[0].clone()),
            (120_000 * (round + 1), json!(round + 1))
        );
    }
    salon.run_due_jobs().await;
}

/// The visit is over: its lines can be put right whoever is booked next.
#[test_on_both_engines]
async fn a_reopened_visit_takes_no_staff_time() {
    let salon = live_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let visit = post_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
    let visit = created_booking_id(&visit);
    post_booking(&desk, &friday_haircut_for(&asha, "11:45", Some(STYLIST))).await.expect_created();
    let wrong = bill(&salon, &desk, &visit, &cash_payment()).await;
    create_credit_note(&meera, &wrong).await;
    reopen_booking(&meera, &visit).await.expect_ok();
    let lines = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    put_lines(&desk, &visit, &lines).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &visit).await, Vec::<String>::new());
    bill(&salon, &desk, &visit, &cash_payment()).await;
    salon.leaves_due_jobs("invoices are printed");
}
