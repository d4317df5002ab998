//! The bookings of a day that are neither paid nor called off.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ist::Timestamp;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_bookings::DeskBooking;

use super::day::{Day, DayRead};
use crate::desk::DeskPage;
use crate::status::DeskStatus;
use parlour_texts::Texts;
use parlour_web::format;

pub(super) struct OpenBookings {
    /// Who is here or should have been by now.
    pub(super) unpaid: Vec<OpenBooking>,
    pub(super) to_come: Vec<OpenBooking>,
    /// What closing the day means for those who are still to come.
    pub(super) to_come_text: String,
    /// What nobody has answered, whatever its time: nobody was promised a visit, so nothing is unpaid.
    pub(super) requests: Vec<OpenBooking>,
    pub(super) requests_text: String,
    /// What the unpaid ones cost together.
    pub(super) unpaid_sum: String,
}

pub(super) struct OpenBooking {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) amount: String,
}

impl OpenBookings {
    pub(super) fn new(read: &DayRead, day: &Day, page: &DeskPage<Receptionist>) -> Self {
        let texts = page.texts;
        let (requests, bookings): (Vec<_>, Vec<_>) =
            read.open_bookings.iter().partition(|found| found.booking.status == BookingStatus::Pending);
        let (unpaid, to_come): (Vec<_>, Vec<_>) = bookings.into_iter().partition(|found| is_due(found, page.now()));
        let (text, is_closed) = (texts.day_close(), read.report.day_close.is_some());
        let sum: i64 = unpaid.iter().map(|found| found.booking.total_amount_paise).sum();
        Self {
            unpaid_sum: format::money(sum),
            to_come_text: if is_closed {
                text.visits_to_come_closed(to_come.len())
            } else {
                text.visits_to_come(to_come.len())
            },
            requests_text: match (day.is_today(), is_closed) {
                // A booking of an earlier day is paid today, whatever became of its own day.
                (false, _) => text.open_requests_of_past_day(requests.len()),
                (true, true) => text.open_requests_closed(requests.len()),
                (true, false) => text.open_requests(requests.len()),
            },
            unpaid: unpaid.into_iter().map(|found| OpenBooking::unpaid(found, texts)).collect(),
            to_come: to_come.into_iter().map(|found| OpenBooking::to_come(found, texts)).collect(),
            requests: requests.into_iter().map(|found| OpenBooking::to_come(found, texts)).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unpaid.is_empty() && self.to_come.is_empty() && self.requests.is_empty()
    }
}

/// Whether somebody is here, or should have been by now.
fn is_due(found: &DeskBooking, now: Timestamp) -> bool {
    let booking = &found.booking;
    let has_begun = Timestamp::from_ist(booking.booking_date, booking.start_time) <= now;
    booking.status == BookingStatus::InProgress || found.arrived_at.is_some() || has_begun
}

impl OpenBooking {
    fn unpaid(found: &DeskBooking, texts: Texts) -> Self {
        let (text, name) = (texts.day_close(), &found.customer_name);
        let status = DeskStatus::of(found);
        if status.is_in_progress() {
            let path = format!("/bookings/{}/checkout", found.booking.id);
            return Self {
                path,
                text: text.checkout_of(name),
                amount: format::money(found.booking.total_amount_paise),
            };
        }
        Self::leading_to_booking(found, text.visit_of(name, &status.word(texts.desk_status()).to_lowercase()))
    }

    fn to_come(found: &DeskBooking, texts: Texts) -> Self {
        let status = DeskStatus::of(found).word(texts.desk_status()).to_lowercase();
        let time = texts.format_time(found.booking.start_time);
        Self::leading_to_booking(found, texts.day_close().visit_to_come(&time, &found.customer_name, &status))
    }

    fn leading_to_booking(found: &DeskBooking, text: String) -> Self {
        let booking = &found.booking;
        Self { path: format!("/bookings/{}", booking.id), text, amount: format::money(booking.total_amount_paise) }
    }
}
