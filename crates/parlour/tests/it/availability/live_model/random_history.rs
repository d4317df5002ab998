//! A history by chance, told to the salon and to the model, which must say the same.

use std::collections::BTreeMap;
use std::fmt::Debug;

use chrono::{Days, NaiveDate};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::bookings::created_booking_id;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::live_salon::{
    clear_service_buffers, insert_daily_shifts, insert_stylist, live_salon, set_ten_minute_buffer,
};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST, add_service};
use parlour_testkit::{Person, Reply, TestSalon};
use serde_json::Value;

use super::lines::ServiceKind;
use super::model::{BranchModel, ModelBooking, OPENING_MINUTE, Refusal, SOMETHING_IS_BOOKED, StaffMember};

const KAVYA: &str = "staff-kavya";

/// What may happen, and how often.
pub(super) const STEPS: [(&str, u64); 18] = [
    ("request", 8),
    ("book at the desk", 4),
    ("clock", 2),
    ("staff", 1),
    ("hours", 1),
    ("block", 2),
    ("unblock", 1),
    ("approve", 3),
    ("assign", 1),
    ("reschedule", 2),
    ("services", 2),
    ("lines", 3),
    ("call off", 2),
    ("visit", 2),
    ("undo", 2),
    ("place", 1),
    ("offer", 2),
    ("answer", 1),
];

/// How often a step was granted, and how often it was refused for the time.
pub(super) type Counts = BTreeMap<&'static str, [usize; 2]>;

pub(super) struct History {
    pub(super) salon: TestSalon,
    pub(super) desk: Person,
    pub(super) owner: Person,
    pub(super) customers: Vec<Person>,
    pub(super) model: BranchModel,
    pub(super) dice: SeededRng,
    /// What has happened, for whoever looks for a fault.
    pub(super) log: Vec<String>,
    name: String,
    step: &'static str,
    pub(super) counts: Counts,
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
        let owner = salon.member("Olga", Role::Owner).await;
        let mut customers = Vec::new();
        for name in ["Asha", "Tara", "Leela"] {
            customers.push(salon.customer(name).await);
        }
        let model = BranchModel {
            now: OPENING_MINUTE,
            hold_minutes: 30,
            week: None,
            staff,
            holidays: Vec::new(),
            bookings: Vec::new(),
            blocks: Vec::new(),
        };
        let name = format!("history {seed}");
        // Far apart: seeds next to each other draw the same numbers, one later.
        let dice = SeededRng::new(seed * 1_000_003);
        Self { salon, desk, owner, customers, model, dice, log: Vec::new(), name, step: "", counts: Counts::new() }
    }

    pub(super) async fn step(&mut self) {
        self.step = self.random_step();
        match self.step {
            "request" => self.book_as_customer().await,
            "book at the desk" => self.book_at_desk().await,
            "clock" => self.advance_clock(),
            "staff" => self.change_staff().await,
            "hours" => self.change_hours().await,
            "block" => self.block_randomly().await,
            "unblock" => self.unblock_randomly().await,
            "approve" | "assign" => self.decide_booking(self.step).await,
            "reschedule" => self.reschedule_booking_randomly().await,
            "services" => self.change_services_randomly().await,
            "lines" => self.change_lines_randomly().await,
            "call off" => self.cancel_or_reject().await,
            "visit" => self.arrive_start_complete_or_miss().await,
            "undo" => self.undo_randomly().await,
            "place" => self.place_randomly().await,
            "offer" => self.offer_time_randomly().await,
            "answer" => self.answer_offer_randomly().await,
            unknown => panic!("{unknown} is no step"),
        }
        self.compare_occupied_times().await;
        let day = self.random_day();
        self.compare_day(day).await;
        self.compare_desk_reads(day).await;
    }

    /// The first ones need no booking.
    fn random_step(&mut self) -> &'static str {
        let steps = if self.model.bookings.is_empty() { &STEPS[..7] } else { &STEPS[..] };
        let mut drawn = self.dice.below(steps.iter().map(|(_, weight)| weight).sum());
        for (step, weight) in steps {
            if drawn < *weight {
                return step;
            }
            drawn -= weight;
        }
        unreachable!("less than all weights")
    }

    pub(super) fn booking(&self, booking_index: usize) -> (&ModelBooking, String) {
        let booking = &self.model.bookings[booking_index];
        (booking, booking.id.clone())
    }

    fn advance_clock(&mut self) {
        let minutes = self.dice.one_of(&[1, 5, 14, 29, 30, 31, 90, 200, 840]);
        self.salon.advance_seconds(minutes * 60);
        self.model.now += minutes;
        self.log.push(format!(
            "{minutes} minutes pass: day {}, {}",
            self.model.today(),
            time_text(self.model.now % 1440)
        ));
    }

    pub(super) fn compare_new_booking(&mut self, what: &str, expected: &Result<(), Refusal>, reply: &Reply) {
        self.compare(what, expected, reply);
        if expected.is_ok() {
            self.model.bookings.last_mut().expect("it was added").id = created_booking_id(reply);
        }
    }

    pub(super) fn compare(&mut self, what: &str, expected: &Result<(), Refusal>, reply: &Reply) {
        self.log.push(format!("{what} -> {expected:?}"));
        let said = match reply.status.as_u16() {
            200 | 201 => Ok(()),
            400 => Err(Refusal::Invalid),
            _ => {
                let error = &reply.json()["error"];
                let minute = |time: &Value| {
                    let time = time.as_str().unwrap();
                    time[..2].parse::<i64>().unwrap() * 60 + time[3..].parse::<i64>().unwrap()
                };
                match error["details"]["startTime"].as_array() {
                    Some(times) if error["code"] == "BOOKING_SLOT_UNAVAILABLE" => {
                        Err(Refusal::OccupiedTime(times.iter().map(minute).collect()))
                    }
                    _ => Err(Refusal::Code(error["code"].as_str().unwrap().to_owned().leak())),
                }
            }
        };
        let counts = self.counts.entry(self.step).or_default();
        counts[0] += usize::from(said.is_ok());
        counts[1] += usize::from(matches!(said, Err(Refusal::OccupiedTime(_))) || said == Err(SOMETHING_IS_BOOKED));
        self.assert_same(&reply.text(), expected, &said);
    }

    pub(super) fn assert_same<T: PartialEq + Debug>(&self, what: &str, expected: &T, seen: &T) {
        let Self { name, log, .. } = self;
        assert!(
            expected == seen,
            "{name}, after {} steps\n{}\n{what}\nexpected {expected:?}\n    seen {seen:?}\n{:#?}\n{:?}",
            log.len(),
            log.join("\n"),
            self.model.bookings,
            self.model.blocks
        );
    }
}
