//! Visits that end after the branch has closed, or on a day on which it is closed: the desk may take them, and is told.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

/// How a visit lies outside the opening hours.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PastClosing {
    /// The branch closes before it ends.
    EndsAfter { ends_at: NaiveTime, closes_at: NaiveTime },
    /// The branch is closed on this weekday.
    ClosedDay,
}

impl PastClosing {
    /// Of a visit that begins at this time and takes so many minutes. `None` if it ends by closing of a
    /// day on which the branch is open.
    pub(crate) fn of(branch: &Branch, date: NaiveDate, (start, minutes): (NaiveTime, i64)) -> Option<Self> {
        let Some(hours) = branch.opening_hours(date) else { return Some(Self::ClosedDay) };
        if hours.have_time_for(start, minutes) {
            return None;
        }
        let ends_at = start.overflowing_add_signed(TimeDelta::try_minutes(minutes)?).0;
        Some(Self::EndsAfter { ends_at, closes_at: hours.closes_at })
    }

    /// `It ends at 9:30 pm, after we close at 9:00 pm.`
    pub(crate) fn sentence(self, texts: Texts) -> String {
        let text = texts.desk_booking();
        match self {
            Self::EndsAfter { ends_at, closes_at } => {
                text.past_closing(&texts.format_time(ends_at), &texts.format_time(closes_at))
            }
            Self::ClosedDay => text.closed_weekday().to_owned(),
        }
    }
}

/// Of a visit that would begin at another time.
pub(crate) fn find_past_closing(
    conn: &mut Conn<'_>,
    booking: &Booking,
    (date, start): (NaiveDate, NaiveTime),
) -> Result<Option<PastClosing>, DbError> {
    let branch = branch_changes::by_id(conn, &booking.branch_id)?;
    Ok(branch.and_then(|branch| PastClosing::of(&branch, date, (start, booking.total_duration_minutes))))
}

/// What is said of a visit that is still to come.
pub(crate) fn past_closing_text(branch: &Branch, found: &DeskBooking, texts: Texts) -> Option<String> {
    let booking = &found.booking;
    let at = (booking.start_time, booking.total_duration_minutes);
    let past_closing = PastClosing::of(branch, booking.booking_date, at).filter(|_| booking.status.is_upcoming());
    past_closing.map(|past_closing| past_closing.sentence(texts))
}
