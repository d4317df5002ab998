//! What chance decides.

use parlour_testkit::fixtures::small_salon::PUNE;
use serde_json::{Value, json};

use super::actions::BookingRequest;
use super::free_time::minute_index;
use super::lines::{RequestedLine, SERVICES, Service, ServiceKind};
use super::model::{BookingStart, StaffPreference};
use super::random_history::{History, date_of, time_text};

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

    fn random_service(&mut self, kind: ServiceKind) -> Service {
        let services_of_kind: Vec<_> = SERVICES.into_iter().filter(|service| service.kind == kind).collect();
        self.dice.one_of(&services_of_kind)
    }

    pub(super) fn random_services(&mut self, kind: ServiceKind) -> Vec<Service> {
        let mut chosen = vec![self.random_service(kind)];
        while self.dice.one_chance_in(3) {
            let another = self.random_service(kind);
            if chosen.iter().all(|known| known.id != another.id) {
                chosen.push(another);
            }
        }
        chosen
    }

    /// One service may be there twice, and several people may do them.
    pub(super) fn random_lines(&mut self, kind: ServiceKind) -> Vec<RequestedLine> {
        let count = self.dice.between(1, 4);
        let mut lines = Vec::new();
        for _ in 0..count {
            let service = self.random_service(kind);
            let staff = (!self.dice.one_chance_in(3)).then(|| self.random_staff());
            let duration = self.dice.one_chance_in(2).then(|| self.dice.one_of(&[5, 8, 15, 20, 33, 45, 60, 480]));
            lines.push(RequestedLine { service, staff, duration });
        }
        lines
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
        let services = self.random_services(kind);
        let customer = self.dice.one_of(&[0, 1, 2]);
        let when = self.random_start();
        let body = json!({
            "branchId": PUNE, "serviceType": if kind == ServiceKind::Spa { "spa" } else { "salon" },
            "bookingDate": date_of(when.day), "startTime": time_text(when.start), "serviceIds": service_ids(&services),
        });
        (BookingRequest { customer, kind, when, services, preference: StaffPreference::default() }, body)
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

    /// Mostly one of those for which it makes sense.
    pub(super) fn random_booking_index_where(&mut self, is_likely: impl Fn(&Self, usize) -> bool) -> usize {
        let likely: Vec<usize> = (0..self.model.bookings.len()).filter(|index| is_likely(self, *index)).collect();
        if likely.is_empty() || self.dice.one_chance_in(8) {
            return self.random_booking_index();
        }
        let latest = likely.len().saturating_sub(5);
        self.dice.one_of(&likely[latest..])
    }
}

pub(super) fn service_ids(services: &[Service]) -> Vec<&'static str> {
    services.iter().map(|service| service.id).collect()
}

/// Monday first, as the owner sets it.
pub(super) fn week_body(week: Option<[super::model::Hours; 7]>) -> Value {
    let day = |hours: super::model::Hours| match hours {
        Some((opens, closes)) => json!({ "opensAt": time_text(opens), "closesAt": time_text(closes) }),
        None => Value::Null,
    };
    week.map_or(Value::Null, |week| week.into_iter().map(day).collect())
}

/// The index of a weekday in a week.
pub(super) fn index_in_week(day: i64) -> usize {
    minute_index(day % 7)
}
