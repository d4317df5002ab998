//! Whether a booking can begin at a time.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::is_on_grid;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{
    OpeningHours, StartTimeRefusal, booking_end, check_in_future, check_today_or_later, check_within_opening_hours,
};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::NewBookingTime;
use parlour_store::branches::branch_records::BranchBookingRules;

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
    /// In the future and within the opening hours.
    Customer,
    /// Any time of today or later, also outside the opening hours: the desk decides.
    Desk,
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
            StartRules::Desk => self.past_day_error(now).into_iter().collect(),
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

    /// A past day is an error of the date, everything else one of the time.
    fn customer_errors(self, branch: Option<&BranchBookingRules>, now: Timestamp) -> Vec<BookingFieldError> {
        let (date, start) = (self.booking_date, self.start_time);
        let past = if date.is_some_and(|date| date < now.ist_date()) {
            Some(BookingFieldError::Date(StartTimeRefusal::Past))
        } else {
            let refusal = date.zip(start).and_then(|(date, start)| check_in_future(date, start, now).err());
            refusal.map(BookingFieldError::Start)
        };
        let hours = branch.map(opening_hours);
        let closed = start.zip(hours).and_then(|(start, hours)| check_within_opening_hours(start, hours).err());
        past.into_iter().chain(closed.map(BookingFieldError::Start)).collect()
    }

    fn past_day_error(self, now: Timestamp) -> Option<BookingFieldError> {
        let refusal = self.booking_date.and_then(|date| check_today_or_later(date, now).err());
        refusal.map(BookingFieldError::Date)
    }

    /// A live branch divides the day into cells of five minutes, and bookings begin with a cell.
    pub(super) fn grid_error(self, branch: Option<&BranchBookingRules>) -> Option<BookingFieldError> {
        let is_live = branch.is_some_and(|branch| branch.is_live);
        let is_off_grid = is_live && self.start_time.is_some_and(|start| !is_on_grid(start));
        is_off_grid.then_some(BookingFieldError::Start(StartTimeRefusal::OffGrid))
    }
}

fn opening_hours(branch: &BranchBookingRules) -> OpeningHours {
    OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at }
}
