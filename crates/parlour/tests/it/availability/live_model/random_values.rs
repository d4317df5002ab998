//! What chance decides.

use parlour_testkit::fixtures::small_salon::PUNE;
use serde_json::{Value, json};

use super::actions::BookingRequest;
use super::model::{BookingLength, BookingStart, ServiceKind, StaffPreference};
use super::random_history::{History, date_of, time_text};

/// Id, kind, minutes, minutes to tidy up.
const SERVICES: [(&str, ServiceKind, i64, i64); 7] = [
    ("service-cut", ServiceKind::Salon, 45, 0),
    ("service-wash", ServiceKind::Salon, 30, 10),
    ("service-colour", ServiceKind::Salon, 90, 0),
    ("service-trim", ServiceKind::Salon, 17, 0),
    ("service-small-01", ServiceKind::Salon, 5, 0),
    ("service-massage", ServiceKind::Spa, 60, 10),
    ("service-steam", ServiceKind::Spa, 20, 0),
];

impl History {
    /// Today or tomorrow, so that they meet.
    pub(super) fn random_day(&mut self) -> i64 {
        self.model.today() + self.dice.one_of(&[0, 1, 1])
    }

    pub(super) fn random_time(&mut self) -> i64 {
        match self.dice.below(12) {
            0 => 5 * self.dice.one_of(&[100, 119, 251, 252, 282, 287]),
            1 => 600 + self.dice.one_of(&[1, 17, 44]),
            _ => 600 + 5 * i64::try_from(self.dice.below(72)).unwrap(),
        }
    }

    pub(super) fn random_start(&mut self) -> BookingStart {
        let day = if self.dice.one_chance_in(25) { (self.model.today() - 1).max(0) } else { self.random_day() };
        BookingStart { day, start: self.random_time() }
    }

    pub(super) fn random_services(&mut self, kind: ServiceKind) -> (Vec<&'static str>, BookingLength) {
        let services_of_kind: Vec<_> = SERVICES.iter().filter(|service| service.1 == kind).collect();
        let mut chosen = vec![self.dice.one_of(&services_of_kind)];
        while self.dice.one_chance_in(3) {
            let another = self.dice.one_of(&services_of_kind);
            if chosen.iter().all(|known| known.0 != another.0) {
                chosen.push(another);
            }
        }
        let length = BookingLength {
            duration: chosen.iter().map(|service| service.2).sum(),
            buffer: chosen.iter().map(|service| service.3).sum(),
        };
        (chosen.iter().map(|service| service.0).collect(), length)
    }

    pub(super) fn random_preference(&mut self) -> StaffPreference {
        match self.dice.below(8) {
            0 => StaffPreference { staff: Some(self.dice.one_of(&[0, 1, 2, 3])), ..StaffPreference::default() },
            1 => StaffPreference {
                gender: Some(self.dice.one_of(&["female", "undisclosed", "male"])),
                ..StaffPreference::default()
            },
            _ => StaffPreference::default(),
        }
    }

    pub(super) fn random_request(&mut self) -> (BookingRequest, Value) {
        let kind = if self.dice.one_chance_in(4) { ServiceKind::Spa } else { ServiceKind::Salon };
        let (services, length) = self.random_services(kind);
        let customer = self.dice.one_of(&[0, 1, 2]);
        let when = self.random_start();
        let body = json!({
            "branchId": PUNE, "serviceType": if kind == ServiceKind::Spa { "spa" } else { "salon" },
            "bookingDate": date_of(when.day), "startTime": time_text(when.start), "serviceIds": services,
        });
        (BookingRequest { customer, kind, when, length, preference: StaffPreference::default() }, body)
    }

    /// Mostly those who are there.
    pub(super) fn random_staff(&mut self) -> usize {
        self.dice.one_of(&[0, 0, 0, 1, 1, 2, 3])
    }

    /// Mostly one of the latest.
    pub(super) fn random_booking_index(&mut self) -> usize {
        let count = self.model.bookings.len();
        let back = if self.dice.one_chance_in(3) { count } else { count.min(6) };
        count - 1 - usize::try_from(self.dice.below(u64::try_from(back).unwrap())).unwrap()
    }
}
