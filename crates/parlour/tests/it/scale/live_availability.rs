//! How long one waits for the free times of a live branch that has been busy for years.
//!
//! The long forms are for `make soak`.

use std::time::{Duration, Instant};

use chrono::{Days, NaiveDate};
use parlour_db::{Db, DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::{MINUTE_MS, Timestamp, parse_date, parse_time, time_at_minute};
use parlour_testkit::Engine;
use parlour_testkit::process::{Installation, ParlourProcess};
use serde_json::Value;

use crate::parlour_binary::PARLOUR_BINARY;

const TODAY: &str = "2027-03-01";
const STAFF_COUNT: i64 = 20;
const DAYS_AHEAD: u64 = 30;
const DAYS_PAST: u64 = 500;
/// The longest that a day may take, and the visit that is asked about.
const MAX_RESPONSE_TIME: Duration = Duration::from_millis(10);
const SERVICE_IDS: &str = "service-0,service-1,service-2";

fn today() -> NaiveDate {
    parse_date(TODAY).unwrap()
}

/// Two branches, one of them live, with twenty people who work from 10:00 to 19:00 with a break.
fn insert_branch_and_services(tx: &mut Tx<'_>) -> Result<(), DbError> {
    let at = Timestamp::ist_midnight(today());
    for (id, number, mode) in [("open", 1_i64, "open"), ("live", 2, "live")] {
        tx.execute(
            "insert into branches (id, code, number, name, address, is_primary, availability_mode, created_at, updated_at)
             values ($1, $2, $3, $1, '', $4, $5, $6, $6)",
            params![id, id.to_uppercase(), number, number == 1, mode, at],
        )?;
    }
    tx.execute(
        "insert into service_categories (id, name, slug, service_type, created_at, updated_at)
         values ('category', 'Hair', 'hair', 'salon', $1, $1)",
        params![at],
    )?;
    for number in 0..3 {
        tx.execute(
            "insert into services (id, category_id, name, slug, duration_minutes, buffer_minutes, price_paise, created_at,
                 updated_at)
             values ($1, 'category', $1, $1, 30, 5, 59000, $2, $2)",
            params![format!("service-{number}"), at],
        )?;
    }
    (0..STAFF_COUNT).try_for_each(|number| insert_staff_member(tx, number, at))
}

fn insert_staff_member(tx: &mut Tx<'_>, number: i64, at: Timestamp) -> Result<(), DbError> {
    let staff = format!("staff-{number}");
    tx.execute(
        "insert into users (id, name, name_folded, role, created_at, updated_at) values ($1, $1, $1, 'staff', $2, $2)",
        params![staff, at],
    )?;
    tx.execute(
        "insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
         values ($1, $1, 'live', $1, true, $2, $2)",
        params![staff, at],
    )?;
    for weekday in 1..=7_i64 {
        let shift = format!("{staff}-{weekday}");
        tx.execute(
            "insert into staff_shifts (id, staff_id, weekday, start_time, end_time) values ($1, $2, $3, $4, $5)",
            params![shift, staff, weekday, parse_time("10:00"), parse_time("19:00")],
        )?;
        tx.execute(
            "insert into staff_shift_breaks (shift_id, start_time, end_time) values ($1, $2, $3)",
            params![shift, parse_time("13:00"), parse_time("13:30")],
        )?;
    }
    Ok(())
}

/// A day that is over, with so many visits that are paid.
fn insert_past_day(tx: &mut Tx<'_>, day: NaiveDate, visits: i64) -> Result<(), DbError> {
    let (at, noon, prefix) = (Timestamp::ist_midnight(day), parse_time("12:00"), format!("{day}-"));
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
             end_time, total_amount_paise, total_duration_minutes, requested_at, completed_at, created_at, updated_at)
         select $2 || cast(i as text), $2 || cast(i as text), 'live', 'staff-0', 'completed', 'salon', $3, $4, $4, 59000, 30,
             $5, $5, $5, $5
         from n",
        params![visits, prefix, day, noon, at],
    )?;
    tx.execute(
        "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < $1)
         insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
             price_at_booking_paise, duration_minutes, display_order)
         select $2 || cast(i as text), $2 || cast(i as text), $3, 'service-0', 'staff-' || cast(i % 20 as text), 'Cut', 59000,
             30, 1
         from n",
        params![visits, prefix, day],
    )
    .map(drop)
}

/// A day to come: half of them have six visits of three quarters of an hour, between which nothing long fits, and half
/// have three, each at times that are not everybody's.
fn insert_coming_day(tx: &mut Tx<'_>, day: NaiveDate) -> Result<(), DbError> {
    let midnight = Timestamp::ist_midnight(day);
    for place in 0..STAFF_COUNT * 6 {
        let (staff, turn) = (place % STAFF_COUNT, place / STAFF_COUNT);
        let apart = if staff % 2 == 0 { 85 } else { 180 };
        let start = 600 + turn * apart + staff % 4 * 10;
        if start > 1080 {
            continue;
        }
        let (id, staff) = (format!("{day}-{place}"), format!("staff-{staff}"));
        let time = |minute: i64| time_at_minute(u32::try_from(minute).unwrap());
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
                 end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at, created_at, updated_at)
             values ($1, $1, 'live', 'staff-0', 'confirmed', 'salon', $2, $3, $4, 59000, 45, $5, $5, $5, $5)",
            params![id, day, time(start), time(start + 45), Timestamp::ist_midnight(today())],
        )?;
        let cell_at = |cell: i64| midnight.plus_millis((start + cell * 5) * MINUTE_MS);
        tx.execute(
            "insert into occupied_times (staff_id, first_slot_at, last_slot_at, booking_id, holder_id) values ($1, $2, $3, $4, $4)",
            params![staff, cell_at(0), cell_at(8), id],
        )?;
    }
    Ok(())
}

async fn fill_salon(db: &Db, per_day: i64) {
    db.write(insert_branch_and_services).await.unwrap();
    for back in 1..=DAYS_PAST {
        let day = today() - Days::new(back);
        db.write(move |tx| insert_past_day(tx, day, per_day)).await.unwrap();
    }
    for ahead in 0..=DAYS_AHEAD {
        let day = today() + Days::new(ahead);
        db.write(move |tx| insert_coming_day(tx, day)).await.unwrap();
    }
    if db.engine() == parlour_db::Engine::Postgres {
        // As the server does by itself, where it is not a test's.
        db.write(|tx| tx.execute("analyze", params![])).await.unwrap();
    }
}

/// Every day of a month, and the time that it took.
async fn read_month(process: &ParlourProcess, branch: &str) -> (Vec<Value>, Duration) {
    let (mut days, started) = (Vec::new(), Instant::now());
    for ahead in 1..=DAYS_AHEAD {
        let date = today() + Days::new(ahead);
        let path = format!("/api/availability?date={date}&branchId={branch}&serviceIds={SERVICE_IDS}");
        days.push(process.get(AppKind::Customer, &path).await.expect_ok());
    }
    let taken = started.elapsed();
    (days, taken / u32::try_from(DAYS_AHEAD).unwrap())
}

/// How long a day takes at the live branch and at the open one, at best of five months.
async fn measure_response_times(engine: Engine, bookings: i64) -> (Duration, Duration) {
    let salon = Installation::on(engine, PARLOUR_BINARY)
        .without_rate_limits()
        .with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z");
    salon.run(&["migrate"]);
    fill_salon(&salon.database().await, bookings / i64::try_from(DAYS_PAST).unwrap()).await;
    let process = salon.serve(&[]);
    let (mut live, mut open) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        let (days, taken) = read_month(&process, "live").await;
        live = live.min(taken);
        for day in &days {
            let slots = day["slots"].as_array().unwrap();
            let free = slots.iter().filter(|slot| slot["available"] == true).count();
            assert!((1..slots.len()).contains(&free), "{day}");
        }
        let (_, taken) = read_month(&process, "open").await;
        open = open.min(taken);
    }
    (live, open)
}

async fn assert_fast(engine: Engine) {
    let (live, open) = measure_response_times(engine, 1_000_000).await;
    let ratio = live.as_secs_f64() / open.as_secs_f64();
    eprintln!("a day of a live branch on {engine}: {live:?}, {ratio:.1} times an open one's {open:?}");
    assert!(live < MAX_RESPONSE_TIME, "{live:?}");
}

#[tokio::test]
async fn a_month_of_a_live_branch_can_be_read() {
    measure_response_times(Engine::Sqlite, 5_000).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_a_day_of_a_live_branch_is_fast_on_sqlite() {
    assert_fast(Engine::Sqlite).await;
}

#[tokio::test]
#[ignore = "long: for `make soak`"]
async fn soak_a_day_of_a_live_branch_is_fast_on_postgres() {
    assert_fast(Engine::Postgres).await;
}
