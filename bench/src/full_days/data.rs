//! A live branch on which every day is full, and an open one with the same staff and bookings, inserted by SQL: requesting
//! their bookings would take longer than measuring.

use anyhow::Context;
use chrono::{Days, NaiveDate};

use crate::booking_customers::{CUSTOMER_COUNT, customer_email};
use crate::salon::{SQLITE, Salon};

pub(super) const LIVE_BRANCH: &str = "bench-live";
pub(super) const OPEN_BRANCH: &str = "bench-open";
pub(super) const STAFF_COUNT: usize = 20;
/// What is booked while measuring: it takes twenty minutes.
pub(super) const SERVICE: &str = "bench-service-0";
const SERVICE_COUNT: usize = 60;
/// Almost the two years that customers can book ahead.
pub(crate) const DAYS_AHEAD: u64 = 720;
pub(super) const BOOKINGS_A_DAY: u64 = 222;
/// When bookings start: half of the staff are free at the end of their shifts, half at the beginning.
const EARLY_STARTS: [&str; 11] =
    ["10:00", "10:45", "11:30", "12:15", "14:30", "15:15", "16:00", "16:45", "17:30", "18:15", "19:00"];
const LATE_STARTS: [&str; 11] =
    ["11:00", "11:45", "12:30", "13:15", "15:45", "16:30", "17:15", "18:00", "18:45", "19:30", "20:15"];
const BOOKED_MINUTES: i64 = 45;
/// What is left, for staff of an even and of an odd number.
const FREE_STARTS: [[&str; 6]; 2] =
    [["13:00", "13:20", "13:40", "20:00", "20:20", "20:40"], ["10:00", "10:20", "10:40", "14:30", "14:50", "15:10"]];

/// Twenty minutes that are free at first.
#[derive(Debug, Clone)]
pub(super) struct FreeTime {
    pub(super) date: NaiveDate,
    pub(super) start: &'static str,
    pub(super) staff_id: String,
}

const LIVE_STAFF: &str = "bench-staff-";
const OPEN_STAFF: &str = "bench-open-";

/// Somebody of the live branch.
pub(super) fn staff_id(number: usize) -> String {
    format!("{LIVE_STAFF}{number:02}")
}

/// The free times of a day, one person after the other.
pub(super) fn free_times(date: NaiveDate) -> impl Iterator<Item = FreeTime> {
    (0..STAFF_COUNT).flat_map(move |number| {
        FREE_STARTS[number % 2].map(|start| FreeTime { date, start, staff_id: staff_id(number) })
    })
}

/// Inserts the branch with its staff, services and bookings: the days from `first_day` on are full, and so many bookings
/// lie in the past. The salon has the demo data, and no process uses it.
pub(super) fn insert(salon: &Salon, first_day: NaiveDate, past_bookings: u64) -> anyhow::Result<()> {
    for index in 0..CUSTOMER_COUNT {
        salon.sign_in(&customer_email(index))?;
    }
    insert_branches(salon)?;
    insert_services(salon)?;
    insert_staff(salon)?;
    insert_times_of_day(salon)?;
    let past_days = past_bookings / BOOKINGS_A_DAY;
    let past_from = first_day.checked_sub_days(Days::new(past_days + 1)).context("the past begins too early")?;
    let next =
        DayRange { prefix: "next", branch: LIVE_BRANCH, first: first_day, days: DAYS_AHEAD, status: "confirmed" };
    let past = DayRange { prefix: "past", first: past_from, days: past_days, status: "completed", ..next };
    let open = DayRange { prefix: "open", branch: OPEN_BRANCH, ..next };
    for days in [past, next, open] {
        insert_bookings(salon, &days)?;
    }
    insert_occupied_times(salon)?;
    salon.execute("drop table bench_days; drop table bench_times")?;
    salon.execute("analyze")
}

fn insert_branches(salon: &Salon) -> anyhow::Result<()> {
    for (id, number, mode) in [(LIVE_BRANCH, 901, "live"), (OPEN_BRANCH, 902, "open")] {
        salon.execute(&format!(
            "insert into branches (id, code, number, name, address, availability_mode, created_at, updated_at)
             select '{id}', 'B{number}', {number}, 'Bench {number}', address, '{mode}', created_at, updated_at
             from branches where is_primary"
        ))?;
    }
    Ok(())
}

fn numbers(last: usize) -> String {
    format!("with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < {last})")
}

fn insert_services(salon: &Salon) -> anyhow::Result<()> {
    let category = "(select min(id) from service_categories where service_type = 'salon' and is_active)";
    salon.execute(&format!(
        "insert into services (id, category_id, name, slug, duration_minutes, price_paise, created_at, updated_at)
         {} select 'bench-service-' || n, {category}, 'Bench ' || n, 'bench-' || n, 20 + 10 * (n % 3), 50000 + n * 100,
             s.created_at, s.created_at
         from numbers cross join service_categories s where s.id = {category}",
        numbers(SERVICE_COUNT - 1)
    ))
}

/// Everyone works from 10:00 to 21:00 with half an hour's break.
fn insert_staff(salon: &Salon) -> anyhow::Result<()> {
    let of_live_branch = (0..STAFF_COUNT).map(|number| (staff_id(number), LIVE_BRANCH));
    let of_open_branch = (0..STAFF_COUNT).map(|number| (format!("{OPEN_STAFF}{number:02}"), OPEN_BRANCH));
    for (id, branch) in of_live_branch.chain(of_open_branch) {
        salon.execute(&format!(
            "insert into users (id, name, name_folded, role, created_at, updated_at)
             select '{id}', 'Bench', 'bench', 'staff', created_at, created_at from branches where id = '{branch}';
             insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
             select '{id}', '{id}', id, 'Bench', true, created_at, created_at from branches where id = '{branch}'"
        ))?;
        for (shift, from, until) in [("am", "10:00:00", "14:00:00"), ("pm", "14:30:00", "21:00:00")] {
            salon.execute(&format!(
                "insert into staff_shifts (id, staff_id, weekday, start_time, end_time)
                 {} select '{id}-{shift}-' || n, '{id}', n + 1, '{from}', '{until}' from numbers",
                numbers(6)
            ))?;
        }
    }
    Ok(())
}

/// The bookings of every day: eleven of each member of staff, and two more, which have nobody's time.
fn insert_times_of_day(salon: &Salon) -> anyhow::Result<()> {
    salon.execute(
        "create table bench_times (n bigint not null, staff_id text, start_time time not null, end_time time not null,
             first_utc text not null, last_utc text not null)",
    )?;
    let starts = |number: usize| if number.is_multiple_of(2) { EARLY_STARTS } else { LATE_STARTS };
    let of_staff = (0..STAFF_COUNT).flat_map(|number| starts(number).map(|start| (Some(number), start)));
    let rows = of_staff.chain([(None, "12:00"), (None, "16:00")]).enumerate().map(|(n, (staff, start))| {
        let staff = staff.map_or("null".to_owned(), |number| format!("'{}'", staff_id(number)));
        let (hours, minutes) = start.split_once(':').unwrap_or_default();
        let minute = hours.parse::<i64>().unwrap_or(0) * 60 + minutes.parse::<i64>().unwrap_or(0);
        let clock = |minute: i64| format!("{:02}:{:02}:00", minute / 60, minute % 60);
        // India is five and a half hours ahead.
        let utc = |minute: i64| clock(minute - 330);
        let end = minute + BOOKED_MINUTES;
        format!("({n}, {staff}, '{}', '{}', '{}', '{}')", clock(minute), clock(end), utc(minute), utc(end - 5))
    });
    salon.execute(&format!("insert into bench_times values {}", rows.collect::<Vec<_>>().join(",")))?;
    salon.execute("create table bench_days (prefix text not null, booking_date date not null)")
}

/// Full days of a branch, and the status of their bookings.
#[derive(Clone, Copy)]
struct DayRange {
    prefix: &'static str,
    branch: &'static str,
    first: NaiveDate,
    days: u64,
    status: &'static str,
}

fn insert_bookings(salon: &Salon, DayRange { prefix, branch, first, days, status }: &DayRange) -> anyhow::Result<()> {
    let dates: Vec<String> =
        first.iter_days().take(usize::try_from(*days)?).map(|date| format!("('{prefix}', '{date}')")).collect();
    for some in dates.chunks(500) {
        salon.execute(&format!("insert into bench_days values {}", some.join(",")))?;
    }
    let staff = if *branch == LIVE_BRANCH { LIVE_STAFF } else { OPEN_STAFF };
    let ended = if *status == "completed" { "c.created_at" } else { "null" };
    salon.execute(&format!(
        "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time,
             end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at, completed_at, created_at,
             updated_at)
         select '{prefix}-' || d.booking_date || '-' || t.n, '{prefix}-' || d.booking_date || '-' || t.n, '{branch}',
             c.id, '{status}', 'salon', d.booking_date, t.start_time, t.end_time, 50000, {BOOKED_MINUTES}, c.created_at,
             c.created_at, {ended}, c.created_at, c.created_at
         from bench_days d cross join bench_times t
             join users c on c.email_folded = 'customer-' || (t.n % {CUSTOMER_COUNT}) || '@bench.invalid'
         where d.prefix = '{prefix}'"
    ))?;
    salon.execute(&format!(
        "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
             price_at_booking_paise, duration_minutes, display_order)
         select '{prefix}-' || d.booking_date || '-' || t.n, '{prefix}-' || d.booking_date || '-' || t.n, d.booking_date,
             '{SERVICE}', replace(t.staff_id, '{LIVE_STAFF}', '{staff}'), 'Bench', 50000, {BOOKED_MINUTES}, 1
         from bench_days d cross join bench_times t where d.prefix = '{prefix}'"
    ))
}

fn insert_occupied_times(salon: &Salon) -> anyhow::Result<()> {
    let at = |column: &str| {
        let text = format!("d.booking_date || 'T' || t.{column} || '.000Z'");
        if salon.engine == SQLITE { text } else { format!("cast({text} as timestamptz)") }
    };
    salon.execute(&format!(
        "insert into occupied_times (staff_id, first_slot_at, last_slot_at, booking_id, holder_id)
         select t.staff_id, {}, {}, 'next-' || d.booking_date || '-' || t.n, 'next-' || d.booking_date || '-' || t.n
         from bench_days d cross join bench_times t where t.staff_id is not null and d.prefix = 'next'",
        at("first_utc"),
        at("last_utc")
    ))
}
