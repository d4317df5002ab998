//! Everybody wants one person's day at once, in every way there is and with visits of every length: no two have the
//! same time.
//!
//! The long forms are for `make soak`.

use std::collections::HashMap;

use axum::http::Method;
use chrono::{Days, NaiveDate, NaiveTime, Timelike};
use parlour_db::{DatabaseLocation, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::availability::expect_slot_unavailable;
use parlour_testkit::actions::bookings::{BOOKINGS_PATH, created_booking_id};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::fixtures::live_salon::{FRIDAY, live_salon, set_ten_minute_buffer};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::process::{Actor, Installation, ParlourProcess};
use parlour_testkit::{Engine, Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::parlour_binary::PARLOUR_BINARY;
use parlour_testkit::fixtures::seeded_rng::SeededRng;

const SHORT_ATTEMPTS: usize = 120;
const LONG_ATTEMPTS: usize = 1_000;
const KINDS_OF_ATTEMPT: usize = 6;
const SERVICES: [&str; 5] = ["service-cut", "service-wash", "service-colour", "service-small-01", "service-small-02"];

async fn approve(desk: &Actor, id: &str) -> Reply {
    let body = json!({ "action": "approve", "staffId": STYLIST });
    desk.send(Method::PATCH, &format!("{BOOKINGS_PATH}/{id}"), &body).await
}

async fn reschedule(person: &Actor, id: &str, time: &str) -> Reply {
    let body = json!({ "bookingDate": FRIDAY, "startTime": time });
    person.post(&format!("{BOOKINGS_PATH}/{id}/reschedule"), &body).await
}

/// The salon, who is in it, and what was drawn.
struct Race {
    salon: TestSalon,
    processes: Vec<ParlourProcess>,
    desk: Vec<Person>,
    customers: Vec<Person>,
    rng: SeededRng,
}

impl Race {
    async fn prepare(people: usize) -> Self {
        let salon = live_salon().await;
        set_ten_minute_buffer(&salon, "service-wash").await;
        let (mut desk, mut customers) = (Vec::new(), Vec::new());
        for number in 0..people {
            desk.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
            customers.push(salon.customer(&format!("guest{number}")).await);
        }
        let rng = SeededRng::new(5);
        Self { salon, processes: Vec::new(), desk, customers, rng }
    }

    fn actor(&self, person: Person, place: usize) -> Actor {
        let count = self.processes.len().max(1);
        Actor::at(self.processes.get(place % count), person)
    }

    /// On the day that everybody wants; the longest visit ends before they go home.
    fn random_time(&mut self) -> String {
        format!("{}:{:02}", 10 + self.rng.below(6), 5 * self.rng.below(12))
    }

    fn random_booking(&mut self, date: &str, time: &str) -> Value {
        let first = self.rng.one_of(&SERVICES);
        let services = if self.rng.below(3) == 0 { vec![first, self.rng.one_of(&SERVICES)] } else { vec![first] };
        json!({
            "branchId": PUNE, "serviceType": "salon", "bookingDate": date, "startTime": time, "serviceIds": services,
        })
    }

    /// One more attempt, with everything that it needs prepared.
    async fn attempt(&mut self, number: usize) -> Attempt {
        let (desk, customer) =
            (self.desk[number % self.desk.len()].clone(), self.customers[number % self.customers.len()].clone());
        let time = self.random_time();
        // Days on which they do not meet.
        let days = number / KINDS_OF_ATTEMPT / 3 + if number % KINDS_OF_ATTEMPT == 5 { 100 } else { 3 };
        let other_day = day_after(FRIDAY, u64::try_from(days).unwrap());
        let other_time = format!("{}:00", 10 + 3 * (number / KINDS_OF_ATTEMPT % 3));
        let request_body = match number % KINDS_OF_ATTEMPT {
            0 | 1 => self.random_booking(FRIDAY, &time),
            2 | 3 => {
                let earlier = self.random_time();
                self.random_booking(FRIDAY, &earlier)
            }
            _ => self.random_booking(&other_day, &other_time),
        };
        let for_customer = |mut request_body: Value| {
            request_body["customerId"] = customer.id().as_str().into();
            request_body["staffId"] = STYLIST.into();
            request_body
        };
        let asked = async |person: &Person, request_body: &Value| {
            created_booking_id(&person.post(BOOKINGS_PATH, request_body).await)
        };
        let what = match number % KINDS_OF_ATTEMPT {
            0 => AttemptKind::Request(request_body),
            1 => AttemptKind::BookAtDesk(for_customer(request_body)),
            2 => AttemptKind::Approve(asked(&customer, &request_body).await),
            3 => {
                let id = asked(&customer, &request_body).await;
                // Agreed on, and nobody has been found for it yet.
                update_rows(
                    &self.salon,
                    &id,
                    "update bookings set status = 'confirmed', confirmed_at = created_at where id = $1",
                )
                .await;
                AttemptKind::Assign(id)
            }
            4 => AttemptKind::MoveAtDesk(asked(&desk, &for_customer(request_body)).await, time),
            _ => AttemptKind::Move(asked(&customer, &request_body).await, time),
        };
        Attempt { desk: self.actor(desk, number), customer: self.actor(customer, number + 1), what }
    }
}

fn day_after(date: &str, days: u64) -> String {
    (parse_date(date).unwrap() + Days::new(days)).to_string()
}

enum AttemptKind {
    Request(Value),
    BookAtDesk(Value),
    Approve(String),
    Assign(String),
    MoveAtDesk(String, String),
    Move(String, String),
}

struct Attempt {
    desk: Actor,
    customer: Actor,
    what: AttemptKind,
}

impl Attempt {
    /// Whether it was granted. The time that a request reserves is there when the desk approves it.
    async fn run(self) -> bool {
        let Self { desk, customer, what } = self;
        let kept = async |reply: &Reply, id: &str| {
            let is_granted = is_granted_or_slot_unavailable(reply);
            if is_granted {
                approve(&desk, id).await.expect_ok();
            }
            is_granted
        };
        match what {
            AttemptKind::Request(request_body) => {
                let reply = customer.send(Method::POST, BOOKINGS_PATH, &request_body).await;
                let id = if reply.status == 201 { created_booking_id(&reply) } else { String::new() };
                kept(&reply, &id).await
            }
            AttemptKind::BookAtDesk(request_body) => {
                is_granted_or_slot_unavailable(&desk.send(Method::POST, BOOKINGS_PATH, &request_body).await)
            }
            AttemptKind::Approve(id) => is_granted_or_slot_unavailable(&approve(&desk, &id).await),
            AttemptKind::Assign(id) => {
                let body = json!({ "action": "assign", "staffId": STYLIST });
                is_granted_or_slot_unavailable(&desk.send(Method::PATCH, &format!("{BOOKINGS_PATH}/{id}"), &body).await)
            }
            AttemptKind::MoveAtDesk(id, time) => is_granted_or_slot_unavailable(&reschedule(&desk, &id, &time).await),
            AttemptKind::Move(id, time) => kept(&reschedule(&customer, &id, &time).await, &id).await,
        }
    }
}

/// Nothing but the time may stand in the way.
#[track_caller]
fn is_granted_or_slot_unavailable(reply: &Reply) -> bool {
    let is_granted = [200, 201].contains(&reply.status.as_u16());
    if !is_granted {
        assert!(expect_slot_unavailable(reply).len() <= 3);
    }
    is_granted
}

/// Something that somebody has to do, as the booking and its services say.
#[derive(Debug)]
struct StaffBooking {
    staff_id: String,
    date: NaiveDate,
    start: i64,
    end: i64,
}

/// Everything that is agreed on with somebody, by person and time.
async fn confirmed_staff_bookings(salon: &TestSalon) -> Vec<StaffBooking> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select s.staff_id, b.booking_date, b.start_time,
                 cast(sum(s.duration_minutes + s.buffer_minutes) as bigint)
             from bookings b join booking_services s on s.booking_id = b.id
             where b.status in ('confirmed', 'in_progress') and s.staff_id is not null
             group by s.staff_id, b.booking_date, b.start_time, b.id order by s.staff_id, b.booking_date, b.start_time",
            params![],
            |row| {
                let (staff_id, date, at) = (row.take()?, row.take()?, row.take::<NaiveTime>()?);
                let start = i64::from(at.num_seconds_from_midnight() / 60);
                Ok(StaffBooking { staff_id, date, start, end: start + row.take::<i64>()? })
            },
        )
    });
    read.await.expect("visits can be read")
}

async fn run_race(attempts: usize, processes: impl FnOnce(&TestSalon) -> Vec<ParlourProcess>) {
    let mut contest = Race::prepare(attempts / 5).await;
    contest.processes = processes(&contest.salon);
    // Until it begins nobody's time is kept for a request, so that many can wait for the same.
    update_rows(&contest.salon, PUNE, "update branches set hold_minutes = 0 where id = $1").await;
    let mut all = Vec::new();
    for number in 0..attempts {
        all.push(contest.attempt(number).await);
    }
    update_rows(&contest.salon, PUNE, "update branches set hold_minutes = 30 where id = $1").await;
    let mut racing = JoinSet::new();
    for (number, attempt) in all.into_iter().enumerate() {
        racing.spawn(async move { (number % KINDS_OF_ATTEMPT, attempt.run().await) });
    }
    let mut granted: HashMap<usize, usize> = HashMap::new();
    for (way, is_granted) in racing.join_all().await {
        *granted.entry(way).or_default() += usize::from(is_granted);
    }
    let visits = confirmed_staff_bookings(&contest.salon).await;
    for pair in visits.windows(2) {
        let is_apart = pair[0].staff_id != pair[1].staff_id || pair[0].date != pair[1].date;
        assert!(is_apart || pair[0].end <= pair[1].start, "{pair:?}");
    }
    let wanted = visits.iter().filter(|visit| visit.date == parse_date(FRIDAY).unwrap());
    assert_eq!(wanted.count(), granted.values().sum::<usize>(), "whoever was told so has the time: {granted:?}");
    assert!(granted.values().sum::<usize>() >= 6, "{granted:?}");
    // And what is written of their time is just that.
    let firm = "select count(*) from occupied_times where staff_id = $1 and expires_at is null";
    let count = usize::try_from(count_rows(&contest.salon, STYLIST, firm).await).unwrap();
    assert_eq!(count, visits.len());
}

/// Two, on the salon's own database and at its time of day.
fn start_two_processes(salon: &TestSalon) -> Vec<ParlourProcess> {
    let DatabaseLocation::Postgres(url) = salon.location() else { panic!("only Postgres serves two processes") };
    let installation = || {
        Installation::new(PARLOUR_BINARY)
            .without_rate_limits()
            .with("PARLOUR_DATABASE_URL", url)
            .with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z")
    };
    vec![installation().serve(&[]), installation().serve(&[])]
}

#[test_on_both_engines]
async fn staff_are_never_double_booked_under_concurrency() {
    run_race(SHORT_ATTEMPTS, |_| Vec::new()).await;
}

#[test]
fn staff_are_never_double_booked_by_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || run_race(SHORT_ATTEMPTS, start_two_processes).await);
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_thousand_attempts_for_one_staff_day() {
    run_race(LONG_ATTEMPTS, |_| Vec::new()).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_thousand_attempts_for_one_staff_day_through_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || run_race(LONG_ATTEMPTS, start_two_processes).await);
}
