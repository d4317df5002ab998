//! A booking in words: whose it is, when it begins, and with whom.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_texts::Texts;

/// Each name once, in the order in which they come.
pub(crate) fn names_once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

/// Those who do a booking, in the order of its services.
pub(crate) fn staff_names(booking: &Booking<BookingServiceWithStaff>) -> Vec<&str> {
    names_once(booking.services.iter().filter_map(|line| line.staff_name.as_deref()))
}

/// Whom a booking is for.
pub(crate) fn booking_name(found: &DeskBooking, texts: Texts) -> String {
    name_of(&found.customer_name, found.guest_name.as_deref(), texts)
}

pub(crate) fn name_of(customer: &str, guest: Option<&str>, texts: Texts) -> String {
    guest.map_or_else(|| customer.to_owned(), |guest| texts.board().guest(guest, customer))
}

/// What messages and questions name.
#[derive(Debug, Clone)]
pub(crate) struct NamedBooking {
    branch: BranchId,
    customer_name: String,
    /// The booking is for them, not for the customer.
    guest_name: Option<String>,
    date: NaiveDate,
    start_time: NaiveTime,
    /// Each once, in the order of the booking.
    people: Vec<String>,
    today: NaiveDate,
}

impl NamedBooking {
    pub(crate) fn of(found: &DeskBooking, now: Timestamp) -> Self {
        let booking = &found.booking;
        let people = staff_names(booking);
        Self {
            branch: booking.branch_id.clone(),
            customer_name: found.customer_name.clone(),
            guest_name: found.guest_name.clone(),
            date: booking.booking_date,
            start_time: booking.start_time,
            people: people.into_iter().map(str::to_owned).collect(),
            today: now.ist_date(),
        }
    }

    /// The booking as somebody wants it: what they leave open stays.
    pub(crate) fn planned(self, date: Option<NaiveDate>, start: Option<NaiveTime>, person: Option<String>) -> Self {
        Self {
            date: date.unwrap_or(self.date),
            start_time: start.unwrap_or(self.start_time),
            people: person.map_or(self.people, |person| vec![person]),
            ..self
        }
    }

    pub(crate) fn customer_name(&self) -> &str {
        &self.customer_name
    }

    pub(crate) fn branch(&self) -> &BranchId {
        &self.branch
    }

    /// Whom it is for, as the board names them.
    pub(crate) fn name(&self, texts: Texts) -> String {
        name_of(&self.customer_name, self.guest_name.as_deref(), texts)
    }

    /// `Today, 3:00 pm`.
    pub(crate) fn when(&self, texts: Texts) -> String {
        texts.format_day_and_time(self.date, self.start_time, self.today)
    }

    /// `Meera, Anita`; empty while it is nobody's.
    pub(crate) fn people(&self) -> String {
        self.people.join(", ")
    }

    /// `Today, 3:00 pm, with Meera`.
    pub(crate) fn place(&self, texts: Texts) -> String {
        self.with_people(self.when(texts), texts)
    }

    /// `today, 3:00 pm`, in the middle of a sentence.
    pub(crate) fn when_in_sentence(&self, texts: Texts) -> String {
        texts.format_day_and_time_in_sentence(self.date, self.start_time, self.today)
    }

    /// `today, 3:00 pm, with Meera`, in the middle of a sentence.
    pub(crate) fn place_in_sentence(&self, texts: Texts) -> String {
        self.with_people(self.when_in_sentence(texts), texts)
    }

    fn with_people(&self, when: String, texts: Texts) -> String {
        if self.people.is_empty() { when } else { texts.desk_booking().when_with(&when, &self.people()) }
    }

    /// `Asha: Today, 3:00 pm, with Meera.`
    pub(crate) fn sentence(&self, texts: Texts) -> String {
        texts.desk_booking().visit_of(&self.name(texts), &self.place(texts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_does_the_first_and_the_last_service_is_named_once() {
        assert_eq!(names_once(["Meera", "Anita", "Meera"].into_iter()), ["Meera", "Anita"]);
    }
}
