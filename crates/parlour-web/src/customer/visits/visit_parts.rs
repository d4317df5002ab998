//! What the list of visits and the page of one visit show alike.

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff, CustomerBooking};

use crate::cache::Catalogue;
use crate::customer::browse::{book_path, time_path};
use crate::format;
use crate::salon::Salon;
use crate::words::Words;

/// The status as a word with its icon and shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Badge {
    /// The class and the icon.
    pub(crate) kind: &'static str,
    pub(crate) word: &'static str,
}

impl Badge {
    pub(crate) fn of<S>(booking: &Booking<S>, now: Timestamp, words: &Words) -> Self {
        let said = &words.visits.status;
        let (kind, word) = match booking.status {
            BookingStatus::Pending if booking.open_offer(now).is_some() => ("offered", said.offered),
            BookingStatus::Pending => ("pending", said.pending),
            BookingStatus::Confirmed => ("confirmed", said.confirmed),
            BookingStatus::InProgress => ("progress", said.in_progress),
            BookingStatus::Completed => ("done", said.completed),
            BookingStatus::Cancelled => ("done cancelled", said.cancelled),
            BookingStatus::Rejected => ("refused", said.rejected),
            BookingStatus::NoShow => ("noshow", said.no_show),
        };
        Self { kind, word }
    }
}

/// A day in an arch: `WED 18 NOV`.
#[derive(Debug)]
pub(crate) struct DateArch {
    pub(crate) weekday: String,
    pub(crate) day: u32,
    pub(crate) month: String,
}

impl DateArch {
    pub(crate) fn of(date: NaiveDate, today: NaiveDate, words: &Words) -> Self {
        Self {
            weekday: format::weekday_short(date.weekday(), words).to_uppercase(),
            day: date.day(),
            month: format::month_in_arch(date, today, words).to_uppercase(),
        }
    }
}

/// `4:30 – 6:15 pm`, `11:30 am – 12:15 pm`.
pub(super) fn time_range(start: NaiveTime, end: NaiveTime, words: &Words) -> String {
    let until = format::time(end, words);
    if start.hour12().0 == end.hour12().0 {
        return format!("{}:{:02} – {until}", start.hour12().1, start.minute());
    }
    format!("{} – {until}", format::time(start, words))
}

/// `Wed 18 Nov, 4:30 pm`.
pub(super) fn day_and_time(at: Timestamp, now: Timestamp, words: &Words) -> String {
    format!("{}, {}", format::near_day(at.ist_date(), now.ist_date(), words), format::time(at.ist_time(), words))
}

/// The same inside a sentence: `today, 4:30 pm`.
pub(super) fn when_in_sentence(at: Timestamp, now: Timestamp, words: &Words) -> String {
    let day = match (at.ist_date() - now.ist_date()).num_days() {
        0 => words.dates.today.to_lowercase(),
        1 => words.dates.tomorrow.to_lowercase(),
        _ => format::day(at.ist_date(), now.ist_date(), words),
    };
    format!("{day}, {}", format::time(at.ist_time(), words))
}

/// When a booking begins.
pub(crate) fn starts_at<S>(booking: &Booking<S>) -> Timestamp {
    Timestamp::from_ist(booking.booking_date, booking.start_time)
}

/// `Haircut, Pedicure`.
pub(super) fn service_names(booking: &Booking<BookingServiceWithStaff>) -> String {
    let names = booking.services.iter().map(|line| line.service.service_name_snapshot.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// Everybody who is with the customer, each once.
pub(super) fn staff_names(booking: &Booking<BookingServiceWithStaff>) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in booking.services.iter().filter_map(|line| line.staff_name.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

/// To the choice of a time for the same services at the same branch, as far as both are still offered.
pub(super) fn book_again_path(found: &CustomerBooking, salon: &Salon, catalogue: &Catalogue) -> String {
    let lines = found.booking.services.iter();
    let services = lines.filter_map(|line| catalogue.find(|service| service.id == line.service.service_id));
    let slugs: Vec<&str> = services.map(|(_, service)| service.slug.as_str()).collect();
    let branch = salon.branch(found.booking.branch_id.as_str()).map(|branch| branch.id.as_str());
    let is_complete = !slugs.is_empty() && branch.is_some();
    if is_complete { time_path(branch, slugs) } else { book_path(branch, slugs) }
}

pub(super) fn visit_path(id: &BookingId) -> String {
    format!("/visits/{id}")
}

/// The address of a link that calls a number.
pub(super) fn tel_link(phone: &str) -> String {
    let digits: String = phone.chars().filter(|character| character.is_ascii_digit() || *character == '+').collect();
    format!("tel:{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::ENGLISH;

    #[test]
    fn times_and_phone_numbers_are_short() {
        let at = |hour, minute| NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        assert_eq!(time_range(at(16, 30), at(18, 15), &ENGLISH), "4:30 – 6:15 pm");
        assert_eq!(time_range(at(11, 30), at(12, 15), &ENGLISH), "11:30 am – 12:15 pm");
        assert_eq!(tel_link("+91 98450-12345"), "tel:+919845012345");
    }
}
