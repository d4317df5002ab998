//! The period of a report: consecutive IST days.

use chrono::{Datelike, Days, NaiveDate};

use crate::ist::Timestamp;

/// Ten years, leap days included.
pub const MAX_PERIOD_DAYS: u64 = 3_660;

/// From one IST day to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PeriodRefusal {
    #[error("must not be after `to`")]
    FromAfterTo,
    #[error("must be at most {MAX_PERIOD_DAYS} days from `from`")]
    TooLong,
}

/// Whether reports accept this day: the years 2000 to 2999. Periods before and after them are still valid dates.
pub fn is_reportable_date(day: NaiveDate) -> bool {
    (2000..=2999).contains(&day.year())
}

impl Period {
    pub fn new(from: NaiveDate, to: NaiveDate) -> Result<Self, PeriodRefusal> {
        let period = Self { from, to };
        match period.day_count() {
            0 => Err(PeriodRefusal::FromAfterTo),
            1..=MAX_PERIOD_DAYS => Ok(period),
            _ => Err(PeriodRefusal::TooLong),
        }
    }

    pub fn of_day(day: NaiveDate) -> Self {
        Self { from: day, to: day }
    }

    /// The days of a month until this one.
    pub fn month_to_date(day: NaiveDate) -> Self {
        Self { from: first_of_month(day), to: day }
    }

    /// The whole month of a day.
    pub fn month_of(day: NaiveDate) -> Self {
        Self { from: first_of_month(day), to: last_of_month(day) }
    }

    pub fn day_count(self) -> u64 {
        u64::try_from(self.to.signed_duration_since(self.from).num_days() + 1).unwrap_or(0)
    }

    /// The period of the same length that ends the day before.
    #[must_use]
    pub fn previous(self) -> Self {
        let length = Days::new(self.day_count());
        Self { from: self.from - length, to: self.to - length }
    }

    pub fn days(self) -> impl Iterator<Item = NaiveDate> {
        self.from.iter_days().take_while(move |day| *day <= self.to)
    }

    /// In pieces of seven days, the last of which may be shorter.
    pub fn weeks(self) -> impl Iterator<Item = Self> {
        self.days().step_by(7).map(move |from| Self { from, to: (from + Days::new(6)).min(self.to) })
    }

    /// In pieces by month, of which the first and the last may not be whole.
    pub fn months(self) -> impl Iterator<Item = Self> {
        let first = move |month: NaiveDate| month.max(self.from);
        let begins = self.days().filter(move |day| *day == first(first_of_month(*day)));
        begins.map(move |from| Self { from, to: last_of_month(from).min(self.to) })
    }

    /// In pieces by financial year, April to March, of which the first and the last may not be whole.
    pub fn financial_years(self) -> impl Iterator<Item = Self> {
        let begins = self.days().filter(move |day| *day == self.from || (day.month() == 4 && day.day() == 1));
        begins.map(move |from| {
            let last_year = if from.month() < 4 { from.year() } else { from.year() + 1 };
            let ends = NaiveDate::from_ymd_opt(last_year, 3, 31).unwrap_or(self.to);
            Self { from, to: ends.min(self.to) }
        })
    }

    /// From its first moment.
    pub fn starts_at(self) -> Timestamp {
        Timestamp::ist_midnight(self.from)
    }

    /// The first moment after it.
    pub fn ends_at(self) -> Timestamp {
        Timestamp::ist_midnight(self.to + Days::new(1))
    }
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

pub fn last_of_month(day: NaiveDate) -> NaiveDate {
    let in_next_month = first_of_month(day) + Days::new(31);
    first_of_month(in_next_month).pred_opt().unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::parse_date;

    fn period(from: &str, to: &str) -> Period {
        Period::new(parse_date(from).unwrap(), parse_date(to).unwrap()).unwrap()
    }

    #[test]
    fn a_period_has_days_and_not_too_many() {
        let day = |typed: &str| parse_date(typed).unwrap();
        assert_eq!(Period::new(day("2027-03-02"), day("2027-03-01")), Err(PeriodRefusal::FromAfterTo));
        assert_eq!(period("2027-03-01", "2027-03-01").day_count(), 1);
        assert_eq!(period("2020-01-01", "2030-01-07").day_count(), MAX_PERIOD_DAYS);
        assert_eq!(Period::new(day("2020-01-01"), day("2030-01-08")), Err(PeriodRefusal::TooLong));
        assert!(is_reportable_date(day("2000-01-01")) && is_reportable_date(day("2999-12-31")));
        assert!(!is_reportable_date(day("1999-12-31")) && !is_reportable_date(day("3000-01-01")));
    }

    #[test]
    fn the_previous_period_is_as_long_and_ends_the_day_before() {
        assert_eq!(period("2027-03-01", "2027-03-31").previous(), period("2027-01-29", "2027-02-28"));
        assert_eq!(period("2027-03-01", "2027-03-01").previous(), period("2027-02-28", "2027-02-28"));
    }

    #[test]
    fn day_starts_and_ends_at_ist_midnight() {
        let day = period("2027-03-01", "2027-03-01");
        assert_eq!(day.starts_at().to_string(), "2027-02-28T18:30:00.000Z");
        assert_eq!(day.ends_at().to_string(), "2027-03-01T18:30:00.000Z");
    }

    #[test]
    fn financial_years_begin_in_april() {
        let found: Vec<_> = period("2027-03-31", "2028-04-01").financial_years().collect();
        let expected = [("2027-03-31", "2027-03-31"), ("2027-04-01", "2028-03-31"), ("2028-04-01", "2028-04-01")];
        assert_eq!(found, expected.map(|(from, to)| period(from, to)));
    }

    #[test]
    fn months_are_cut_where_the_period_is() {
        let found: Vec<_> = period("2027-11-20", "2028-03-02").months().collect();
        let expected = [
            period("2027-11-20", "2027-11-30"),
            period("2027-12-01", "2027-12-31"),
            period("2028-01-01", "2028-01-31"),
            period("2028-02-01", "2028-02-29"),
            period("2028-03-01", "2028-03-02"),
        ];
        assert_eq!(found, expected);
        assert_eq!(Period::month_to_date(parse_date("2027-03-31").unwrap()), period("2027-03-01", "2027-03-31"));
        assert_eq!(Period::month_of(parse_date("2028-02-10").unwrap()), period("2028-02-01", "2028-02-29"));
    }

    proptest! {
        #[test]
        fn weeks_and_months_cover_the_period(start in 0_u64..300_000, length in 0_u64..800) {
            let from = parse_date("2000-01-01").unwrap() + Days::new(start);
            let whole = Period::new(from, from + Days::new(length)).unwrap();
            let days: Vec<_> = whole.days().collect();
            prop_assert_eq!(u64::try_from(days.len()).unwrap(), whole.day_count());
            for pieces in [whole.weeks().collect::<Vec<_>>(), whole.months().collect()] {
                let found: Vec<_> = pieces.iter().flat_map(|piece| piece.days()).collect();
                prop_assert_eq!(&found, &days);
            }
        }
    }
}
