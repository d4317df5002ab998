use chrono::NaiveDate;

use super::calendar::{BILLED_PER_HUNDRED, BookingCalendar, bookings_per_branch};

#[test]
fn the_past_is_long_enough_for_what_is_asked() {
    let today = NaiveDate::from_ymd_opt(2026, 11, 15).unwrap();
    for billed in [1, 100, 5_000, 20_000, 1_000_000] {
        let calendar = BookingCalendar::of(billed, today);
        let day_after = calendar.days.iter().find(|(date, _)| *date == today).unwrap();
        // Whole hundreds have so many of the billed kind each.
        assert!(day_after.1 / 100 * BILLED_PER_HUNDRED >= billed, "{billed}");
        assert!(calendar.days.len() <= 5 * 366 + 16, "{} days", calendar.days.len());
        assert_eq!(calendar.day_of(0), calendar.first_day());
        assert_eq!(calendar.day_of(day_after.1), today);
        assert_eq!(calendar.day_of(day_after.1 - 1), today.pred_opt().unwrap());
        let all: usize =
            calendar.days.iter().map(|(date, _)| calendar.houses * bookings_per_branch(*date)).sum();
        assert_eq!(all, calendar.visits);
    }
}
