//! How many bookings there are on which day.

use chrono::{Datelike, Days, NaiveDate};

/// Bookings of one branch, from Monday to Sunday.
const BOOKINGS_PER_WEEKDAY: [usize; 7] = [40, 42, 44, 48, 54, 60, 60];
const BOOKINGS_PER_YEAR: usize = 18_100;
/// More bookings than fit into these years give more branches instead of a longer past.
const MAX_YEARS: usize = 5;
const DAYS_AHEAD: u64 = 14;
/// Of a hundred past bookings so many are billed; the rest were cancelled, missed or rejected.
pub(super) const BILLED_PER_HUNDRED: usize = 92;

#[derive(Debug)]
pub(super) struct BookingCalendar {
    pub(super) today: NaiveDate,
    pub(super) branch_count: usize,
    /// All days until two weeks ahead.
    pub(super) days: Vec<CalendarDay>,
    /// Bookings of all days.
    pub(super) booking_count: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct CalendarDay {
    pub(super) date: NaiveDate,
    /// Number of bookings on all earlier days.
    pub(super) bookings_before: usize,
}

impl BookingCalendar {
    /// Starts early enough to have this number of billed bookings until yesterday.
    pub(super) fn with_billed_bookings(billed: usize, today: NaiveDate) -> Self {
        // One hundred more, because the last hundred may be incomplete.
        let past_bookings = billed * 100 / BILLED_PER_HUNDRED + 100;
        let branch_count = past_bookings.div_ceil(MAX_YEARS * BOOKINGS_PER_YEAR);
        let mut first = today;
        let mut until_yesterday = 0;
        while until_yesterday < past_bookings {
            first = first - Days::new(1);
            until_yesterday += branch_count * bookings_per_branch(first);
        }
        let mut booking_count = 0;
        let last = today + Days::new(DAYS_AHEAD);
        let mut days = Vec::new();
        for date in first.iter_days().take_while(|date| *date <= last) {
            days.push(CalendarDay { date, bookings_before: booking_count });
            booking_count += branch_count * bookings_per_branch(date);
        }
        Self { today, branch_count, days, booking_count }
    }

    pub(super) fn first_day(&self) -> NaiveDate {
        self.days.first().map_or(self.today, |day| day.date)
    }

    /// Returns the day of a booking, which is given by its index among all bookings.
    pub(super) fn day_of(&self, booking: usize) -> NaiveDate {
        let later = self.days.partition_point(|day| day.bookings_before <= booking);
        self.days.get(later.saturating_sub(1)).map_or(self.today, |day| day.date)
    }
}

/// Number of bookings of one branch on this day.
pub(super) fn bookings_per_branch(date: NaiveDate) -> usize {
    BOOKINGS_PER_WEEKDAY[usize::try_from(date.weekday().num_days_from_monday()).unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_has_enough_billed_bookings() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 15).unwrap();
        for billed in [1, 100, 5_000, 20_000, 1_000_000] {
            let calendar = BookingCalendar::with_billed_bookings(billed, today);
            let before_today = calendar.days.iter().find(|day| day.date == today).unwrap().bookings_before;
            // Every complete hundred has the same number of billed bookings.
            assert!(before_today / 100 * BILLED_PER_HUNDRED >= billed, "{billed}");
            assert!(calendar.days.len() <= 5 * 366 + 16, "{} days", calendar.days.len());
            assert_eq!(calendar.day_of(0), calendar.first_day());
            assert_eq!(calendar.day_of(before_today), today);
            assert_eq!(calendar.day_of(before_today - 1), today.pred_opt().unwrap());
            let counts = calendar.days.iter().map(|day| bookings_per_branch(day.date));
            assert_eq!(counts.sum::<usize>() * calendar.branch_count, calendar.booking_count);
        }
    }
}
