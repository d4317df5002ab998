//! What is kept of a day follows what managers take back later.

use parlour_domain::job::Job;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request_at};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::counter::day_report;
use parlour_testkit::actions::invoices::{create_credit_note, invoice_id_by_number, reopen_booking};
use parlour_testkit::actions::memberships::{
    create_membership, massage_session, record_session, reverse_session, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, test_on_both_engines};
use parlour_worker::worker_context::WorkerContext;
use serde_json::{Value, json};

use super::stored_summaries::stored_summaries;
use super::{advance_clock_to, parse_day, run_job_for_slot, worker_context_with_recipients};

/// The booking and its invoice.
pub(super) async fn bill(by: &Person, customer: &Person, day: &str, checkout: &Value) -> (String, String) {
    let booking = create_booking(customer, &haircut_request_at(day, "20:00")).await;
    approve_booking(by, &booking, STYLIST).await.expect_ok();
    let completed = complete_booking(by, &booking, checkout).await.expect_ok();
    let invoice = invoice_id_by_number(by, completed["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    (booking, invoice)
}

async fn add_up_monday_and_tuesday(worker: &WorkerContext) {
    for slot in ["2027-03-02 23:30", "2027-03-03 23:30"] {
        run_job_for_slot(worker, Job::NightlySalesSummary, slot).await;
    }
}

#[test_on_both_engines]
async fn a_day_is_added_up_again_when_its_visits_are_taken_back() {
    let salon = spa_salon().await;
    let worker = worker_context_with_recipients(&salon);
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, beena) = (salon.customer("Asha").await, salon.customer("Beena").await);
    let (paid, invoice) = bill(&desk, &asha, "2027-03-01", &cash_payment()).await;
    let complaint = json!({ "paymentMethod": "cash", "discount": { "percent": 100, "reason": "Complaint" } });
    let (free, _) = bill(&meera, &beena, "2027-03-01", &complaint).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let session = record_session(&desk, &membership, &massage_session(90)).await.expect_created();
    advance_clock_to(&salon, "2027-03-02 10:00");
    bill(&desk, &beena, "2027-03-02", &cash_payment()).await;
    advance_clock_to(&salon, "2027-03-04 10:00");
    add_up_monday_and_tuesday(&worker).await;
    let of = |day: &str| (PUNE.to_owned(), parse_day(day));
    let (monday, tuesday) = (of("2027-03-01"), of("2027-03-02"));
    let kept = stored_summaries(&salon).await;
    assert_eq!((kept[&monday]["completed"], kept[&monday]["sessions"], kept[&monday]["new customers"]), (3, 1, 2));
    assert!(kept[&monday]["discount"] > 0);
    assert_eq!(kept[&tuesday].get("new customers"), None, "Beena had come on Monday");

    create_credit_note(&meera, &invoice).await;
    for booking in [&paid, &free] {
        reopen_booking(&meera, booking).await.expect_ok();
    }
    reverse_session(&meera, &membership, session["booking"]["id"].as_str().unwrap()).await.expect_ok();
    let kept = stored_summaries(&salon).await;
    for figure in ["services", "completed", "sessions", "new customers", "discount"] {
        assert_eq!(kept[&monday].get(figure), None, "{figure}: {kept:?}");
    }
    assert_eq!(kept[&monday]["cancelled"], 1, "the session was only recorded");
    assert_eq!(kept[&tuesday]["new customers"], 1, "Tuesday is Beena's first visit now");
    add_up_monday_and_tuesday(&worker).await;
    assert_eq!(stored_summaries(&salon).await, kept, "the next run finds nothing else");

    // Billed again on Thursday: the appointment was on Monday.
    complete_booking(&desk, &paid, &cash_payment()).await.expect_ok();
    assert_eq!(stored_summaries(&salon).await[&monday]["completed"], 1);
    let kept = stored_summaries(&salon).await;
    add_up_monday_and_tuesday(&worker).await;
    assert_eq!(stored_summaries(&salon).await, kept);
    salon.run_due_jobs().await;
}

/// A manager gives everything off, and then takes the bill back: nobody was given anything.
#[test_on_both_engines]
async fn an_invoice_of_nothing_whose_booking_was_reopened_is_no_discount() {
    let salon = spa_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    let complaint = json!({ "paymentMethod": "cash", "discount": { "percent": 100, "reason": "Complaint" } });
    let (booking, _) = bill(&meera, &asha, "2027-03-01", &complaint).await;
    let figures = || async {
        let sales = day_report(&meera, "sales", PUNE, "2027-03-01").await["totals"].clone();
        let close = day_report(&meera, "day-close", PUNE, "2027-03-01").await["invoiced"].clone();
        for figure in ["subtotalPaise", "discountPaise", "handDiscountPaise", "visitCount", "totalAmountPaise"] {
            assert_eq!(sales[figure], close[figure], "{figure}");
        }
        json!([sales["subtotalPaise"], sales["discountPaise"], sales["handDiscountPaise"], sales["visitCount"]])
    };
    assert_eq!(figures().await, json!([120_000, 120_000, 120_000, 1]));
    reopen_booking(&meera, &booking).await.expect_ok();
    assert_eq!(figures().await, json!([0, 0, 0, 0]));
    complete_booking(&meera, &booking, &cash_payment()).await.expect_ok();
    assert_eq!(figures().await, json!([120_000, 0, 0, 1]));
    salon.run_due_jobs().await;
}
