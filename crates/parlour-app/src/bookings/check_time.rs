//! Whether a booking can begin at a time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::is_on_grid;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{
    StartTimeRefusal, booking_end, check_in_future, check_not_too_far_ahead, check_not_too_long_ago,
    check_today_or_later, check_within_opening_hours,
};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::NewBookingTime;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::{Conn, DbError};

/// The start that somebody wants for a booking.
#[derive(Debug, Clone, Copy)]
pub struct BookingStart {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
}

/// The start that somebody wants for a booking, as far as it could be read.
#[derive(Debug, Clone, Copy)]
pub struct BookingStartFields {
    pub booking_date: Option<NaiveDate>,
    pub start_time: Option<NaiveTime>,
}

impl From<BookingStart> for BookingStartFields {
    fn from(start: BookingStart) -> Self {
        Self { booking_date: Some(start.booking_date), start_time: Some(start.start_time) }
    }
}

/// Whose rules a start has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StartRules {
    /// In the future, at most two years ahead, and within the opening hours.
    Customer,
    /// Any time of today or later, also outside the opening hours: the desk decides.
    Desk,
    /// Like the desk, or a day of the last week: somebody enters a booking that took place.
    DeskWithPastWeek,
}

impl BookingStartFields {
    /// Every rule of day and hour that the start breaks.
    pub(super) fn errors(
        self,
        rules: StartRules,
        branch: Option<&BranchBookingRules>,
        now: Timestamp,
    ) -> Vec<BookingFieldError> {
        match rules {
            StartRules::Customer => self.customer_errors(branch, now),
            StartRules::Desk => self.date_error(|date| check_today_or_later(date, now)).into_iter().collect(),
            StartRules::DeskWithPastWeek => {
                self.date_error(|date| check_not_too_long_ago(date, now)).into_iter().collect()
            }
        }
    }

    /// The new time of a booking that keeps its length.
    pub(super) fn check_move(
        self,
        rules: StartRules,
        branch: Option<&BranchBookingRules>,
        duration_minutes: i64,
        now: Timestamp,
    ) -> Result<NewBookingTime, Vec<BookingFieldError>> {
        let mut errors = self.errors(rules, branch, now);
        errors.extend(self.grid_error(branch));
        let end = self.start_time.map(|start| booking_end(start, duration_minutes));
        match (self.booking_date, self.start_time, end) {
            (Some(booking_date), Some(start_time), Some(Ok(end_time))) if errors.is_empty() => {
                Ok(NewBookingTime { booking_date, start_time, end_time })
            }
            (_, _, end) => {
                errors.extend(end.and_then(Result::err).map(BookingFieldError::Start));
                Err(errors)
            }
        }
    }

    /// A day that is past or too far ahead is an error of the date, everything else one of the time.
    fn customer_errors(self, branch: Option<&BranchBookingRules>, now: Timestamp) -> Vec<BookingFieldError> {
        let (date, start) = (self.booking_date, self.start_time);
        let past = if date.is_some_and(|date| date < now.ist_date()) {
            Some(BookingFieldError::Date(StartTimeRefusal::Past))
        } else {
            let refusal = date.zip(start).and_then(|(date, start)| check_in_future(date, start, now).err());
            refusal.map(BookingFieldError::Start)
        };
        let too_far = self.date_error(|date| check_not_too_far_ahead(date, now));
        let closed = start.zip(branch).and_then(|(start, branch)| closed_error(branch, date, start));
        past.into_iter().chain(too_far).chain(closed.map(BookingFieldError::Start)).collect()
    }

    fn date_error(self, check: impl Fn(NaiveDate) -> Result<(), StartTimeRefusal>) -> Option<BookingFieldError> {
        self.booking_date.and_then(|date| check(date).err()).map(BookingFieldError::Date)
    }

    /// A live branch divides the day into cells of five minutes, and bookings begin with a cell.
    pub(super) fn grid_error(self, branch: Option<&BranchBookingRules>) -> Option<BookingFieldError> {
        let is_live = branch.is_some_and(|branch| branch.is_live);
        let is_off_grid = is_live && self.start_time.is_some_and(|start| !is_on_grid(start));
        is_off_grid.then_some(BookingFieldError::Start(StartTimeRefusal::OffGrid))
    }
}

/// What is wrong with the minute at which a booking is to begin at a branch.
pub fn validate_start_minute(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    start_time: NaiveTime,
) -> Result<Option<BookingFieldError>, DbError> {
    let branch = branch_records::find_for_booking(conn, branch)?;
    Ok(BookingStartFields { booking_date: None, start_time: Some(start_time) }.grid_error(branch.as_ref()))
}

/// A day that could not be read has the hours of every day, unless the branch has hours by weekday.
fn closed_error(branch: &BranchBookingRules, date: Option<NaiveDate>, start: NaiveTime) -> Option<StartTimeRefusal> {
    let hours = match date {
        Some(date) => branch.opening_hours(date),
        None if branch.hours.is_none() => Some(branch.daily_hours()),
        None => return None,
    };
    match hours {
        Some(hours) => check_within_opening_hours(start, hours).err(),
        None => Some(StartTimeRefusal::ClosedDay),
    }
}
