//! Bookings: allowed times, totals, and booking numbers.

pub mod availability;
pub mod calendar;
pub mod customer_move;
pub mod field_error;
pub mod line_field_error;
pub mod no_show;
pub mod number_search;
pub mod opening_hours;
pub mod wish;

use chrono::{Datelike, Months, NaiveDate, NaiveTime, TimeDelta};

use crate::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use crate::service::ServiceType;
use crate::string_enum::string_enum;
pub use opening_hours::OpeningHours;

pub const MAX_SERVICES_PER_BOOKING: usize = 20;
/// How often a customer may reschedule a booking. The desk has no limit.
pub const MAX_CUSTOMER_RESCHEDULES: i64 = 2;
/// How many months ahead customers book at most.
pub const MAX_MONTHS_AHEAD: u32 = 24;
/// How many days back a manager enters a booking at most.
pub const MAX_DAYS_BACK_AT_DESK: i64 = 7;
/// The desk is alerted to a request that has no answer after this time.
pub const STALE_AFTER_MS: i64 = 2 * HOUR_MS;
/// A request without an answer is rejected after this time.
pub const AUTO_REJECT_AFTER_MS: i64 = DAY_MS;
/// When the job for the automatic rejection runs: a minute after the limit.
pub const AUTO_REJECT_CHECK_AFTER_MS: i64 = AUTO_REJECT_AFTER_MS + MINUTE_MS;
/// After this many completed bookings in a row, a customer's requests need no special approval any more.
pub const COMPLETED_UNTIL_NO_APPROVAL: i64 = 5;
/// After this many no-shows, a customer's requests need special approval.
pub const NOSHOWS_UNTIL_APPROVAL: i64 = 3;
/// How long after a completed booking the customer is asked for a review.
pub const REVIEW_REQUEST_AFTER_MS: i64 = DAY_MS;
/// An offered time is open for this long.
const TIME_OFFER_OPEN_MS: i64 = DAY_MS;
/// An offered time can be accepted until this long before it.
const TIME_OFFER_ENDS_BEFORE_MS: i64 = HOUR_MS;
/// How long after the end of a booking that was never started the desk is asked whether the customer came.
pub const NOSHOW_CHECK_AFTER_MS: i64 = 15 * MINUTE_MS;
const LATE_CANCELLATION_MS: i64 = 4 * HOUR_MS;

string_enum! {
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

string_enum! {
    /// What the desk does to a booking and can take back on the same day.
    BookingAct {
        Arrive = "arrive",
        Start = "start",
        NoShow = "no_show",
        Reject = "reject",
        Cancel = "cancel",
    }
}

impl BookingAct {
    /// The status of a booking after the act.
    pub fn resulting_status(self) -> BookingStatus {
        match self {
            Self::Arrive => BookingStatus::Confirmed,
            Self::Start => BookingStatus::InProgress,
            Self::NoShow => BookingStatus::NoShow,
            Self::Reject => BookingStatus::Rejected,
            Self::Cancel => BookingStatus::Cancelled,
        }
    }
}

impl BookingStatus {
    /// Whether a booking is pending or confirmed, so that it can be cancelled and rescheduled.
    pub fn is_upcoming(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed)
    }

    /// Whether a booking is neither over nor called off, so that services and people can still be changed.
    pub fn is_open(self) -> bool {
        self.is_upcoming() || self == Self::InProgress
    }
}

/// `2703`: the month that a booking's number counts in, on the salon's calendar.
pub fn booking_number_month(created: NaiveDate) -> String {
    format!("{:02}{:02}", created.year().rem_euclid(100), created.month())
}

/// `BK-BLR-2703-H-00007`; H is for hair, S for spa.
pub fn booking_number(branch_code: &str, created: NaiveDate, kind: ServiceType, number: i64) -> String {
    let letter = match kind {
        ServiceType::Salon => 'H',
        ServiceType::Spa => 'S',
    };
    format!("BK-{branch_code}-{}-{letter}-{number:05}", booking_number_month(created))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StartTimeRefusal {
    #[error("must be in the future")]
    Past,
    #[error("must be today or later")]
    PastDay,
    #[error("must be at most {MAX_DAYS_BACK_AT_DESK} days ago")]
    TooLongAgo,
    #[error("must be at most 2 years from today")]
    TooFarAhead,
    #[error("is not possible: the branch is closed on that day")]
    ClosedDay,
    #[error("must be from {}, before {}", .0.opens_at.format("%H:%M"), .0.closes_at.format("%H:%M"))]
    Closed(OpeningHours),
    #[error("is too late: the visit must end by 23:59 the same day")]
    EndsTooLate,
    #[error("must be a multiple of 5 minutes")]
    OffGrid,
    #[error("must be more than an hour ahead, so that the customer can answer")]
    TooSoonToOffer,
}

/// Refuses a start that is not in the future, for customers.
pub fn check_in_future(date: NaiveDate, start: NaiveTime, now: Timestamp) -> Result<(), StartTimeRefusal> {
    if Timestamp::from_ist(date, start) > now { Ok(()) } else { Err(StartTimeRefusal::Past) }
}

/// Refuses a day that is more than two years away, for customers. Today two years later is still possible.
pub fn check_not_too_far_ahead(date: NaiveDate, now: Timestamp) -> Result<(), StartTimeRefusal> {
    let last = now.ist_date().checked_add_months(Months::new(MAX_MONTHS_AHEAD));
    if last.is_some_and(|last| date > last) { Err(StartTimeRefusal::TooFarAhead) } else { Ok(()) }
}

/// Refuses a day that is too long ago to be entered at the desk.
pub fn check_not_too_long_ago(date: NaiveDate, now: Timestamp) -> Result<(), StartTimeRefusal> {
    let days_ago = now.ist_date().signed_duration_since(date).num_days();
    if days_ago > MAX_DAYS_BACK_AT_DESK { Err(StartTimeRefusal::TooLongAgo) } else { Ok(()) }
}

/// Refuses a day in the past, for the desk. The desk may enter a booking that has already begun today.
pub fn check_today_or_later(date: NaiveDate, now: Timestamp) -> Result<(), StartTimeRefusal> {
    if date < now.ist_date() { Err(StartTimeRefusal::PastDay) } else { Ok(()) }
}

/// Refuses a start outside the opening hours.
pub fn check_within_opening_hours(start: NaiveTime, hours: OpeningHours) -> Result<(), StartTimeRefusal> {
    let is_open = hours.opens_at <= start && start < hours.closes_at;
    if is_open { Ok(()) } else { Err(StartTimeRefusal::Closed(hours)) }
}

/// The end of a booking. It must be on the day of the start.
pub fn booking_end(start: NaiveTime, duration_minutes: i64) -> Result<NaiveTime, StartTimeRefusal> {
    let last = NaiveTime::from_hms_opt(23, 59, 0).ok_or(StartTimeRefusal::EndsTooLate)?;
    let duration = TimeDelta::try_minutes(duration_minutes).ok_or(StartTimeRefusal::EndsTooLate)?;
    if duration < TimeDelta::zero() || duration > last.signed_duration_since(start) {
        return Err(StartTimeRefusal::EndsTooLate);
    }
    Ok(start + duration)
}

/// The sum of prices or durations of a booking. `None` if a part is negative or the sum overflows.
pub fn checked_sum(parts: impl IntoIterator<Item = i64>) -> Option<i64> {
    parts.into_iter().try_fold(0_i64, |sum, part| sum.checked_add(part).filter(|_| part >= 0))
}

/// Until when a customer can accept a time that is offered now.
pub fn time_offer_expires_at(starts_at: Timestamp, now: Timestamp) -> Result<Timestamp, StartTimeRefusal> {
    let expires_at = now.plus_millis(TIME_OFFER_OPEN_MS).min(starts_at.plus_millis(-TIME_OFFER_ENDS_BEFORE_MS));
    if expires_at > now { Ok(expires_at) } else { Err(StartTimeRefusal::TooSoonToOffer) }
}

/// Whether a cancellation is late: there is too little time to give the slot to another customer.
pub fn is_late_cancellation(starts_at: Timestamp, now: Timestamp) -> bool {
    starts_at.millis_since(now) < LATE_CANCELLATION_MS
}

/// Whether the customer of a visit is at the salon. An arrival that was noted before the day of the visit is a mistake.
pub fn has_come(arrived_at: Option<Timestamp>, starts_at: Timestamp, now: Timestamp) -> bool {
    arrived_at.is_some() && now.ist_date() >= starts_at.ist_date()
}

/// Whether it is too late for the customer to cancel; the desk still can.
pub fn is_cancel_window_past(window_minutes: Option<i64>, starts_at: Timestamp, now: Timestamp) -> bool {
    window_minutes.is_some_and(|minutes| starts_at.millis_since(now) < minutes.saturating_mul(MINUTE_MS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::{parse_date, parse_time, time_at_minute};

    fn time(typed: &str) -> NaiveTime {
        parse_time(typed).unwrap()
    }

    fn at(instant: &str) -> Timestamp {
        Timestamp::parse(instant).unwrap()
    }

    #[test]
    fn an_open_booking_is_neither_over_nor_called_off() {
        let open = BookingStatus::ALL.iter().filter(|status| status.is_open());
        let names: Vec<_> = open.map(|status| status.as_str()).collect();
        assert_eq!(names, ["pending", "confirmed", "in_progress"]);
    }

    #[test]
    fn booking_number_contains_branch_month_and_service_type() {
        let day = parse_date("2027-03-31").unwrap();
        assert_eq!(booking_number("BLR", day, ServiceType::Salon, 7), "BK-BLR-2703-H-00007");
        assert_eq!(booking_number("MG", day, ServiceType::Spa, 123_456), "BK-MG-2703-S-123456");
        assert_eq!(booking_number_month(parse_date("2100-12-01").unwrap()), "0012");
    }

    /// 05:29 on the wall is 23:59 UTC the day before; a month turns at 18:30 UTC.
    #[test]
    fn booking_number_uses_the_ist_month() {
        for (instant, month) in [
            ("2027-03-31T18:29:59.999Z", "2703"),
            ("2027-03-31T18:30:00.000Z", "2704"),
            ("2027-03-31T23:59:00.000Z", "2704"),
            ("2027-12-31T18:29:59.999Z", "2712"),
            ("2027-12-31T18:30:00.000Z", "2801"),
            ("2028-02-28T18:30:00.000Z", "2802"),
            ("2028-02-29T18:30:00.000Z", "2803"),
        ] {
            assert_eq!(booking_number_month(at(instant).ist_date()), month, "{instant}");
        }
    }

    #[test]
    fn booking_must_start_within_opening_hours() {
        let hours = OpeningHours { opens_at: time("10:00"), closes_at: time("21:00") };
        assert_eq!(check_within_opening_hours(time("09:59"), hours), Err(StartTimeRefusal::Closed(hours)));
        assert_eq!(check_within_opening_hours(time("10:00"), hours), Ok(()));
        assert_eq!(check_within_opening_hours(time("20:59"), hours), Ok(()));
        assert_eq!(check_within_opening_hours(time("21:00"), hours), Err(StartTimeRefusal::Closed(hours)));
    }

    #[test]
    fn booking_must_start_after_now() {
        let (day, start) = (parse_date("2027-04-01").unwrap(), time("10:00"));
        let is_past = |now: &str| check_in_future(day, start, at(now)) == Err(StartTimeRefusal::Past);
        assert!(!is_past("2027-04-01T04:29:59.999Z"));
        assert!(is_past("2027-04-01T04:30:00.000Z"));
        assert!(is_past("2027-04-01T23:59:00.000Z"));
    }

    #[test]
    fn the_desk_books_from_today_on() {
        let day = parse_date("2027-04-01").unwrap();
        assert_eq!(check_today_or_later(day, at("2027-04-01T18:29:59.999Z")), Ok(()));
        assert_eq!(check_today_or_later(day, at("2027-04-01T18:30:00.000Z")), Err(StartTimeRefusal::PastDay));
        assert_eq!(check_today_or_later(day, at("2027-03-01T00:00:00.000Z")), Ok(()));
    }

    #[test]
    fn customers_book_two_years_ahead() {
        let check = |date: &str, now: &str| check_not_too_far_ahead(parse_date(date).unwrap(), at(now));
        assert_eq!(check("2029-03-01", "2027-03-01T18:29:59.999Z"), Ok(()));
        assert_eq!(check("2029-03-02", "2027-03-01T18:29:59.999Z"), Err(StartTimeRefusal::TooFarAhead));
        assert_eq!(check("2029-03-02", "2027-03-01T18:30:00.000Z"), Ok(()));
        assert_eq!(check("2030-02-28", "2028-02-29T06:00:00.000Z"), Ok(()));
        assert_eq!(check("2030-03-01", "2028-02-29T06:00:00.000Z"), Err(StartTimeRefusal::TooFarAhead));
        assert_eq!(check("2001-01-01", "2028-02-29T06:00:00.000Z"), Ok(()));
    }

    #[test]
    fn the_desk_enters_the_last_seven_days() {
        let check = |date: &str| check_not_too_long_ago(parse_date(date).unwrap(), at("2027-03-10T18:29:59.999Z"));
        assert_eq!(check("2027-03-03"), Ok(()));
        assert_eq!(check("2027-03-02"), Err(StartTimeRefusal::TooLongAgo));
        assert_eq!(check("2027-03-11"), Ok(()));
    }

    #[test]
    fn booking_must_end_the_same_day() {
        assert_eq!(booking_end(time("20:30"), 209), Ok(time("23:59")));
        assert_eq!(booking_end(time("20:30"), 210), Err(StartTimeRefusal::EndsTooLate));
        assert_eq!(booking_end(time("10:00"), i64::MAX), Err(StartTimeRefusal::EndsTooLate));
        assert_eq!(booking_end(time("10:00"), -1), Err(StartTimeRefusal::EndsTooLate));
    }

    #[test]
    fn cancelling_four_hours_before_is_not_late() {
        let start = at("2027-03-02T05:30:00Z");
        assert!(!is_late_cancellation(start, start.plus_millis(-4 * HOUR_MS)));
        assert!(is_late_cancellation(start, start.plus_millis(-4 * HOUR_MS + 1)));
        assert!(is_late_cancellation(start, start.plus_millis(DAY_MS)));
    }

    #[test]
    fn an_offered_time_is_open_for_a_day_or_until_an_hour_before_it() {
        let now = at("2027-03-02T05:30:00Z");
        let expires = |hours: i64| time_offer_expires_at(now.plus_millis(hours * HOUR_MS), now);
        assert_eq!(expires(48), Ok(now.plus_millis(DAY_MS)));
        assert_eq!(expires(25), Ok(now.plus_millis(DAY_MS)));
        assert_eq!(expires(24), Ok(now.plus_millis(23 * HOUR_MS)));
        assert_eq!(expires(1), Err(StartTimeRefusal::TooSoonToOffer));
        assert_eq!(expires(-1), Err(StartTimeRefusal::TooSoonToOffer));
        assert_eq!(time_offer_expires_at(now.plus_millis(HOUR_MS + 1), now), Ok(now.plus_millis(1)));
    }

    #[test]
    fn branch_cancel_window_is_enforced() {
        let start = at("2027-03-02T05:30:00Z");
        assert!(!is_cancel_window_past(None, start, start));
        assert!(!is_cancel_window_past(Some(60), start, start.plus_millis(-HOUR_MS)));
        assert!(is_cancel_window_past(Some(60), start, start.plus_millis(-HOUR_MS + 1)));
    }

    proptest! {
        #[test]
        fn totals_are_exact_or_refused(parts in prop::collection::vec(0_i64..=i64::MAX / 8, 0..20)) {
            let exact: i128 = parts.iter().map(|part| i128::from(*part)).sum();
            prop_assert_eq!(checked_sum(parts).map(i128::from), (exact <= i128::from(i64::MAX)).then_some(exact));
        }

        #[test]
        fn negative_parts_are_refused(parts in prop::collection::vec(0_i64..1_000, 0..20), debt in i64::MIN..0) {
            prop_assert_eq!(checked_sum(parts.into_iter().chain([debt])), None);
        }

        /// Against the plainest arithmetic there is: minutes of a day.
        #[test]
        fn booking_end_is_start_plus_duration(start in 0_u32..1440, duration in 0_i64..3000) {
            let end = booking_end(time_at_minute(start), duration);
            let minutes = i64::from(start) + duration;
            match u32::try_from(minutes) {
                Ok(minutes) if minutes < 1440 => prop_assert_eq!(end, Ok(time_at_minute(minutes))),
                _ => prop_assert_eq!(end, Err(StartTimeRefusal::EndsTooLate)),
            }
        }

        /// Whatever the instant, today's first minute is past and tomorrow's last is not.
        #[test]
        fn day_changes_at_ist_midnight(minute in 0_i64..100 * 366 * 24 * 60) {
            let now = Timestamp::from_millis(minute * MINUTE_MS);
            let today = now.ist_date();
            prop_assert_eq!(check_in_future(today, NaiveTime::MIN, now), Err(StartTimeRefusal::Past));
            let tomorrow = now.next_ist_midnight().ist_date();
            prop_assert_eq!(tomorrow, today.succ_opt().unwrap());
            prop_assert_eq!(check_in_future(tomorrow, NaiveTime::MIN, now), Ok(()));
            prop_assert_eq!(booking_number_month(today), format!("{}", today.format("%y%m")));
        }
    }
}
