//! Texts that the sheet of a booking and the list of requests share.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::availability::{NotFreeReason, PersonOfDay};
use parlour_domain::booking::availability::CellRange;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::StaffId;
use parlour_domain::phone::Phone;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};
use url::form_urlencoded::byte_serialize;

use parlour_texts::Texts;
use parlour_web::page::TextContext;

/// `Wed 18 Nov, 4:30 – 6:15 pm`.
pub fn day_and_range(date: NaiveDate, (start, end): (NaiveTime, NaiveTime), context: TextContext) -> String {
    let day = context.texts.format_relative_day(date, context.today());
    context.texts.formats().day_and_time(&day, &context.texts.format_time_range(start, end))
}

/// A new booking for the same customer, at the same branch, of the same services, with whom they asked for.
pub(crate) fn book_again_path(booking: &Booking<BookingServiceWithStaff>) -> String {
    let mut path = format!("/bookings/new?at={}&customer={}", booking.branch_id, booking.customer_id);
    for line in &booking.services {
        path.push_str("&service=");
        path.push_str(line.service.service_id.as_str());
    }
    let gender = booking.wished_staff_gender.map(WishedGender::as_str);
    if let Some(wished) = booking.wished_staff_id.as_ref().map(StaffId::as_str).or(gender) {
        path.push_str("&staff=");
        path.push_str(wished);
    }
    path
}

/// A chat with the customer that begins with this text.
pub(crate) fn whatsapp_link(phone: &Phone, text: &str) -> String {
    let number = phone.as_str().trim_start_matches('+');
    // A plus would be shown as one.
    let text: String = byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
    format!("https://wa.me/{number}?text={text}")
}

/// `free`, `busy till 5 pm`.
pub fn availability_text(person: &PersonOfDay, from: NaiveTime, minutes: i64, texts: Texts) -> String {
    let text = texts.desk_booking();
    let plain = match person.reason {
        None => text.free(),
        Some(NotFreeReason::OtherServiceType) => text.not_free().other_type(),
        Some(NotFreeReason::Holiday) => text.not_free().holiday(),
        Some(NotFreeReason::OnLeave) => text.not_free().on_leave(),
        Some(NotFreeReason::NotAtWork) if person.is_on_break => text.not_free().on_break(),
        Some(NotFreeReason::NotAtWork) => text.not_free().not_at_work(),
        Some(NotFreeReason::Blocked) => text.not_free().blocked(),
        Some(NotFreeReason::Busy) => match busy_until(person, CellRange::of(from, minutes)) {
            Some(until) => return text.not_free().busy_until(&texts.format_short_time(until)),
            None => text.not_free().busy(),
        },
    };
    plain.to_owned()
}

fn busy_until(person: &PersonOfDay, wanted: CellRange) -> Option<NaiveTime> {
    let overlaps = |busy: &&CellRange| busy.start() < wanted.end() && busy.end() > wanted.start();
    person.busy.iter().rfind(overlaps).map(|busy| busy.end())
}
