//! A history by chance, told to the salon and to the model, which must say the same.

use std::fmt::Debug;

use chrono::{Days, NaiveDate};
use parlour_domain::ist::parse_date;
use parlour_testkit::{Person, Reply, TestSalon};
use serde_json::{Value, json};

use super::acts::By;
use super::dice::Dice;
use super::naive::{Colleague, Kind, Length, Model, No, OPENS, Visit, Wish};
use crate::desk_bookings::{STYLIST, STYLIST_IN_GOA, THERAPIST, decides, presses, receptionist};
use crate::desk_bookings_decided::puts_services;
use crate::live_salon::{hires, live_salon, looks, with_buffer, without_buffers, works};
use crate::small_salon::{BOOKINGS, add_service, asks, cancels, id_of, moves};

const KAVYA: &str = "staff-kavya";

pub(super) struct History {
    pub(super) salon: TestSalon,
    desk: Person,
    customers: Vec<Person>,
    pub(super) model: Model,
    pub(super) dice: Dice,
    /// What has happened, for whoever looks for a fault.
    pub(super) log: Vec<String>,
    name: String,
    /// How many requests were granted, and how many refused for the time.
    pub(super) counts: [usize; 2],
}

fn colleague(id: &'static str, gender: &'static str, kind: Kind) -> Colleague {
    let shifts = (1..=7).map(|weekday| (weekday, 600, 1140)).collect();
    Colleague { id, gender, kind, is_here: true, shifts, breaks: Vec::new(), leave: Vec::new() }
}

pub(super) fn date_of(day: i64) -> NaiveDate {
    parse_date("2027-03-01").unwrap() + Days::new(u64::try_from(day).unwrap())
}

pub(super) fn wall(minute: i64) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

impl History {
    pub(super) async fn begin(seed: u64) -> Self {
        let salon = live_salon().await;
        hires(&salon, KAVYA, "female").await;
        works(&salon, KAVYA, "10:00", "19:00").await;
        works(&salon, THERAPIST, "10:00", "19:00").await;
        add_service(&salon, "trim", 17, 40_000).await;
        without_buffers(&salon).await;
        with_buffer(&salon, "service-wash").await;
        with_buffer(&salon, "service-massage").await;
        let elsewhere = Colleague {
            is_here: false,
            shifts: Vec::new(),
            ..colleague(STYLIST_IN_GOA, "undisclosed", Kind::Salon)
        };
        let staff = vec![
            colleague(STYLIST, "undisclosed", Kind::Salon),
            colleague(KAVYA, "female", Kind::Salon),
            colleague(THERAPIST, "undisclosed", Kind::Spa),
            elsewhere,
        ];
        let desk = receptionist(&salon).await;
        let mut customers = Vec::new();
        for name in ["Asha", "Tara", "Leela"] {
            customers.push(salon.customer(name).await);
        }
        let model = Model { now: OPENS, hold_minutes: 30, staff, holidays: Vec::new(), visits: Vec::new() };
        let name = format!("history {seed}");
        let dice = Dice::new(seed);
        Self { salon, desk, customers, model, dice, log: Vec::new(), name, counts: [0; 2] }
    }

    pub(super) async fn step(&mut self) {
        match self.dice.below(20) {
            0..=4 => self.books().await,
            5 | 6 => self.books_at_desk().await,
            7 | 8 => self.clock_moves(),
            9 => self.team_changes().await,
            _ if self.model.visits.is_empty() => self.books().await,
            10 | 11 => self.is_decided("approve").await,
            12 => self.is_decided("assign").await,
            13 | 14 => self.is_moved().await,
            15 | 16 => self.becomes_something_else().await,
            17 => self.is_called_off().await,
            _ => self.goes_on().await,
        }
        let day = self.some_day();
        self.compare_day(day).await;
    }

    async fn books(&mut self) {
        let (mut asked, mut body) = self.some_asked();
        asked.wish = self.some_wish();
        if let Some(staff) = asked.wish.staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        if let Some(gender) = asked.wish.gender {
            body["staffGender"] = gender.into();
        }
        let expected = self.model.book(&asked, By::Customer);
        let reply = asks(&self.customers[asked.customer], &body).await;
        self.compare_new(&format!("customer books {body}"), &expected, &reply);
    }

    async fn books_at_desk(&mut self) {
        let (asked, mut body) = self.some_asked();
        body["customerId"] = self.customers[asked.customer].id().as_str().into();
        let staff = (!self.dice.is_one_in(3)).then(|| self.some_staff());
        if let Some(staff) = staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        let expected = self.model.book(&asked, By::Desk(staff));
        let reply = asks(&self.desk, &body).await;
        self.compare_new(&format!("desk books {body}"), &expected, &reply);
    }

    fn visit(&self, place: usize) -> (&Visit, String) {
        let visit = &self.model.visits[place];
        (visit, visit.id.clone())
    }

    async fn is_decided(&mut self, action: &str) {
        let (place, staff) = (self.some_visit(), self.some_staff());
        let (_, id) = self.visit(place);
        let body = json!({ "action": action, "staffId": self.model.staff[staff].id });
        let expected = match action {
            "approve" => self.model.approve(place, staff),
            _ => self.model.assign(place, staff),
        };
        let reply = decides(&self.desk, &id, &body).await;
        self.compare(&format!("visit {place}: {body}"), &expected, &reply);
    }

    async fn is_moved(&mut self) {
        let (place, when) = (self.some_visit(), self.some_when());
        let (visit, id) = self.visit(place);
        let owner = self.customers[visit.customer].clone();
        let is_desk = self.dice.is_one_in(2);
        let (expected, person) = if is_desk {
            (self.model.move_at_desk(place, when), &self.desk)
        } else {
            (self.model.move_by_customer(place, when), &owner)
        };
        let (date, time) = (date_of(when.day).to_string(), wall(when.start));
        let reply = moves(person, &id, &date, &time).await;
        self.compare(
            &format!("visit {place}: moved to {date} {time}, by the desk {is_desk}"),
            &expected,
            &reply,
        );
    }

    async fn becomes_something_else(&mut self) {
        let place = self.some_visit();
        let (visit, id) = self.visit(place);
        let kind = visit.kind;
        let (services, length) = self.some_services(kind);
        let expected = self.model.change_services(place, length);
        let reply = puts_services(&self.desk, &id, &json!(services)).await;
        self.compare(&format!("visit {place}: now {services:?}"), &expected, &reply);
    }

    async fn is_called_off(&mut self) {
        let place = self.some_visit();
        let (visit, id) = self.visit(place);
        let owner = self.customers[visit.customer].clone();
        let (expected, reply) = match self.dice.below(3) {
            0 => (self.model.cancel(place), cancels(&owner, &id).await),
            1 => {
                let body = json!({ "reason": "Ill" });
                (self.model.cancel(place), self.desk.post(&format!("{BOOKINGS}/{id}/cancel"), &body).await)
            }
            _ => {
                let body = json!({ "action": "reject", "rejectionReason": "Full" });
                (self.model.reject(place), decides(&self.desk, &id, &body).await)
            }
        };
        self.compare(&format!("visit {place}: called off"), &expected, &reply);
    }

    async fn goes_on(&mut self) {
        let place = self.some_visit();
        let (_, id) = self.visit(place);
        let act = self.dice.one_of(&["start", "start", "noshow", "complete"]);
        let expected = match act {
            "start" => self.model.start(place),
            "noshow" => self.model.miss(place),
            _ => self.model.complete(place),
        };
        let reply = if act == "complete" {
            let paid = json!({ "paymentMethod": "cash" });
            self.desk.post(&format!("{BOOKINGS}/{id}/complete"), &paid).await
        } else {
            presses(&self.desk, &id, act).await
        };
        self.compare(&format!("visit {place}: {act}"), &expected, &reply);
    }

    fn clock_moves(&mut self) {
        let minutes = self.dice.one_of(&[1, 5, 14, 29, 30, 31, 90, 200]);
        self.salon.advance_seconds(minutes * 60);
        self.model.now += minutes;
        self.log.push(format!(
            "{minutes} minutes pass: day {}, {}",
            self.model.today(),
            wall(self.model.now % 1440)
        ));
    }

    /// The slots of a day, for a question by chance.
    pub(super) async fn compare_day(&mut self, day: i64) {
        let mut query = format!("date={}", date_of(day));
        let mut length = Length { duration: 30, buffer: 0 };
        let mut wish = Wish::default();
        if self.dice.is_one_in(2) {
            let kind = self.dice.one_of(&[Kind::Salon, Kind::Salon, Kind::Spa]);
            let (services, of_them) = self.some_services(kind);
            (length, wish.kind) = (of_them, Some(kind));
            query = format!("{query}&serviceIds={}", services.join(","));
        } else if self.dice.is_one_in(3) {
            wish.kind = Some(Kind::Salon);
            query.push_str("&serviceType=salon");
        }
        let more = Wish { kind: wish.kind, ..self.some_wish() };
        if let Some(staff) = more.staff.filter(|staff| self.model.staff[*staff].is_here) {
            wish.staff = Some(staff);
            query = format!("{query}&staffId={}", self.model.staff[staff].id);
        }
        if let Some(gender) = more.gender {
            wish.gender = Some(gender);
            query = format!("{query}&staffGender={gender}");
        }
        let expected: Vec<(String, bool)> =
            self.model.slots(day, length, wish).iter().map(|(start, can)| (wall(*start), *can)).collect();
        let reply = looks(&self.salon, &query).await;
        let data = reply.expect_ok();
        let slots = data["slots"].as_array().unwrap().iter();
        let seen: Vec<(String, bool)> = slots
            .map(|slot| {
                (slot["startTime"].as_str().unwrap().to_owned(), slot["available"].as_bool().unwrap())
            })
            .collect();
        self.agree(&query, &expected, &seen);
    }

    fn compare_new(&mut self, what: &str, expected: &Result<(), No>, reply: &Reply) {
        self.compare(what, expected, reply);
        if expected.is_ok() {
            self.model.visits.last_mut().expect("it was added").id = id_of(reply);
        }
    }

    fn compare(&mut self, what: &str, expected: &Result<(), No>, reply: &Reply) {
        self.log.push(format!("{what} -> {expected:?}"));
        let said = match reply.status.as_u16() {
            200 | 201 => Ok(()),
            400 => Err(No::Invalid),
            _ => {
                let error = &reply.json()["error"];
                let times = error["details"]["startTime"].as_array();
                let minute = |time: &Value| {
                    let time = time.as_str().unwrap();
                    time[..2].parse::<i64>().unwrap() * 60 + time[3..].parse::<i64>().unwrap()
                };
                match error["code"].as_str().unwrap() {
                    "BOOKING_SLOT_UNAVAILABLE" => Err(No::Taken(times.unwrap().iter().map(minute).collect())),
                    code => Err(No::Code(code.to_owned().leak())),
                }
            }
        };
        self.counts[0] += usize::from(said.is_ok());
        self.counts[1] += usize::from(matches!(said, Err(No::Taken(_))));
        self.agree(&reply.text(), expected, &said);
    }

    fn agree<T: PartialEq + Debug>(&self, what: &str, expected: &T, seen: &T) {
        let Self { name, log, .. } = self;
        assert!(
            expected == seen,
            "{name}, after {} steps\n{}\n{what}\nexpected {expected:?}\n    seen {seen:?}\n{:#?}",
            log.len(),
            log.join("\n"),
            self.model.visits
        );
    }
}
