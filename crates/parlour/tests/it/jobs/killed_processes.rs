//! Real processes that are killed in the middle of their work: all of it is done, and none of it twice.
//!
//! On Postgres two share the work; on `SQLite` there is one, which comes again.

use std::path::Path;
use std::time::{Duration, Instant};

use parlour_app::bookings::{Checkout, Reduction, complete};
use parlour_app::request_context::RequestContext;
use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Tender;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp, parse_time};
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_testkit::fixtures::small_salon::{PUNE, fill_small_salon};
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::{Engine, TestSalon, run_within, test_on_both_engines};

use crate::parlour_binary::PARLOUR_BINARY;

/// Ten seconds before some schedules have a slot.
const START_TIME: &str = "2027-03-03T10:29:50+05:30";
/// By then whoever died has lost everything that they had to themselves.
const ALL_LEASES_MS: i64 = 3 * MINUTE_MS;

/// What is to be done about a booking, and what it leaves when it has been done once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BookingCase {
    /// Nobody answers: the desk is reminded.
    Stale,
    /// For a day: it is rejected.
    Forgotten,
    /// It should be over: the desk is asked.
    Missing,
    /// It was yesterday: an invoice is printed and sent, and somebody asks how it was.
    Over,
    /// Nobody came: it is counted.
    Missed,
    /// It is this afternoon: a schedule reminds of it.
    Ahead,
}

const BOOKING_CASES: [BookingCase; 6] = [
    BookingCase::Stale,
    BookingCase::Forgotten,
    BookingCase::Missing,
    BookingCase::Over,
    BookingCase::Missed,
    BookingCase::Ahead,
];

fn start_timestamp() -> Timestamp {
    Timestamp::parse(START_TIME).unwrap()
}

/// So many bookings of each case, each of a customer of its own.
fn insert_bookings(tx: &mut Tx<'_>, context: &RequestContext, each: usize) -> Result<(), DbError> {
    for case in BOOKING_CASES {
        for nth in 0..each {
            insert_booking(tx, context, case, &format!("{case:?}-{nth:04}").to_lowercase())?;
        }
    }
    Ok(())
}

fn insert_booking(tx: &mut Tx<'_>, context: &RequestContext, case: BookingCase, id: &str) -> Result<(), DbError> {
    let now = start_timestamp();
    let (status, asked, day, start) = match case {
        BookingCase::Stale => ("pending", now.plus_millis(-3 * HOUR_MS), now.plus_days(2), "11:00"),
        BookingCase::Forgotten => ("pending", now.plus_millis(-DAY_MS - 2 * MINUTE_MS), now.plus_days(2), "11:00"),
        BookingCase::Missing => ("confirmed", now.plus_days(-2), now, "09:00"),
        BookingCase::Over => ("confirmed", now.plus_days(-3), now.plus_days(-1), "09:00"),
        BookingCase::Missed => ("no_show", now.plus_days(-3), now.plus_days(-1), "09:00"),
        BookingCase::Ahead => ("confirmed", now.plus_days(-2), now, "16:00"),
    };
    let (date, start) = (day.ist_date(), parse_time(start).unwrap());
    let email = format!("{id}@test.invalid");
    tx.execute(
        "insert into users (id, name, name_folded, email, email_folded, email_verified, created_at, updated_at)
         values ($1, $1, $1, $2, $2, true, $3, $3)",
        params![id, email, asked],
    )?;
    tx.execute(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
             start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at, noshow_at,
             created_at, updated_at)
         values ($1, $1, $2, $1, $3, 'salon', $4, $5, $6, 120000, 45, $7, $8, $9, $7, $7)",
        params![
            id,
            PUNE,
            status,
            date,
            start,
            start + chrono::TimeDelta::minutes(45),
            asked,
            (status != "pending").then_some(asked),
            (status == "no_show").then_some(asked)
        ],
    )?;
    tx.execute(
        "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
             price_at_booking_paise, duration_minutes, display_order)
         values ($1, $1, $2, 'service-cut', 'staff-stylist-branch-pune', 'cut', 120000, 45, 0)",
        params![id, date],
    )?;
    let kind = match case {
        BookingCase::Stale | BookingCase::Forgotten => "stale-booking-alert",
        BookingCase::Missing => "noshow-check",
        BookingCase::Missed => "noshow-escalation",
        BookingCase::Over => return complete_yesterday(tx, context, id),
        BookingCase::Ahead => return Ok(()),
    };
    let payload = serde_json::json!({ "bookingId": id }).to_string();
    let subject = format!("booking:{id}");
    let due = QueuedJob { id, kind, payload: &payload, subject: &subject, dedup_key: id, due_at: now.plus_millis(-1) };
    queued_jobs::enqueue(tx, &due, asked)
}

/// Paid yesterday, so that everything that follows is due.
fn complete_yesterday(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<(), DbError> {
    let tender = Some(Tender::Whole(PaymentMethod::Upi));
    let checkout = Checkout { reduction: Reduction::None, tender, tips: Vec::new() };
    let yesterday = RequestContext { now: start_timestamp().plus_millis(-DAY_MS - MINUTE_MS), ..context.clone() };
    complete(tx, &yesterday, &BookingId::new(id), &checkout)
        .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
    tx.execute(
        "update profiles set marketing_consent = true, marketing_consent_at = created_at where user_id = $1",
        params![id],
    )
    .map(drop)
}

/// The processes, and the salon's own clock, which goes on when one of them comes again.
struct Processes {
    salon: Installation,
    began: Instant,
    /// How far the clock was moved on.
    ahead_millis: i64,
    running: Vec<ParlourProcess>,
}

impl Processes {
    fn start(&mut self) {
        let ticked = i64::try_from(self.began.elapsed().as_millis()).unwrap();
        let now = start_timestamp().plus_millis(ticked + self.ahead_millis).to_string();
        self.running.push(self.salon.clone().with("PARLOUR_CLOCK_START", &now).serve(&[]));
    }

    /// The oldest of them, in the middle of something.
    fn kill_oldest(&mut self) {
        self.running.remove(0).kill();
    }
}

fn installation(test: &TestSalon, folder: &Path) -> Installation {
    let database = test.database_url();
    Installation::new(PARLOUR_BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_MAIL_URL", &format!("file://{}", folder.join("mail").display()))
        .with("PARLOUR_MAIL_FROM", "desk@salon.invalid")
        .with("PARLOUR_STORAGE_URL", &format!("file://{}", folder.join("files").display()))
}

async fn count_all(test: &TestSalon, sql: &'static str) -> i64 {
    let read = test.app.db.read(move |conn| conn.one::<(i64,)>(sql, &[]));
    read.await.unwrap().unwrap().0
}

const DONE_COUNT_SQL: &str = "select count(*) from queued_jobs where done_at is not null";
const CLAIMED_COUNT_SQL: &str = "select count(*) from queued_jobs where done_at is null and claimed_by is not null";

async fn assert_jobs_survive_kills(each: usize, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let test = fill_small_salon(TestSalon::open_at("2027-03-01 10:00").await).await;
    for name in ["Ravi", "Rita"] {
        test.member(name, Role::Receptionist).await;
    }
    let context = test.context();
    test.app.db.write(move |tx| insert_bookings(tx, &context, each)).await.unwrap();
    // Rejections take their own work back when they are done, and visits that are over have two pieces of it.
    let all = count_all(&test, "select count(*) from queued_jobs where subject not like 'booking:forgotten%'").await;
    let salon = installation(&test, folder.path());
    let mut processes = Processes { salon, began: Instant::now(), ahead_millis: 0, running: Vec::new() };
    let at_once = if Engine::current() == Engine::Postgres { 2 } else { 1 };
    for _ in 0..at_once {
        processes.start();
    }
    let mut claimed = 0;
    for kill in 1..=kills {
        let enough = all * i64::try_from(kill).unwrap() / (i64::try_from(kills).unwrap() + 2);
        let seen = || async { (count_all(&test, DONE_COUNT_SQL).await >= enough).then_some(()) };
        eventually(Duration::from_mins(2), seen).await;
        processes.kill_oldest();
        if at_once == 1 {
            claimed += count_all(&test, CLAIMED_COUNT_SQL).await;
            // Nobody else is there, so nobody's claim is cut short.
            processes.ahead_millis += ALL_LEASES_MS / i64::try_from(kills).unwrap();
        }
        processes.start();
    }
    while !processes.running.is_empty() {
        processes.kill_oldest();
    }
    claimed += count_all(&test, CLAIMED_COUNT_SQL).await;
    println!("{kills} kills, with {claimed} pieces of work in hand");
    processes.ahead_millis += ALL_LEASES_MS;
    for _ in 0..at_once {
        processes.start();
    }
    let over = || async { is_all_done(&test).await.then_some(()) };
    eventually(Duration::from_mins(2), over).await;
    assert_everything_done_once(&test, folder.path(), i64::try_from(each).unwrap()).await;
}

/// What was due, and what was to be sent of it.
async fn is_all_done(test: &TestSalon) -> bool {
    let until = start_timestamp().plus_millis(HOUR_MS);
    let left = test.app.db.read(move |conn| {
        conn.one::<(i64,)>(
            "select (select count(*) from queued_jobs where done_at is null and due_at < $1)
                 + (select count(*) from notifications where status = 'pending')
                 + (select count(*) from emails where status = 'pending')",
            params![until],
        )
    });
    left.await.unwrap().unwrap().0 == 0
}

async fn assert_everything_done_once(test: &TestSalon, folder: &Path, each: i64) {
    let expected = [
        ("nothing was given up", "select count(*) from queued_jobs where parked_at is not null or attempts > 0", 0),
        (
            "the desk, which is two, was reminded",
            "select count(*) from notifications where type = 'stale_booking'",
            2 * each,
        ),
        (
            "and is again tomorrow",
            "select count(*) from queued_jobs where kind = 'stale-booking-alert' and done_at is null",
            each,
        ),
        ("the forgotten are rejected", "select count(*) from bookings where status = 'rejected'", each),
        ("once", "select count(*) from audit_log where action = 'booking.reject'", each),
        ("and told", "select count(*) from notifications where type = 'booking_rejected'", each),
        ("the desk was asked", "select count(*) from notifications where type = 'noshow_check'", 2 * each),
        ("invoices are printed", "select count(*) from invoices where pdf_url is not null", each),
        ("their owners told", "select count(*) from notifications where type = 'invoice_ready'", each),
        ("and written to", "select count(*) from emails where kind = 'invoice'", each),
        ("they were asked how it was", "select count(*) from emails where kind = 'review-request'", each),
        ("a no-show counts once", "select count(*) from profiles where noshow_count = 1", each),
        ("and never twice", "select count(*) from profiles where noshow_count > 1", 0),
        ("or in the log", "select count(*) from audit_log where action = 'customer.noshow'", each),
        ("the afternoon is announced", "select count(*) from notifications where type = 'reminder_24h'", each),
        ("nothing failed to go out", "select count(*) from emails where status <> 'sent'", 0),
        (
            "a slot has one run",
            "select count(*) - count(distinct dedup_key) from queued_jobs where subject like 'schedule:%'",
            0,
        ),
        ("three schedules had a slot", "select count(*) from queued_jobs where subject like 'schedule:%'", 3),
        ("and it is done", "select count(*) from queued_jobs where subject like 'schedule:%' and done_at is null", 0),
    ];
    for (what, sql, count) in expected {
        assert_eq!(count_all(test, sql).await, count, "{what}");
    }
    let letters = std::fs::read_dir(folder.join("mail")).unwrap().map(|entry| entry.unwrap().file_name());
    let letters =
        letters.filter(|name| std::path::Path::new(name).extension().is_some_and(|kind| kind == "eml")).count();
    let rows = count_all(test, "select count(*) from emails").await;
    assert_eq!(i64::try_from(letters).unwrap(), rows, "a letter sent twice is the same letter");
}

#[test_on_both_engines]
async fn jobs_run_once_although_processes_are_killed() {
    assert_jobs_survive_kills(40, 3).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_jobs_run_once_although_the_process_is_killed_on_sqlite() {
    run_within(Duration::from_mins(20), Engine::Sqlite, async || assert_jobs_survive_kills(600, 40).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_jobs_run_once_although_processes_are_killed_on_postgres() {
    run_within(Duration::from_mins(20), Engine::Postgres, async || assert_jobs_survive_kills(600, 40).await);
}
