//! The rows about a live branch on which every day is full: 20 staff members with 222 bookings a day, and 60 services.

mod data;

use chrono::{Days, NaiveDate};
use parlour_integrations::clock::Clock;
use serde_json::json;

use crate::booking_customers::{BOOKING_NOTES, CUSTOMER_COUNT, customer_email};
use crate::load::Request;
use crate::rounds::Plan;
use crate::row::{Baseline, Row, RowSpec, Target};
use crate::salon::Salon;
pub(crate) use data::DAYS_AHEAD;
use data::{FreeTime, LIVE_BRANCH, OPEN_BRANCH, SERVICE, free_times, staff_id};

/// The bookings of one row must find a free time, so the rounds are short.
const PLAN: Plan = Plan { rounds: FULL_DAY_ROUNDS, seconds: 1 };
pub(crate) const FULL_DAY_ROUNDS: usize = 5;
/// Days whose free times are read; the days after them are booked.
const DAYS_READ: u64 = 60;

/// Measures all rows with so many bookings in the past.
pub(crate) fn measure(salon: &Salon, only: Option<&str>, past_bookings: u64) -> anyhow::Result<Vec<Row>> {
    let stored = if past_bookings == 0 { "" } else { ", 1,100,000 bookings stored" };
    if only.is_some_and(|text| !"full day".contains(text)) {
        return Ok(Vec::new());
    }
    drop(salon.open()?);
    let today = Clock::real().now().ist_date();
    eprintln!("inserting full days on {}{stored}", salon.engine);
    data::insert(salon, day(today, 1), past_bookings)?;
    let parlour = salon.open()?;
    let mut rows = Vec::new();
    for (name, make) in specs(salon, today)? {
        for with_bookings in [false, true] {
            let mut spec = make(with_bookings);
            let meanwhile = if with_bookings { ", 5 bookings a second meanwhile" } else { "" };
            spec.name = format!("Full day: {name}{stored}{meanwhile}");
            rows.push(salon.measure_row(PLAN, &parlour, spec)?);
        }
    }
    Ok(rows)
}

fn day(today: NaiveDate, ahead: u64) -> NaiveDate {
    today.checked_add_days(Days::new(ahead)).unwrap_or(today)
}

type MakeSpec = Box<dyn Fn(bool) -> RowSpec>;

/// Each row alone, and again while five bookings a second change what it reads.
fn specs(salon: &Salon, today: NaiveDate) -> anyhow::Result<Vec<(&'static str, MakeSpec)>> {
    let customers: Vec<String> =
        (0..CUSTOMER_COUNT).map(|index| salon.sign_in(&customer_email(index))).collect::<Result<_, _>>()?;
    let desk = [salon.sign_in_at_desk("full-days@bench.invalid")?];
    let three = (0..3).map(|number| format!("bench-service-{}", number * 3)).collect::<Vec<_>>().join(",");
    let on = |date: NaiveDate| format!("/api/availability?branchId={LIVE_BRANCH}&date={date}");
    let (one_person, anyone) = (day(today, 20), day(today, 21));
    let fortnight = format!("/api/desk/availability?branchId={LIVE_BRANCH}&from={}&days=14", day(today, 2));
    let reads: [(&'static str, NaiveDate, Request); 3] = [
        (
            "free times of one person",
            one_person,
            Request::get(format!("{}&serviceIds={SERVICE}&staffId={}", on(one_person), staff_id(3))),
        ),
        ("free times of anyone, 3 services", anyone, Request::get(format!("{}&serviceIds={three}", on(anyone)))),
        (
            "14 days ahead, 3 services",
            day(today, 4),
            Request::get(format!("{fortnight}&serviceIds={three}")).with_cookies(&desk).for_admin_app(),
        ),
    ];
    let mut specs: Vec<(&'static str, MakeSpec)> = Vec::new();
    for (name, date, request) in reads {
        let meanwhile = booking_requests(
            &customers,
            LIVE_BRANCH,
            free_times(date).filter(|time| time.staff_id != staff_id(3)),
            true,
        );
        let is_fortnight = request.is_for_admin_app;
        specs.push((
            name,
            Box::new(move |with_bookings| RowSpec {
                request: request.clone(),
                target: Some(match (is_fortnight, with_bookings) {
                    (true, _) => Target::CpuUsAtMost(1000.0),
                    (false, true) => Target::RatioAtLeast(0.3),
                    (false, false) => Target::RatioAtLeast(0.5),
                }),
                meanwhile: with_bookings.then(|| meanwhile.clone()),
                ..RowSpec::read("", &request.path, None)
            }),
        ));
    }
    let booked_days = |part: u64| (0..DAYS_AHEAD).skip(usize::try_from(DAYS_READ + part).unwrap_or(0)).step_by(4);
    let times =
        |part: u64| -> Vec<FreeTime> { booked_days(part).flat_map(|ahead| free_times(day(today, ahead))).collect() };
    for (name, is_named, parts) in [("booking of a named person", true, [0, 1]), ("booking of anyone", false, [2, 3])] {
        let requests = parts.map(|part| booking_requests(&customers, LIVE_BRANCH, times(part).into_iter(), is_named));
        let meanwhile_day = day(today, if is_named { 30 } else { 31 });
        let meanwhile = booking_requests(&customers, LIVE_BRANCH, free_times(meanwhile_day), true);
        // Twice as many are sent there, and nothing is refused.
        let open_times = parts.into_iter().flat_map(times);
        let open = booking_requests(&customers, OPEN_BRANCH, open_times, false);
        specs.push((
            name,
            Box::new(move |with_bookings| RowSpec {
                name: String::new(),
                baseline: Baseline::OpenBranch(open.with_new_counter()),
                target: Some(Target::CpuAtMostTimes(1.5)),
                request: requests[usize::from(with_bookings)].clone(),
                meanwhile: with_bookings.then(|| meanwhile.clone()),
                status: 201,
                count_stored_sql: Some(format!("select count(*) from bookings where notes = '{BOOKING_NOTES}'")),
            }),
        ));
    }
    Ok(specs)
}

/// Each request books one of the free times. Without a name, whoever is free gets it.
fn booking_requests(
    customers: &[String],
    branch: &str,
    times: impl Iterator<Item = FreeTime>,
    is_named: bool,
) -> Request {
    let body = json!({
        "branchId": branch, "serviceType": "salon", "serviceIds": [SERVICE], "notes": BOOKING_NOTES,
    });
    let time_fields = |FreeTime { date, start, staff_id }: FreeTime| {
        let staff = if is_named { format!(r#","staffId":"{staff_id}""#) } else { String::new() };
        format!(r#""bookingDate":"{date}","startTime":"{start}"{staff}"#)
    };
    Request::post("/api/bookings", &body).with_cookies(customers).with_further_fields(times.map(time_fields).collect())
}
