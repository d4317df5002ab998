//! Goods and services tax on what salons and spas do. Prices include it.

use chrono::NaiveDate;

use crate::billing::money::rounded_share;

/// Hundredths of a per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GstRate(i64);

impl GstRate {
    pub const NONE: Self = Self(0);

    pub const fn basis_points(basis_points: i64) -> Self {
        Self(basis_points)
    }

    pub const fn as_basis_points(self) -> i64 {
        self.0
    }

    /// By law: 18 % until 21 September 2025; 5 % without input credit since.
    pub fn on(date: NaiveDate) -> Self {
        let reform = NaiveDate::from_ymd_opt(2025, 9, 22).unwrap_or_default();
        if date < reform { Self(1_800) } else { Self(500) }
    }
}

/// What part of a total is tax. Both halves are equal and everything adds up to the paisa, which is why the halves are
/// rounded and the taxable value is what remains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxSplit {
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}

impl TaxSplit {
    pub fn of(total_paise: i64, rate: GstRate) -> Self {
        let half = rounded_share(total_paise, rate.0, 2 * (10_000 + rate.0));
        Self { taxable_value_paise: total_paise - 2 * half, cgst_paise: half, sgst_paise: half }
    }

    pub fn gst_paise(self) -> i64 {
        self.cgst_paise + self.sgst_paise
    }

    /// Splits the tax of an invoice over its lines; the sum stays the same. The rest of the division goes to the most
    /// expensive lines, because a line of one paisa cannot contain a paisa of tax.
    pub fn split_by_line(self, totals: &[i64]) -> Vec<Self> {
        let whole: i128 = totals.iter().map(|total| i128::from(*total)).sum();
        let share = |total: i64| {
            let share = i128::from(self.cgst_paise) * i128::from(total) / whole.max(1);
            i64::try_from(share).unwrap_or_default()
        };
        let mut halves: Vec<i64> = totals.iter().map(|total| share(*total)).collect();
        let mut left = self.cgst_paise - halves.iter().sum::<i64>();
        let mut most_expensive_first: Vec<usize> = (0..totals.len()).collect();
        most_expensive_first.sort_by_key(|at| std::cmp::Reverse(totals[*at]));
        // Once is enough, except where most lines are too small for a paisa of tax.
        while left > 0 && halves.iter().zip(totals).any(|(half, total)| 2 * (half + 1) <= *total) {
            for at in &most_expensive_first {
                let more = i64::from(left > 0 && 2 * (halves[*at] + 1) <= totals[*at]);
                halves[*at] += more;
                left -= more;
            }
        }
        let split = |(total, half): (&i64, i64)| Self {
            taxable_value_paise: total - 2 * half,
            cgst_paise: half,
            sgst_paise: half,
        };
        totals.iter().zip(halves).map(split).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::parse_date;

    #[test]
    fn the_rate_changed_on_22_september_2025() {
        assert_eq!(GstRate::on(parse_date("2025-09-21").unwrap()), GstRate(1_800));
        assert_eq!(GstRate::on(parse_date("2025-09-22").unwrap()), GstRate(500));
    }

    #[test]
    fn a_total_is_split_as_the_law_and_our_rule_say() {
        let split = |total, rate| {
            let TaxSplit { taxable_value_paise, cgst_paise, .. } = TaxSplit::of(total, GstRate(rate));
            (taxable_value_paise, cgst_paise)
        };
        assert_eq!(split(118_000, 1_800), (100_000, 9_000));
        assert_eq!(split(105_000, 500), (100_000, 2_500));
        assert_eq!(split(1, 1_800), (1, 0));
        assert_eq!(split(99_900, 500), (95_142, 2_379));
        assert_eq!(split(50_000, 0), (50_000, 0));
    }

    /// Every total that a visit is likely to have, at both rates, against the definition in another arithmetic.
    #[test]
    fn every_total_up_to_a_lakh_of_rupees_adds_up() {
        for rate in [500, 1_800] {
            for total in 1..=10_000_000_i64 {
                let split = TaxSplit::of(total, GstRate(rate));
                assert_eq!(split.cgst_paise, split.sgst_paise);
                assert_eq!(split.taxable_value_paise + split.gst_paise(), total);
                // half = total × rate / (2 × (100 + rate)): between half a paisa below and above.
                let (exact_of, whole) = (total * rate, 2 * (10_000 + rate));
                let off_by = 2 * (split.cgst_paise * whole - exact_of);
                assert!(-whole < off_by && off_by <= whole, "{total} at {rate}");
            }
        }
    }

    proptest! {
        #[test]
        fn lines_carry_the_tax_of_their_invoice(
            totals in prop::collection::vec(prop_oneof![Just(0), 50_i64..=10_000_000], 1..21),
            rate in prop_oneof![Just(0), Just(500), Just(1_800), Just(2_800)],
        ) {
            let tax = TaxSplit::of(totals.iter().sum(), GstRate(rate));
            let lines = tax.split_by_line(&totals);
            prop_assert_eq!(lines.iter().map(|line| line.cgst_paise).sum::<i64>(), tax.cgst_paise);
            for (line, total) in lines.iter().zip(&totals) {
                prop_assert_eq!(line.taxable_value_paise + line.gst_paise(), *total);
                prop_assert!(line.taxable_value_paise >= 0 && line.cgst_paise >= 0);
                prop_assert!((line.cgst_paise - TaxSplit::of(*total, GstRate(rate)).cgst_paise).abs() <= 1);
            }
        }
    }
}
