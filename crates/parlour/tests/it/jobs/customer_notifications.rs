//! What people hear without asking, and what counts against them.

use axum::http::Method;
use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, post_booking_action,
    reschedule_booking, set_booking_status,
};
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::gems::{earn_gems, redeem_gems};
use parlour_testkit::actions::jobs::{run_job, run_job_in, run_job_twice_concurrently};
use parlour_testkit::actions::memberships::{cancel_membership, create_membership, ten_hour_sale};
use parlour_testkit::actions::notifications::{NotificationRow, notifications_of_type};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::audit_log::{JobAuditEntry, job_audit_entries};
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::checks::json::with_field;
use parlour_testkit::checks::time::parse_timestamp;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon, small_salon_at, small_salon_with};
use parlour_testkit::fixtures::spa_salon::spa_salon_at;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::jobs::JobPayload;
use serde_json::{Value, json};

const HOUR_SECONDS: i64 = 60 * 60;

/// For a slot of its own.
async fn run_job_for_slot(salon: &TestSalon, job: Job, slot: &str) -> u64 {
    run_job_in(&salon.app, job, &JobPayload { slot: Some(parse_timestamp(slot)), ..JobPayload::default() }).await
}

/// Recipient, subject and period of the letters of a kind that are to go out.
async fn pending_emails(salon: &TestSalon, kind: &'static str) -> Vec<(String, String, String)> {
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all(
            "select recipient, subject, period from emails
             where kind = $1 and status = 'pending' and user_id = recipient order by recipient, subject, period",
            params![kind],
        )
    });
    read.await.unwrap()
}

fn notified_ids(rows: &[NotificationRow]) -> Vec<&str> {
    rows.iter().map(|row| row.user_id.as_str()).collect()
}

const ERASE_SQL: &str = "update users set anonymised_at = created_at where id = $1";

/// A confirmed cut in Pune.
async fn create_confirmed_booking_at(salon: &TestSalon, customer: &Person, date: &str, time: &str) -> String {
    let id = create_booking(customer, &haircut_request_at(date, time)).await;
    set_booking_status(salon, &id, "confirmed").await;
    id
}

#[test_on_both_engines]
async fn reminders_are_sent_a_day_and_an_hour_before_a_booking() {
    let salon = small_salon_at("2027-03-01 10:59").await;
    let asha = salon.customer("Asha").await;
    let id = create_confirmed_booking_at(&salon, &asha, "2027-03-02", "11:00").await;
    salon.advance_seconds(59);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0, "a second too early");
    salon.advance_seconds(1);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1);
    let row = NotificationRow {
        user_id: asha.id().to_string(),
        booking_id: Some(id.clone()),
        title: "Your appointment is coming up".into(),
        body: "BK-PUN-2703-H-00001: Tue 2 Mar 2027 at 11:00 am, PUN".into(),
        channel: "push".into(),
        status: "pending".into(),
        subject: id.clone(),
        period: "2027-03-02T05:30:00.000Z".into(),
        read_at: None,
        created_at: parse_timestamp("2027-03-01T11:00:00+05:30"),
    };
    assert_eq!(notifications_of_type(&salon, "reminder_24h").await, std::slice::from_ref(&row));
    let letter = [(asha.id().to_string(), id.clone(), row.period.clone())];
    assert_eq!(pending_emails(&salon, "reminder-24h").await, letter);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0, "once");
    salon.advance_seconds(23 * 60 * 60 - 1);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0, "an hour and a second before");
    salon.advance_seconds(1);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1);
    let soon = NotificationRow {
        title: "Your appointment starts within the hour".into(),
        read_at: None,
        created_at: parse_timestamp("2027-03-02T10:00:00+05:30"),
        ..row.clone()
    };
    assert_eq!(notifications_of_type(&salon, "reminder_1h").await, [soon]);
    assert_eq!(pending_emails(&salon, "reminder-1h").await, letter);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0);
    assert_eq!(notifications_of_type(&salon, "reminder_24h").await, [row], "and the other no second time");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_booking_that_starts_now_needs_no_reminder() {
    let salon = small_salon_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    create_confirmed_booking_at(&salon, &asha, "2027-03-01", "10:30").await;
    salon.advance_seconds(30 * 60);
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0);
    create_confirmed_booking_at(&salon, &asha, "2027-03-01", "11:00").await;
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1, "who confirms late is reminded once");
    assert_eq!(
        (
            notifications_of_type(&salon, "reminder_1h").await.len(),
            notifications_of_type(&salon, "reminder_24h").await.len()
        ),
        (1, 0)
    );
}

#[test_on_both_engines]
async fn a_rescheduled_booking_is_reminded_at_its_new_time() {
    let salon = small_salon_at("2027-03-01 11:00").await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let id = create_confirmed_booking_at(&salon, &asha, "2027-03-02", "10:30").await;
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1);
    reschedule_booking(&desk, &id, "2027-03-02", "11:00").await.expect_ok();
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1);
    reschedule_booking(&desk, &id, "2027-03-02", "10:30").await.expect_ok();
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 0, "of that time it has been told");
    let periods: Vec<String> =
        notifications_of_type(&salon, "reminder_24h").await.into_iter().map(|row| row.period).collect();
    assert_eq!(periods, ["2027-03-02T05:00:00.000Z", "2027-03-02T05:30:00.000Z"]);
    assert_eq!(pending_emails(&salon, "reminder-24h").await.len(), 2);
}

#[test_on_both_engines]
async fn only_customers_with_confirmed_bookings_who_want_reminders_get_them() {
    let salon = small_salon_at("2027-03-01 10:00").await;
    let names = ["Asha", "Off", "On", "Pending", "Called", "Erased", "Late"];
    let mut people = Vec::new();
    for name in names {
        people.push(salon.customer(name).await);
    }
    let [asha, off, on, pending, called, erased, late] = &people[..] else { unreachable!() };
    off.patch("/api/profile", &json!({ "appointmentRemindersEnabled": false })).await.expect_ok();
    on.patch("/api/profile", &json!({ "appointmentRemindersEnabled": true })).await.expect_ok();
    for person in [asha, off, on, erased] {
        create_confirmed_booking_at(&salon, person, "2027-03-01", "18:00").await;
    }
    create_booking(pending, &haircut_request_at("2027-03-01", "18:00")).await;
    let cancelled = create_confirmed_booking_at(&salon, called, "2027-03-01", "18:00").await;
    cancel_booking(called, &cancelled).await.expect_ok();
    create_confirmed_booking_at(&salon, late, "2027-03-02", "18:00").await;
    update_rows(&salon, erased.id().as_str(), ERASE_SQL).await;
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 2, "Asha, who has no profile, and On");
    let mut told: Vec<String> = [asha, on].iter().map(|person| person.id().to_string()).collect();
    told.sort();
    assert_eq!(notified_ids(&notifications_of_type(&salon, "reminder_24h").await), told);
    off.patch("/api/profile", &json!({ "appointmentRemindersEnabled": true })).await.expect_ok();
    assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1);
}

#[test_on_both_engines]
async fn a_manual_run_works_at_night_but_an_external_schedule_does_not() {
    for (wall, scheduled) in [
        ("2027-03-01 07:59", 0),
        ("2027-03-01 08:00", 1),
        ("2027-03-01 22:14", 1),
        ("2027-03-01 22:15", 0),
        ("2027-03-02 03:00", 0),
    ] {
        let salon = small_salon_at(wall).await;
        let asha = salon.customer("Asha").await;
        let date = if wall < "2027-03-01 12" { "2027-03-01" } else { "2027-03-02" };
        create_confirmed_booking_at(&salon, &asha, date, "20:00").await;
        let by_cron = salon.admin_visitor().with_header("upstash-schedule-id", "appointment-reminders");
        let reply = by_cron.send(Method::POST, "/api/jobs/appointment-reminders", "").await;
        assert_eq!(reply.json()["processed"], scheduled, "{wall}");
        assert_eq!(run_job(&salon, Job::AppointmentReminders).await, 1 - scheduled, "{wall}");
    }
}

#[test_on_both_engines]
async fn a_slot_missed_in_the_evening_sends_nothing_at_night() {
    let options = SalonOptions { at: "2027-03-01 12:07", listens: true, ..SalonOptions::default() };
    let salon = small_salon_with(options).await;
    let asha = salon.customer("Asha").await;
    create_confirmed_booking_at(&salon, &asha, "2027-03-02", "20:00").await;
    salon.queue().drain().await.unwrap();
    let reminded = async || {
        salon.queue().drain().await.unwrap();
        let (lines, pending_emails) =
            (notifications_of_type(&salon, "reminder_24h").await, pending_emails(&salon, "reminder-24h").await);
        assert_eq!(lines.len(), pending_emails.len());
        lines.len()
    };
    // Nobody was there from noon until deep in the night, and none comes between three and eight.
    salon.advance_seconds(15 * HOUR_SECONDS - 7 * 60);
    assert_eq!(reminded().await, 0, "{}", salon.now());
    // Nor of a run that was asked for in time and gets through now.
    let late = run_job_for_slot(&salon, Job::AppointmentReminders, "2027-03-01T22:00:00+05:30").await;
    assert_eq!((late, reminded().await), (0, 0));
    for (wait, expected) in [(5 * HOUR_SECONDS - 1, 0), (1, 1), (15 * 60, 1)] {
        salon.advance_seconds(wait);
        assert_eq!(reminded().await, expected, "{}", salon.now());
    }
}

/// More than fit into two steps, and not a whole number of them.
const CROWD_SIZE: i64 = 450;

/// So many customers, each with a confirmed visit today at noon, and an active membership that ends in 30 days.
async fn insert_crowd(salon: &TestSalon) {
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        for nth in 0..CROWD_SIZE {
            let id = format!("guest-{nth:04}");
            tx.execute(
                "insert into users (id, name, name_folded, created_at, updated_at) values ($1, $1, $1, $2, $2)",
                params![id, now],
            )?;
            tx.execute(
                "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                     start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at,
                     created_at, updated_at)
                 values ($1, $1, $2, $1, 'confirmed', 'salon', $3, '18:00:00', '18:30:00', 50000, 30, $4, $4, $4, $4)",
                params![id, PUNE, now.ist_date(), now],
            )?;
            tx.execute(
                "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                     total_hours_minutes, price_paid_paise, starts_at, expires_at, created_by, invoice_id, created_at,
                     updated_at)
                 values ($1, $1, $1, 'gold', 'Gold', 600, 1000000, $2, $3, $1, $1, $2, $2)",
                params![id, now, Timestamp::ist_midnight(now.ist_date()).plus_days(30)],
            )?;
        }
        Ok(())
    })
    .await;
}

#[test_on_both_engines]
async fn every_customer_of_a_large_salon_is_reminded_once() {
    let many = u64::try_from(CROWD_SIZE).unwrap();
    let salon = spa_salon_at("2027-03-01 10:00").await;
    insert_crowd(&salon).await;
    for (job, kind) in [(Job::AppointmentReminders, "reminder_24h"), (Job::MembershipExpiry, "membership_expiry_30d")] {
        assert_eq!(run_job_twice_concurrently(&salon, job).await, many, "{job}");
        assert_eq!(run_job(&salon, job).await, 0, "{job}");
        assert_eq!(notifications_of_type(&salon, kind).await.len(), 450, "{job}");
    }
    assert_eq!(pending_emails(&salon, "reminder-24h").await.len(), 450);
}

#[test_on_both_engines]
async fn members_are_notified_30_7_and_1_days_before_expiry() {
    let salon = spa_salon_at("2027-03-01 00:30").await;
    let desk = receptionist(&salon).await;
    let days = [1, 2, 6, 7, 8, 29, 30, 31];
    let mut members = Vec::new();
    for validity in days {
        let member = salon.customer(&format!("Member{validity:02}")).await;
        // The day on which it ends, seen from 1 March.
        let body = with_field(ten_hour_sale(&member), "startDate", "2027-02-01");
        let id = create_membership(&desk, &with_field(body, "validityDays", 28 + validity)).await;
        members.push((validity, member, id));
    }
    assert_eq!(run_job(&salon, Job::MembershipExpiry).await, 3);
    for (kind, validity, last_day) in [
        ("membership_expiry_30d", 30, "30 Mar 2027"),
        ("membership_expiry_7d", 7, "7 Mar 2027"),
        ("membership_expiry_1d", 1, "1 Mar 2027"),
    ] {
        let (_, member, id) = members.iter().find(|(days, ..)| *days == validity).unwrap();
        let number = "select count(*) from memberships where id = $1";
        assert_eq!(count_rows(&salon, id, number).await, 1);
        let rows = notifications_of_type(&salon, kind).await;
        let body = rows[0].body.clone();
        assert!(body.starts_with("PRL-MEM-27-1-") && body.ends_with(": GOLD, 10 h left"), "{body}");
        let row = NotificationRow {
            user_id: member.id().to_string(),
            booking_id: None,
            title: format!("Your membership is good until {last_day}"),
            body,
            channel: "push".into(),
            status: "pending".into(),
            subject: id.clone(),
            period: String::new(),
            read_at: None,
            created_at: salon.now(),
        };
        assert_eq!(rows, [row], "{kind}");
    }
    assert_eq!(run_job(&salon, Job::MembershipExpiry).await, 0, "once");
    // On the next day, those that ended a day later.
    assert_eq!(run_job_for_slot(&salon, Job::MembershipExpiry, "2027-03-02T00:30:00+05:30").await, 3);
    assert_eq!(notifications_of_type(&salon, "membership_expiry_30d").await.len(), 2);
    assert_eq!(pending_emails(&salon, "membership-expired").await, []);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn membership_expiry_is_notified_only_for_running_memberships_with_alerts_enabled() {
    let salon = spa_salon_at("2027-03-01 00:30").await;
    let desk = receptionist(&salon).await;
    let mut sold_to = Vec::new();
    for (name, days) in [("Off", 30), ("Ended", 30), ("Erased", 30), ("Asha", 30), ("Tara", 1)] {
        let member = salon.customer(name).await;
        let id = create_membership(&desk, &with_field(ten_hour_sale(&member), "validityDays", days)).await;
        sold_to.push((member, id));
    }
    sold_to[0].0.patch("/api/profile", &json!({ "membershipAlertsEnabled": false })).await.expect_ok();
    cancel_membership(&manager(&salon).await, &sold_to[1].1, "moved").await.expect_ok();
    update_rows(&salon, sold_to[2].0.id().as_str(), ERASE_SQL).await;
    // A slot of the last minute of 1 March, run when that day is over: a day is a day on the salon's wall.
    salon.advance_seconds(24 * 60 * 60);
    assert_eq!(run_job_for_slot(&salon, Job::MembershipExpiry, "2027-03-01T18:29:59Z").await, 1);
    assert_eq!(
        notified_ids(&notifications_of_type(&salon, "membership_expiry_30d").await),
        [sold_to[3].0.id().as_str()]
    );
    assert_eq!(notifications_of_type(&salon, "membership_expiry_1d").await, [], "Tara's was over half an hour ago");
    salon.run_due_jobs().await;
}

async fn customer_born_on(salon: &TestSalon, name: &str, date: &str, consents: bool) -> Person {
    let person = salon.customer(name).await;
    let told = json!({ "phone": "9812345678", "dateOfBirth": date, "gender": "female", "marketingConsent": consents });
    person.post("/api/onboarding/complete", &told).await.expect_ok();
    person
}

#[test_on_both_engines]
async fn birthday_offers_are_sent_once_a_year() {
    let salon = TestSalon::open_at("2027-03-01 09:30").await;
    let asha = customer_born_on(&salon, "Asha", "1990-03-01", true).await;
    customer_born_on(&salon, "Silent", "1990-03-01", false).await;
    let mira = customer_born_on(&salon, "Mira", "1990-03-02", true).await;
    let gone = customer_born_on(&salon, "Gone", "1990-03-01", true).await;
    update_rows(&salon, gone.id().as_str(), ERASE_SQL).await;
    assert_eq!(run_job(&salon, Job::BirthdayEmails).await, 1);
    let row = NotificationRow {
        user_id: asha.id().to_string(),
        booking_id: None,
        title: "Happy birthday!".into(),
        body: "Your birthday offer is waiting: ask for it on your next visit.".into(),
        channel: "email".into(),
        status: "pending".into(),
        subject: String::new(),
        period: "2027".into(),
        read_at: None,
        created_at: salon.now(),
    };
    assert_eq!(notifications_of_type(&salon, "birthday_offer").await, [row]);
    let letter = (asha.id().to_string(), String::new(), "2027".to_owned());
    assert_eq!(pending_emails(&salon, "birthday-offer").await, [letter]);
    assert_eq!(run_job(&salon, Job::BirthdayEmails).await, 0);
    // The salon's day begins half past six in the evening, UTC.
    assert_eq!(run_job_for_slot(&salon, Job::BirthdayEmails, "2027-03-01T18:29:59Z").await, 0);
    assert_eq!(run_job_for_slot(&salon, Job::BirthdayEmails, "2027-03-01T18:30:00Z").await, 1);
    assert_eq!(run_job_for_slot(&salon, Job::BirthdayEmails, "2028-03-01T04:00:00Z").await, 1);
    assert_eq!(notifications_of_type(&salon, "birthday_offer").await.len(), 3);
    mira.patch("/api/profile", &json!({ "marketingConsent": false })).await.expect_ok();
    assert_eq!(run_job_for_slot(&salon, Job::BirthdayEmails, "2028-03-02T04:00:00Z").await, 0);
}

#[test_on_both_engines]
async fn birthdays_on_a_leap_day_are_celebrated_every_year() {
    let salon = TestSalon::open_at("2027-02-28 09:30").await;
    customer_born_on(&salon, "Leap", "1992-02-29", true).await;
    assert_eq!(run_job(&salon, Job::BirthdayEmails).await, 1);
    for (slot, told) in [
        ("2027-03-01T04:00:00Z", 0),
        ("2028-02-28T04:00:00Z", 0),
        ("2028-02-29T04:00:00Z", 1),
        ("2028-03-01T04:00:00Z", 0),
        ("2029-02-28T04:00:00Z", 1),
    ] {
        assert_eq!(run_job_for_slot(&salon, Job::BirthdayEmails, slot).await, told, "{slot}");
    }
}

/// A lead of February 2027, last spoken with at that time.
async fn insert_lead(
    salon: &TestSalon,
    id: &'static str,
    status: &'static str,
    to: Option<&Person>,
    contact: Option<&str>,
) {
    let (to, contact) = (to.map(|person| person.id().clone()), contact.map(parse_timestamp));
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into leads (id, name, phone, status, source, service_interested_id, assigned_to, last_contacted_at,
                 created_at, updated_at)
             values ($1, 'Someone', '+919812345678', $2, 'meta_ad', 'service-cut', $3, $4, $5, $5)",
            params![id, status, to, contact, Timestamp::parse("2027-02-20T08:35:00Z")],
        )
        .map(drop)
    })
    .await;
}

#[test_on_both_engines]
async fn assignees_of_leads_to_follow_up_are_reminded_daily() {
    let salon = small_salon_at("2027-03-01 10:30").await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let former = salon.member("Former", Role::Receptionist).await;
    let erased = salon.member("Erased", Role::Receptionist).await;
    let (exactly, later) = ("2027-02-27T05:00:00Z", "2027-02-27T05:00:00.001Z");
    insert_lead(&salon, "due", "follow_up", Some(&ravi), Some(exactly)).await;
    insert_lead(&salon, "never", "follow_up", Some(&ravi), None).await;
    insert_lead(&salon, "fresh", "follow_up", Some(&ravi), Some(later)).await;
    insert_lead(&salon, "nobody-s", "follow_up", None, Some(exactly)).await;
    insert_lead(&salon, "new", "new", Some(&ravi), None).await;
    insert_lead(&salon, "lost", "lost", Some(&ravi), Some(exactly)).await;
    insert_lead(&salon, "former-s", "follow_up", Some(&former), Some(exactly)).await;
    insert_lead(&salon, "erased-s", "follow_up", Some(&erased), Some(exactly)).await;
    update_rows(&salon, former.id().as_str(), "update users set role = 'customer' where id = $1").await;
    update_rows(&salon, erased.id().as_str(), ERASE_SQL).await;

    assert_eq!(run_job(&salon, Job::LeadFollowups).await, 2);
    let row = |subject: &str, contact: &str, period: &str| NotificationRow {
        user_id: ravi.id().to_string(),
        booking_id: None,
        title: "A lead is waiting for you".into(),
        body: format!("Captured 20 Feb 2027 at 2:05 pm, cut; {contact}"),
        channel: "push".into(),
        status: "pending".into(),
        subject: subject.into(),
        period: period.into(),
        read_at: None,
        created_at: salon.now(),
    };
    let due = row("due", "last contact 27 Feb 2027", "2027-03-01");
    let never = row("never", "no contact yet", "2027-03-01");
    assert_eq!(notifications_of_type(&salon, "lead_followup").await, [due, never]);
    assert_eq!(run_job(&salon, Job::LeadFollowups).await, 0);
    update_rows(&salon, "due", "update leads set last_contacted_at = '2027-03-01T05:30:00.000Z' where id = $1").await;
    assert_eq!(
        run_job_for_slot(&salon, Job::LeadFollowups, "2027-03-02T05:00:00Z").await,
        2,
        "fresh is due by now, never is still waiting"
    );
}

#[test_on_both_engines]
async fn gems_expiring_in_a_week_are_notified_as_one_sum() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    earn_gems(&salon, &asha, 250_000).await;
    earn_gems(&salon, &tara, 100_000).await;
    salon.advance_seconds(3_600);
    earn_gems(&salon, &asha, 100_000).await;
    salon.advance_seconds(12 * 3_600 + 3_599);
    // One second before midnight, and at midnight.
    earn_gems(&salon, &asha, 10_000).await;
    salon.advance_seconds(1);
    earn_gems(&salon, &asha, 990_000).await;
    redeem_gems(&salon, &asha, 6).await.unwrap();
    redeem_gems(&salon, &tara, 10).await.unwrap();
    // Earned on 1 March 2027, good until 29 February 2028.
    for early in ["2028-02-21T05:00:00Z", "2028-02-21T18:29:59Z"] {
        assert_eq!(run_job_for_slot(&salon, Job::GemsExpiryReminder, early).await, 0, "{early}");
    }
    assert_eq!(run_job_for_slot(&salon, Job::GemsExpiryReminder, "2028-02-21T18:30:00Z").await, 1);
    let row = NotificationRow {
        user_id: asha.id().to_string(),
        booking_id: None,
        title: "Some of your gems are about to expire".into(),
        body: "30 gems expire on 29 Feb 2028".into(),
        channel: "push".into(),
        status: "pending".into(),
        subject: String::new(),
        period: "2028-02-22".into(),
        read_at: None,
        created_at: salon.now(),
    };
    assert_eq!(notifications_of_type(&salon, "gems_expiry_7d").await, [row], "Tara has spent hers");
    assert_eq!(run_job_for_slot(&salon, Job::GemsExpiryReminder, "2028-02-22T05:00:00Z").await, 0, "once a day");
    assert_eq!(run_job_for_slot(&salon, Job::GemsExpiryReminder, "2028-02-23T05:00:00Z").await, 1);
    let told: Vec<String> =
        notifications_of_type(&salon, "gems_expiry_7d").await.into_iter().map(|row| row.body).collect();
    assert_eq!(told, ["30 gems expire on 29 Feb 2028", "99 gems expire on 1 Mar 2028"]);
    update_rows(&salon, asha.id().as_str(), "delete from notifications where user_id = $1").await;
    update_rows(&salon, asha.id().as_str(), ERASE_SQL).await;
    assert_eq!(run_job_for_slot(&salon, Job::GemsExpiryReminder, "2028-02-22T05:00:00Z").await, 0);
}

#[test_on_both_engines]
async fn twenty_members_a_day_get_a_usage_nudge_and_nobody_twice_a_month() {
    let salon = spa_salon_at("2027-03-01 11:00").await;
    insert_crowd(&salon).await;
    // Of the 450, some are out: switched off, not begun, used up, over, ended.
    write_transaction(&salon.app, |tx| {
        for sql in [
            "delete from bookings",
            "delete from memberships where id >= 'guest-0030'",
            "insert into profiles (id, user_id, membership_alerts_enabled, name_folded, created_at, updated_at)
             values ('p', 'guest-0000', false, 'x', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z')",
            "update memberships set starts_at = '2027-03-01T07:00:00.000Z' where id = 'guest-0001'",
            "update memberships set used_hours_minutes = 600 where id = 'guest-0002'",
            "update memberships set starts_at = '2027-02-01T05:30:00.000Z', expires_at = '2027-03-01T05:30:00.000Z'
             where id = 'guest-0003'",
            "update memberships set status = 'cancelled', ended_at = '2027-03-01T05:30:00.000Z'
             where id = 'guest-0004'",
            "update users set anonymised_at = created_at where id = 'guest-0005'",
        ] {
            tx.execute(sql, params![])?;
        }
        Ok(())
    })
    .await;
    let first = run_job_twice_concurrently(&salon, Job::MembershipUsageNudges).await;
    assert!((19..=20).contains(&first), "one who is erased may have drawn a low lot: {first}");
    let rows = notifications_of_type(&salon, "membership_usage_nudge").await;
    assert_eq!(u64::try_from(rows.len()).unwrap(), first);
    let row = NotificationRow {
        user_id: rows[0].user_id.clone(),
        booking_id: None,
        title: "Time for yourself".into(),
        body: "Your Gold membership has 10 h left, until 30 Mar 2027".into(),
        channel: "push".into(),
        status: "pending".into(),
        subject: String::new(),
        period: "2027-03".into(),
        read_at: None,
        created_at: salon.now(),
    };
    assert_eq!(rows[0], row);
    assert!(rows.iter().all(|row| row.user_id.as_str() >= "guest-0006"), "{:?}", notified_ids(&rows));
    salon.advance_seconds(3_600);
    assert_eq!(run_job(&salon, Job::MembershipUsageNudges).await, 0, "the same day, the same people");
    // Guest 1's has begun by then.
    salon.advance_seconds(3_600);
    let next = run_job_for_slot(&salon, Job::MembershipUsageNudges, "2027-03-02T05:30:00Z").await;
    assert_eq!(first + next, 25, "the rest");
    assert_eq!(run_job_for_slot(&salon, Job::MembershipUsageNudges, "2027-03-03T05:30:00Z").await, 0);
    let april = run_job_for_slot(&salon, Job::MembershipUsageNudges, "2027-04-01T05:30:00Z").await;
    assert!((19..=20).contains(&april), "{april}");
    let told = notifications_of_type(&salon, "membership_usage_nudge").await;
    assert_eq!(u64::try_from(told.len()).unwrap(), 25 + april);
}

async fn create_no_show(salon: &TestSalon, desk: &Person, customer: &Person) -> String {
    let id = create_booking(customer, &haircut_request()).await;
    approve_booking(desk, &id, STYLIST).await.expect_ok();
    post_booking_action(desk, &id, "noshow").await.expect_ok();
    assert_eq!(count_rows(salon, &id, "select count(*) from bookings where id = $1").await, 1);
    id
}

/// What the work of a no-show asks for.
async fn open_noshow_job(salon: &TestSalon, booking: &str) -> (String, String, Timestamp) {
    let subject = format!("noshow:{booking}");
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, String, Timestamp)>(
            "select kind, payload, due_at from queued_jobs where subject = $1 and done_at is null",
            params![subject],
        )
    });
    let mut found = read.await.unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn noshow_counters(count: i64, in_a_row: i64, needs_approval: bool) -> Value {
    json!({
        "noshowCount": count, "consecutiveCompletedBookings": in_a_row, "bookingRequiresApproval": needs_approval,
    })
}

/// As the directory shows it, and as the profile does.
async fn shown_noshows(salon: &TestSalon, desk: &Person, customer: &Person) -> (Value, Value) {
    let listed = desk.get(&format!("{CUSTOMERS_PATH}?sort=noshows")).await.expect_ok();
    let entries = listed["customers"].as_array().unwrap().clone();
    let entry = entries.into_iter().find(|entry| entry["id"] == customer.id().as_str()).unwrap();
    let profile = customer.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!(profile["noshowCount"], entry["noshowCount"]);
    let uncounted = "select count(*) from bookings where customer_id = $1 and noshow_counted_at is null";
    assert_eq!(count_rows(salon, customer.id().as_str(), uncounted).await, 0);
    (entry["noshowCount"].clone(), profile["bookingRequiresApproval"].clone())
}

#[test_on_both_engines]
async fn a_no_show_is_counted_once_and_the_third_requires_approval() {
    let salon = small_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    for nth in 1..=4 {
        let id = create_no_show(&salon, &desk, &asha).await;
        let (kind, payload, due) = open_noshow_job(&salon, &id).await;
        assert_eq!((kind.as_str(), due), ("noshow-escalation", salon.now()));
        let told = JobPayload::read(payload.as_bytes(), salon.now());
        assert_eq!(told, JobPayload { booking_id: Some(BookingId::new(id.clone())), ..JobPayload::default() });
        if nth > 1 {
            update_rows(
                &salon,
                asha.id().as_str(),
                "update profiles set consecutive_completed_bookings = 4 where user_id = $1",
            )
            .await;
        }
        assert_eq!(run_job_in(&salon.app, Job::NoshowEscalation, &told).await, 1);
        assert_eq!(run_job_in(&salon.app, Job::NoshowEscalation, &told).await, 0, "once");
        assert_eq!(shown_noshows(&salon, &desk, &asha).await, (json!(nth), json!(nth >= 3)));
        let in_a_row = if nth > 1 { 4 } else { 0 };
        if nth == 3 {
            let line = JobAuditEntry {
                record_id: asha.id().to_string(),
                concerns: Some(asha.id().to_string()),
                before: noshow_counters(2, in_a_row, false),
                after: noshow_counters(3, 0, true),
            };
            assert_eq!(job_audit_entries(&salon, "customer.noshow").await, [line]);
        }
        // The next of the log is looked at alone.
        write_transaction(&salon.app, |tx| {
            tx.execute("delete from audit_log where action = 'customer.noshow' and origin = 'job'", params![]).map(drop)
        })
        .await;
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn only_no_shows_are_counted() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    asha.patch("/api/profile", &json!({ "name": "Asha" })).await.expect_ok();
    let id = create_booking(&asha, &haircut_request()).await;
    for status in ["pending", "confirmed", "completed", "cancelled"] {
        set_booking_status(&salon, &id, status).await;
        for told in [id.as_str(), "unknown"] {
            let told = JobPayload { booking_id: Some(BookingId::new(told)), ..JobPayload::default() };
            assert_eq!(run_job_in(&salon.app, Job::NoshowEscalation, &told).await, 0, "{status}");
        }
        assert_eq!(run_job(&salon, Job::NoshowEscalation).await, 0, "{status}");
    }
    let counted = "select noshow_count from profiles where user_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), counted).await, 0);
}

#[test_on_both_engines]
async fn concurrent_runs_count_every_uncounted_no_show_once() {
    let salon = spa_salon_at("2027-03-01 10:00").await;
    insert_crowd(&salon).await;
    let asha = salon.customer("Asha").await;
    update_rows(&salon, asha.id().as_str(), "update bookings set customer_id = $1 where id <= 'guest-0009'").await;
    update_rows(&salon, "no_show", "update bookings set status = $1, noshow_at = '2027-03-01T04:30:00.000Z'").await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::NoshowEscalation).await, 450);
    assert_eq!(run_job(&salon, Job::NoshowEscalation).await, 0);
    let counted = "select noshow_count from profiles where user_id = $1 and booking_requires_approval";
    assert_eq!(count_rows(&salon, asha.id().as_str(), counted).await, 10);
    let others = "select count(*) from profiles where noshow_count = 1 and not booking_requires_approval
                      and user_id <> $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), others).await, 440);
    let logged = "select count(*) from audit_log where action = $1 and origin = 'job'";
    assert_eq!(count_rows(&salon, "customer.noshow", logged).await, 450);
}
