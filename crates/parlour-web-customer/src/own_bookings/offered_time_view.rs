//! Another time that the salon offers for a request, as the page of the booking shows it.

use parlour_domain::booking::booking_end;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::OfferedTime;

use super::booking_parts::{day_and_time, starts_at, when_in_sentence};
use super::booking_read::BookingRead;
use parlour_web::page::TextContext;

/// The offered time as the page of the booking shows it.
pub(crate) struct OfferedTimeView {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) asked: String,
    pub(crate) offered: String,
    pub(crate) details: String,
    pub(crate) accept_label: String,
    /// Whether the customer may pick another time.
    pub(crate) can_be_moved: bool,
}

impl OfferedTimeView {
    pub(super) fn new(read: &BookingRead, offered: &OfferedTime, context: TextContext) -> Self {
        let (booking, now, texts) = (&read.found.booking, context.now, context.texts);
        let text = texts.offered_time();
        let is_same_day = offered.booking_date == booking.booking_date;
        let when = |at: Timestamp| {
            if is_same_day { text.at(&texts.format_time(at.ist_time())) } else { on_its_day(at, context) }
        };
        let offered_at = Timestamp::from_ist(offered.booking_date, offered.start_time);
        let end = booking_end(offered.start_time, booking.total_duration_minutes).unwrap_or(offered.start_time);
        let accepted =
            if is_same_day { texts.format_time(offered.start_time) } else { when_in_sentence(offered_at, now, texts) };
        Self {
            title: text.title(&when(offered_at)),
            text: text.text(&when(starts_at(booking)), &when_in_sentence(offered.expires_at, now, texts)),
            asked: day_and_time(starts_at(booking), now, texts),
            offered: day_and_time(offered_at, now, texts),
            details: text.details(&texts.format_time(end), &offered.staff_name, &read.found.branch_name),
            accept_label: text.accept(&accepted),
            can_be_moved: read.check_move_before_start(now).is_ok(),
        }
    }
}

/// `tomorrow at 3:00 pm`, `on Sat 6 Mar at 3:00 pm`.
pub(crate) fn on_its_day(at: Timestamp, context: TextContext) -> String {
    let (text, time) = (context.texts.offered_time(), context.texts.format_time(at.ist_time()));
    match (at.ist_date() - context.today()).num_days() {
        0 => text.today_at(&time),
        1 => text.tomorrow_at(&time, &context.texts.format_short_day(at.ist_date())),
        _ => text.on_day_at(&context.texts.format_day(at.ist_date(), context.today()), &time),
    }
}
