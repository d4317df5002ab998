//! Real processes that are killed in the middle of their work: all of it is done, and none of it twice.
//!
//! On Postgres two share the work; on `SQLite` there is one, which comes again.

use std::path::Path;
use std::time::{Duration, Instant};

use parlour_app::bookings::{Checkout, Reduction, complete};
use parlour_app::invoices::Taxes;
use parlour_app::occasion::Occasion;
use parlour_domain::ids::BookingId;
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp, parse_time};
use parlour_domain::role::Role;
use parlour_store::work::{self, Work};
use parlour_store::{DbError, Location, Tx, params};
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::{Engine, TestSalon, run_within, test_on_both_engines};

use crate::installed::BINARY;
use crate::small_salon::{PUNE, furnished};

/// Ten seconds before some schedules have a slot.
const BEGIN: &str = "2027-03-03T10:29:50+05:30";
/// By then whoever died has lost everything that they had to themselves.
const ALL_CLAIMS_MS: i64 = 3 * MINUTE_MS;

/// What is to be done about a booking, and what it leaves when it has been done once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
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

const CASES: [Case; 6] = [Case::Stale, Case::Forgotten, Case::Missing, Case::Over, Case::Missed, Case::Ahead];

fn begin() -> Timestamp {
    Timestamp::parse(BEGIN).unwrap()
}

/// So many bookings of each case, each of a customer of its own.
fn fill(tx: &mut Tx<'_>, occasion: &Occasion, each: usize) -> Result<(), DbError> {
    for case in CASES {
        for nth in 0..each {
            book(tx, occasion, case, &format!("{case:?}-{nth:04}").to_lowercase())?;
        }
    }
    Ok(())
}

fn book(tx: &mut Tx<'_>, occasion: &Occasion, case: Case, id: &str) -> Result<(), DbError> {
    let now = begin();
    let (status, asked, day, start) = match case {
        Case::Stale => ("pending", now.plus_millis(-3 * HOUR_MS), now.plus_days(2), "11:00"),
        Case::Forgotten => ("pending", now.plus_millis(-DAY_MS - 2 * MINUTE_MS), now.plus_days(2), "11:00"),
        Case::Missing => ("confirmed", now.plus_days(-2), now, "09:00"),
        Case::Over => ("confirmed", now.plus_days(-3), now.plus_days(-1), "09:00"),
        Case::Missed => ("no_show", now.plus_days(-3), now.plus_days(-1), "09:00"),
        Case::Ahead => ("confirmed", now.plus_days(-2), now, "16:00"),
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
        Case::Stale | Case::Forgotten => "stale-booking-alert",
        Case::Missing => "noshow-check",
        Case::Missed => "noshow-escalation",
        Case::Over => return is_over(tx, occasion, id),
        Case::Ahead => return Ok(()),
    };
    let payload = serde_json::json!({ "bookingId": id }).to_string();
    let subject = format!("booking:{id}");
    let due =
        Work { id, kind, payload: &payload, subject: &subject, dedup_key: id, due_at: now.plus_millis(-1) };
    work::schedule(tx, &due, asked)
}

/// Paid yesterday, so that everything that follows is due.
fn is_over(tx: &mut Tx<'_>, occasion: &Occasion, id: &str) -> Result<(), DbError> {
    let wish =
        Checkout { payment_method: PaymentMethod::Upi, reduction: Reduction::None, taxes: Taxes::default() };
    let yesterday = Occasion { now: begin().plus_millis(-DAY_MS - MINUTE_MS), ..occasion.clone() };
    complete(tx, &yesterday, &BookingId::new(id), &wish)
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
        let now = begin().plus_millis(ticked + self.ahead_millis).to_string();
        self.running.push(self.salon.clone().with("PARLOUR_CLOCK_START", &now).serve(&[]));
    }

    /// The oldest of them, in the middle of something.
    fn kill_one(&mut self) {
        self.running.remove(0).kill();
    }
}

fn installation(test: &TestSalon, folder: &Path) -> Installation {
    let database = match test.location() {
        Location::Sqlite(path) => format!("sqlite://{}", path.display()),
        Location::Postgres(url) => url.clone(),
    };
    Installation::new(BINARY)
        .with("PARLOUR_DATABASE_URL", &database)
        .with("PARLOUR_MAIL_URL", &format!("file://{}", folder.join("mail").display()))
        .with("PARLOUR_MAIL_FROM", "desk@salon.invalid")
        .with("PARLOUR_STORAGE_URL", &format!("file://{}", folder.join("files").display()))
}

async fn counted(test: &TestSalon, sql: &'static str) -> i64 {
    let read = test.app.db.read(move |conn| conn.one::<(i64,)>(sql, &[]));
    read.await.unwrap().unwrap().0
}

const DONE: &str = "select count(*) from work where done_at is not null";
const IN_HAND: &str = "select count(*) from work where done_at is null and claimed_by is not null";

async fn is_killed_again_and_again(each: usize, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let test = furnished(TestSalon::open_at("2027-03-01 10:00").await).await;
    for name in ["Ravi", "Rita"] {
        test.member(name, Role::Receptionist).await;
    }
    let occasion = test.occasion();
    test.app.db.write(move |tx| fill(tx, &occasion, each)).await.unwrap();
    // Rejections take their own work back when they are done, and visits that are over have two pieces of it.
    let all = counted(&test, "select count(*) from work where subject not like 'booking:forgotten%'").await;
    let salon = installation(&test, folder.path());
    let mut processes = Processes { salon, began: Instant::now(), ahead_millis: 0, running: Vec::new() };
    let at_once = if Engine::current() == Engine::Postgres { 2 } else { 1 };
    for _ in 0..at_once {
        processes.start();
    }
    let mut in_hand = 0;
    for kill in 1..=kills {
        let enough = all * i64::try_from(kill).unwrap() / (i64::try_from(kills).unwrap() + 2);
        let seen = || async { (counted(&test, DONE).await >= enough).then_some(()) };
        eventually(Duration::from_mins(2), seen).await;
        processes.kill_one();
        if at_once == 1 {
            in_hand += counted(&test, IN_HAND).await;
            // Nobody else is there, so nobody's claim is cut short.
            processes.ahead_millis += ALL_CLAIMS_MS / i64::try_from(kills).unwrap();
        }
        processes.start();
    }
    while !processes.running.is_empty() {
        processes.kill_one();
    }
    in_hand += counted(&test, IN_HAND).await;
    println!("{kills} kills, with {in_hand} pieces of work in hand");
    processes.ahead_millis += ALL_CLAIMS_MS;
    for _ in 0..at_once {
        processes.start();
    }
    let over = || async { is_all_done(&test).await.then_some(()) };
    eventually(Duration::from_mins(2), over).await;
    check(&test, folder.path(), i64::try_from(each).unwrap()).await;
}

/// What was due, and what was to be sent of it.
async fn is_all_done(test: &TestSalon) -> bool {
    let until = begin().plus_millis(HOUR_MS);
    let left = test.app.db.read(move |conn| {
        conn.one::<(i64,)>(
            "select (select count(*) from work where done_at is null and due_at < $1)
                 + (select count(*) from notifications where status = 'pending')
                 + (select count(*) from email_sends where status = 'pending')",
            params![until],
        )
    });
    left.await.unwrap().unwrap().0 == 0
}

async fn check(test: &TestSalon, folder: &Path, each: i64) {
    let expected = [
        ("nothing was given up", "select count(*) from work where parked_at is not null or attempts > 0", 0),
        (
            "the desk, which is two, was reminded",
            "select count(*) from notifications where type = 'stale_booking'",
            2 * each,
        ),
        (
            "and is again tomorrow",
            "select count(*) from work where kind = 'stale-booking-alert' and done_at is null",
            each,
        ),
        ("the forgotten are rejected", "select count(*) from bookings where status = 'rejected'", each),
        ("once", "select count(*) from audit_log where action = 'booking.reject'", each),
        ("and told", "select count(*) from notifications where type = 'booking_rejected'", each),
        ("the desk was asked", "select count(*) from notifications where type = 'noshow_check'", 2 * each),
        ("invoices are printed", "select count(*) from invoices where pdf_url is not null", each),
        ("their owners told", "select count(*) from notifications where type = 'invoice_ready'", each),
        ("and written to", "select count(*) from email_sends where kind = 'invoice'", each),
        (
            "they were asked how it was",
            "select count(*) from email_sends where kind = 'review-request'",
            each,
        ),
        ("a no-show counts once", "select count(*) from profiles where noshow_count = 1", each),
        ("and never twice", "select count(*) from profiles where noshow_count > 1", 0),
        ("or in the log", "select count(*) from audit_log where action = 'customer.noshow'", each),
        (
            "the afternoon is announced",
            "select count(*) from notifications where type = 'reminder_24h'",
            each,
        ),
        ("nothing failed to go out", "select count(*) from email_sends where status <> 'sent'", 0),
        (
            "a slot has one run",
            "select count(*) - count(distinct dedup_key) from work where subject like 'schedule:%'",
            0,
        ),
        ("three schedules had a slot", "select count(*) from work where subject like 'schedule:%'", 3),
        (
            "and it is done",
            "select count(*) from work where subject like 'schedule:%' and done_at is null",
            0,
        ),
    ];
    for (what, sql, count) in expected {
        assert_eq!(counted(test, sql).await, count, "{what}");
    }
    let letters = std::fs::read_dir(folder.join("mail")).unwrap().map(|entry| entry.unwrap().file_name());
    let letters = letters
        .filter(|name| std::path::Path::new(name).extension().is_some_and(|kind| kind == "eml"))
        .count();
    let rows = counted(test, "select count(*) from email_sends").await;
    assert_eq!(i64::try_from(letters).unwrap(), rows, "a letter sent twice is the same letter");
}

#[test_on_both_engines]
async fn work_is_done_once_though_processes_are_killed_in_the_middle_of_it() {
    is_killed_again_and_again(40, 3).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_work_is_done_once_though_the_process_keeps_being_killed_on_sqlite() {
    run_within(Duration::from_mins(20), Engine::Sqlite, async || is_killed_again_and_again(600, 40).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_work_is_done_once_though_processes_keep_being_killed_on_postgres() {
    run_within(Duration::from_mins(20), Engine::Postgres, async || is_killed_again_and_again(600, 40).await);
}
