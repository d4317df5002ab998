//! What chance decides.

use serde_json::{Value, json};

use super::acts::Asked;
use super::history::{History, date_of, wall};
use super::naive::{Kind, Length, When, Wish};
use crate::small_salon::PUNE;

/// Id, kind, minutes, minutes to tidy up.
const SERVICES: [(&str, Kind, i64, i64); 7] = [
    ("service-cut", Kind::Salon, 45, 0),
    ("service-wash", Kind::Salon, 30, 10),
    ("service-colour", Kind::Salon, 90, 0),
    ("service-trim", Kind::Salon, 17, 0),
    ("service-small-01", Kind::Salon, 5, 0),
    ("service-massage", Kind::Spa, 60, 10),
    ("service-steam", Kind::Spa, 20, 0),
];

impl History {
    /// Today or tomorrow, so that they meet.
    pub(super) fn some_day(&mut self) -> i64 {
        self.model.today() + self.dice.one_of(&[0, 1, 1])
    }

    pub(super) fn some_time(&mut self) -> i64 {
        match self.dice.below(12) {
            0 => 5 * self.dice.one_of(&[100, 119, 251, 252, 282, 287]),
            1 => 600 + self.dice.one_of(&[1, 17, 44]),
            _ => 600 + 5 * i64::try_from(self.dice.below(72)).unwrap(),
        }
    }

    pub(super) fn some_when(&mut self) -> When {
        let day = if self.dice.is_one_in(25) { (self.model.today() - 1).max(0) } else { self.some_day() };
        When { day, start: self.some_time() }
    }

    pub(super) fn some_services(&mut self, kind: Kind) -> (Vec<&'static str>, Length) {
        let of_kind: Vec<_> = SERVICES.iter().filter(|service| service.1 == kind).collect();
        let mut chosen = vec![self.dice.one_of(&of_kind)];
        while self.dice.is_one_in(3) {
            let another = self.dice.one_of(&of_kind);
            if chosen.iter().all(|known| known.0 != another.0) {
                chosen.push(another);
            }
        }
        let length = Length {
            duration: chosen.iter().map(|service| service.2).sum(),
            buffer: chosen.iter().map(|service| service.3).sum(),
        };
        (chosen.iter().map(|service| service.0).collect(), length)
    }

    pub(super) fn some_wish(&mut self) -> Wish {
        match self.dice.below(8) {
            0 => Wish { staff: Some(self.dice.one_of(&[0, 1, 2, 3])), ..Wish::default() },
            1 => {
                Wish { gender: Some(self.dice.one_of(&["female", "undisclosed", "male"])), ..Wish::default() }
            }
            _ => Wish::default(),
        }
    }

    pub(super) fn some_asked(&mut self) -> (Asked, Value) {
        let kind = if self.dice.is_one_in(4) { Kind::Spa } else { Kind::Salon };
        let (services, length) = self.some_services(kind);
        let customer = self.dice.one_of(&[0, 1, 2]);
        let when = self.some_when();
        let body = json!({
            "branchId": PUNE, "serviceType": if kind == Kind::Spa { "spa" } else { "salon" },
            "bookingDate": date_of(when.day), "startTime": wall(when.start), "serviceIds": services,
        });
        (Asked { customer, kind, when, length, wish: Wish::default() }, body)
    }

    /// Mostly those who are there.
    pub(super) fn some_staff(&mut self) -> usize {
        self.dice.one_of(&[0, 0, 0, 1, 1, 2, 3])
    }

    /// Mostly one of the latest.
    pub(super) fn some_visit(&mut self) -> usize {
        let count = self.model.visits.len();
        let back = if self.dice.is_one_in(3) { count } else { count.min(6) };
        count - 1 - usize::try_from(self.dice.below(u64::try_from(back).unwrap())).unwrap()
    }
}
