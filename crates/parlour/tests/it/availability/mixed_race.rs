//! Everything that takes staff time, at once and on one day: bookings, approvals, placements, lines, offers, undos and
//! blocks. Nobody gets two things to do, and whoever was told so has the time.
//!
//! The long forms are for `make soak`.

use axum::http::Method;
use chrono::Days;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_date;
use parlour_store::DatabaseLocation;
use parlour_testkit::actions::availability::expect_slot_unavailable;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, cancel_booking_with, create_booking, haircut_request_at, post_booking_action,
};
use parlour_testkit::checks::staff_time::{StaffTask, assert_nobody_is_double_booked};
use parlour_testkit::fixtures::live_salon::{FRIDAY, insert_daily_shifts, insert_stylist, live_salon};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::process::{Actor, Installation, ParlourProcess};
use parlour_testkit::{Engine, Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::parlour_binary::PARLOUR_BINARY;

const KAVYA: &str = "staff-kavya";
const PEOPLE: [&str; 2] = [STYLIST, KAVYA];
const KINDS_OF_ATTEMPT: usize = 7;

/// One way to the time, with the booking that it is about.
enum Attempt {
    BookAtDesk(Value),
    RequestAndApprove(Value, &'static str),
    Place(String, Value),
    ChangeLines(String, Value),
    OfferAndAccept(String, Value),
    Undo(String),
    Block(Value),
}

/// Whether something new is on the day, and what.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Refused,
    Booked,
    Changed,
    Blocked,
}

struct Race {
    salon: TestSalon,
    desk: Person,
    rng: SeededRng,
}

impl Race {
    async fn prepare() -> Self {
        let salon = live_salon().await;
        insert_stylist(&salon, KAVYA, "female").await;
        insert_daily_shifts(&salon, KAVYA, "10:00", "19:00").await;
        let desk = salon.member("Ravi", Role::Receptionist).await;
        Self { salon, desk, rng: SeededRng::new(11) }
    }

    fn random_time(&mut self) -> String {
        format!("{}:{:02}", 10 + self.rng.below(7), 5 * self.rng.below(12))
    }

    /// A confirmed booking of a person, somewhere.
    async fn book(&self, customer: &Person, (date, time): (&str, &str), staff: &str, service: &str) -> String {
        let mut body = haircut_request_at(date, time);
        body["customerId"] = customer.id().as_str().into();
        body["staffId"] = staff.into();
        body["serviceIds"] = json!([service]);
        create_booking(&self.desk, &body).await
    }

    /// The attempt of a customer, with everything that it needs prepared. `number` is that of the customer.
    async fn attempt(&mut self, number: usize, customer: &Person) -> Attempt {
        let (time, staff) = (self.random_time(), self.rng.one_of(&PEOPLE));
        let round = number / KINDS_OF_ATTEMPT;
        // Days and hours on which they do not meet.
        let other_day = (parse_date("2027-04-01").unwrap() + Days::new(u64::try_from(round).unwrap())).to_string();
        let other_time = format!("{}:00", 10 + number % KINDS_OF_ATTEMPT);
        let place = json!({ "bookingDate": FRIDAY, "startTime": time, "staffId": staff });
        match number % KINDS_OF_ATTEMPT {
            1 => Attempt::RequestAndApprove(haircut_request_at(FRIDAY, &time), staff),
            2 => Attempt::Place(self.book(customer, (&other_day, &other_time), staff, "service-cut").await, place),
            3 if round < 24 => {
                // Short ones at the end of the day, of which some become longer, or somebody else's.
                let at = format!("18:{:02}", round % 12 * 5);
                let id = self.book(customer, (FRIDAY, &at), PEOPLE[round / 12], "service-small-01").await;
                let minutes = self.rng.one_of(&[5, 10, 15, 30]);
                let (first, second) = (self.rng.one_of(&PEOPLE), self.rng.one_of(&PEOPLE));
                let lines = json!([
                    { "serviceId": "service-small-01", "staffId": first, "durationMinutes": minutes },
                    { "serviceId": "service-small-02", "staffId": second, "durationMinutes": minutes },
                ]);
                Attempt::ChangeLines(id, json!({ "lines": lines }))
            }
            0 | 3 => {
                let mut body = haircut_request_at(FRIDAY, &time);
                body["customerId"] = customer.id().as_str().into();
                body["staffId"] = staff.into();
                Attempt::BookAtDesk(body)
            }
            4 => {
                let id = create_booking(customer, &haircut_request_at(&other_day, &other_time)).await;
                Attempt::OfferAndAccept(id, place)
            }
            5 => {
                // Called off before the next one comes to the same time.
                let id = self.book(customer, (FRIDAY, &time), staff, "service-cut").await;
                let called_off = if self.rng.one_chance_in(2) {
                    cancel_booking_with(&self.desk, &id, &json!({ "reason": "Ill" })).await
                } else {
                    post_booking_action(&self.desk, &id, "noshow").await
                };
                called_off.expect_ok();
                Attempt::Undo(id)
            }
            _ => {
                let until = format!("{}:50", &time[..2]);
                let from =
                    if time.ends_with(":50") || time.ends_with(":55") { format!("{}:00", &time[..2]) } else { time };
                let body = json!({ "staffId": staff, "date": FRIDAY, "startTime": from, "endTime": until });
                Attempt::Block(body)
            }
        }
    }
}

/// Nothing but the time may stand in the way.
#[track_caller]
fn outcome(reply: &Reply, granted: Outcome) -> Outcome {
    if [200, 201].contains(&reply.status.as_u16()) {
        return granted;
    }
    if granted == Outcome::Blocked {
        reply.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    } else {
        assert!(expect_slot_unavailable(reply).len() <= 3);
    }
    Outcome::Refused
}

impl Attempt {
    async fn run(self, desk: Actor, customer: Actor) -> Outcome {
        let path = |id: &str, act: &str| format!("{BOOKINGS_PATH}/{id}/{act}");
        match self {
            Self::BookAtDesk(body) => outcome(&desk.post(BOOKINGS_PATH, &body).await, Outcome::Booked),
            Self::RequestAndApprove(body, staff) => {
                let requested = customer.post(BOOKINGS_PATH, &body).await;
                if outcome(&requested, Outcome::Booked) == Outcome::Refused {
                    return Outcome::Refused;
                }
                let id = requested.expect_created()["id"].as_str().unwrap().to_owned();
                let body = json!({ "action": "approve", "staffId": staff });
                outcome(&desk.send(Method::PATCH, &format!("{BOOKINGS_PATH}/{id}"), &body).await, Outcome::Booked)
            }
            Self::Place(id, body) => outcome(&desk.post(&path(&id, "place"), &body).await, Outcome::Booked),
            Self::ChangeLines(id, body) => {
                outcome(&desk.send(Method::PUT, &path(&id, "lines"), &body).await, Outcome::Changed)
            }
            Self::OfferAndAccept(id, body) => {
                let offered = desk.post(&path(&id, "offer-time"), &body).await;
                if outcome(&offered, Outcome::Booked) == Outcome::Refused {
                    return Outcome::Refused;
                }
                // The time was held.
                customer.post(&path(&id, "accept-time"), &Value::Null).await.expect_ok();
                Outcome::Booked
            }
            Self::Undo(id) => outcome(&desk.post(&path(&id, "undo"), &Value::Null).await, Outcome::Booked),
            Self::Block(body) => outcome(&desk.post("/api/desk/blocks", &body).await, Outcome::Blocked),
        }
    }
}

async fn run_race(attempts: usize, start_processes: impl FnOnce(&TestSalon) -> Vec<ParlourProcess>) {
    let mut race = Race::prepare().await;
    let processes = start_processes(&race.salon);
    let mut prepared = Vec::new();
    for number in 0..attempts {
        let customer = race.salon.customer(&format!("guest{number}")).await;
        let desk = race.salon.member(&format!("desk{number}"), Role::Receptionist).await;
        let attempt = race.attempt(number, &customer).await;
        let process = |at: usize| processes.get((number + at) % processes.len().max(1));
        prepared.push((attempt, Actor::at(process(0), desk), Actor::at(process(1), customer)));
    }
    let before = assert_nobody_is_double_booked(&race.salon).await;
    let mut racing = JoinSet::new();
    for (attempt, desk, customer) in prepared {
        racing.spawn(attempt.run(desk, customer));
    }
    let outcomes = racing.join_all().await;
    let count = |wanted: Outcome| outcomes.iter().filter(|outcome| **outcome == wanted).count();
    let (booked, blocked) = (count(Outcome::Booked), count(Outcome::Blocked));
    assert!(booked >= 6 && count(Outcome::Refused) >= 6, "{outcomes:?}");
    let after = assert_nobody_is_double_booked(&race.salon).await;
    let friday = parse_date(FRIDAY).unwrap();
    let on_friday = |tasks: &[StaffTask]| {
        let mut ids: Vec<String> =
            tasks.iter().filter(|task| task.date == friday).map(|task| task.id.clone()).collect();
        ids.sort();
        ids.dedup();
        ids.len()
    };
    assert_eq!(
        on_friday(&after),
        on_friday(&before) + booked + blocked,
        "whoever was told so has the time: {outcomes:?}"
    );
    race.salon.run_due_jobs().await;
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
async fn nobody_gets_two_things_to_do_at_once() {
    run_race(84, |_| Vec::new()).await;
}

#[test]
fn nobody_gets_two_things_to_do_at_once_from_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || run_race(84, start_two_processes).await);
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_seven_hundred_attempts_at_one_day() {
    run_race(700, |_| Vec::new()).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_seven_hundred_attempts_at_one_day_from_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || run_race(700, start_two_processes).await);
}
