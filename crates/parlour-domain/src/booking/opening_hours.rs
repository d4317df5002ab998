//! When a branch is open.

use chrono::{Datelike, NaiveDate, NaiveTime};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ist::parse_time;

/// The hours in which a booking may begin; the closing time itself is excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpeningHours {
    #[serde(serialize_with = "crate::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "10:00")]
    pub opens_at: NaiveTime,
    #[serde(serialize_with = "crate::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "21:00")]
    pub closes_at: NaiveTime,
}

impl OpeningHours {
    /// Of a branch with these hours on every day, unless its weekdays differ. `None` on a day on which it is closed.
    pub fn on(date: NaiveDate, daily: Self, weekly: Option<&WeeklyHours>) -> Option<Self> {
        weekly.map_or(Some(daily), |weekly| weekly.on(date))
    }

    /// Whether a booking that begins at this time ends by closing.
    pub fn have_time_for(self, start: NaiveTime, duration_minutes: i64) -> bool {
        duration_minutes <= (self.closes_at - start).num_minutes()
    }
}

/// Whether pages propose a time of a day with these hours: at an open branch nothing that ends after closing, and nothing on
/// a day on which it is closed. At a live branch the roster decides.
pub fn is_sold(is_live: bool, hours: Option<OpeningHours>, start: NaiveTime, duration_minutes: i64) -> bool {
    is_live || hours.is_some_and(|hours| hours.have_time_for(start, duration_minutes))
}

/// The opening hours of each weekday, Monday first. `None` is a day on which the branch is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct WeeklyHours {
    days: [Option<OpeningHours>; 7],
    #[serde(skip)]
    stored: String,
}

const CLOSED: &str = "closed";

impl WeeklyHours {
    pub fn new(days: [Option<OpeningHours>; 7]) -> Self {
        let day = |hours: &Option<OpeningHours>| match hours {
            Some(hours) => format!("{}-{}", hours.opens_at.format("%H:%M"), hours.closes_at.format("%H:%M")),
            None => CLOSED.to_owned(),
        };
        Self { stored: days.iter().map(day).collect::<Vec<_>>().join(" "), days }
    }

    pub fn on(&self, date: NaiveDate) -> Option<OpeningHours> {
        let weekday = usize::try_from(date.weekday().num_days_from_monday()).ok()?;
        self.days.get(weekday).copied().flatten()
    }

    /// As the database has it: `10:00-21:00 closed …`.
    pub fn as_str(&self) -> &str {
        &self.stored
    }

    /// Reads what [`as_str`](Self::as_str) wrote.
    pub fn parse(stored: &str) -> Option<Self> {
        let day = |text: &str| match text.split_once('-') {
            Some((opens_at, closes_at)) => {
                Some(Some(OpeningHours { opens_at: parse_time(opens_at)?, closes_at: parse_time(closes_at)? }))
            }
            None => (text == CLOSED).then_some(None),
        };
        let days: Option<Vec<_>> = stored.split(' ').map(day).collect();
        Some(Self::new(days?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::{parse_date, time_at_minute};

    fn hours(opens: u32, closes: u32) -> OpeningHours {
        OpeningHours { opens_at: time_at_minute(opens * 60), closes_at: time_at_minute(closes * 60) }
    }

    #[test]
    fn a_booking_ends_by_closing_or_not() {
        let hours = hours(10, 21);
        assert!(hours.have_time_for(time_at_minute(20 * 60), 60));
        assert!(!hours.have_time_for(time_at_minute(20 * 60), 61));
        assert!(!hours.have_time_for(time_at_minute(21 * 60 + 5), 0));
        assert!(!hours.have_time_for(time_at_minute(0), i64::MAX));
    }

    #[test]
    fn an_open_branch_sells_what_ends_by_closing() {
        let (open, start) = (Some(hours(10, 21)), time_at_minute(20 * 60));
        assert!(is_sold(false, open, start, 60));
        assert!(!is_sold(false, open, start, 61));
        assert!(!is_sold(false, None, start, 60));
        assert!(is_sold(true, open, start, 61) && is_sold(true, None, start, 60));
    }

    #[test]
    fn a_week_is_read_as_it_was_written() {
        let mut days = [Some(hours(10, 21)); 7];
        days[1] = None;
        days[6] = Some(hours(11, 18));
        let week = WeeklyHours::new(days);
        assert_eq!(week.as_str(), "10:00-21:00 closed 10:00-21:00 10:00-21:00 10:00-21:00 10:00-21:00 11:00-18:00");
        assert_eq!(WeeklyHours::parse(week.as_str()), Some(week.clone()));
        for (date, expected) in
            [("2027-03-01", Some(hours(10, 21))), ("2027-03-02", None), ("2027-03-07", Some(hours(11, 18)))]
        {
            let date = parse_date(date).unwrap();
            assert_eq!(week.on(date), expected);
            assert_eq!(OpeningHours::on(date, hours(9, 10), Some(&week)), expected);
            assert_eq!(OpeningHours::on(date, hours(9, 10), None), Some(hours(9, 10)));
        }
        for wrong in ["", "closed", "10:00-21:00 x", "10-21 closed closed closed closed closed closed"] {
            assert_eq!(WeeklyHours::parse(wrong), None, "{wrong}");
        }
    }
}
