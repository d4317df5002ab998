//! A history by chance, told to the salon and to the model, which must say the same.

use std::fmt::Debug;

use chrono::{Days, NaiveDate};
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::availability::get_availability;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, cancel_booking, created_booking_id, patch_booking, post_booking, post_booking_action,
    replace_booking_services, reschedule_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::live_salon::{
    clear_service_buffers, insert_daily_shifts, insert_stylist, live_salon, set_ten_minute_buffer,
};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST, add_service};
use parlour_testkit::{Person, Reply, TestSalon};
use serde_json::{Value, json};

use super::actions::BookedBy;
use super::model::{
    BookingLength, BranchModel, ModelBooking, OPENING_MINUTE, Refusal, ServiceKind, StaffMember, StaffPreference,
};

const KAVYA: &str = "staff-kavya";

pub(super) struct History {
    pub(super) salon: TestSalon,
    desk: Person,
    customers: Vec<Person>,
    pub(super) model: BranchModel,
    pub(super) dice: SeededRng,
    /// What has happened, for whoever looks for a fault.
    pub(super) log: Vec<String>,
    name: String,
    /// How many requests were granted, and how many refused for the time.
    pub(super) counts: [usize; 2],
}

fn staff_member(id: &'static str, gender: &'static str, kind: ServiceKind) -> StaffMember {
    let shifts = (1..=7).map(|weekday| (weekday, 600, 1140)).collect();
    StaffMember { id, gender, kind, is_here: true, shifts, breaks: Vec::new(), leave: Vec::new() }
}

pub(super) fn date_of(day: i64) -> NaiveDate {
    parse_date("2027-03-01").unwrap() + Days::new(u64::try_from(day).unwrap())
}

pub(super) fn time_text(minute: i64) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

impl History {
    pub(super) async fn begin(seed: u64) -> Self {
        let salon = live_salon().await;
        insert_stylist(&salon, KAVYA, "female").await;
        insert_daily_shifts(&salon, KAVYA, "10:00", "19:00").await;
        insert_daily_shifts(&salon, THERAPIST, "10:00", "19:00").await;
        add_service(&salon, "trim", 17, 40_000).await;
        clear_service_buffers(&salon).await;
        set_ten_minute_buffer(&salon, "service-wash").await;
        set_ten_minute_buffer(&salon, "service-massage").await;
        let elsewhere = StaffMember {
            is_here: false,
            shifts: Vec::new(),
            ..staff_member(STYLIST_IN_GOA, "undisclosed", ServiceKind::Salon)
        };
        let staff = vec![
            staff_member(STYLIST, "undisclosed", ServiceKind::Salon),
            staff_member(KAVYA, "female", ServiceKind::Salon),
            staff_member(THERAPIST, "undisclosed", ServiceKind::Spa),
            elsewhere,
        ];
        let desk = receptionist(&salon).await;
        let mut customers = Vec::new();
        for name in ["Asha", "Tara", "Leela"] {
            customers.push(salon.customer(name).await);
        }
        let model =
            BranchModel { now: OPENING_MINUTE, hold_minutes: 30, staff, holidays: Vec::new(), bookings: Vec::new() };
        let name = format!("history {seed}");
        let dice = SeededRng::new(seed);
        Self { salon, desk, customers, model, dice, log: Vec::new(), name, counts: [0; 2] }
    }

    pub(super) async fn step(&mut self) {
        match self.dice.below(20) {
            0..=4 => self.book_as_customer().await,
            5 | 6 => self.book_at_desk().await,
            7 | 8 => self.advance_clock(),
            9 => self.change_staff().await,
            _ if self.model.bookings.is_empty() => self.book_as_customer().await,
            10 | 11 => self.decide_booking("approve").await,
            12 => self.decide_booking("assign").await,
            13 | 14 => self.reschedule_booking_randomly().await,
            15 | 16 => self.change_services_randomly().await,
            17 => self.cancel_or_reject().await,
            _ => self.start_complete_or_miss().await,
        }
        let day = self.random_day();
        self.compare_day(day).await;
    }

    async fn book_as_customer(&mut self) {
        let (mut request, mut body) = self.random_request();
        request.preference = self.random_preference();
        if let Some(staff) = request.preference.staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        if let Some(gender) = request.preference.gender {
            body["staffGender"] = gender.into();
        }
        let expected = self.model.book(&request, BookedBy::Customer);
        let reply = post_booking(&self.customers[request.customer], &body).await;
        self.compare_new_booking(&format!("customer books {body}"), &expected, &reply);
    }

    async fn book_at_desk(&mut self) {
        let (request, mut body) = self.random_request();
        body["customerId"] = self.customers[request.customer].id().as_str().into();
        let staff = (!self.dice.one_chance_in(3)).then(|| self.random_staff());
        if let Some(staff) = staff {
            body["staffId"] = self.model.staff[staff].id.into();
        }
        let expected = self.model.book(&request, BookedBy::Desk(staff));
        let reply = post_booking(&self.desk, &body).await;
        self.compare_new_booking(&format!("desk books {body}"), &expected, &reply);
    }

    fn booking(&self, booking_index: usize) -> (&ModelBooking, String) {
        let booking = &self.model.bookings[booking_index];
        (booking, booking.id.clone())
    }

    async fn decide_booking(&mut self, action: &str) {
        let (booking_index, staff) = (self.random_booking_index(), self.random_staff());
        let (_, id) = self.booking(booking_index);
        let body = json!({ "action": action, "staffId": self.model.staff[staff].id });
        let expected = match action {
            "approve" => self.model.approve(booking_index, staff),
            _ => self.model.assign(booking_index, staff),
        };
        let reply = patch_booking(&self.desk, &id, &body).await;
        self.compare(&format!("visit {booking_index}: {body}"), &expected, &reply);
    }

    async fn reschedule_booking_randomly(&mut self) {
        let (booking_index, when) = (self.random_booking_index(), self.random_start());
        let (booking, id) = self.booking(booking_index);
        let owner = self.customers[booking.customer].clone();
        let is_desk = self.dice.one_chance_in(2);
        let (expected, person) = if is_desk {
            (self.model.move_at_desk(booking_index, when), &self.desk)
        } else {
            (self.model.move_by_customer(booking_index, when), &owner)
        };
        let (date, time) = (date_of(when.day).to_string(), time_text(when.start));
        let reply = reschedule_booking(person, &id, &date, &time).await;
        self.compare(
            &format!("visit {booking_index}: moved to {date} {time}, by the desk {is_desk}"),
            &expected,
            &reply,
        );
    }

    async fn change_services_randomly(&mut self) {
        let booking_index = self.random_booking_index();
        let (booking, id) = self.booking(booking_index);
        let kind = booking.kind;
        let (services, length) = self.random_services(kind);
        let expected = self.model.change_services(booking_index, length);
        let reply = replace_booking_services(&self.desk, &id, &json!(services)).await;
        self.compare(&format!("visit {booking_index}: now {services:?}"), &expected, &reply);
    }

    async fn cancel_or_reject(&mut self) {
        let booking_index = self.random_booking_index();
        let (booking, id) = self.booking(booking_index);
        let owner = self.customers[booking.customer].clone();
        let (expected, reply) = match self.dice.below(3) {
            0 => (self.model.cancel(booking_index), cancel_booking(&owner, &id).await),
            1 => {
                let body = json!({ "reason": "Ill" });
                (self.model.cancel(booking_index), self.desk.post(&format!("{BOOKINGS_PATH}/{id}/cancel"), &body).await)
            }
            _ => {
                let body = json!({ "action": "reject", "rejectionReason": "Full" });
                (self.model.reject(booking_index), patch_booking(&self.desk, &id, &body).await)
            }
        };
        self.compare(&format!("visit {booking_index}: called off"), &expected, &reply);
    }

    async fn start_complete_or_miss(&mut self) {
        let booking_index = self.random_booking_index();
        let (_, id) = self.booking(booking_index);
        let act = self.dice.one_of(&["start", "start", "noshow", "complete"]);
        let expected = match act {
            "start" => self.model.start(booking_index),
            "noshow" => self.model.miss(booking_index),
            _ => self.model.complete(booking_index),
        };
        let reply = if act == "complete" {
            let paid = json!({ "paymentMethod": "cash" });
            self.desk.post(&format!("{BOOKINGS_PATH}/{id}/complete"), &paid).await
        } else {
            post_booking_action(&self.desk, &id, act).await
        };
        self.compare(&format!("visit {booking_index}: {act}"), &expected, &reply);
    }

    fn advance_clock(&mut self) {
        let minutes = self.dice.one_of(&[1, 5, 14, 29, 30, 31, 90, 200]);
        self.salon.advance_seconds(minutes * 60);
        self.model.now += minutes;
        self.log.push(format!(
            "{minutes} minutes pass: day {}, {}",
            self.model.today(),
            time_text(self.model.now % 1440)
        ));
    }

    /// The slots of a day, for a question by chance.
    pub(super) async fn compare_day(&mut self, day: i64) {
        let mut query = format!("date={}", date_of(day));
        let mut length = BookingLength { duration: 30, buffer: 0 };
        let mut preference = StaffPreference::default();
        if self.dice.one_chance_in(2) {
            let kind = self.dice.one_of(&[ServiceKind::Salon, ServiceKind::Salon, ServiceKind::Spa]);
            let (services, of_them) = self.random_services(kind);
            (length, preference.kind) = (of_them, Some(kind));
            query = format!("{query}&serviceIds={}", services.join(","));
        } else if self.dice.one_chance_in(3) {
            preference.kind = Some(ServiceKind::Salon);
            query.push_str("&serviceType=salon");
        }
        let more = StaffPreference { kind: preference.kind, ..self.random_preference() };
        if let Some(staff) = more.staff.filter(|staff| self.model.staff[*staff].is_here) {
            preference.staff = Some(staff);
            query = format!("{query}&staffId={}", self.model.staff[staff].id);
        }
        if let Some(gender) = more.gender {
            preference.gender = Some(gender);
            query = format!("{query}&staffGender={gender}");
        }
        let expected: Vec<(String, bool)> =
            self.model.slots(day, length, preference).iter().map(|(start, can)| (time_text(*start), *can)).collect();
        let reply = get_availability(&self.salon, &query).await;
        let data = reply.expect_ok();
        let slots = data["slots"].as_array().unwrap().iter();
        let seen: Vec<(String, bool)> = slots
            .map(|slot| (slot["startTime"].as_str().unwrap().to_owned(), slot["available"].as_bool().unwrap()))
            .collect();
        self.assert_same(&query, &expected, &seen);
    }

    fn compare_new_booking(&mut self, what: &str, expected: &Result<(), Refusal>, reply: &Reply) {
        self.compare(what, expected, reply);
        if expected.is_ok() {
            self.model.bookings.last_mut().expect("it was added").id = created_booking_id(reply);
        }
    }

    fn compare(&mut self, what: &str, expected: &Result<(), Refusal>, reply: &Reply) {
        self.log.push(format!("{what} -> {expected:?}"));
        let said = match reply.status.as_u16() {
            200 | 201 => Ok(()),
            400 => Err(Refusal::Invalid),
            _ => {
                let error = &reply.json()["error"];
                let times = error["details"]["startTime"].as_array();
                let minute = |time: &Value| {
                    let time = time.as_str().unwrap();
                    time[..2].parse::<i64>().unwrap() * 60 + time[3..].parse::<i64>().unwrap()
                };
                match error["code"].as_str().unwrap() {
                    "BOOKING_SLOT_UNAVAILABLE" => {
                        Err(Refusal::OccupiedTime(times.unwrap().iter().map(minute).collect()))
                    }
                    code => Err(Refusal::Code(code.to_owned().leak())),
                }
            }
        };
        self.counts[0] += usize::from(said.is_ok());
        self.counts[1] += usize::from(matches!(said, Err(Refusal::OccupiedTime(_))));
        self.assert_same(&reply.text(), expected, &said);
    }

    fn assert_same<T: PartialEq + Debug>(&self, what: &str, expected: &T, seen: &T) {
        let Self { name, log, .. } = self;
        assert!(
            expected == seen,
            "{name}, after {} steps\n{}\n{what}\nexpected {expected:?}\n    seen {seen:?}\n{:#?}",
            log.len(),
            log.join("\n"),
            self.model.bookings
        );
    }
}
