//! A no-show that is taken back counts nowhere, whether the job has counted it or not.

use parlour_domain::job::Job;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request_at, post_booking_action};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{expect_nothing_to_undo, noshow_counters, titles_about, undo_last_act};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;

/// A confirmed haircut of the customer, today.
async fn confirmed_haircut(desk: &Person, customer: &Person, time: &str) -> String {
    let id = create_booking(customer, &haircut_request_at("2027-03-05", time)).await;
    approve_booking(desk, &id, STYLIST).await.expect_ok();
    id
}

async fn miss(salon: &TestSalon, desk: &Person, id: &str) {
    post_booking_action(desk, id, "noshow").await.expect_ok();
    salon.run_due_jobs().await;
}

async fn attend(desk: &Person, customer: &Person) {
    let id = confirmed_haircut(desk, customer, "20:00").await;
    complete_booking(desk, &id, &cash_payment()).await.expect_ok();
}

#[test_on_both_engines]
async fn a_no_show_that_is_not_counted_yet_is_never_counted() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = confirmed_haircut(&desk, &asha, "11:00").await;
    post_booking_action(&desk, &id, "noshow").await.expect_ok();
    assert_eq!(undo_last_act(&desk, &id).await["status"], "confirmed");
    salon.run_due_jobs().await;
    assert_eq!(salon.job(Job::NoshowEscalation).await["processed"], 0);
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 0, false));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:00")]);
    assert_eq!(titles_about(&salon, &asha, &id).await, ["Your booking is confirmed"]);
    expect_nothing_to_undo(&desk, &id).await;
    miss(&salon, &desk, &id).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (1, 0, false), "the repeat counts");
}

#[test_on_both_engines]
async fn a_counted_no_show_is_taken_out_of_the_record() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for _ in 0..4 {
        attend(&desk, &asha).await;
    }
    let id = confirmed_haircut(&desk, &asha, "11:00").await;
    miss(&salon, &desk, &id).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (1, 0, false));
    attend(&desk, &asha).await;
    undo_last_act(&desk, &id).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 5, false), "four before and one after");
    let (before, after) = change_of_record(&salon, asha.id().as_str(), "customer.undo_noshow").await;
    assert_eq!((&before["noshowCount"], &after["noshowCount"]), (&json!(1), &json!(0)));
    let counted =
        "select count(*) from bookings where id = $1 and (noshow_at is not null or noshow_counted_at is not null)";
    assert_eq!(count_rows(&salon, &id, counted).await, 0);
    miss(&salon, &desk, &id).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (1, 0, false));
    undo_last_act(&desk, &id).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 5, false));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_third_no_show_needs_approval_until_it_is_taken_back() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut missed = Vec::new();
    for time in ["11:00", "12:00", "13:00", "14:00"] {
        missed.push(confirmed_haircut(&desk, &asha, time).await);
    }
    for id in &missed[..3] {
        miss(&salon, &desk, id).await;
    }
    assert_eq!(noshow_counters(&salon, &asha).await, (3, 0, true));
    undo_last_act(&desk, &missed[2]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (2, 0, false));
    miss(&salon, &desk, &missed[2]).await;
    miss(&salon, &desk, &missed[3]).await;
    undo_last_act(&desk, &missed[0]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (3, 0, true), "three others are left");
    undo_last_act(&desk, &missed[1]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (2, 0, false));
    undo_last_act(&desk, &missed[3]).await;
    undo_last_act(&desk, &missed[2]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 0, false));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn what_a_manager_decided_stays() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, mira, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let mut missed = Vec::new();
    for time in ["11:00", "12:00", "13:00"] {
        let id = confirmed_haircut(&desk, &asha, time).await;
        miss(&salon, &desk, &id).await;
        missed.push(id);
    }
    let path = format!("/api/customers/{}", asha.id());
    mira.patch(&path, &json!({ "bookingRequiresApproval": true })).await.expect_ok();
    undo_last_act(&desk, &missed[2]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (2, 0, true));
    mira.patch(&path, &json!({ "noshowCount": 0, "bookingRequiresApproval": false })).await.expect_ok();
    undo_last_act(&desk, &missed[1]).await;
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 0, false), "never below zero");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_job_and_the_undo_race() {
    let salon = small_salon_at("2027-03-05 10:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    attend(&desk, &asha).await;
    let id = confirmed_haircut(&desk, &asha, "11:00").await;
    for _ in 0..12 {
        post_booking_action(&desk, &id, "noshow").await.expect_ok();
        let (_, undone) = tokio::join!(salon.job(Job::NoshowEscalation), post_booking_action(&desk, &id, "undo"));
        assert_eq!(undone.expect_ok()["booking"]["status"], "confirmed");
        assert_eq!(noshow_counters(&salon, &asha).await, (0, 1, false));
    }
    salon.run_due_jobs().await;
    assert_eq!(noshow_counters(&salon, &asha).await, (0, 1, false));
}
