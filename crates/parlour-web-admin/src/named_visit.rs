//! A visit in words: whose it is, when it begins, and with whom.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_texts::Texts;
use parlour_web::format;

/// What messages and questions name.
#[derive(Debug, Clone)]
pub(crate) struct NamedVisit {
    pub(crate) customer_name: String,
    date: NaiveDate,
    start_time: NaiveTime,
    /// Each once, in the order of the visit.
    people: Vec<String>,
    today: NaiveDate,
}

impl NamedVisit {
    pub(crate) fn of(found: &DeskBooking, now: Timestamp) -> Self {
        let booking = &found.booking;
        let mut people: Vec<String> = Vec::new();
        for name in booking.services.iter().filter_map(|line| line.staff_name.as_ref()) {
            if !people.contains(name) {
                people.push(name.clone());
            }
        }
        Self {
            customer_name: found.customer_name.clone(),
            date: booking.booking_date,
            start_time: booking.start_time,
            people,
            today: now.ist_date(),
        }
    }

    /// `Today, 3:00 pm`.
    pub(crate) fn when(&self, texts: Texts) -> String {
        format!("{}, {}", format::near_day(self.date, self.today, texts), format::time(self.start_time, texts))
    }

    /// `Meera, Anita`; empty while it is nobody's.
    pub(crate) fn people(&self) -> String {
        self.people.join(", ")
    }

    /// `Today, 3:00 pm, with Meera`.
    pub(crate) fn place(&self, texts: Texts) -> String {
        let when = self.when(texts);
        if self.people.is_empty() { when } else { texts.desk_booking().when_with(&when, &self.people()) }
    }

    /// `Asha: Today, 3:00 pm, with Meera.`
    pub(crate) fn sentence(&self, texts: Texts) -> String {
        texts.desk_booking().visit_of(&self.customer_name, &self.place(texts))
    }
}
