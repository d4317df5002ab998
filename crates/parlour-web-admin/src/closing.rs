//! Visits that end after the branch has closed: the desk may take them, and is told.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::branches::branch_records::Branch;
use parlour_texts::Texts;
use parlour_web::format;

/// `It ends at 9:30 pm, after we close at 9:00 pm.`
pub(crate) fn past_closing_text(
    branch: &Branch,
    date: NaiveDate,
    (start, minutes): (NaiveTime, i64),
    texts: Texts,
) -> Option<String> {
    let hours = branch.opening_hours(date).filter(|hours| !hours.have_time_for(start, minutes))?;
    let end = start.overflowing_add_signed(TimeDelta::try_minutes(minutes)?).0;
    Some(texts.desk_booking().past_closing(&format::time(end, texts), &format::time(hours.closes_at, texts)))
}

/// Of a visit that is still to come.
pub(crate) fn booking_past_closing_text(branch: &Branch, found: &DeskBooking, texts: Texts) -> Option<String> {
    let booking = &found.booking;
    let at = (booking.start_time, booking.total_duration_minutes);
    past_closing_text(branch, booking.booking_date, at, texts).filter(|_| booking.status.is_upcoming())
}
