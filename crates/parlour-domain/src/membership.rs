//! Memberships: spa hours paid in advance.

use chrono::{Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Timelike};

use crate::booking::booking_number;
use crate::ist::{HOUR_MS, Timestamp};
use crate::service::ServiceType;
use crate::string_enum::string_enum;

/// The SAC of memberships: that of wellness services, because the hours pay for those.
pub const MEMBERSHIP_SAC: &str = "999721";
pub const MAX_VALIDITY_DAYS: i64 = 36_500;
/// The number of minutes in the longest validity.
pub const MAX_TOTAL_MINUTES: i64 = MAX_VALIDITY_DAYS * 24 * 60;
/// A session cannot be longer than one day.
pub const MAX_SESSION_MINUTES: i64 = 24 * 60;
/// How long after the expiry the customer is notified of it.
pub const EXPIRED_NOTIFICATION_AFTER_MS: i64 = HOUR_MS;

string_enum! {
    /// The stored status. A membership past its expiry stays `active` until a job or a request sets it to `expired`.
    MembershipStatus {
        Active = "active",
        Expired = "expired",
        Cancelled = "cancelled",
    }
}

string_enum! {
    /// Whether receptionists sell memberships on any terms, or on those of the tier only.
    DeskMembershipTerms {
        Any = "any",
        Tier = "tier",
    }
}

/// `PRL-MEM-27-1-K7QXW`: prefix, IST year of the sale, number of the branch, and a random code.
pub fn membership_number(prefix: &str, sold: NaiveDate, branch_number: i64, code: &str) -> String {
    format!("{prefix}-MEM-{:02}-{branch_number}-{code}", sold.year().rem_euclid(100))
}

/// The end of a session's booking number.
pub const SESSION_NUMBER_SUFFIX: &str = "-M";

/// `BK-BLR-2703-S-00007-M`: a session is counted with all other spa bookings.
pub fn session_number(branch_code: &str, created: NaiveDate, number: i64) -> String {
    booking_number(branch_code, created, ServiceType::Spa, number) + SESSION_NUMBER_SUFFIX
}

/// The time from which hours can be used, and the time from which they cannot any more; both at midnight IST.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipTerm {
    pub starts_at: Timestamp,
    pub expires_at: Timestamp,
}

impl MembershipTerm {
    /// `None` if the membership would end after the year 9999.
    pub fn of(start: NaiveDate, validity_days: i64) -> Option<Self> {
        let days = u64::try_from(validity_days).ok().filter(|days| *days > 0)?;
        let end = start.checked_add_days(Days::new(days)).filter(|end| end.year() <= 9_999)?;
        Some(Self { starts_at: Timestamp::ist_midnight(start), expires_at: Timestamp::ist_midnight(end) })
    }

    /// The number of days on which hours can be used.
    pub fn validity_days(self) -> i64 {
        (self.expires_at.ist_date() - self.starts_at.ist_date()).num_days()
    }

    pub fn is_over(self, now: Timestamp) -> bool {
        self.expires_at <= now
    }

    /// Whether the membership starts after this day.
    pub fn starts_after(self, day: NaiveDate) -> bool {
        day < self.starts_at.ist_date()
    }

    pub fn last_day(self) -> NaiveDate {
        self.expires_at.plus_millis(-1).ist_date()
    }
}

/// What is left of the hours.
pub fn remaining_minutes(total_minutes: i64, used_minutes: i64) -> i64 {
    (total_minutes - used_minutes).max(0)
}

/// Start and end of a session. It ends now, or at closing time on an earlier day. It never starts before midnight.
pub fn session_start_and_end(
    day: NaiveDate,
    duration_minutes: i64,
    closes_at: NaiveTime,
    now: Timestamp,
) -> (NaiveTime, NaiveTime) {
    let end = if day < now.ist_date() { closes_at } else { truncate_to_minute(now.ist_time()) };
    let since_midnight = end.signed_duration_since(NaiveTime::MIN);
    let duration = TimeDelta::try_minutes(duration_minutes).unwrap_or(since_midnight);
    (end - duration.clamp(TimeDelta::zero(), since_midnight), end)
}

fn truncate_to_minute(time: NaiveTime) -> NaiveTime {
    NaiveTime::from_hms_opt(time.hour(), time.minute(), 0).unwrap_or(time)
}

/// Appends the reason of a cancellation to the notes.
pub fn append_reason(notes: Option<&str>, reason: &str) -> String {
    match notes {
        Some(notes) if !notes.is_empty() => format!("{notes}\n{reason}"),
        _ => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::{DAY_MS, parse_date, parse_time};

    fn day(typed: &str) -> NaiveDate {
        parse_date(typed).unwrap()
    }

    fn at(instant: &str) -> Timestamp {
        Timestamp::parse(instant).unwrap()
    }

    #[test]
    fn membership_number_contains_year_and_branch() {
        assert_eq!(membership_number("PRL", day("2027-03-01"), 1, "K7QXW"), "PRL-MEM-27-1-K7QXW");
        assert_eq!(membership_number("SPA", day("2100-12-31"), 12, "AAAAA"), "SPA-MEM-00-12-AAAAA");
        assert_eq!(session_number("BLR", day("2027-03-01"), 7), "BK-BLR-2703-S-00007-M");
    }

    #[test]
    fn term_runs_between_ist_midnights() {
        let term = MembershipTerm::of(day("2027-03-01"), 30).unwrap();
        assert_eq!(term.starts_at, at("2027-02-28T18:30:00Z"));
        assert_eq!(term.expires_at, at("2027-03-30T18:30:00Z"));
        assert_eq!(term.last_day(), day("2027-03-30"));
        assert!(!term.is_over(at("2027-03-30T18:29:59.999Z")));
        assert!(term.is_over(at("2027-03-30T18:30:00Z")));
        assert!(term.starts_after(day("2027-02-28")));
        assert!(!term.starts_after(day("2027-03-01")));
    }

    #[test]
    fn term_needs_positive_days_and_four_digit_years() {
        assert_eq!(MembershipTerm::of(day("2027-03-01"), 0), None);
        assert_eq!(MembershipTerm::of(day("2027-03-01"), -1), None);
        assert_eq!(MembershipTerm::of(day("2027-03-01"), i64::MAX), None);
        assert_eq!(MembershipTerm::of(day("9999-12-31"), 1), None);
        assert!(MembershipTerm::of(day("9999-12-30"), 1).is_some());
    }

    #[test]
    fn a_session_ends_now_or_at_closing_time() {
        let (closes, now) = (parse_time("21:00").unwrap(), at("2027-03-02T06:45:59.999Z"));
        let times = |on: &str, minutes| {
            let (start, end) = session_start_and_end(day(on), minutes, closes, now);
            (start.format("%H:%M:%S%.f").to_string(), end.format("%H:%M:%S%.f").to_string())
        };
        let between = |start: &str, end: &str| (start.to_owned(), end.to_owned());
        assert_eq!(times("2027-03-02", 90), between("10:45:00", "12:15:00"));
        assert_eq!(times("2027-03-01", 90), between("19:30:00", "21:00:00"));
        assert_eq!(times("2027-03-02", 735), between("00:00:00", "12:15:00"));
        assert_eq!(times("2027-03-02", 736), between("00:00:00", "12:15:00"));
        assert_eq!(times("2027-03-02", i64::MAX), between("00:00:00", "12:15:00"));
    }

    #[test]
    fn a_reason_follows_the_notes() {
        assert_eq!(append_reason(None, "Moved away"), "Moved away");
        assert_eq!(append_reason(Some(""), "Moved away"), "Moved away");
        assert_eq!(append_reason(Some("Prefers mornings"), "Moved away"), "Prefers mornings\nMoved away");
    }

    proptest! {
        #[test]
        fn a_term_is_as_long_as_it_says(days in 1..=MAX_VALIDITY_DAYS, start in 0_u64..1_000_000) {
            let start = day("1970-01-01") + Days::new(start);
            let term = MembershipTerm::of(start, days).unwrap();
            prop_assert_eq!(term.expires_at.millis_since(term.starts_at), days * DAY_MS);
            prop_assert!(!term.starts_after(start) && !term.is_over(term.starts_at));
        }

        #[test]
        fn what_is_left_is_never_negative(total in 1..=MAX_TOTAL_MINUTES, used in 0..=MAX_TOTAL_MINUTES) {
            let left = remaining_minutes(total, used);
            prop_assert!(left >= 0 && (left == 0 || left + used == total));
        }
    }
}
