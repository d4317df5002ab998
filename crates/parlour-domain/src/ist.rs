//! Timestamps, and their date and time in IST. India has one time zone and no daylight saving time.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

const IST_OFFSET_MS: i64 = 19_800_000;
pub const SECOND_MS: i64 = 1_000;
pub const MINUTE_MS: i64 = 60 * SECOND_MS;
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// An instant in milliseconds since 1970, UTC. Milliseconds everywhere, so that what was written
/// is what is read on either engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, format = DateTime)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Later than everything a salon keeps: the last millisecond of the year 9999.
    pub const FAR_FUTURE: Self = Self(253_402_300_799_999);

    /// Earlier than everything a salon keeps: the first millisecond of the year 0.
    pub const FAR_PAST: Self = Self(-62_167_219_200_000);

    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    pub const fn millis(self) -> i64 {
        self.0
    }

    /// An RFC 3339 instant, cut to the millisecond.
    pub fn parse(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text).ok().map(|at| Self(at.timestamp_millis()))
    }

    /// An instant as we write it, `2027-03-01T04:30:00.000Z`; read far more often than any other form.
    pub fn parse_stored(text: &str) -> Option<Self> {
        let parts: &[u8; 24] = text.as_bytes().try_into().ok()?;
        let [.., b'-', _, _, b'-', _, _, b'T', _, _, b':', _, _, b':', _, _, b'.', _, _, _, b'Z'] = parts else {
            return None;
        };
        let date = NaiveDate::from_ymd_opt(
            i32::try_from(parse_digits(&parts[..4])?).ok()?,
            parse_digits(&parts[5..7])?,
            parse_digits(&parts[8..10])?,
        )?;
        let (hour, minute, second) =
            (parse_digits(&parts[11..13])?, parse_digits(&parts[14..16])?, parse_digits(&parts[17..19])?);
        let time = date.and_hms_milli_opt(hour, minute, second, parse_digits(&parts[20..23])?)?;
        Some(Self(time.and_utc().timestamp_millis()))
    }

    /// The timestamp of this date and time in IST.
    pub fn from_ist(date: NaiveDate, time: NaiveTime) -> Self {
        Self(date.and_time(time).and_utc().timestamp_millis() - IST_OFFSET_MS)
    }

    pub fn ist_midnight(date: NaiveDate) -> Self {
        Self::from_ist(date, NaiveTime::MIN)
    }

    pub fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or_default()
    }

    pub fn ist_date(self) -> NaiveDate {
        Self(self.0 + IST_OFFSET_MS).utc().date_naive()
    }

    pub fn ist_time(self) -> NaiveTime {
        Self(self.0 + IST_OFFSET_MS).utc().time()
    }

    /// The first instant of the next IST day.
    #[must_use]
    pub fn next_ist_midnight(self) -> Self {
        Self::ist_midnight(self.ist_date() + Days::new(1))
    }

    #[must_use]
    pub fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        self.plus_millis(days.saturating_mul(DAY_MS))
    }

    pub fn millis_since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (day, millis) = (self.0.div_euclid(DAY_MS), self.0.rem_euclid(DAY_MS));
        let date = NaiveDate::default() + TimeDelta::days(day);
        let (hour, minute) = (millis / HOUR_MS, millis / MINUTE_MS % 60);
        let (second, fraction) = (millis / SECOND_MS % 60, millis % SECOND_MS);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        write_digits(&mut text[..4], i64::from(date.year()));
        write_digits(&mut text[5..7], i64::from(date.month()));
        write_digits(&mut text[8..10], i64::from(date.day()));
        write_digits(&mut text[11..13], hour);
        write_digits(&mut text[14..16], minute);
        write_digits(&mut text[17..19], second);
        write_digits(&mut text[20..23], fraction);
        out.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

/// Digits and nothing else, as a number.
fn parse_digits(text: &[u8]) -> Option<u32> {
    text.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0')))
}

/// A number in as many digits as there is room for.
fn write_digits(room: &mut [u8], mut number: i64) {
    for digit in room.iter_mut().rev() {
        *digit = b'0' + u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse_stored(&text).ok_or_else(|| serde::de::Error::custom("not a time as Parlour stores it"))
    }
}

/// A calendar date typed as `YYYY-MM-DD`, real and within four-digit years.
pub fn parse_date(typed: &str) -> Option<NaiveDate> {
    let mut parts = [0; 3];
    let mut part = 0;
    if typed.len() != 10 {
        return None;
    }
    for (at, byte) in typed.bytes().enumerate() {
        match (at, byte) {
            (4 | 7, b'-') => part += 1,
            (4 | 7, _) => return None,
            (_, b'0'..=b'9') => parts[part] = parts[part] * 10 + u32::from(byte - b'0'),
            _ => return None,
        }
    }
    let [year, month, day] = parts;
    let year = i32::try_from(year).ok().filter(|year| *year >= 1)?;
    NaiveDate::from_ymd_opt(year, month, day)
}

/// A time of day typed as `HH:mm`.
pub fn parse_time(typed: &str) -> Option<NaiveTime> {
    let parts: &[u8; 5] = typed.as_bytes().try_into().ok()?;
    let [_, _, b':', _, _] = parts else { return None };
    NaiveTime::from_hms_opt(parse_digits(&parts[..2])?, parse_digits(&parts[3..])?, 0)
}

/// Writes a time of day as `HH:mm`, the format that requests use, so that clients can send it back unchanged.
pub fn serialize_hh_mm<S: Serializer>(time: &NaiveTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&time.format("%H:%M"))
}

/// A time of day as we write it, `10:30:00`.
pub fn parse_stored_time(text: &str) -> Option<NaiveTime> {
    let parts: &[u8; 8] = text.as_bytes().try_into().ok()?;
    let [_, _, b':', _, _, b':', _, _] = parts else { return None };
    NaiveTime::from_hms_opt(parse_digits(&parts[..2])?, parse_digits(&parts[3..5])?, parse_digits(&parts[6..])?)
}

/// A date-only column as the contract shows it: UTC midnight as an instant.
pub fn utc_midnight(date: NaiveDate) -> Timestamp {
    Timestamp(date.and_time(NaiveTime::MIN).and_utc().timestamp_millis())
}

/// Whole years between two dates, as birthdays count them.
pub fn whole_years(from: NaiveDate, to: NaiveDate) -> i32 {
    let years = to.year() - from.year();
    if (to.month(), to.day()) < (from.month(), from.day()) { years - 1 } else { years }
}

/// The time of day `minutes` after midnight; `minutes` must be less than a day.
pub fn time_at_minute(minutes: u32) -> NaiveTime {
    NaiveTime::MIN.overflowing_add_signed(TimeDelta::minutes(i64::from(minutes))).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ist_day_runs_from_half_past_six_in_the_evening_utc() {
        let before = Timestamp::parse("2026-03-31T18:29:59.999Z").unwrap();
        let after = Timestamp::parse("2026-03-31T18:30:00Z").unwrap();
        assert_eq!(before.ist_date().to_string(), "2026-03-31");
        assert_eq!(after.ist_date().to_string(), "2026-04-01");
        assert_eq!(before.next_ist_midnight(), after);
        assert_eq!(after.ist_time(), NaiveTime::MIN);
    }

    #[test]
    fn timestamps_show_three_decimals() {
        assert_eq!(Timestamp::from_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp::parse("2026-11-15T10:00:00+05:30").unwrap().to_string(), "2026-11-15T04:30:00.000Z");
    }

    #[test]
    fn an_instant_is_read_as_it_is_written() {
        let ends = [Timestamp::FAR_PAST.millis(), Timestamp::FAR_FUTURE.millis()];
        for millis in [0, 1, 1_804_000_000_123, -62_135_596_800_000].into_iter().chain(ends) {
            let at = Timestamp::from_millis(millis);
            assert_eq!(Timestamp::parse_stored(&at.to_string()), Some(at));
            assert_eq!(Timestamp::parse(&at.to_string()), Some(at));
        }
        for text in
            ["2027-03-01T04:30:00Z", "2027-02-29T04:30:00.000Z", "2027-03-01T24:00:00.000Z", "2027-03-01 04:30:00.000Z"]
        {
            assert_eq!(Timestamp::parse_stored(text), None, "{text}");
        }
        assert_eq!(parse_stored_time("10:30:05").map(|time| time.to_string()).as_deref(), Some("10:30:05"));
        assert_eq!(parse_stored_time("10:30"), None);
    }

    #[test]
    fn only_real_dates_in_one_shape_are_dates() {
        assert!(parse_date("2028-02-29").is_some());
        for typed in ["2027-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01 ", "+026-01-01", "0000-01-01"] {
            assert!(parse_date(typed).is_none(), "{typed}");
        }
    }

    #[test]
    fn only_hours_and_minutes_of_a_day_are_times() {
        for typed in ["00:00", "09:05", "23:59"] {
            assert_eq!(parse_time(typed).map(|time| time.format("%H:%M").to_string()).as_deref(), Some(typed));
        }
        for typed in ["24:00", "23:60", "9:05", "09:5", "09:05:00", "0905", "09.05", "-1:05", "०९:०५", ""] {
            assert_eq!(parse_time(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_birthday_counts_on_its_day() {
        let born = parse_date("2008-02-29").unwrap();
        assert_eq!(whole_years(born, parse_date("2026-02-28").unwrap()), 17);
        assert_eq!(whole_years(born, parse_date("2026-03-01").unwrap()), 18);
    }
}
