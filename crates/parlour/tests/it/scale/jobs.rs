//! Jobs in a salon with years of business behind it: they take as long as there is to do, and little memory.
//!
//! The clock is moved for each, so that there is much to do. The long forms are for `make soak`.

use std::time::{Duration, Instant};

use parlour_db::{Db, DbError, Tx, params};
use parlour_domain::job::Job;
use parlour_testkit::Engine;
use parlour_testkit::process::Installation;

use crate::parlour_binary::PARLOUR_BINARY;

/// The day of the demo salon.
const TODAY: &str = "2027-03-01T10:00:00+05:30";
const MIB: u64 = 1 << 20;
const MAX_MEMORY_ABOVE_IDLE: u64 = 64 * MIB;
/// How much longer ten times as much may take.
const MAX_SLOWDOWN: f64 = 15.0;
/// What is over sooner says nothing.
const SHORTEST_MEASURED: Duration = Duration::from_secs(1);
const JOB_TIMEOUT: Duration = Duration::from_hours(1);

/// Each with a time at which there is something for it to do, in order: time is not set back.
const JOBS: [(Job, &str); 16] = [
    (Job::MonthlyGstSummary, "2027-03-01T11:00:00+05:30"),
    (Job::DailySalesReport, "2027-03-01T22:30:00+05:30"),
    (Job::AppointmentReminders, "2027-03-02T10:00:00+05:30"),
    (Job::NightlySalesSummary, "2027-03-02T23:30:00+05:30"),
    (Job::MembershipExpiry, "2027-03-05T00:30:00+05:30"),
    (Job::BirthdayEmails, "2027-03-05T09:30:00+05:30"),
    (Job::LeadFollowups, "2027-03-05T10:30:00+05:30"),
    (Job::GemsExpiryReminder, "2027-03-05T10:30:00+05:30"),
    (Job::MembershipUsageNudges, "2027-03-05T11:00:00+05:30"),
    (Job::SessionCleanup, "2027-03-07T02:30:00+05:30"),
    (Job::WeeklyReport, "2027-03-08T09:00:00+05:30"),
    (Job::NoshowEscalation, "2027-03-08T10:00:00+05:30"),
    (Job::Retention, "2027-04-01T03:00:00+05:30"),
    (Job::MembershipAutoExpire, "2027-04-05T00:00:00+05:30"),
    (Job::OfferAutoExpire, "2028-01-01T00:05:00+05:30"),
    // A year and a few days on, all that was ever earned is lost.
    (Job::GemsAutoExpire, "2028-03-05T00:10:00+05:30"),
];

/// So many of each, in rows that the demo has few of.
const EXTRA_ROWS_SQL: [&str; 9] = [
    "insert into users (id, name, name_folded, email, email_folded, created_at, updated_at)
     select 'due-' || i, 'Due', 'due', 'due-' || i || '@test.invalid', 'due-' || i || '@test.invalid',
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n",
    "insert into profiles (id, user_id, name_folded, in_directory, date_of_birth, birthday, marketing_consent,
         marketing_consent_at, created_at, updated_at)
     select 'due-' || i, 'due-' || i, 'due', false, '1990-03-05', '03-05', true, '2026-01-01T00:00:00.000Z',
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n",
    "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
         end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at, created_at, updated_at)
     select 'due-' || i, 'due-' || i, (select id from branches where is_primary), 'due-' || i, 'confirmed', 'salon',
         '2027-03-02', '16:00:00', '16:45:00', 50000, 45, '2027-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z',
         '2027-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z' from n",
    "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
         end_time, total_amount_paise, total_duration_minutes, requested_at, noshow_at, created_at, updated_at)
     select 'missed-' || i, 'missed-' || i, (select id from branches where is_primary), 'due-' || i, 'no_show', 'salon',
         '2027-02-02', '16:00:00', '16:45:00', 50000, 45, '2027-02-01T00:00:00.000Z', '2027-02-02T12:00:00.000Z',
         '2027-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z' from n",
    "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes,
         price_paid_paise, starts_at, expires_at, created_by, invoice_id, created_at, updated_at)
     select 'due-' || i, 'due-' || i, 'due-' || i, (select min(id) from membership_tiers), 'Gold', 600, 1000000,
         '2026-12-31T18:30:00.000Z', '2027-04-03T18:30:00.000Z', 'due-' || i, 'due-' || i,
         '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z' from n",
    "insert into leads (id, name, phone, status, source, assigned_to, last_contacted_at, created_at, updated_at)
     select 'due-' || i, 'Due', '+919812345678', 'follow_up', 'meta_ad', (select min(id) from users where role = 'staff'),
         '2027-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z' from n",
    "insert into leads (id, name, phone, status, source, created_at, updated_at)
     select 'old-' || i, 'Old', '+919812345678', 'new', 'meta_ad', '2024-01-01T00:00:00.000Z',
         '2024-01-01T00:00:00.000Z' from n",
    "insert into sessions (token_hash, id, user_id, app, created_at, extended_at, expires_at)
     select 'due-' || i, 'due-' || i, 'due-' || i, 'customer', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z',
         '2027-01-08T00:00:00.000Z' from n",
    "insert into queued_jobs (id, kind, due_at, done_at, created_at)
     select 'due-' || i, 'noshow-check', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z',
         '2027-01-01T00:00:00.000Z' from n",
];

/// One kind after the other: all at once takes longer than anybody waits for a write.
async fn insert_extra_rows(db: &Db, count: i64) -> Result<(), DbError> {
    for rows in EXTRA_ROWS_SQL {
        let (into, what) = rows.split_once("select").unwrap();
        let numbers = "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)";
        // The same few texts every time.
        let sql: &'static str = format!("{into} {numbers} select {what}").leak();
        db.write(move |tx: &mut Tx<'_>| tx.execute(sql, params![count])).await?;
    }
    db.write(|tx: &mut Tx<'_>| tx.execute("analyze", params![]).map(drop)).await
}

/// A salon with at least this many bookings, and a twentieth as many rows of every kind that falls due.
async fn salon_with_bookings(engine: Engine, booking_count: i64) -> Installation {
    let salon = Installation::on(engine, PARLOUR_BINARY).with("PARLOUR_CLOCK_START", TODAY);
    let filled = salon.run_within(JOB_TIMEOUT, &["demo", "--scale", &booking_count.to_string()]);
    assert!(filled.status.success(), "{filled:?}");
    let db: Db = salon.database().await;
    insert_extra_rows(&db, booking_count / 20).await.unwrap();
    salon
}

/// How long a job took, and the most memory that it had.
fn measure(salon: &Installation, job: Job, at: &str) -> (Duration, u64) {
    let outbox = salon.folder().join("outbox");
    let mut salon = salon.clone().with("PARLOUR_CLOCK_START", at);
    if matches!(job, Job::DailySalesReport | Job::WeeklyReport | Job::MonthlyGstSummary) {
        salon = salon
            .with("PARLOUR_MAIL_URL", &format!("file://{}", outbox.display()))
            .with("PARLOUR_MAIL_FROM", "desk@salon.invalid")
            .with("PARLOUR_REPORT_RECIPIENTS", "owner@salon.invalid");
    }
    let started = Instant::now();
    let mut running = salon.spawn(&["job", job.as_str()]);
    let status = format!("/proc/{}/status", running.id());
    let mut most = 0;
    // The kernel keeps the most that it ever had, for as long as it runs.
    while let Some(now) = std::fs::read_to_string(&status).ok().as_deref().and_then(peak_memory) {
        most = most.max(now);
        std::thread::sleep(Duration::from_millis(2));
    }
    let ended = running.wait_within(JOB_TIMEOUT);
    assert!(ended.success(), "{job}: {:?}", running.log_lines());
    println!("{job}: {:.1?}, {} MiB, {}", started.elapsed(), most / MIB, running.stdout().trim());
    (started.elapsed(), most)
}

fn peak_memory(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1_024)
}

/// What a job needs that finds nothing to do.
fn idle_memory(engine: Engine) -> u64 {
    let empty = Installation::on(engine, PARLOUR_BINARY);
    empty.run(&["migrate"]).expect_success();
    measure(&empty, Job::SessionCleanup, TODAY).1
}

async fn assert_memory_limit(engine: Engine, booking_count: i64) -> Vec<Duration> {
    let (idle, salon) = (idle_memory(engine), salon_with_bookings(engine, booking_count).await);
    let mut times = Vec::new();
    for (job, at) in JOBS {
        let (took, most) = measure(&salon, job, at);
        assert!(most < idle + MAX_MEMORY_ABOVE_IDLE, "{job}: {} MiB, idle {} MiB", most / MIB, idle / MIB);
        times.push(took);
    }
    times
}

/// At ten times as many rows, no job takes much more than ten times as long.
async fn assert_linear_time(engine: Engine, booking_count: i64) {
    let few = assert_memory_limit(engine, booking_count / 10).await;
    let many = assert_memory_limit(engine, booking_count).await;
    let mut slow = Vec::new();
    for ((job, _), (few, many)) in JOBS.iter().zip(few.into_iter().zip(many)) {
        println!("{job}: {few:.1?}, then {many:.1?}");
        if many.as_secs_f64() > MAX_SLOWDOWN * few.max(SHORTEST_MEASURED).as_secs_f64() {
            slow.push(format!("{job}: {few:?}, then {many:?}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[tokio::test]
async fn jobs_of_a_large_salon_take_little_memory_on_sqlite() {
    assert_memory_limit(Engine::Sqlite, 4_000).await;
}

#[tokio::test]
async fn jobs_of_a_large_salon_take_little_memory_on_postgres() {
    assert_memory_limit(Engine::Postgres, 4_000).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_jobs_over_a_million_rows_on_sqlite() {
    assert_linear_time(Engine::Sqlite, 1_000_000).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_jobs_over_a_million_rows_on_postgres() {
    assert_linear_time(Engine::Postgres, 1_000_000).await;
}
