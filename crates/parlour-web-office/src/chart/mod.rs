//! Charts, drawn as SVG: geometry only, whose colours are in the stylesheet. Each has a sentence for those who do not see it, and
//! a table with the same figures stands beside it.

mod bars;
mod drawing;
mod fill;
mod line;
mod named_bars;

use parlour_domain::report::axis::{AmountUnit, ShortFigures};

pub(crate) use bars::{Bar, BarChart, BarState};
pub(crate) use drawing::{Chart, Drawing};
pub(crate) use fill::{FillChart, FullDay, is_nearly_full};
pub(crate) use line::{LineChart, Point};
pub(crate) use named_bars::{NamedBar, NamedBarChart};
use parlour_texts::Texts;
use parlour_web::format;

/// What the values of a chart are. All are in hundredths, so that one axis serves them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Paise,
    /// Hundredths of a count.
    Counts,
}

impl Unit {
    /// A value in full, for the one figure that a chart shows.
    fn figure(self, value: i64) -> String {
        match self {
            Self::Paise => format::money(value),
            Self::Counts => format::count(value / 100),
        }
    }
}

/// `50k`, `1.5 lakh`, for an axis.
fn axis_label(value: i64, texts: Texts) -> String {
    let ShortFigures { sign, digits, unit } = ShortFigures::of_hundredths(value);
    let (figure, text) = (format!("{sign}{digits}"), texts.chart());
    match unit {
        AmountUnit::Ones => figure,
        AmountUnit::Thousands => text.thousands(&figure),
        AmountUnit::Lakhs => text.lakhs(&figure),
        AmountUnit::Crores => text.crores(&figure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_labelled_as_india_says_it() {
        let label = |rupees: i64| axis_label(rupees * 100, Texts::ENGLISH);
        for (rupees, expected) in [
            (0, "0"),
            (500, "500"),
            (50_000, "50k"),
            (100_000, "1 lakh"),
            (150_000, "1.5 lakh"),
            (20_000_000, "2 crore"),
        ] {
            assert_eq!(label(rupees), expected);
        }
    }

    #[test]
    fn the_figure_of_a_chart_is_written_in_full() {
        assert_eq!(Unit::Paise.figure(19_293_000), "₹1,92,930");
        assert_eq!(Unit::Counts.figure(123_400), "1,234");
    }
}
