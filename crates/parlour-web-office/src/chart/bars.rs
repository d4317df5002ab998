//! Bars, each beside the slim one of the period before.

use super::Unit;
use super::drawing::{Anchor, Chart, Drawing, Layout, Path, bar_path, place_of_highest};
use parlour_texts::Texts;

/// Of the upper corners.
const RADIUS: i32 = 40;
const RADIUS_BEFORE: i32 = 20;
/// The name of a closed day stands where a column is at least as wide as this.
const MIN_COLUMN_WITH_NAME: i32 = 300;
/// Bars of a few days would be blocks.
const MAX_BAR: i32 = 480;

#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) value: i64,
    /// Of the period before; none where nothing is compared.
    pub(crate) before: Option<i64>,
    pub(crate) state: BarState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BarState {
    Over,
    /// A day or a month that goes on: more will come.
    Unfinished,
    /// Closed, for this reason. There is no bar: it would say that nobody came.
    Closed(String),
}

pub(crate) struct BarChart<'a> {
    pub(crate) bars: &'a [Bar],
    pub(crate) unit: Unit,
    /// For those who do not see the chart.
    pub(crate) alt_text: String,
}

impl BarChart<'_> {
    pub(crate) fn draw(&self, texts: Texts) -> Chart {
        // Of the bars of this period: those of the period before are drawn beside one.
        let bars = self.bars.iter().enumerate().filter(|(_, bar)| !matches!(bar.state, BarState::Closed(_)));
        let highest = place_of_highest(bars.map(|(place, bar)| (place, bar.value)));
        Chart::draw(&self.alt_text, highest, |drawing, layout, highest| {
            self.add_bars(drawing, layout, highest, texts);
        })
    }

    fn add_bars(&self, drawing: &mut Drawing, layout: &Layout, highest: usize, texts: Texts) {
        let before = self.bars.iter().filter_map(|bar| bar.before).max().unwrap_or(0);
        let scale = layout.axis(self.bars[highest].value.max(before));
        drawing.add_axis(layout, &scale, texts);
        let columns = Columns::new(layout, self.bars.len(), self.bars.iter().any(|bar| bar.before.is_some()));
        let per_label = layout.columns_per_label(self.bars.len());
        for (place, bar) in self.bars.iter().enumerate() {
            let x = columns.x(layout, place);
            let height_before = i32::from(scale.height(bar.before.unwrap_or(0)));
            if height_before > 0 {
                let data = bar_path((x, columns.before), (layout.base, height_before), RADIUS_BEFORE);
                drawing.paths.push(Path { class: "was", data });
            }
            let (middle, height) = (columns.middle(layout, place), i32::from(scale.height(bar.value)));
            if let BarState::Closed(name) = &bar.state {
                if columns.column >= MIN_COLUMN_WITH_NAME {
                    let above = layout.base - height_before - 90;
                    drawing.add_words(name.clone(), (middle, above), Anchor::Middle);
                }
            } else if height > 0 {
                let class = if bar.state == BarState::Unfinished { "part" } else { "bar1" };
                let at = x + columns.before + columns.gap;
                let data = bar_path((at, columns.bar), (layout.base, height), RADIUS);
                drawing.paths.push(Path { class, data });
            }
            if place.is_multiple_of(per_label) {
                drawing.add_words(bar.label.clone(), (middle, layout.base + 180), Anchor::Middle);
            }
            if place == highest {
                drawing.add_tip(self.tip(bar, texts), (middle, layout.base - height - 90));
            }
        }
    }

    fn tip(&self, bar: &Bar, texts: Texts) -> String {
        let figure = self.unit.figure(bar.value);
        if bar.state == BarState::Unfinished { texts.chart().so_far(&figure) } else { figure }
    }
}

/// How wide the parts of a column are.
struct Columns {
    count: usize,
    column: i32,
    before: i32,
    gap: i32,
    bar: i32,
}

impl Columns {
    fn new(layout: &Layout, count: usize, has_before: bool) -> Self {
        let column = layout.start_of(1, count) - layout.left;
        let percent = if has_before { 50 } else { 60 };
        let bar = (column * percent / 100).clamp(10, MAX_BAR);
        let (before, gap) = if has_before { ((bar / 3).max(5), (bar / 7).max(2)) } else { (0, 0) };
        Self { count, column, before, gap, bar }
    }

    /// Where what is drawn of a column begins: it stands in its middle.
    fn x(&self, layout: &Layout, place: usize) -> i32 {
        let whole = self.before + self.gap + self.bar;
        layout.start_of(place, self.count) + (self.column - whole) / 2
    }

    fn middle(&self, layout: &Layout, place: usize) -> i32 {
        layout.start_of(place, self.count) + self.column / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(label: usize, rupees: i64, before: Option<i64>) -> Bar {
        Bar {
            label: label.to_string(),
            value: rupees * 100,
            before: before.map(|rupees| rupees * 100),
            state: BarState::Over,
        }
    }

    fn draw(bars: &[Bar]) -> Chart {
        BarChart { bars, unit: Unit::Paise, alt_text: "Taken each day".to_owned() }.draw(Texts::ENGLISH)
    }

    fn count(drawing: &Drawing, class: &str) -> usize {
        drawing.paths.iter().filter(|path| path.class == class).count()
    }

    fn texts(drawing: &Drawing) -> Vec<&str> {
        drawing.words.iter().map(|words| words.text.as_str()).collect()
    }

    #[test]
    fn each_day_stands_beside_the_one_before() {
        let mut bars: Vec<Bar> = (1..=16).map(|label| day(label, 10_000, Some(5_000))).collect();
        bars[6] = day(7, 192_930, Some(0));
        bars[7].state = BarState::Closed("Diwali".to_owned());
        bars[7].value = 0;
        bars[15].state = BarState::Unfinished;
        let Chart { desk, phone } = draw(&bars);
        for drawing in [&desk, &phone] {
            assert_eq!((count(drawing, "was"), count(drawing, "bar1"), count(drawing, "part")), (15, 14, 1));
            assert_eq!(texts(drawing)[..5], ["0", "50k", "1 lakh", "1.5 lakh", "2 lakh"]);
            let tips: Vec<&str> =
                drawing.words.iter().filter(|words| words.is_tip).map(|words| words.text.as_str()).collect();
            assert_eq!(tips, ["₹1,92,930"], "one figure, at the highest bar");
        }
        assert!(texts(&desk).contains(&"Diwali") && texts(&desk).contains(&"2"));
        assert!(!texts(&phone).contains(&"Diwali"), "a phone has no room for the name");
        let labels: Vec<&str> = texts(&phone)[5..].iter().copied().filter(|text| text.parse::<u32>().is_ok()).collect();
        assert_eq!(labels, ["1", "4", "7", "10", "13", "16"]);
    }

    #[test]
    fn one_day_is_one_bar_with_its_figure_in_words() {
        let bars = [Bar { state: BarState::Unfinished, ..day(16, 6_880, None) }];
        let Chart { desk, .. } = draw(&bars);
        assert_eq!((count(&desk, "part"), desk.paths.len()), (1, 1));
        assert!(texts(&desk).contains(&"₹6,880 so far"), "{:?}", texts(&desk));
        assert_eq!(texts(&desk)[..3], ["0", "2k", "4k"]);
    }

    #[test]
    fn without_figures_there_are_lines_without_numbers() {
        for bars in [vec![], vec![day(1, 0, Some(500)), day(2, -100, None)]] {
            let Chart { desk, phone } = draw(&bars);
            for drawing in [desk, phone] {
                assert_eq!(drawing.hairlines.len(), 4);
                assert!(drawing.words.is_empty() && drawing.paths.is_empty());
            }
        }
    }

    #[test]
    fn more_credited_than_sold_is_no_bar() {
        let Chart { desk, .. } = draw(&[day(1, -900, Some(-5)), day(2, 900, Some(0))]);
        assert_eq!((count(&desk, "was"), count(&desk, "bar1")), (0, 1));
    }

    #[test]
    fn all_bars_are_inside_the_drawing() {
        for number in [1, 2, 31, 62, 122] {
            let bars: Vec<Bar> = (1..=number).map(|label| day(label, 1_000, Some(900))).collect();
            for layout in [Layout::DESK, Layout::PHONE] {
                let columns = Columns::new(&layout, number, true);
                let end = columns.x(&layout, number - 1) + columns.before + columns.gap + columns.bar;
                assert!(columns.x(&layout, 0) >= layout.left && end <= layout.width, "{number}: {end}");
            }
            assert_eq!(count(&draw(&bars).desk, "bar1"), number);
        }
    }
}
