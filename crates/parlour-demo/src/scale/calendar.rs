//! On which days how many come.

use chrono::{Datelike, Days, NaiveDate};

/// Monday to Sunday, at one house.
const BOOKINGS_PER_WEEKDAY: [usize; 7] = [40, 42, 44, 48, 54, 60, 60];
const BOOKINGS_PER_YEAR: usize = 18_100;
/// A chain that has more visits has more houses instead of a longer past.
const MAX_YEARS: usize = 5;
const DAYS_AHEAD: u64 = 14;
/// Of a hundred visits so many are billed; the rest were called off, missed or rejected.
pub(super) const BILLED_PER_HUNDRED: usize = 92;

#[derive(Debug)]
pub(super) struct BookingCalendar {
    pub(super) today: NaiveDate,
    pub(super) houses: usize,
    /// From the first day to two weeks ahead, each with how many visits there are before it.
    pub(super) days: Vec<(NaiveDate, usize)>,
    /// On all days together.
    pub(super) visits: usize,
}

impl BookingCalendar {
    /// Long enough for so many billed visits until yesterday.
    pub(super) fn of(billed: usize, today: NaiveDate) -> Self {
        // A hundred more: the last hundred may be cut short.
        let past = billed * 100 / BILLED_PER_HUNDRED + 100;
        let houses = past.div_ceil(MAX_YEARS * BOOKINGS_PER_YEAR);
        let mut first = today;
        let mut until_yesterday = 0;
        while until_yesterday < past {
            first = first - Days::new(1);
            until_yesterday += houses * bookings_per_branch(first);
        }
        let mut visits = 0;
        let until = today + Days::new(DAYS_AHEAD);
        let mut days = Vec::new();
        for date in first.iter_days().take_while(|date| *date <= until) {
            days.push((date, visits));
            visits += houses * bookings_per_branch(date);
        }
        Self { today, houses, days, visits }
    }

    pub(super) fn first_day(&self) -> NaiveDate {
        self.days.first().map_or(self.today, |(date, _)| *date)
    }

    /// The day of a booking, counted from 0.
    pub(super) fn day_of(&self, booking: usize) -> NaiveDate {
        let later = self.days.partition_point(|(_, before)| *before <= booking);
        self.days.get(later.saturating_sub(1)).map_or(self.today, |(date, _)| *date)
    }
}

pub(super) fn bookings_per_branch(date: NaiveDate) -> usize {
    BOOKINGS_PER_WEEKDAY[usize::try_from(date.weekday().num_days_from_monday()).unwrap_or_default()]
}
