//! What reports count, and how figures are written for people.

pub mod axis;
pub mod period;
pub mod spreadsheet;
use std::collections::BTreeMap;

use crate::billing::money::rounded_share;
use crate::string_enum::string_enum;

/// A customer without a visit for this many days has lapsed.
pub const LAPSED_AFTER_DAYS: u64 = 90;
/// A customer who comes again within this many days is retained.
pub const RETAINED_WITHIN_DAYS: u64 = 90;

string_enum! {
    /// The format of a report.
    ReportFormat {
        Json = "json",
        Csv = "csv",
        Xlsx = "xlsx",
    }
}

/// A part of a whole in hundredths of a per cent, halves rounded up; 0 of nothing.
pub fn basis_points(part: i64, whole: i64) -> i64 {
    if whole > 0 { rounded_share(10_000, part, whole) } else { 0 }
}

/// `sum / count`, halves rounded up; 0 of none. Nothing here is negative.
pub fn average(sum: i64, count: i64) -> i64 {
    if count > 0 { rounded_share(sum, 1, count) } else { 0 }
}

/// Paise as rupees, basis points as per cent: `1234.05`, exact.
pub fn format_hundredths(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// Whole minutes, each with how often it occurred.
#[derive(Debug, Default)]
pub struct MinuteHistogram {
    counts: BTreeMap<i64, i64>,
}

impl MinuteHistogram {
    pub fn record(&mut self, minutes: i64) {
        *self.counts.entry(minutes).or_default() += 1;
    }

    pub fn count(&self) -> i64 {
        self.counts.values().sum()
    }

    /// How many are shorter.
    pub fn count_below(&self, minutes: i64) -> i64 {
        self.counts.range(..minutes).map(|(_, count)| count).sum()
    }

    /// Halves rounded up.
    pub fn average(&self) -> Option<i64> {
        let sum: i64 = self.counts.iter().map(|(minutes, count)| minutes.saturating_mul(*count)).sum();
        let count = self.count();
        (count > 0).then(|| average(sum, count))
    }

    /// The median; of two middle values their mean, with halves rounded up.
    pub fn median(&self) -> Option<i64> {
        let count = self.count();
        let lower = self.at((count - 1) / 2)?;
        Some(average(lower + self.at(count / 2)?, 2))
    }

    fn at(&self, rank: i64) -> Option<i64> {
        let mut counted = 0;
        self.counts.iter().find_map(|(minutes, count)| {
            counted += count;
            (counted > rank).then_some(*minutes)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_are_rounded_half_up() {
        assert_eq!(basis_points(1, 3), 3_333);
        assert_eq!(basis_points(2, 3), 6_667);
        assert_eq!(basis_points(1, 8), 1_250);
        assert_eq!(basis_points(0, 0), 0);
        assert_eq!((average(5, 2), average(7, 0)), (3, 0));
    }

    #[test]
    fn figures_are_written_to_the_paisa() {
        for (paise, rupees) in
            [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (-123, "-1.23"), (123_456_789_012, "1234567890.12")]
        {
            assert_eq!(format_hundredths(paise), rupees);
        }
        assert_eq!(format_hundredths(i64::MIN), "-92233720368547758.08");
    }

    #[test]
    fn empty_histogram_has_no_median() {
        let none = MinuteHistogram::default();
        assert_eq!((none.average(), none.median(), none.count()), (None, None, 0));
    }

    proptest! {
        #[test]
        fn histogram_agrees_with_a_sorted_list(mut list in prop::collection::vec(0_i64..10_000, 1..50), edge in 0_i64..10_000) {
            let mut recorded = MinuteHistogram::default();
            for minutes in &list {
                recorded.record(*minutes);
            }
            list.sort_unstable();
            let half = list.len() / 2;
            let middle = if list.len() % 2 == 1 { list[half] } else { (list[half - 1] + list[half] + 1) / 2 };
            prop_assert_eq!(recorded.median(), Some(middle));
            let (sum, count) = (list.iter().sum::<i64>(), i64::try_from(list.len()).unwrap());
            prop_assert_eq!(recorded.average(), Some((2 * sum + count) / (2 * count)));
            let count_below = list.iter().filter(|minutes| **minutes < edge).count();
            prop_assert_eq!(recorded.count_below(edge), i64::try_from(count_below).unwrap());
        }
    }
}
