//! Everybody wants one person's day at once, in every way there is and with visits of every length: no two have the
//! same time.
//!
//! The long forms are for `make soak`.

use std::collections::HashMap;

use axum::body::Body;
use axum::http::Method;
use chrono::{Days, NaiveDate, NaiveTime, Timelike};
use parlour_domain::ist::parse_date;
use parlour_domain::role::Role;
use parlour_store::{DbError, Location, params};
use parlour_testkit::process::{Installation, ParlourProcess, plain_client, reply_to};
use parlour_testkit::{Engine, Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::desk_bookings::STYLIST;
use crate::installed::BINARY;
use crate::live_model::Dice;
use crate::live_salon::{FRIDAY, live_salon, refused, with_buffer};
use crate::small_salon::{BOOKINGS, PUNE, count, id_of, set};

const SHORT: usize = 120;
const LONG: usize = 1_000;
const WAYS: usize = 6;
const SERVICES: [&str; 5] =
    ["service-cut", "service-wash", "service-colour", "service-small-01", "service-small-02"];

/// Somebody, and their way in: the salon's routers, or one of its processes.
#[derive(Debug, Clone)]
struct Actor {
    person: Person,
    process: Option<(reqwest::Client, String)>,
}

impl Actor {
    async fn sends(&self, method: Method, path: &str, body: &Value) -> Reply {
        let Some((client, url)) = &self.process else {
            return self.person.send(method, path, Body::from(body.to_string())).await;
        };
        let cookie = format!("{}={}", self.person.side.session_cookie(), self.person.token());
        let request = client.request(method, format!("{url}{path}")).header("cookie", cookie).json(body);
        reply_to(request).await.expect("an answer")
    }

    async fn approves(&self, id: &str) -> Reply {
        self.sends(
            Method::PATCH,
            &format!("{BOOKINGS}/{id}"),
            &json!({ "action": "approve", "staffId": STYLIST }),
        )
        .await
    }

    async fn moves(&self, id: &str, time: &str) -> Reply {
        let body = json!({ "bookingDate": FRIDAY, "startTime": time });
        self.sends(Method::POST, &format!("{BOOKINGS}/{id}/reschedule"), &body).await
    }
}

/// The salon, who is in it, and what was drawn.
struct Contest {
    salon: TestSalon,
    processes: Vec<ParlourProcess>,
    client: reqwest::Client,
    desk: Vec<Person>,
    guests: Vec<Person>,
    dice: Dice,
}

impl Contest {
    async fn prepare(people: usize) -> Self {
        let salon = live_salon().await;
        with_buffer(&salon, "service-wash").await;
        let (mut desk, mut guests) = (Vec::new(), Vec::new());
        for number in 0..people {
            desk.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
            guests.push(salon.customer(&format!("guest{number}")).await);
        }
        let dice = Dice::new(5);
        Self { salon, processes: Vec::new(), client: plain_client(), desk, guests, dice }
    }

    fn actor(&self, person: Person, place: usize) -> Actor {
        let process = (!self.processes.is_empty()).then(|| {
            let process = &self.processes[place % self.processes.len()];
            (self.client.clone(), process.url(person.side, ""))
        });
        Actor { person, process }
    }

    /// On the day that everybody wants; the longest visit ends before they go home.
    fn some_time(&mut self) -> String {
        format!("{}:{:02}", 10 + self.dice.below(6), 5 * self.dice.below(12))
    }

    fn some_visit(&mut self, date: &str, time: &str) -> Value {
        let first = self.dice.one_of(&SERVICES);
        let services =
            if self.dice.below(3) == 0 { vec![first, self.dice.one_of(&SERVICES)] } else { vec![first] };
        json!({
            "branchId": PUNE, "serviceType": "salon", "bookingDate": date, "startTime": time, "serviceIds": services,
        })
    }

    /// What one more person wants, with all that must be there before.
    async fn attempt(&mut self, number: usize) -> Attempt {
        let (desk, guest) =
            (self.desk[number % self.desk.len()].clone(), self.guests[number % self.guests.len()].clone());
        let time = self.some_time();
        // Days on which they do not meet.
        let days = number / WAYS / 3 + if number % WAYS == 5 { 100 } else { 3 };
        let other_day = day_after(FRIDAY, u64::try_from(days).unwrap());
        let other_time = format!("{}:00", 10 + 3 * (number / WAYS % 3));
        let wish = match number % WAYS {
            0 | 1 => self.some_visit(FRIDAY, &time),
            2 | 3 => {
                let earlier = self.some_time();
                self.some_visit(FRIDAY, &earlier)
            }
            _ => self.some_visit(&other_day, &other_time),
        };
        let for_guest = |mut wish: Value| {
            wish["customerId"] = guest.id().as_str().into();
            wish["staffId"] = STYLIST.into();
            wish
        };
        let asked = async |person: &Person, wish: &Value| id_of(&person.post(BOOKINGS, wish).await);
        let what = match number % WAYS {
            0 => What::Request(wish),
            1 => What::BookAtDesk(for_guest(wish)),
            2 => What::Approve(asked(&guest, &wish).await),
            3 => {
                let id = asked(&guest, &wish).await;
                // Agreed on, and nobody has been found for it yet.
                set(
                    &self.salon,
                    &id,
                    "update bookings set status = 'confirmed', confirmed_at = created_at where id = $1",
                )
                .await;
                What::Assign(id)
            }
            4 => What::MoveAtDesk(asked(&desk, &for_guest(wish)).await, time),
            _ => What::Move(asked(&guest, &wish).await, time),
        };
        Attempt { desk: self.actor(desk, number), guest: self.actor(guest, number + 1), what }
    }
}

fn day_after(date: &str, days: u64) -> String {
    (parse_date(date).unwrap() + Days::new(days)).to_string()
}

enum What {
    Request(Value),
    BookAtDesk(Value),
    Approve(String),
    Assign(String),
    MoveAtDesk(String, String),
    Move(String, String),
}

struct Attempt {
    desk: Actor,
    guest: Actor,
    what: What,
}

impl Attempt {
    /// Whether it was granted. What a request keeps free is there when the desk agrees to it.
    async fn made(self) -> bool {
        let Self { desk, guest, what } = self;
        let kept = async |reply: &Reply, id: &str| {
            let is_granted = granted(reply);
            if is_granted {
                desk.approves(id).await.expect_ok();
            }
            is_granted
        };
        match what {
            What::Request(wish) => {
                let reply = guest.sends(Method::POST, BOOKINGS, &wish).await;
                let id = if reply.status == 201 { id_of(&reply) } else { String::new() };
                kept(&reply, &id).await
            }
            What::BookAtDesk(wish) => granted(&desk.sends(Method::POST, BOOKINGS, &wish).await),
            What::Approve(id) => granted(&desk.approves(&id).await),
            What::Assign(id) => {
                let body = json!({ "action": "assign", "staffId": STYLIST });
                granted(&desk.sends(Method::PATCH, &format!("{BOOKINGS}/{id}"), &body).await)
            }
            What::MoveAtDesk(id, time) => granted(&desk.moves(&id, &time).await),
            What::Move(id, time) => kept(&guest.moves(&id, &time).await, &id).await,
        }
    }
}

/// Nothing but the time may stand in the way.
#[track_caller]
fn granted(reply: &Reply) -> bool {
    let is_granted = [200, 201].contains(&reply.status.as_u16());
    if !is_granted {
        assert!(refused(reply).len() <= 3);
    }
    is_granted
}

/// Something that somebody has to do, as the booking and its services say.
#[derive(Debug)]
struct Visit {
    staff_id: String,
    date: NaiveDate,
    start: i64,
    end: i64,
}

/// Everything that is agreed on with somebody, by person and time.
async fn agreed(salon: &TestSalon) -> Vec<Visit> {
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
                Ok(Visit { staff_id, date, start, end: start + row.take::<i64>()? })
            },
        )
    });
    read.await.expect("visits can be read")
}

async fn contest(attempts: usize, processes: impl FnOnce(&TestSalon) -> Vec<ParlourProcess>) {
    let mut contest = Contest::prepare(attempts / 5).await;
    contest.processes = processes(&contest.salon);
    // Until it begins nobody's time is kept for a request, so that many can wait for the same.
    set(&contest.salon, PUNE, "update branches set hold_minutes = 0 where id = $1").await;
    let mut all = Vec::new();
    for number in 0..attempts {
        all.push(contest.attempt(number).await);
    }
    set(&contest.salon, PUNE, "update branches set hold_minutes = 30 where id = $1").await;
    let mut racing = JoinSet::new();
    for (number, attempt) in all.into_iter().enumerate() {
        racing.spawn(async move { (number % WAYS, attempt.made().await) });
    }
    let mut granted: HashMap<usize, usize> = HashMap::new();
    for (way, is_granted) in racing.join_all().await {
        *granted.entry(way).or_default() += usize::from(is_granted);
    }
    let visits = agreed(&contest.salon).await;
    for pair in visits.windows(2) {
        let is_apart = pair[0].staff_id != pair[1].staff_id || pair[0].date != pair[1].date;
        assert!(is_apart || pair[0].end <= pair[1].start, "{pair:?}");
    }
    let wanted = visits.iter().filter(|visit| visit.date == parse_date(FRIDAY).unwrap());
    assert_eq!(
        wanted.count(),
        granted.values().sum::<usize>(),
        "whoever was told so has the time: {granted:?}"
    );
    assert!(granted.values().sum::<usize>() >= 6, "{granted:?}");
    // And what is written of their time is just that.
    let cells: i64 = visits.iter().map(|visit| (visit.end - visit.start + 4) / 5).sum();
    let firm = "select count(*) from occupancy where staff_id = $1 and expires_at is null";
    assert_eq!(count(&contest.salon, STYLIST, firm).await, cells);
}

/// Two, on the salon's own database and at its time of day.
fn two_processes(salon: &TestSalon) -> Vec<ParlourProcess> {
    let Location::Postgres(url) = salon.location() else { panic!("only Postgres serves two processes") };
    let installation = || {
        Installation::new(BINARY)
            .without_limits()
            .with("PARLOUR_DATABASE_URL", url)
            .with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z")
    };
    vec![installation().serve(&[]), installation().serve(&[])]
}

#[test_on_both_engines]
async fn nobody_is_booked_twice_however_many_want_them() {
    contest(SHORT, |_| Vec::new()).await;
}

#[test]
fn nobody_is_booked_twice_by_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || contest(SHORT, two_processes).await);
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_thousand_want_the_same_day_of_one_person() {
    contest(LONG, |_| Vec::new()).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_a_thousand_want_the_same_day_through_two_processes() {
    parlour_testkit::run(Engine::Postgres, async || contest(LONG, two_processes).await);
}
