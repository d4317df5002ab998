//! Bookings: when a visit may be, what it adds up to, how it is called.

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta};

use crate::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use crate::service::ServiceType;
use crate::words::words;

pub const MOST_SERVICES: usize = 20;
/// How often a customer may move a booking; the desk may as often as it likes.
pub const MOST_CUSTOMER_RESCHEDULES: i64 = 2;
/// A request that nobody has answered after this long is brought to the desk's attention.
pub const STALE_AFTER_MS: i64 = 2 * HOUR_MS;
/// A request that is older than this is as good as refused.
pub const REJECTED_AFTER_MS: i64 = DAY_MS;
/// When the request's age is looked at again: it must be older by then.
pub const REJECTION_CHECK_AFTER_MS: i64 = REJECTED_AFTER_MS + MINUTE_MS;
/// So many visits in a row without a no-show, and requests need no special approval any more.
pub const COMPLETED_IN_A_ROW: i64 = 5;
/// So many no-shows, and requests need special approval.
pub const NOSHOWS_UNTIL_APPROVAL: i64 = 3;
/// When a customer is asked how it was.
pub const REVIEW_REQUEST_AFTER_MS: i64 = DAY_MS;
/// So long after the end of a visit that has not begun, the desk is asked whether anybody came.
pub const NOSHOW_CHECK_AFTER_MS: i64 = 15 * MINUTE_MS;
const LATE_CANCELLATION_MS: i64 = 4 * HOUR_MS;

words! {
    BookingStatus {
        Pending = "pending",
        Confirmed = "confirmed",
        InProgress = "in_progress",
        Completed = "completed",
        Cancelled = "cancelled",
        NoShow = "no_show",
        Rejected = "rejected",
    }
}

impl BookingStatus {
    /// Still to come: it can be cancelled and moved.
    pub fn is_ahead(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed)
    }
}

/// `2703`: the month that a booking's number counts in, on the salon's calendar.
pub fn counted_month(created: NaiveDate) -> String {
    format!("{:02}{:02}", created.year().rem_euclid(100), created.month())
}

/// `BK-BLR-2703-H-00007`; H is for hair, S for spa.
pub fn booking_number(branch_code: &str, created: NaiveDate, kind: ServiceType, number: i64) -> String {
    let letter = match kind {
        ServiceType::Salon => 'H',
        ServiceType::Spa => 'S',
    };
    format!("BK-{branch_code}-{}-{letter}-{number:05}", counted_month(created))
}

/// When a branch takes its first and, just before, its last customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningHours {
    pub opens_at: NaiveTime,
    pub closes_at: NaiveTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeRefusal {
    #[error("must be in the future")]
    Past,
    #[error("must be today or later")]
    PastDay,
    #[error("must be from {}, before {}", .0.opens_at.format("%H:%M"), .0.closes_at.format("%H:%M"))]
    Closed(OpeningHours),
    #[error("is too late: the visit must end by 23:59 the same day")]
    EndsTooLate,
    #[error("must be a multiple of 5 minutes")]
    OffGrid,
}

/// A customer comes in the future.
pub fn check_ahead(date: NaiveDate, start: NaiveTime, now: Timestamp) -> Result<(), TimeRefusal> {
    if Timestamp::from_ist(date, start) > now { Ok(()) } else { Err(TimeRefusal::Past) }
}

/// The desk writes down whoever stands there, and so also what has begun today.
pub fn check_not_past(date: NaiveDate, now: Timestamp) -> Result<(), TimeRefusal> {
    if date < now.ist_date() { Err(TimeRefusal::PastDay) } else { Ok(()) }
}

/// A customer comes while the branch is open.
pub fn check_open(start: NaiveTime, hours: OpeningHours) -> Result<(), TimeRefusal> {
    let is_open = hours.opens_at <= start && start < hours.closes_at;
    if is_open { Ok(()) } else { Err(TimeRefusal::Closed(hours)) }
}

/// The end of a visit, on the day of its start.
pub fn visit_end(start: NaiveTime, duration_minutes: i64) -> Result<NaiveTime, TimeRefusal> {
    let last = NaiveTime::from_hms_opt(23, 59, 0).ok_or(TimeRefusal::EndsTooLate)?;
    let duration = TimeDelta::try_minutes(duration_minutes).ok_or(TimeRefusal::EndsTooLate)?;
    if duration < TimeDelta::zero() || duration > last.signed_duration_since(start) {
        return Err(TimeRefusal::EndsTooLate);
    }
    Ok(start + duration)
}

/// What the parts of a visit come to; nothing where no one could mean it.
pub fn total(parts: impl IntoIterator<Item = i64>) -> Option<i64> {
    parts.into_iter().try_fold(0_i64, |sum, part| sum.checked_add(part).filter(|_| part >= 0))
}

/// Whether the salon could hardly fill the time any more.
pub fn is_late_cancellation(starts_at: Timestamp, now: Timestamp) -> bool {
    starts_at.millis_since(now) < LATE_CANCELLATION_MS
}

/// Whether the branch no longer lets customers cancel by themselves.
pub fn is_cancel_window_past(window_minutes: Option<i64>, starts_at: Timestamp, now: Timestamp) -> bool {
    window_minutes.is_some_and(|minutes| starts_at.millis_since(now) < minutes.saturating_mul(MINUTE_MS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::{minutes_after_midnight, parse_date, parse_time};

    fn time(typed: &str) -> NaiveTime {
        parse_time(typed).unwrap()
    }

    fn at(instant: &str) -> Timestamp {
        Timestamp::parse(instant).unwrap()
    }

    #[test]
    fn numbers_tell_branch_month_and_kind() {
        let day = parse_date("2027-03-31").unwrap();
        assert_eq!(booking_number("BLR", day, ServiceType::Salon, 7), "BK-BLR-2703-H-00007");
        assert_eq!(booking_number("MG", day, ServiceType::Spa, 123_456), "BK-MG-2703-S-123456");
        assert_eq!(counted_month(parse_date("2100-12-01").unwrap()), "0012");
    }

    /// 05:29 on the wall is 23:59 UTC the day before; a month turns at 18:30 UTC.
    #[test]
    fn a_booking_is_counted_in_the_month_on_the_wall() {
        for (instant, month) in [
            ("2027-03-31T18:29:59.999Z", "2703"),
            ("2027-03-31T18:30:00.000Z", "2704"),
            ("2027-03-31T23:59:00.000Z", "2704"),
            ("2027-12-31T18:29:59.999Z", "2712"),
            ("2027-12-31T18:30:00.000Z", "2801"),
            ("2028-02-28T18:30:00.000Z", "2802"),
            ("2028-02-29T18:30:00.000Z", "2803"),
        ] {
            assert_eq!(counted_month(at(instant).ist_date()), month, "{instant}");
        }
    }

    #[test]
    fn a_visit_starts_while_the_branch_is_open() {
        let hours = OpeningHours { opens_at: time("10:00"), closes_at: time("21:00") };
        assert_eq!(check_open(time("09:59"), hours), Err(TimeRefusal::Closed(hours)));
        assert_eq!(check_open(time("10:00"), hours), Ok(()));
        assert_eq!(check_open(time("20:59"), hours), Ok(()));
        assert_eq!(check_open(time("21:00"), hours), Err(TimeRefusal::Closed(hours)));
    }

    #[test]
    fn a_visit_starts_after_now_on_the_wall() {
        let (day, start) = (parse_date("2027-04-01").unwrap(), time("10:00"));
        let is_past = |now: &str| check_ahead(day, start, at(now)) == Err(TimeRefusal::Past);
        assert!(!is_past("2027-04-01T04:29:59.999Z"));
        assert!(is_past("2027-04-01T04:30:00.000Z"));
        assert!(is_past("2027-04-01T23:59:00.000Z"));
    }

    #[test]
    fn the_desk_books_from_today_on() {
        let day = parse_date("2027-04-01").unwrap();
        assert_eq!(check_not_past(day, at("2027-04-01T18:29:59.999Z")), Ok(()));
        assert_eq!(check_not_past(day, at("2027-04-01T18:30:00.000Z")), Err(TimeRefusal::PastDay));
        assert_eq!(check_not_past(day, at("2027-03-01T00:00:00.000Z")), Ok(()));
    }

    #[test]
    fn a_visit_ends_the_same_day() {
        assert_eq!(visit_end(time("20:30"), 209), Ok(time("23:59")));
        assert_eq!(visit_end(time("20:30"), 210), Err(TimeRefusal::EndsTooLate));
        assert_eq!(visit_end(time("10:00"), i64::MAX), Err(TimeRefusal::EndsTooLate));
        assert_eq!(visit_end(time("10:00"), -1), Err(TimeRefusal::EndsTooLate));
    }

    #[test]
    fn four_hours_before_is_not_late() {
        let start = at("2027-03-02T05:30:00Z");
        assert!(!is_late_cancellation(start, start.plus_millis(-4 * HOUR_MS)));
        assert!(is_late_cancellation(start, start.plus_millis(-4 * HOUR_MS + 1)));
        assert!(is_late_cancellation(start, start.plus_millis(DAY_MS)));
    }

    #[test]
    fn a_branch_may_close_the_window_for_cancelling() {
        let start = at("2027-03-02T05:30:00Z");
        assert!(!is_cancel_window_past(None, start, start));
        assert!(!is_cancel_window_past(Some(60), start, start.plus_millis(-HOUR_MS)));
        assert!(is_cancel_window_past(Some(60), start, start.plus_millis(-HOUR_MS + 1)));
    }

    proptest! {
        #[test]
        fn totals_are_exact_or_refused(parts in prop::collection::vec(0_i64..=i64::MAX / 8, 0..20)) {
            let exact: i128 = parts.iter().map(|part| i128::from(*part)).sum();
            prop_assert_eq!(total(parts).map(i128::from), (exact <= i128::from(i64::MAX)).then_some(exact));
        }

        #[test]
        fn nothing_negative_is_added(parts in prop::collection::vec(0_i64..1_000, 0..20), debt in i64::MIN..0) {
            prop_assert_eq!(total(parts.into_iter().chain([debt])), None);
        }

        /// Against the plainest arithmetic there is: minutes of a day.
        #[test]
        fn a_visit_ends_when_its_minutes_are_over(start in 0_u32..1440, duration in 0_i64..3000) {
            let end = visit_end(minutes_after_midnight(start), duration);
            let minutes = i64::from(start) + duration;
            match u32::try_from(minutes) {
                Ok(minutes) if minutes < 1440 => prop_assert_eq!(end, Ok(minutes_after_midnight(minutes))),
                _ => prop_assert_eq!(end, Err(TimeRefusal::EndsTooLate)),
            }
        }

        /// Whatever the instant, today's first minute is past and tomorrow's last is not.
        #[test]
        fn the_day_turns_at_midnight_on_the_wall(minute in 0_i64..100 * 366 * 24 * 60) {
            let now = Timestamp::from_millis(minute * MINUTE_MS);
            let today = now.ist_date();
            prop_assert_eq!(check_ahead(today, NaiveTime::MIN, now), Err(TimeRefusal::Past));
            let tomorrow = now.next_ist_midnight().ist_date();
            prop_assert_eq!(tomorrow, today.succ_opt().unwrap());
            prop_assert_eq!(check_ahead(tomorrow, NaiveTime::MIN, now), Ok(()));
            prop_assert_eq!(counted_month(today), format!("{}", today.format("%y%m")));
        }
    }
}
