//! What follows from something that happened, some time later.

use std::path::Path;

use parlour_app::jobs::{self, JobPayload, Outcome};
use parlour_app::worker_context::{Integrations, WorkerContext};
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::job::Job;
use parlour_integrations::mail::{MailTransport, Mailer, Sender};
use parlour_store::{DbError, params};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::bookings::checkout::{cash, completes};
use crate::bookings::desk_decisions::noshow_check;
use crate::bookings::desk_reads::{STYLIST, approves, receptionist};
use crate::jobs::customer_notifications::feed;
use crate::live_salon::live_salon;
use crate::memberships::desk::{
    cancels as ends, detail, manager, sold, spa_at, ten_hours, with, with_packages,
};
use crate::small_salon::{
    booking, books, bring_to, cancels, count, done_to, furnished, haircut, haircut_at, ids_of, moves,
    open_work, small_salon, stale_alert, told,
};

const HOUR_SECONDS: i64 = 60 * 60;
const DAY_SECONDS: i64 = 24 * HOUR_SECONDS;

/// Letters go into this folder.
#[expect(clippy::unnecessary_wraps, reason = "as a salon has it")]
pub(crate) fn mail_to(folder: &Path) -> Option<Mailer> {
    let from = Sender { name: None, address: EmailAddress::parse("desk@salon.invalid").unwrap() };
    Some(Mailer::new(&MailTransport::Folder(folder.to_owned()), from).unwrap())
}

/// What lies in the folder, whole letters.
pub(crate) fn letters_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()).collect()
}

/// Runs a job that is told this.
pub(crate) async fn runs(salon: &TestSalon, job: Job, body: &Value) -> Value {
    salon.run_job_with_payload(job, &JobPayload::read(body.to_string().as_bytes(), salon.now())).await
}

async fn run_stale_booking_alert(salon: &TestSalon, booking: &str) -> (String, u64) {
    let answer = runs(salon, Job::StaleBookingAlert, &json!({ "bookingId": booking })).await;
    assert_eq!(answer["success"], true);
    (answer["action"].as_str().unwrap().to_owned(), answer["notified"].as_u64().unwrap())
}

fn alert_outcome(action: &str, notified: u64) -> (String, u64) {
    (action.to_owned(), notified)
}

async fn run_noshow_check(salon: &TestSalon, booking: &str) -> Value {
    runs(salon, Job::NoshowCheck, &json!({ "bookingId": booking })).await
}

fn notified_outcome(count: u64) -> Value {
    json!({ "success": true, "notified": count })
}

fn sent_outcome(whether: bool) -> Value {
    json!({ "success": true, "sent": whether })
}

/// Letters that were written about a record: kind, recipient, period.
pub(crate) async fn letters_about(salon: &TestSalon, subject: &str) -> Vec<(String, String, String)> {
    let subject = subject.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, String, String)>(
            "select kind, recipient, period from emails where subject = $1 order by created_at, kind, id",
            params![subject],
        )
    });
    read.await.unwrap()
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
    let id = books(&asha, &haircut()).await;
    let first = stale_alert(&id, asked_at.plus_millis(2 * HOUR_SECONDS * 1_000));
    let (kind, told_then, _) = first.clone();
    let last = (kind, told_then, asked_at.plus_millis((DAY_SECONDS + 60) * 1_000));
    assert_eq!(open_work(&salon, &id).await, std::slice::from_ref(&first));

    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 2));
    assert_eq!(told(&salon, &id, "stale_booking").await, ids_of(&[&ravi, &rita]));
    assert_eq!(open_work(&salon, &id).await, [first.clone(), last.clone()]);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 0), "it is news once");
    assert_eq!(open_work(&salon, &id).await, [first.clone(), last.clone()]);

    salon.advance_seconds(22 * HOUR_SECONDS);
    assert_eq!(
        run_stale_booking_alert(&salon, &id).await,
        alert_outcome("alerted", 0),
        "a day is not more than a day"
    );
    assert_eq!(booking(&asha, &id).await["status"], "pending");

    salon.advance_seconds(60);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
    let rejected = booking(&asha, &id).await;
    assert_eq!(rejected["status"], "rejected");
    assert_eq!(rejected["rejectedAt"], salon.now().to_string());
    assert!(rejected["rejectionReason"].as_str().unwrap().contains("nobody could confirm"), "{rejected}");
    assert_eq!(told(&salon, &id, "booking_rejected").await, ids_of(&[&asha]));
    let letter = ("booking-rejected".to_owned(), asha.id().to_string(), String::new());
    assert_eq!(letters_about(&salon, &id).await, [letter]);
    assert_eq!(audit_origins(&salon, &id, "booking.reject").await, ["job"]);
    assert_eq!(open_work(&salon, &id).await, []);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0));
    assert_eq!(letters_about(&salon, &id).await.len(), 1);
}

#[test_on_both_engines]
async fn a_reschedule_restarts_the_age_of_a_request() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut_at("2027-03-09", "11:00")).await;
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 1));
    approves(&desk, &id, STYLIST).await.expect_ok();
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0), "it is answered");
    salon.advance_seconds(23 * HOUR_SECONDS);
    moves(&asha, &id, "2027-03-10", "12:00").await.expect_ok();
    let asked_at = salon.now();
    assert_eq!(
        open_work(&salon, &id).await,
        [stale_alert(&id, asked_at.plus_millis(2 * HOUR_SECONDS * 1_000))]
    );
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(
        run_stale_booking_alert(&salon, &id).await,
        alert_outcome("alerted", 1),
        "27 hours old, asked anew 2 hours ago: news again"
    );
    assert_eq!(told(&salon, &id, "stale_booking").await.len(), 2);
    salon.advance_seconds(22 * HOUR_SECONDS);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 0));
    salon.advance_seconds(1);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
}

#[test_on_both_engines]
async fn an_automatic_rejection_releases_the_occupied_time() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let id = books(&asha, &haircut()).await;
    let kept = "select count(*) from occupancy where booking_id = $1";
    assert!(count(&salon, &id, kept).await > 0);
    salon.advance_seconds(DAY_SECONDS + 60);
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("rejected", 1));
    assert_eq!(count(&salon, &id, kept).await, 0);
}

#[test_on_both_engines]
async fn jobs_without_a_record_id_do_nothing() {
    let salon = small_salon().await;
    receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = books(&asha, &haircut()).await;
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
        assert_eq!(
            salon.run_job_with_payload(Job::MembershipExpiredNotice, &told).await,
            sent_outcome(false)
        );
        assert_eq!(salon.run_job_with_payload(Job::InvoicePdf, &told).await, unsent);
    }
    for status in ["confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        bring_to(&salon, &id, status).await;
        assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("none", 0), "{status}");
    }
    assert_eq!(done_to(&salon, &id).await, ["booking.request"]);
}

#[test_on_both_engines]
async fn of_concurrent_runs_one_rejects_the_request() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = books(&asha, &haircut()).await;
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
    assert_eq!(letters_about(&salon, &id).await.len(), 1);
    assert_eq!(audit_origins(&salon, &id, "booking.reject").await, ["job"]);
}

#[test_on_both_engines]
async fn the_desk_and_the_job_do_not_both_decide() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for round in 0..6 {
        let id = books(&asha, &haircut_at("2027-03-20", &format!("{}:00", 11 + round))).await;
        let desk = salon.member(&format!("desk{round}"), Role::Receptionist).await;
        salon.advance_seconds(DAY_SECONDS + 60);
        let (approved, chased) =
            tokio::join!(approves(&desk, &id, STYLIST), run_stale_booking_alert(&salon, &id));
        let status = booking(&asha, &id).await["status"].clone();
        let expected = if approved.status == 200 { ("confirmed", "none") } else { ("rejected", "rejected") };
        assert_eq!((status.as_str().unwrap(), chased.0.as_str()), expected, "{}", approved.text());
        let news =
            [told(&salon, &id, "booking_confirmed").await, told(&salon, &id, "booking_rejected").await];
        assert_eq!(news.concat(), ids_of(&[&asha]));
    }
}

#[test_on_both_engines]
async fn a_booking_that_was_never_started_notifies_the_desk_and_keeps_its_status() {
    let salon = small_salon().await;
    let (ravi, rita) = (receptionist(&salon).await, salon.member("Rita", Role::Receptionist).await);
    let asha = salon.customer("Asha").await;
    // Today, 11:00 to 11:45; now it is 10:00.
    let id = books(&asha, &haircut_at("2027-03-01", "11:00")).await;
    approves(&ravi, &id, STYLIST).await.expect_ok();
    assert_eq!(
        open_work(&salon, &id).await,
        [noshow_check(&id, "2027-03-01", "12:00")],
        "15 minutes after its end"
    );
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(2));
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(0));
    assert_eq!(told(&salon, &id, "noshow_check").await, ids_of(&[&ravi, &rita]));
    assert_eq!(booking(&asha, &id).await["status"], "confirmed");
    let body = json!({ "bookingDate": "2027-03-01", "startTime": "13:00" });
    ravi.post(&format!("/api/bookings/{id}/reschedule"), &body).await.expect_ok();
    salon.advance_seconds(2 * HOUR_SECONDS);
    assert_eq!(run_noshow_check(&salon, &id).await, notified_outcome(2), "of its new time");
    let other = books(&asha, &haircut_at("2027-03-02", "11:00")).await;
    salon.advance_seconds(3 * DAY_SECONDS);
    assert_eq!(run_noshow_check(&salon, &other).await, notified_outcome(0), "it was never confirmed");
}

#[test_on_both_engines]
async fn without_a_receptionist_managers_are_alerted() {
    let salon = small_salon().await;
    let (meera, asha) = (salon.member("Meera", Role::Manager).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    assert_eq!(run_stale_booking_alert(&salon, &id).await, alert_outcome("alerted", 1));
    assert_eq!(told(&salon, &id, "stale_booking").await, ids_of(&[&meera]));
}

async fn set_marketing_consent_at_onboarding(person: &Person, consents: bool) {
    let told = json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": consents,
    });
    person.post("/api/onboarding/complete", &told).await.expect_ok();
}

/// A salon that writes letters.
async fn salon_with_mail_folder(folder: &Path) -> TestSalon {
    let integrations = Integrations { mail: mail_to(folder), ..Integrations::default() };
    with_packages(furnished(TestSalon::with_integrations(SalonOptions::default(), integrations).await).await)
        .await
}

#[test_on_both_engines]
async fn a_review_request_is_sent_once_with_marketing_consent() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with_mail_folder(folder.path()).await;
    let (desk, asha, tara) =
        (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    set_marketing_consent_at_onboarding(&asha, true).await;
    set_marketing_consent_at_onboarding(&tara, false).await;
    let (hers, other) = (books(&asha, &haircut()).await, books(&tara, &haircut()).await);
    let asks = async |id: &str| runs(&salon, Job::PostServiceFollowup, &json!({ "bookingId": id })).await;
    for id in [&hers, &other] {
        approves(&desk, id, STYLIST).await.expect_ok();
        assert_eq!(asks(id).await, sent_outcome(false), "it has not been");
        completes(&desk, id, &cash()).await.expect_ok();
    }
    assert_eq!(asks(&hers).await, sent_outcome(true));
    assert_eq!(asks(&hers).await, sent_outcome(false));
    assert_eq!(asks(&other).await, sent_outcome(false));
    let rows = feed(&salon, "review_request").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].channel.as_str()), (asha.id().as_str(), "email"));
    assert_eq!(rows[0].booking_id.as_deref(), Some(hers.as_str()));
    let letters = letters_in(folder.path());
    let reviews: Vec<_> = letters.iter().filter(|letter| letter.contains("List-Unsubscribe")).collect();
    assert_eq!(reviews.len(), 1, "{letters:?}");
    assert!(reviews[0].contains("asha@test.invalid"), "{}", reviews[0]);
    set_marketing_consent_at_onboarding(&tara, true).await;
    assert_eq!(asks(&other).await, sent_outcome(true), "she has changed her mind since");
}

#[test_on_both_engines]
async fn membership_expiry_is_notified_once() {
    let folder = tempfile::tempdir().unwrap();
    let salon = salon_with_mail_folder(folder.path()).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = sold(&desk, &with(ten_hours(&asha), "validityDays", 1)).await;
    let says =
        async |id: &str| runs(&salon, Job::MembershipExpiredNotice, &json!({ "membershipId": id })).await;
    assert_eq!(says(&id).await, sent_outcome(false), "it is not over");
    salon.advance_seconds(15 * HOUR_SECONDS);
    assert_eq!(detail(&desk, &id).await["status"], "active", "the night has not come to it");
    assert_eq!(says(&id).await, sent_outcome(true));
    assert_eq!(detail(&desk, &id).await["status"], "expired");
    assert_eq!(audit_origins(&salon, &id, "membership.expire").await, ["job"]);
    assert_eq!(says(&id).await, sent_outcome(false));
    let rows = feed(&salon, "membership_expired").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].channel.as_str()), (asha.id().as_str(), "push"));
    let period = String::new;
    let written = ["membership-created", "membership-expired"]
        .map(|kind| (kind.to_owned(), asha.id().to_string(), period()));
    assert_eq!(letters_about(&salon, &id).await, written);
    let letters = letters_in(folder.path());
    assert_eq!(letters.len(), 1, "the other is for whoever sends letters: {letters:?}");
}

#[test_on_both_engines]
async fn membership_expiry_is_not_notified_if_renewed_or_unwanted() {
    let salon = spa_at("2027-03-01 10:00").await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, tara, usha) =
        (salon.customer("Asha").await, salon.customer("Tara").await, salon.customer("Usha").await);
    let a_day = |person: &Person| with(ten_hours(person), "validityDays", 1);
    let cancelled = sold(&desk, &a_day(&asha)).await;
    ends(&meera, &cancelled, "moved away").await.expect_ok();
    let renewed = sold(&desk, &a_day(&tara)).await;
    let unheard = sold(&desk, &a_day(&usha)).await;
    usha.patch("/api/profile", &json!({ "membershipAlertsEnabled": false })).await.expect_ok();
    salon.advance_seconds(15 * HOUR_SECONDS);
    sold(&desk, &ten_hours(&tara)).await;
    for id in [&cancelled, &renewed, &unheard] {
        let body = json!({ "membershipId": id });
        assert_eq!(runs(&salon, Job::MembershipExpiredNotice, &body).await, sent_outcome(false));
    }
    assert_eq!(feed(&salon, "membership_expired").await, []);
    assert_eq!(detail(&desk, &unheard).await["status"], "expired", "it is over all the same");
}

#[test_on_both_engines]
async fn booking_notifications_are_also_sent_by_email() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = books(&asha, &haircut()).await;
    assert_eq!(letters_about(&salon, &id).await, [], "the desk's own news are no letters");
    approves(&desk, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(1);
    moves(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
    salon.advance_seconds(1);
    approves(&desk, &id, STYLIST).await.expect_ok();
    salon.advance_seconds(1);
    cancels(&asha, &id).await.expect_ok();
    let letter = |kind: &str, period: &str| (kind.to_owned(), asha.id().to_string(), period.to_owned());
    let written = [
        letter("booking-confirmed", "0"),
        letter("booking-rescheduled", "1"),
        letter("booking-confirmed", "1"),
        letter("booking-cancelled", ""),
    ];
    assert_eq!(letters_about(&salon, &id).await, written);
}
