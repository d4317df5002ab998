//! The desk takes back what it did by mistake.

use parlour_domain::ist::HOUR_MS;
use parlour_domain::job::Job;
use parlour_testkit::actions::availability::{expect_slot_unavailable, friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, approve_booking, assign_staff, cancel_booking, cancel_booking_with, create_booking,
    haircut_request, haircut_request_at, patch_booking, post_booking_action, reschedule_booking, set_booking_status,
    shown_booking, without_read_fields,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::emails::queued_emails_about;
use parlour_testkit::actions::invoices::{create_credit_note, invoice_id_by_number, reopen_booking};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, run_job_with_body, stale_booking_alert_job};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{expect_nothing_to_undo, titles_about, undo_last_act};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::fixtures::live_salon::{insert_daily_shifts, insert_stylist, live_salon};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon, small_salon_at};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

async fn reject_booking(desk: &Person, id: &str) {
    patch_booking(desk, id, &json!({ "action": "reject", "rejectionReason": "Full" })).await.expect_ok();
}

/// What a change may leave different: when the booking was changed last.
fn without_update(booking: Value) -> Value {
    let mut booking = without_read_fields(booking);
    booking.as_object_mut().unwrap().remove("updatedAt");
    booking
}

#[test_on_both_engines]
async fn the_last_act_is_taken_back_and_then_the_one_before() {
    let salon = small_salon_at("2027-03-05 10:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let approved = shown_booking(&asha, &id).await;
    expect_nothing_to_undo(&desk, &id).await;
    post_booking_action(&desk, &id, "arrive").await.expect_ok();
    salon.advance_seconds(60);
    post_booking_action(&desk, &id, "start").await.expect_ok();
    assert_eq!(open_booking_jobs(&salon, &id).await, []);
    let waiting = undo_last_act(&desk, &id).await;
    assert_eq!((&waiting["status"], waiting["arrivedAt"].is_string()), (&json!("confirmed"), true));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:00")]);
    let confirmed = undo_last_act(&desk, &id).await;
    assert_eq!((&confirmed["status"], &confirmed["arrivedAt"]), (&json!("confirmed"), &Value::Null));
    expect_nothing_to_undo(&desk, &id).await;
    assert_eq!(without_update(shown_booking(&asha, &id).await), without_update(approved));
    assert_eq!(titles_about(&salon, &asha, &id).await, ["Your booking is confirmed"], "of nothing else they were told");
    post_booking_action(&desk, &id, "start").await.expect_ok();
    undo_last_act(&desk, &id).await;
    let actions = actions_on_record(&salon, &id).await;
    assert_eq!(actions.iter().filter(|action| *action == "booking.undo").count(), 3);
}

#[test_on_both_engines]
async fn rejections_and_cancellations_are_taken_back_and_told() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let asked = shown_booking(&asha, &id).await;
    let jobs = open_booking_jobs(&salon, &id).await;
    for round in 1..=2 {
        salon.advance_seconds(60);
        reject_booking(&desk, &id).await;
        assert_eq!(open_booking_jobs(&salon, &id).await, []);
        let pending = undo_last_act(&desk, &id).await;
        assert_eq!(without_update(pending), without_update(asked.clone()));
        assert_eq!(open_booking_jobs(&salon, &id).await, jobs, "due as it was");
        let told = titles_about(&salon, &asha, &id).await;
        assert_eq!(told.iter().filter(|title| *title == "We cannot take your booking").count(), round);
        assert_eq!(told.iter().filter(|title| *title == "Your booking request is open again").count(), round);
    }
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let approved = shown_booking(&asha, &id).await;
    let jobs = open_booking_jobs(&salon, &id).await;
    for round in 1..=2 {
        cancel_booking_with(&desk, &id, &json!({ "reason": "Wrong one" })).await.expect_ok();
        let confirmed = undo_last_act(&desk, &id).await;
        assert_eq!(without_update(confirmed), without_update(approved.clone()));
        assert_eq!(open_booking_jobs(&salon, &id).await, jobs);
        let told = titles_about(&salon, &asha, &id).await;
        assert_eq!(told.iter().filter(|title| *title == "Your booking is cancelled").count(), round);
        assert_eq!(told.iter().filter(|title| *title == "Your booking takes place after all").count(), round);
    }
    let emails = queued_emails_about(&salon, &id).await;
    let count = |kind: &str| emails.iter().filter(|(of, ..)| of == kind).count();
    assert_eq!((count("booking-rejected"), count("booking-cancelled"), count("booking-restored")), (2, 2, 4));
    cancel_booking(&asha, &id).await.expect_ok();
    assert_eq!(
        titles_about(&salon, &asha, &id).await.iter().filter(|one| *one == "Your booking is cancelled").count(),
        3
    );
    expect_nothing_to_undo(&desk, &id).await;
}

#[test_on_both_engines]
async fn an_act_is_taken_back_on_its_own_day_only() {
    let salon = small_salon_at("2027-03-01 23:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    reject_booking(&desk, &id).await;
    salon.advance_seconds(599);
    undo_last_act(&desk, &id).await;
    reject_booking(&desk, &id).await;
    salon.advance_seconds(1);
    expect_nothing_to_undo(&desk, &id).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn what_customers_and_jobs_did_is_not_taken_back() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let cancelled = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &cancelled, STYLIST).await.expect_ok();
    post_booking_action(&desk, &cancelled, "arrive").await.expect_ok();
    cancel_booking(&asha, &cancelled).await.expect_ok();
    expect_nothing_to_undo(&desk, &cancelled).await;
    let forgotten = create_booking(&asha, &haircut_request()).await;
    reject_booking(&desk, &forgotten).await;
    undo_last_act(&desk, &forgotten).await;
    salon.advance_seconds(25 * 60 * 60);
    let answer = run_job_with_body(&salon, Job::StaleBookingAlert, &json!({ "bookingId": forgotten })).await;
    assert_eq!(answer["action"], "rejected");
    expect_nothing_to_undo(&desk, &forgotten).await;
    for status in BOOKING_STATUSES {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        expect_nothing_to_undo(&desk, &id).await;
    }
    post_booking_action(&desk, "nobody", "undo").await.expect_error(404, "NOT_FOUND");
    salon.leaves_due_jobs("old requests are not looked at here");
}

#[test_on_both_engines]
async fn a_request_keeps_its_age_and_the_rest_of_its_jobs() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let asked_at = salon.now();
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(3 * 60 * 60);
    salon.run_due_jobs().await;
    let rejection_check = open_booking_jobs(&salon, &id).await;
    assert_eq!(rejection_check[0].2, asked_at.plus_millis(24 * HOUR_MS + 60_000));
    cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
    salon.advance_seconds(60);
    undo_last_act(&desk, &id).await;
    assert_eq!(open_booking_jobs(&salon, &id).await, rejection_check);
    let late = create_booking(&asha, &haircut_request()).await;
    let alert = stale_booking_alert_job(&late, salon.now().plus_millis(2 * HOUR_MS));
    reject_booking(&desk, &late).await;
    salon.advance_seconds(3 * 60 * 60);
    undo_last_act(&desk, &late).await;
    assert_eq!(open_booking_jobs(&salon, &late).await, [alert], "it is due already");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_live_branch_gives_the_time_back_if_it_is_free() {
    let salon = live_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let tara = salon.customer("Tara").await;
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    reject_booking(&desk, &id).await;
    assert_eq!(occupied_time_of(&salon, &id).await, Vec::<String>::new());
    undo_last_act(&desk, &id).await;
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45 held")]);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let own_time = [format!("{STYLIST} 11:00-11:45")];
    for act in ["noshow", "start"] {
        post_booking_action(&desk, &id, act).await.expect_ok();
        undo_last_act(&desk, &id).await;
        assert_eq!(occupied_time_of(&salon, &id).await, own_time, "{act}");
    }
    cancel_booking_with(&desk, &id, &json!({ "reason": "Oops" })).await.expect_ok();
    let cancelled = shown_booking(&asha, &id).await;
    let other = create_booking(&tara, &friday_haircut_at("11:30")).await;
    let refused = post_booking_action(&desk, &id, "undo").await;
    assert_eq!(expect_slot_unavailable(&refused), ["10:45", "10:40", "10:35"]);
    assert_eq!(shown_booking(&asha, &id).await, cancelled, "nothing has changed");
    insert_stylist(&salon, "staff-meena", "female").await;
    insert_daily_shifts(&salon, "staff-meena", "10:00", "19:00").await;
    assign_staff(&desk, &id, "staff-meena").await.expect_ok();
    undo_last_act(&desk, &id).await;
    assert_eq!(occupied_time_of(&salon, &id).await, ["staff-meena 11:00-11:45"]);
    cancel_booking(&tara, &other).await.expect_ok();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_reopened_booking_takes_its_time_when_the_start_is_taken_back() {
    let salon = live_salon().await;
    let (desk, asha, mira) = (receptionist(&salon).await, salon.customer("Asha").await, manager(&salon).await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    post_booking_action(&desk, &id, "start").await.expect_ok();
    let paid = complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    expect_nothing_to_undo(&desk, &id).await;
    let number = paid["invoice"]["invoiceNumber"].as_str().unwrap();
    create_credit_note(&mira, &invoice_id_by_number(&desk, number).await).await;
    reopen_booking(&mira, &id).await.expect_ok();
    assert_eq!(undo_last_act(&desk, &id).await["status"], "confirmed");
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:45")]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn changes_of_time_stay_when_an_arrival_is_taken_back() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    post_booking_action(&desk, &id, "arrive").await.expect_ok();
    reschedule_booking(&desk, &id, "2027-03-01", "12:30").await.expect_ok();
    let undone = undo_last_act(&desk, &id).await;
    assert_eq!((&undone["startTime"], &undone["arrivedAt"]), (&json!("12:30:00"), &Value::Null));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-01", "13:30")]);
}

#[test_on_both_engines]
async fn erased_customers_get_no_bookings_back() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    reject_booking(&desk, &id).await;
    let email = asha.get("/api/auth/session").await.expect_ok()["user"]["email"].clone();
    asha.post("/api/profile/erase", &json!({ "confirm": email })).await.expect_ok();
    expect_nothing_to_undo(&desk, &id).await;
}
