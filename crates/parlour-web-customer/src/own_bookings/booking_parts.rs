//! What the list of bookings and the page of one booking show alike.

use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff, CustomerBooking};

use crate::booking::choice::time_again_path;
use crate::browse::paths::book_path;
use parlour_texts::Texts;
use parlour_web::cache::Catalogue;
use parlour_web::salon::Salon;

/// The status as a word with its icon and shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Badge {
    /// The class and the icon.
    pub(crate) kind: &'static str,
    pub(crate) word: &'static str,
}

impl Badge {
    pub(crate) fn of<S>(booking: &Booking<S>, now: Timestamp, texts: Texts) -> Self {
        let text = texts.booking_status();
        let (kind, word) = match booking.status {
            BookingStatus::Pending if booking.open_offer(now).is_some() => ("offered", text.offered()),
            BookingStatus::Pending => ("pending", text.pending()),
            BookingStatus::Confirmed => ("confirmed", text.confirmed()),
            BookingStatus::InProgress => ("progress", text.in_progress()),
            BookingStatus::Completed => ("done", text.completed()),
            BookingStatus::Cancelled => ("done cancelled", text.cancelled()),
            BookingStatus::Rejected => ("refused", text.rejected()),
            BookingStatus::NoShow => ("noshow", text.no_show()),
        };
        Self { kind, word }
    }
}

/// `Wed 18 Nov, 4:30 pm`.
pub(super) fn day_and_time(at: Timestamp, now: Timestamp, texts: Texts) -> String {
    texts.format_day_and_time(at.ist_date(), at.ist_time(), now.ist_date())
}

/// The same inside a sentence: `today, 4:30 pm`.
pub(crate) fn when_in_sentence(at: Timestamp, now: Timestamp, texts: Texts) -> String {
    let day = texts.format_relative_day_in_sentence(at.ist_date(), now.ist_date());
    texts.formats().day_and_time(&day, &texts.format_time(at.ist_time()))
}

/// When a booking begins.
pub(crate) fn starts_at<S>(booking: &Booking<S>) -> Timestamp {
    Timestamp::from_ist(booking.booking_date, booking.start_time)
}

/// Whether its time has passed, although nobody has said what became of it.
pub(crate) fn is_over<S>(booking: &Booking<S>, now: Timestamp) -> bool {
    let ends_at = (booking.booking_date, booking.end_time);
    booking.status != BookingStatus::InProgress && ends_at <= (now.ist_date(), now.ist_time())
}

/// `Haircut, Pedicure`.
pub(crate) fn service_names(booking: &Booking<BookingServiceWithStaff>) -> String {
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

/// `Meera`, `Meera, if free` or `A woman, as you asked` for a request, or whoever is free. Where it is somebody else than
/// the customer asked for, it says so.
pub(super) fn with_whom(found: &CustomerBooking, texts: Texts) -> String {
    let text = texts.own_booking();
    let wished = (found.wish.staff_name.as_deref(), found.booking.wished_staff_gender);
    match (staff_names(&found.booking), wished) {
        (Some(staff), (Some(name), _)) if found.wish.is_unmet => text.asked_for(&staff, name),
        (Some(staff), (_, Some(WishedGender::Female))) if found.wish.is_unmet => text.asked_for_woman(&staff),
        (Some(staff), (_, Some(WishedGender::Male))) if found.wish.is_unmet => text.asked_for_man(&staff),
        (Some(staff), _) => staff,
        (None, (Some(name), _)) if found.booking.status.is_upcoming() => text.wished(name),
        (None, (Some(name), _)) => name.to_owned(),
        (None, (_, Some(WishedGender::Female))) => text.wished_woman().to_owned(),
        (None, (_, Some(WishedGender::Male))) => text.wished_man().to_owned(),
        (None, (None, None)) => text.anyone().to_owned(),
    }
}

/// To the choice of a time for the same services, wish and offer at the same branch, as far as they are still offered.
pub(super) fn book_again_path(found: &CustomerBooking, salon: &Salon, catalogue: &Catalogue) -> String {
    let lines = found.booking.services.iter();
    let services = lines.filter_map(|line| catalogue.find(|service| service.id == line.service.service_id));
    let slugs: Vec<&str> = services.map(|(_, service)| service.slug.as_str()).collect();
    let branch = salon.branch(found.booking.branch_id.as_str()).map(|branch| branch.id.as_str());
    let is_complete = !slugs.is_empty() && branch.is_some();
    if is_complete { time_again_path(&found.booking, branch, slugs, catalogue) } else { book_path(branch, slugs) }
}

pub(crate) fn booking_path(id: &BookingId) -> String {
    format!("/visits/{id}")
}
