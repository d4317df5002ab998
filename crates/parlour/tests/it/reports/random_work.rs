//! Three weeks in which staff work, are away and are booked at random, and how long they work, minute by minute.

use chrono::{Datelike, Days, NaiveDate};
use parlour_db::{DbError, Tx, params};
use parlour_domain::ids::UserId;
use parlour_domain::ist::{Timestamp, parse_date, time_at_minute};
use parlour_testkit::TestSalon;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, THERAPIST, THERAPIST_IN_GOA};
use serde_json::{Value, json};

const FIRST_WORK_DAY: &str = "2027-03-08";
pub(super) const WORK_DAYS: u64 = 21;

const STAFF: [(&str, &str); 4] = [(STYLIST, PUNE), (THERAPIST, PUNE), (STYLIST_IN_GOA, GOA), (THERAPIST_IN_GOA, GOA)];

/// Active staff in the order of the report: id, branch, name.
const LISTED: [(&str, &str, &str); 7] = [
    (STYLIST_IN_GOA, GOA, "stylist"),
    (STYLIST, PUNE, "stylist"),
    (THERAPIST, PUNE, "therapist"),
    ("staff-stylist-branch-shut", "branch-shut", "stylist"),
    ("staff-therapist-branch-shut", "branch-shut", "therapist"),
    ("staff-stylist-branch-soon", "branch-soon", "stylist"),
    ("staff-therapist-branch-soon", "branch-soon", "therapist"),
];

/// From a minute of the day until before another.
type Minutes = (u32, u32);

#[derive(Debug, Clone)]
struct Shift {
    staff: &'static str,
    weekday: i64,
    hours: Minutes,
    breaks: Vec<Minutes>,
}

#[derive(Debug, Clone)]
struct Booking {
    date: NaiveDate,
    branch: &'static str,
    start: u32,
    status: &'static str,
    has_arrived: bool,
    /// Who, how long, and how much time for tidying up.
    lines: Vec<(Option<&'static str>, u32, i64)>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct RandomWork {
    shifts: Vec<Shift>,
    /// Whose, the first and the last day, the status.
    leave: Vec<(&'static str, NaiveDate, NaiveDate, &'static str)>,
    holidays: Vec<(&'static str, NaiveDate)>,
    blocks: Vec<(&'static str, NaiveDate, Minutes)>,
    bookings: Vec<Booking>,
}

pub(super) fn first_work_day() -> NaiveDate {
    parse_date(FIRST_WORK_DAY).unwrap()
}

fn random_day(rng: &mut SeededRng) -> NaiveDate {
    first_work_day() + Days::new(rng.below(WORK_DAYS))
}

fn random_minutes(rng: &mut SeededRng, least: u32, most: u32, longest: u32) -> Minutes {
    let from = least + u32::try_from(rng.below(u64::from(most - least))).unwrap();
    (from, (from + 1 + u32::try_from(rng.below(u64::from(longest))).unwrap()).min(1_439))
}

/// Inserts the weeks and returns what was inserted.
pub(super) async fn insert_random_work(salon: &TestSalon, seed: u64) -> RandomWork {
    let work = RandomWork::generate(&mut SeededRng::new(seed));
    let customer = salon.customer("Tara").await.id().clone();
    let (inserted, at) = (work.clone(), salon.now());
    write_transaction(&salon.app, move |tx| inserted.insert(tx, &customer, at)).await;
    work
}

impl RandomWork {
    fn generate(rng: &mut SeededRng) -> Self {
        let mut work = Self::default();
        for (staff, _) in STAFF {
            for weekday in 1..=7 {
                // None, one or two, which may overlap.
                for part in 0..rng.below(3) {
                    let least = if part == 0 { 540 } else { 700 };
                    let hours = random_minutes(rng, least, least + 150, 480);
                    let mut breaks = Vec::new();
                    for place in 0..rng.below(3) {
                        let least = hours.0 + 40 * u32::try_from(place).unwrap();
                        breaks.push(random_minutes(rng, least, least + 40, 90));
                    }
                    work.shifts.push(Shift { staff, weekday, hours, breaks });
                }
            }
            for _ in 0..3 {
                let first = random_day(rng);
                let status = rng.one_of(&["pending", "approved", "rejected"]);
                work.leave.push((staff, first, first + Days::new(rng.below(3)), status));
            }
            for _ in 0..15 {
                work.blocks.push((staff, random_day(rng), random_minutes(rng, 480, 1_200, 200)));
            }
        }
        for branch in [PUNE, GOA] {
            let first = random_day(rng);
            work.holidays.extend([(branch, first), (branch, first + Days::new(3))]);
        }
        for _ in 0..300 {
            let line = |rng: &mut SeededRng| {
                let staff = if rng.one_chance_in(6) { None } else { Some(rng.one_of(&STAFF).0) };
                (staff, u32::try_from(rng.between(5, 120)).unwrap(), rng.between(0, 20))
            };
            let count = 1 + rng.below(3);
            work.bookings.push(Booking {
                date: random_day(rng),
                branch: rng.one_of(&[PUNE, GOA]),
                start: random_minutes(rng, 500, 1_300, 1).0,
                status: rng.one_of(&[
                    "confirmed",
                    "confirmed",
                    "completed",
                    "in_progress",
                    "pending",
                    "cancelled",
                    "no_show",
                    "rejected",
                ]),
                has_arrived: rng.one_chance_in(2),
                lines: (0..count).map(|_| line(rng)).collect(),
            });
        }
        work
    }

    fn insert(&self, tx: &mut Tx<'_>, customer: &UserId, at: Timestamp) -> Result<(), DbError> {
        for (number, shift) in self.shifts.iter().enumerate() {
            let id = format!("work-shift-{number}");
            let [from, until] = [shift.hours.0, shift.hours.1].map(time_at_minute);
            tx.execute(
                "insert into staff_shifts (id, staff_id, weekday, start_time, end_time) values ($1, $2, $3, $4, $5)",
                params![id, shift.staff, shift.weekday, from, until],
            )?;
            for (from, until) in &shift.breaks {
                tx.execute(
                    "insert into staff_shift_breaks (shift_id, start_time, end_time) values ($1, $2, $3)",
                    params![id, time_at_minute(*from), time_at_minute(*until)],
                )?;
            }
        }
        for (number, (staff, first, last, status)) in self.leave.iter().enumerate() {
            tx.execute(
                "insert into staff_leave (id, staff_id, start_date, end_date, status, decided_at, created_at, updated_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $7)",
                params![
                    format!("work-leave-{number}"),
                    staff,
                    first,
                    last,
                    status,
                    (*status != "pending").then_some(at),
                    at
                ],
            )?;
        }
        for (number, (branch, date)) in self.holidays.iter().enumerate() {
            tx.execute(
                "insert into branch_holidays (id, branch_id, holiday_date, created_at) values ($1, $2, $3, $4)",
                params![format!("work-holiday-{number}"), branch, date, at],
            )?;
        }
        for (number, (staff, date, (from, until))) in self.blocks.iter().enumerate() {
            tx.execute(
                "insert into staff_blocks (id, staff_id, block_date, start_time, end_time, created_by, created_at)
                 values ($1, $2, $3, $4, $5, $2, $6)",
                params![format!("work-block-{number}"), staff, date, time_at_minute(*from), time_at_minute(*until), at],
            )?;
        }
        for (number, booking) in self.bookings.iter().enumerate() {
            booking.insert(tx, &format!("work-{number}"), customer, at)?;
        }
        Ok(())
    }

    /// How many minutes somebody works on a day, and how many of them are booked.
    fn minutes(&self, (staff, branch): (&str, &str), date: NaiveDate) -> (i64, i64) {
        let is_away = self.holidays.iter().any(|(of, day)| *of == branch && *day == date)
            || self.leave.iter().any(|(owner, first, last, status)| {
                *owner == staff && (*first..=*last).contains(&date) && *status == "approved"
            });
        if is_away {
            return (0, 0);
        }
        let weekday = i64::from(date.weekday().number_from_monday());
        let shifts: Vec<&Shift> =
            self.shifts.iter().filter(|shift| shift.staff == staff && shift.weekday == weekday).collect();
        let is_within = |(from, until): Minutes, minute: u32| (from..until).contains(&minute);
        let works = |minute: u32| {
            shifts.iter().any(|shift| is_within(shift.hours, minute))
                && !shifts.iter().any(|shift| shift.breaks.iter().any(|rest| is_within(*rest, minute)))
                && !self
                    .blocks
                    .iter()
                    .any(|(owner, day, block)| *owner == staff && *day == date && is_within(*block, minute))
        };
        let booked: Vec<Minutes> = self.booked(staff, date);
        let (mut rostered, mut taken) = (0, 0);
        for minute in (0..1_440).filter(|minute| works(*minute)) {
            rostered += 1;
            taken += i64::from(booked.iter().any(|line| is_within(*line, minute)));
        }
        (rostered, taken)
    }

    fn booked(&self, staff: &str, date: NaiveDate) -> Vec<Minutes> {
        let mut found = Vec::new();
        for booking in self.bookings.iter().filter(|booking| booking.date == date) {
            if !["confirmed", "in_progress", "completed"].contains(&booking.status) {
                continue;
            }
            let mut start = booking.start;
            for (who, minutes, _) in &booking.lines {
                if *who == Some(staff) {
                    found.push((start, start + minutes));
                }
                start += minutes;
            }
        }
        found
    }

    /// The report as it must be.
    pub(super) fn expected_report(&self, branch: Option<&str>, from: NaiveDate, to: NaiveDate) -> Value {
        let mut totals = (0, 0);
        let mut staff = Vec::new();
        for (id, home, name) in LISTED {
            if branch.is_some_and(|wanted| wanted != home) {
                continue;
            }
            let mut sum = (0, 0);
            for date in from.iter_days().take_while(|date| *date <= to) {
                let (rostered, booked) = self.minutes((id, home), date);
                sum = (sum.0 + rostered, sum.1 + booked);
            }
            totals = (totals.0 + sum.0, totals.1 + sum.1);
            let mut row = figures(sum);
            row["staffId"] = json!(id);
            row["displayName"] = json!(name);
            staff.push(row);
        }
        json!({ "from": from, "to": to, "branchId": branch, "totals": figures(totals), "staff": staff })
    }
}

impl Booking {
    fn insert(&self, tx: &mut Tx<'_>, id: &str, customer: &UserId, at: Timestamp) -> Result<(), DbError> {
        let minutes: u32 = self.lines.iter().map(|(_, minutes, _)| minutes).sum();
        let (start, end) = (time_at_minute(self.start), time_at_minute((self.start + minutes).min(1_439)));
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                 start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, confirmed_at,
                 completed_at, cancelled_at, rejected_at, noshow_at, arrived_at, created_at, updated_at)
             values ($1, $1, $2, $3, $4, 'salon', $5, $6, $7, 1000, $8, $9, $9, $9, $9, $9, $9, $10, $9, $9)",
            params![
                id,
                self.branch,
                customer,
                self.status,
                self.date,
                start,
                end,
                i64::from(minutes),
                at,
                self.has_arrived.then_some(at)
            ],
        )?;
        for (order, (staff, minutes, buffer)) in self.lines.iter().enumerate() {
            tx.execute(
                "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
                     price_at_booking_paise, duration_minutes, buffer_minutes, display_order)
                 values ($1, $2, $3, 'service-cut', $4, 'cut', 1000, $5, $6, $7)",
                params![
                    format!("{id}-{}", 9 - order),
                    id,
                    self.date,
                    staff,
                    i64::from(*minutes),
                    buffer,
                    i64::try_from(order).unwrap()
                ],
            )?;
        }
        Ok(())
    }
}

fn figures((rostered, booked): (i64, i64)) -> Value {
    let percent = (rostered > 0).then(|| {
        let tenths = (2 * 1_000 * booked + rostered) / (2 * rostered);
        f64::from(i32::try_from(tenths).unwrap()) / 10.0
    });
    json!({ "rosteredMinutes": rostered, "bookedMinutes": booked, "percent": percent })
}
