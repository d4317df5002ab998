//! The sums of finished days are kept, and reports are what adding up every row gives.

use std::cell::Cell;

use parlour_domain::auth::role::Role;
use parlour_domain::ids::BranchId;
use parlour_domain::job::Job;
use parlour_testkit::actions::checkout::cash_payment;
use parlour_testkit::actions::counter::{credit_part, payment};
use parlour_testkit::actions::invoices::{correct_payments, create_credit_note, reopen_booking};
use parlour_testkit::actions::kept_days::{
    BranchDay, forget_all_days, keep_all_finished_days, keep_days, list_billed_days, list_kept_days,
};
use parlour_testkit::actions::memberships::{
    create_membership, massage_session, record_session, reverse_session, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::rewritten_summaries::bill;
use super::{advance_clock_to, parse_day, run_job_for_slot, worker_context_with_recipients};

const INVOICE_COUNT: usize = 12;
const RACE_ROUNDS: usize = 6;

async fn read_reports(manager: &Person) -> Vec<Value> {
    let mut found = Vec::new();
    for name in ["sales", "services", "staff", "gst", "day-close"] {
        for branch in ["", "&branchId=branch-pune", "&branchId=branch-goa"] {
            let path = format!("/api/reports/{name}?from=2027-02-20&to=2027-03-10{branch}");
            found.push(manager.get(&path).await.expect_ok()["report"].clone());
        }
    }
    found
}

/// The reports, which are the same whatever is kept. Every finished day is kept afterwards.
async fn read_and_add_up(salon: &TestSalon, manager: &Person) -> Vec<Value> {
    let found = read_reports(manager).await;
    forget_all_days(salon).await;
    assert_eq!(found, read_reports(manager).await, "what was kept is not what the rows give");
    assert!(keep_all_finished_days(salon).await > 0);
    assert_eq!(found, read_reports(manager).await, "what is kept now is not what the rows give");
    found
}

fn kept_day(date: &str) -> BranchDay {
    (BranchId::new(PUNE), parse_day(date))
}

#[test_on_both_engines]
async fn a_day_is_kept_once_the_day_after_it_is_over() {
    let salon = small_salon().await;
    let worker = worker_context_with_recipients(&salon);
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    bill(&desk, &asha, "2027-03-01", &cash_payment()).await;
    for (now, kept) in [
        ("2027-03-01 23:30", vec![]),
        ("2027-03-02 23:30", vec![]),
        ("2027-03-03 00:30", vec![kept_day("2027-03-01")]),
        ("2027-03-05 23:30", ["2027-03-01", "2027-03-02", "2027-03-03"].map(kept_day).into()),
    ] {
        advance_clock_to(&salon, now);
        run_job_for_slot(&worker, Job::NightlySalesSummary, now).await;
        assert_eq!(list_kept_days(&salon).await, kept, "{now}");
    }
    read_and_add_up(&salon, &manager(&salon).await).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn what_changes_a_finished_day_is_in_the_reports() {
    let salon = spa_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, beena, charu) =
        (salon.customer("Asha").await, salon.customer("Beena").await, salon.customer("Charu").await);
    let (paid, invoice) = bill(&desk, &asha, "2027-03-01", &cash_payment()).await;
    let complaint = json!({ "paymentMethod": "cash", "discount": { "percent": 100, "reason": "Complaint" } });
    let (free, _) = bill(&meera, &beena, "2027-03-01", &complaint).await;
    let tipped = json!({
        "payments": [payment("cash", 120_000)],
        "tips": [{ "staffId": STYLIST, "method": "upi", "amountPaise": 5_000 }],
    });
    let (_, corrected) = bill(&desk, &charu, "2027-03-01", &tipped).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let session = record_session(&desk, &membership, &massage_session(90)).await.expect_created();
    advance_clock_to(&salon, "2027-03-04 10:00");
    let mut seen = read_and_add_up(&salon, &meera).await;
    let mut expect_change = async |what: &str| {
        let kept = list_kept_days(&salon).await;
        assert!(!kept.contains(&kept_day("2027-03-01")), "{what}");
        assert!(kept.contains(&kept_day("2027-03-02")), "{what} changes no other day");
        let found = read_and_add_up(&salon, &meera).await;
        assert_ne!(found, seen, "{what}");
        seen = found;
    };

    correct_payments(&desk, &corrected, &json!([payment("card", 20_000), payment("upi", 100_000)])).await.expect_ok();
    expect_change("a correction").await;
    create_credit_note(&meera, &invoice).await;
    expect_change("a credit note").await;
    reopen_booking(&meera, &paid).await.expect_ok();
    expect_change("a visit that is billed anew").await;
    reopen_booking(&meera, &free).await.expect_ok();
    expect_change("a bill of nothing that is taken back").await;
    reverse_session(&meera, &membership, session["booking"]["id"].as_str().unwrap()).await.expect_ok();
    expect_change("a session that is reversed").await;

    // A checkout throws nothing away, whatever day the appointment was on.
    let kept = list_kept_days(&salon).await;
    bill(&desk, &charu, "2027-03-04", &cash_payment()).await;
    assert_eq!(list_kept_days(&salon).await, kept);
    read_and_add_up(&salon, &meera).await;
    salon.run_due_jobs().await;
}

/// Both keep days again and again, in two processes, while people change their invoices.
#[test_on_both_engines]
async fn days_that_are_kept_beside_changes_are_right() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let mut people = Vec::new();
    // Requests of one person run one after another.
    for number in 0..4 {
        people.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    let mut invoices = Vec::new();
    for number in 0..INVOICE_COUNT {
        let guest = salon.customer(&format!("guest{number}")).await;
        invoices.push(bill(&desk, &guest, "2027-03-01", &cash_payment()).await.1);
    }
    advance_clock_to(&salon, "2027-03-04 10:00");
    let (billed, other) = (list_billed_days(&salon).await, salon.open_in_second_process().await);
    assert_eq!(billed, [kept_day("2027-03-01")]);
    let (mut rng, mut kept) = (SeededRng::new(27), 0);
    for round in 0..RACE_ROUNDS {
        let mut changing = JoinSet::new();
        for (person, invoices) in people.iter().zip(invoices.chunks(INVOICE_COUNT / people.len())) {
            let (person, invoices, mut rng) = (person.clone(), invoices.to_vec(), SeededRng::new(rng.below(1_000)));
            changing.spawn(async move {
                for invoice in invoices {
                    // An invoice with a credit note has its payments for good.
                    if round < RACE_ROUNDS / 2 {
                        let cash = rng.between(1, 119_999);
                        let payments = json!([payment("cash", cash), payment("upi", 120_000 - cash)]);
                        correct_payments(&person, &invoice, &payments).await.expect_ok();
                    } else {
                        let part = json!({ "amountPaise": rng.between(100, 30_000) });
                        credit_part(&person, &invoice, &part).await.expect_created();
                    }
                }
            });
        }
        let has_changed = Cell::new(false);
        let changes = async {
            while let Some(changed) = changing.join_next().await {
                changed.unwrap();
            }
            has_changed.set(true);
        };
        let keeping = async {
            while !has_changed.get() {
                let (here, there) = tokio::join!(keep_days(&salon.app, &billed), keep_days(&other, &billed));
                kept += here + there;
            }
        };
        tokio::join!(changes, keeping);
        let found = read_reports(&people[0]).await;
        forget_all_days(&salon).await;
        assert_eq!(found, read_reports(&people[0]).await, "round {round}");
    }
    assert!(kept > RACE_ROUNDS, "a day was kept only {kept} times");
    salon.run_due_jobs().await;
}
