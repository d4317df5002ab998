//! What follows from something that happened, some time later.

use std::path::Path;

use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::job::Job;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, created_booking_id, haircut_request, haircut_request_at,
    post_booking, reschedule_booking, set_booking_status, shown_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder, queued_emails_about};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, run_job_with_body, stale_booking_alert_job};
use parlour_testkit::actions::memberships::{cancel_membership, create_membership, membership_detail, ten_hour_sale};
use parlour_testkit::actions::notifications::{notifications_of_type, notified_users};
use parlour_testkit::actions::people::{manager, receptionist, sorted_user_ids};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::live_salon::live_salon;
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon, small_salon};
use parlour_testkit::fixtures::spa_salon::{insert_membership_tiers, spa_salon_at};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::jobs::{self, JobPayload, Outcome};
use parlour_worker::worker_context::{Integrations, WorkerContext};
use serde_json::{Value, json};

const HOUR_SECONDS: i64 = 60 * 60;
const DAY_SECONDS: i64 = 24 * HOUR_SECONDS;

async fn run_stale_booking_alert(salon: &TestSalon, booking: &str) -> (String, u64) {
    let answer = run_job_with_body(salon, Job::StaleBookingAlert, &json!({ "bookingId": booking })).await;
    assert_eq!(answer["success"], true);
    (answer["action"].as_str().unwrap().to_owned(), answer["notified"].as_u64().unwrap())
}

fn alert_outcome(action: &str, notified: u64) -> (String, u64) {
    (action.to_owned(), notified)
}

async fn run_noshow_check(salon: &TestSalon, booking: &str) -> Value {
    run_job_with_body(salon, Job::NoshowCheck, &json!({ "bookingId": booking })).await
}

fn notified_outcome(count: u64) -> Value {
    json!({ "success": true, "notified": count })
}

fn sent_outcome(whether: bool) -> Value {
    json!({ "success": true, "sent": whether })
}

async fn audit_origins(salon: &TestSalon, record: &str, action: &'static str) -> Vec<String> {
    let record = record.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String,)>(
            "select origin from audit_log where record_id = $1 and action = $2",
            params![record, action],
        )
    });
    read.await.unwrap().into_iter().map(|(origin,)| origin).collect()
}

#[test_on_both_engines]
async fn an_unanswered_request_alerts_the_desk_and_is_rejected_after_a_day() {
    let salon = small_salon().await;
    let (ravi, rita) = (receptionist(&salon).await, salon.member("Rita", Role::Receptionist).await);
    salon.member("Meera", Role::Manager).await;
    let asha = salon.customer("Asha").await;
    let asked_at = salon.now();
    let id = create_booking(&asha, &haircut_request()).await;
    let first = stale_booking_alert_job(&id, asked_at.plus_millis(2 * HOUR_SECONDS * 1_000));
    let (kind, told_then, _) = first.clone();
    let last = (kind, told_then, asked_at.plus_millis((DAY_SECONDS + 60) * 1_000));
    assert_eq!(open_booking_jobs(&salon, &id).await, std::slice::from_ref(&first));

    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 2));
    assert_eq!(notified_users(&salon, &id, "stale_booking").await, sorted_user_ids(&[&ravi, &rita]));
    assert_eq!(open_booking_jobs(&salon, &id).await, [first.clone(), last.clone()]);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 0), "it is news once");
    assert_eq!(open_booking_jobs(&salon, &id).await, [first.clone(), last.clone()]);

    salon.advance_seconds(22 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 0), "a day is not more than a day");
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");

    salon.advance_seconds(60);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
    let rejected = shown_booking(&asha, &id).await;
    assert_eq!(rejected["status"], "rejected");
    assert_eq!(rejected["rejectedAt"], salon.now().to_string());
    assert!(rejected["rejectionReason"].as_str().unwrap().contains("nobody could confirm"), "{rejected}");
    assert_eq!(notified_users(&salon, &id, "booking_rejected").await, sorted_user_ids(&[&asha]));
    let letter = ("booking-rejected".to_owned(), asha.id().to_string(), String::new());
    assert_eq!(queued_emails_about(&salon, &id).await, [letter]);
    assert_eq!(audit_origins(&salon, &id, "booking.reject").await, ["job"]);
    assert_eq!(open_booking_jobs(&salon, &id).await, []);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0));
    assert_eq!(queued_emails_about(&salon, &id).await.len(), 1);
}

/// Two requests of one customer: one made by the desk on the phone, for anybody who is free, and one by themselves.
#[test_on_both_engines]
async fn a_booking_made_at_the_desk_is_never_rejected_by_itself() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let body = with_field(haircut_request_at("2027-03-09", "11:00"), "customerId", json!(asha.id().as_str()));
    let by_phone = created_booking_id(&post_booking(&desk, &body).await);
    assert_eq!(shown_booking(&asha, &by_phone).await["status"], "pending");
    let own = create_booking(&asha, &haircut_request_at("2027-03-09", "12:00")).await;
    salon.advance_seconds(2 * HOUR_SECONDS);
    for id in [&by_phone, &own] {
        assert_eq!(run_stale_booking_alert(&salon, id).await, alert_outcome("alerted", 1));
    }
    let queue = desk.get("/requests").await.text();
    assert_eq!(queue.matches("Declined by itself in").count(), 1, "{queue}");

    salon.advance_seconds(22 * HOUR_SECONDS + 60);
    let queue = desk.get("/requests").await.text();
    assert!(queue.contains("Declined by itself within minutes."), "{queue}");
    salon.advance_seconds(5 * 60);
    let queue = desk.get("/requests").await.text();
    assert_eq!(queue.matches("Due to be declined by itself since Today").count(), 1, "{queue}");
    assert_eq!(run_stale_booking_alert(&salon, &own).await, alert_outcome("rejected", 1));
    assert_eq!(run_stale_booking_alert(&salon, &by_phone).await, alert_outcome("alerted", 1), "once more");
    assert_eq!(run_stale_booking_alert(&salon, &by_phone).await, alert_outcome("alerted", 0));
    assert_eq!(shown_booking(&asha, &by_phone).await["status"], "pending");
    assert_eq!(notified_users(&salon, &by_phone, "booking_rejected").await, Vec::<String>::new());
    salon.advance_seconds(3 * DAY_SECONDS);
    salon.run_due_jobs().await;
    assert_eq!(shown_booking(&asha, &by_phone).await["status"], "pending");
    assert_eq!(open_booking_jobs(&salon, &by_phone).await, [], "nothing asks for itself for ever");
    approve_booking(&desk, &by_phone, STYLIST).await.expect_ok();
}

#[test_on_both_engines]
async fn a_reschedule_restarts_the_age_of_a_request() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-09", "11:00")).await;
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 1));
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0), "it is answered");
    salon.advance_seconds(23 * HOUR_SECONDS);
    reschedule_booking(&asha, &id, "2027-03-10", "12:00").await.expect_ok();
    let asked_at = salon.now();
    assert_eq!(
        open_booking_jobs(&salon, &id).await,
        [stale_booking_alert_job(&id, asked_at.plus_millis(2 * HOUR_SECONDS * 1_000))]
    );
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(
        run_stale_booking_alert(&salon, &id).await,
        alert_outcome("alerted", 1),
        "27 hours old, asked anew 2 hours ago: news again"
    );
    assert_eq!(notified_users(&salon, &id, "stale_booking").await.len(), 2);
    salon.advance_seconds(22 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 0));
    salon.advance_seconds(1);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
}

#[test_on_both_engines]
async fn an_automatic_rejection_releases_the_occupied_time() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let kept = "select count(*) from occupied_times where booking_id = $1";
    assert!(count_rows(&salon, &id, kept).await > 0);
    salon.advance_seconds(DAY_SECONDS + 60);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
    assert_eq!(count_rows(&salon, &id, kept).await, 0);
}

#[test_on_both_engines]
async fn jobs_without_a_record_id_do_nothing() {
    let salon = small_salon().await;
    receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(30 * DAY_SECONDS);
    let none = json!({ "success": true, "action": "none", "notified": 0 });
    let unsent = json!({
        "success": true, "attached": false, "reason": "there is no such invoice", "sent": false,
    });
    let bodies: [&[u8]; 5] = [
        b"",
        b"{",
        b"[]",
        br#"{"bookingId": 7}"#,
        br#"{"bookingId": "nope", "membershipId": "nope", "invoiceId": "nope"}"#,
    ];
    for body in bodies {
        let told = JobPayload::read(body, salon.now());
        assert_eq!(salon.run_job_with_payload(Job::StaleBookingAlert, &told).await, none);
        assert_eq!(salon.run_job_with_payload(Job::NoshowCheck, &told).await, notified_outcome(0));
        assert_eq!(salon.run_job_with_payload(Job::PostServiceFollowup, &told).await, sent_outcome(false));
        assert_eq!(salon.run_job_with_payload(Job::MembershipExpiredNotice, &told).await, sent_outcome(false));
        assert_eq!(salon.run_job_with_payload(Job::InvoicePdf, &told).await, unsent);
    }
    for status in ["confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        set_booking_status(&salon, &id, status).await;
        assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0), "{status}");
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.request"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn of_concurrent_runs_one_rejects_the_request() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    salon.advance_seconds(DAY_SECONDS + 60);
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let worker = WorkerContext { app: salon.open_in_second_process().await, ..salon.worker().clone() };
        let told = JobPayload::read(json!({ "bookingId": id }).to_string().as_bytes(), salon.now());
        running.spawn(async move { jobs::run(&worker, Job::StaleBookingAlert, &told).await.unwrap() });
    }
    let outcomes = running.join_all().await;
    let rejected = Outcome::Stale { action: "rejected", notified: 1 };
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == rejected).count(), 1, "{outcomes:?}");
    assert_eq!(queued_emails_about(&salon, &id).await.len(), 1);
    assert_eq!(audit_origins(&salon, &id, "booking.reject").await, ["job"]);
}

#[test_on_both_engines]
async fn the_desk_and_the_job_do_not_both_decide() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for round in 0..6 {
        let id = create_booking(&asha, &haircut_request_at("2027-03-20", &format!("{}:00", 11 + round))).await;
        let desk = salon.member(&format!("desk{round}"), Role::Receptionist).await;
        salon.advance_seconds(DAY_SECONDS + 60);
        let (approved, chased) =
            tokio::join!(approve_booking(&desk, &id, STYLIST), run_stale_booking_alert(&salon, &id));
        let status = shown_booking(&asha, &id).await["status"].clone();
        let expected = if approved.status == 200 { ("confirmed", "none") } else { ("rejected", "rejected") };
        assert_eq!((status.as_str().unwrap(), chased.0.as_str()), expected, "{}", approved.text());
        let news = [
            notified_users(&salon, &id, "booking_confirmed").await,
            notified_users(&salon, &id, "booking_rejected").await,
        ];
        assert_eq!(news.concat(), sorted_user_ids(&[&asha]));
    }
}

#[test_on_both_engines]
async fn a_booking_that_was_never_started_notifies_the_desk_and_keeps_its_status() {
    let salon = small_salon().await;
    let (ravi, rita) = (receptionist(&salon).await, salon.member("Rita", Role::Receptionist).await);
    let asha = salon.customer("Asha").await;
    // Today, 11:00 to 11:45; now it is 10:00.
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "11:00")).await;
    approve_booking(&ravi, &id, STYLIST).await.expect_ok();
    assert_eq!(
        open_booking_jobs(&salon, &id).await,
        [noshow_check_job(&id, "2027-03-01", "12:00")],
        "15 minutes after its end"
    );
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(2));
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(0));
    assert_eq!(notified_users(&salon, &id, "noshow_check").await, sorted_user_ids(&[&ravi, &rita]));
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "13:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(2), "of its new time");
    let other = create_booking(&asha, &haircut_request_at("2027-03-02", "11:00")).await;
    salon.advance_seconds(3 * DAY_SECONDS);
    assert_eq!(run_noshow_check(&salon, &other).await, notified_outcome(0), "it was never confirmed");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_a_receptionist_managers_are_alerted() {
    let salon = small_salon().await;
    let (meera, asha) = (salon.member("Meera", Role::Manager).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 1));
    assert_eq!(notified_users(&salon, &id, "stale_booking").await, sorted_user_ids(&[&meera]));
}

async fn set_marketing_consent_at_onboarding(person: &Person, consents: bool) {
    let told = json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": consents,
    });
    person.post("/api/onboarding/complete", &told).await.expect_ok();
}

/// A salon that writes letters.
async fn salon_with_mail_folder(folder: &Path) -> TestSalon {
    let integrations = Integrations { mail: mailer_to_folder(folder), ..Integrations::default() };
    insert_membership_tiers(
        fill_small_salon(TestSalon::with_integrations(SalonOptions::default(), integrations).await).await,
    )
    .await
}

#[test_on_both_engines]
async fn a_review_request_is_sent_once_with_marketing_consent() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with_mail_folder(folder.path()).await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    set_marketing_consent_at_onboarding(&asha, true).await;
    set_marketing_consent_at_onboarding(&tara, false).await;
    let (hers, other) =
        (create_booking(&asha, &haircut_request()).await, create_booking(&tara, &haircut_request()).await);
    let asks = async |id: &str| run_job_with_body(&salon, Job::PostServiceFollowup, &json!({ "bookingId": id })).await;
    for id in [&hers, &other] {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
        assert_eq!(asks(id).await, sent_outcome(false), "it has not been");
        complete_booking(&desk, id, &cash_payment()).await.expect_ok();
    }
    assert_eq!(asks(&hers).await, sent_outcome(true));
    assert_eq!(asks(&hers).await, sent_outcome(false));
    assert_eq!(asks(&other).await, sent_outcome(false));
    let rows = notifications_of_type(&salon, "review_request").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].channel.as_str()), (asha.id().as_str(), "email"));
    assert_eq!(rows[0].booking_id.as_deref(), Some(hers.as_str()));
    let letters = emails_in_folder(folder.path());
    let reviews: Vec<_> = letters.iter().filter(|letter| letter.contains("List-Unsubscribe")).collect();
    assert_eq!(reviews.len(), 1, "{letters:?}");
    assert!(reviews[0].contains("asha@test.invalid"), "{}", reviews[0]);
    set_marketing_consent_at_onboarding(&tara, true).await;
    assert_eq!(asks(&other).await, sent_outcome(true), "she has changed her mind since");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn membership_expiry_is_notified_once() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with_mail_folder(folder.path()).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_membership(&desk, &with_field(ten_hour_sale(&asha), "validityDays", 1)).await;
    let says =
        async |id: &str| run_job_with_body(&salon, Job::MembershipExpiredNotice, &json!({ "membershipId": id })).await;
    assert_eq!(says(&id).await, sent_outcome(false), "it is not over");
    salon.advance_seconds(15 * HOUR_SECONDS);
    assert_eq!(membership_detail(&desk, &id).await["status"], "active", "the night has not come to it");
    assert_eq!(says(&id).await, sent_outcome(true));
    assert_eq!(membership_detail(&desk, &id).await["status"], "expired");
    assert_eq!(audit_origins(&salon, &id, "membership.expire").await, ["job"]);
    assert_eq!(says(&id).await, sent_outcome(false));
    let rows = notifications_of_type(&salon, "membership_expired").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].channel.as_str()), (asha.id().as_str(), "push"));
    let period = String::new;
    let written =
        ["membership-created", "membership-expired"].map(|kind| (kind.to_owned(), asha.id().to_string(), period()));
    assert_eq!(queued_emails_about(&salon, &id).await, written);
    let letters = emails_in_folder(folder.path());
    assert_eq!(letters.len(), 1, "the other is for whoever sends letters: {letters:?}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn membership_expiry_is_not_notified_if_renewed_or_unwanted() {
    let salon = spa_salon_at("2027-03-01 10:00").await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, tara, usha) = (salon.customer("Asha").await, salon.customer("Tara").await, salon.customer("Usha").await);
    let a_day = |person: &Person| with_field(ten_hour_sale(person), "validityDays", 1);
    let cancelled = create_membership(&desk, &a_day(&asha)).await;
    cancel_membership(&meera, &cancelled, "moved away").await.expect_ok();
    let renewed = create_membership(&desk, &a_day(&tara)).await;
    let unheard = create_membership(&desk, &a_day(&usha)).await;
    usha.patch("/api/profile", &json!({ "membershipAlertsEnabled": false })).await.expect_ok();
    salon.advance_seconds(15 * HOUR_SECONDS);
    create_membership(&desk, &ten_hour_sale(&tara)).await;
    for id in [&cancelled, &renewed, &unheard] {
        let body = json!({ "membershipId": id });
        assert_eq!(run_job_with_body(&salon, Job::MembershipExpiredNotice, &body).await, sent_outcome(false));
    }
    assert_eq!(notifications_of_type(&salon, "membership_expired").await, []);
    assert_eq!(membership_detail(&desk, &unheard).await["status"], "expired", "it is over all the same");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn booking_notifications_are_also_sent_by_email() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    assert_eq!(queued_emails_about(&salon, &id).await, [], "the desk's own news are no letters");
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(1);
    reschedule_booking(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
    salon.advance_seconds(1);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(1);
    cancel_booking(&asha, &id).await.expect_ok();
    let letter = |kind: &str, period: &str| (kind.to_owned(), asha.id().to_string(), period.to_owned());
    let written = [
        letter("booking-confirmed", "0"),
        letter("booking-rescheduled", "1"),
        letter("booking-confirmed", "1"),
        letter("booking-cancelled", ""),
    ];
    assert_eq!(queued_emails_about(&salon, &id).await, written);
}
