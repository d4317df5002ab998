//! The axis of a chart, in e-mails and on pages: how high a bar is, and how amounts are labelled.

/// The axis has at most this many lines above zero.
const MAX_STEPS: i64 = 4;

/// An axis from zero to a round amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AxisScale {
    step_paise: i64,
    steps: i64,
    /// The height of the whole axis, in the units of the drawing.
    axis_height: i16,
}

impl AxisScale {
    pub fn for_maximum(highest_paise: i64, axis_height: i16) -> Self {
        // A step is one rupee at least.
        let mut step_paise: i64 = 100;
        let mut factors = [2, 5, 10].into_iter().cycle();
        let mut decade: i64 = 100;
        while highest_paise > step_paise.saturating_mul(MAX_STEPS) {
            let factor = factors.next().unwrap_or(10);
            step_paise = decade.saturating_mul(factor);
            if factor == 10 {
                decade = step_paise;
            }
        }
        let steps = (highest_paise.max(1) - 1) / step_paise + 1;
        Self { step_paise, steps, axis_height }
    }

    /// The height of a bar in the units of the drawing; amounts below zero have none.
    pub fn height(&self, paise: i64) -> i16 {
        let whole = i128::from(self.step_paise) * i128::from(self.steps);
        let height = i128::from(paise.max(0)) * i128::from(self.axis_height) / whole.max(1);
        i16::try_from(height).unwrap_or(self.axis_height).min(self.axis_height)
    }

    pub fn ticks(&self) -> impl Iterator<Item = i64> {
        let step_paise = self.step_paise;
        (0..=self.steps).map(move |step| step.saturating_mul(step_paise))
    }
}

/// The unit in which India says an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountUnit {
    Ones,
    Thousands,
    Lakhs,
    Crores,
}

/// The first three figures of an amount or a count, in the largest unit that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortFigures {
    /// A minus sign, or nothing.
    pub sign: &'static str,
    /// `12.5`
    pub digits: String,
    pub unit: AmountUnit,
}

impl ShortFigures {
    /// Of paise, or of hundredths of a count. Cut off, not rounded: 99,999 is less than a lakh.
    pub fn of_hundredths(hundredths: i64) -> Self {
        let whole = hundredths.unsigned_abs() / 100 + u64::from(hundredths.unsigned_abs() % 100 >= 50);
        let (size, unit) = match whole {
            0..1_000 => (1, AmountUnit::Ones),
            1_000..100_000 => (1_000, AmountUnit::Thousands),
            100_000..10_000_000 => (100_000, AmountUnit::Lakhs),
            _ => (10_000_000, AmountUnit::Crores),
        };
        let places: u32 = match whole / size {
            _ if unit == AmountUnit::Ones => 0,
            0..10 => 2,
            10..100 => 1,
            _ => 0,
        };
        let scaled = u128::from(whole) * 10_u128.pow(places) / u128::from(size);
        let (before_point, after_point) = (scaled / 10_u128.pow(places), scaled % 10_u128.pow(places));
        let decimals = match places {
            0 => String::new(),
            places => format!(".{after_point:0width$}", width = usize::try_from(places).unwrap_or(1)),
        };
        let decimals = decimals.trim_end_matches('0').trim_end_matches('.');
        let sign = if hundredths < 0 { "−" } else { "" };
        Self { sign, digits: format!("{before_point}{decimals}"), unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `20 Thousands`.
    fn short(paise: i64) -> String {
        let ShortFigures { sign, digits, unit } = ShortFigures::of_hundredths(paise);
        let unit = if unit == AmountUnit::Ones { String::new() } else { format!(" {unit:?}") };
        format!("{sign}{digits}{unit}")
    }

    #[test]
    fn amounts_are_short_and_in_lakh() {
        for (rupees, expected) in [
            (0, "0"),
            (850, "850"),
            (1_000, "1 Thousands"),
            (12_540, "12.5 Thousands"),
            (99_999, "99.9 Thousands"),
            (125_000, "1.25 Lakhs"),
            (2_000_000, "20 Lakhs"),
            (34_000_000, "3.4 Crores"),
            (-1_500, "−1.5 Thousands"),
        ] {
            assert_eq!(short(rupees * 100), expected);
        }
        short(i64::MIN);
    }

    #[test]
    fn the_axis_ends_at_a_round_amount() {
        let ticks = |rupees: i64| AxisScale::for_maximum(rupees * 100, 400).ticks().map(short).collect::<Vec<_>>();
        assert_eq!(ticks(0), ["0", "1"]);
        assert_eq!(ticks(7), ["0", "2", "4", "6", "8"]);
        assert_eq!(ticks(43_210), ["0", "20 Thousands", "40 Thousands", "60 Thousands"]);
        assert_eq!(ticks(200_000), ["0", "50 Thousands", "1 Lakhs", "1.5 Lakhs", "2 Lakhs"]);
        assert_eq!(ticks(1_000_000), ["0", "5 Lakhs", "10 Lakhs"]);
        let scale = AxisScale::for_maximum(4_321_000, 400);
        assert_eq!(scale.height(6_000_000), 400);
        assert_eq!(scale.height(3_000_000), 200);
        assert_eq!(scale.height(-1), 0);
        assert!((300..=400).contains(&AxisScale::for_maximum(i64::MAX, 400).height(i64::MAX)));
    }
}
