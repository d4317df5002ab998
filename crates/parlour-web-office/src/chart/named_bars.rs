//! Bars below each other, each under its name: for what has a name and no place in time.

use parlour_domain::text::first_letters;

use super::drawing::{Anchor, Chart, Drawing, Layout, Path, lying_bar_path};

/// Where the parts of a row are, below its upper edge.
const NAME: i32 = 110;
const BAR: (i32, i32) = (160, 120);
const SECOND_BAR: (i32, i32) = (295, 45);
const ROW: i32 = 400;
const RADIUS: i32 = 40;
/// Longer names are cut off: the table has the whole of them.
const MAX_NAME_LETTERS: usize = 36;

#[derive(Debug, Clone)]
pub(crate) struct NamedBar {
    pub(crate) name: String,
    pub(crate) value: i64,
    /// Drawn as a slim bar; none where nothing is compared.
    pub(crate) second: Option<i64>,
}

pub(crate) struct NamedBarChart<'a> {
    pub(crate) bars: &'a [NamedBar],
    /// What fills a row. None where that is the highest value.
    pub(crate) whole: Option<i64>,
    /// How the one figure of the chart is written.
    pub(crate) figure: &'a dyn Fn(i64) -> String,
    /// For those who do not see the chart.
    pub(crate) alt_text: String,
}

impl NamedBarChart<'_> {
    pub(crate) fn draw(&self) -> Chart {
        Chart { desk: self.draw_in(&Layout::DESK), phone: self.draw_in(&Layout::PHONE) }
    }

    fn draw_in(&self, usual: &Layout) -> Drawing {
        let values = self.bars.iter().flat_map(|bar| [Some(bar.value), bar.second]).flatten();
        let Some(highest) = values.max().filter(|highest| *highest > 0) else {
            let mut drawing = Drawing::new(usual, &self.alt_text);
            drawing.add_bare_lines(usual);
            return drawing;
        };
        let whole = self.whole.unwrap_or(highest);
        let rows = i32::try_from(self.bars.len()).unwrap_or(i32::MAX);
        let layout = Layout { height: ROW.saturating_mul(rows), ..*usual };
        let mut drawing = Drawing::new(&layout, &self.alt_text);
        let best = self.bars.iter().map(|bar| bar.value).max();
        let mut has_tip = false;
        let mut top = 0;
        for bar in self.bars {
            let mut add = |class, value: i64, (below, height): (i32, i32)| {
                let width = width_of(value, whole, layout.width);
                if width > 0 {
                    let data = lying_bar_path((0, width), (top + below, height), RADIUS);
                    drawing.paths.push(Path { class, data });
                }
            };
            if let Some(whole) = self.whole {
                add("bar0", whole, BAR);
            }
            add("bar1", bar.value, BAR);
            add("was", bar.second.unwrap_or(0), SECOND_BAR);
            drawing.add_words(short_name(&bar.name), (0, top + NAME), Anchor::Start);
            if !has_tip && Some(bar.value) == best && bar.value > 0 {
                drawing.add_tip((self.figure)(bar.value), (layout.width, top + NAME));
                has_tip = true;
            }
            top += ROW;
        }
        drawing
    }
}

fn width_of(value: i64, whole: i64, width: i32) -> i32 {
    let part = i128::from(value.clamp(0, whole)) * i128::from(width) / i128::from(whole.max(1));
    i32::try_from(part).unwrap_or(width)
}

fn short_name(name: &str) -> String {
    if name.chars().count() <= MAX_NAME_LETTERS {
        return name.to_owned();
    }
    format!("{}…", first_letters(name, MAX_NAME_LETTERS - 1))
}

#[cfg(test)]
mod tests {
    use parlour_web::format;

    use super::*;

    fn bar(name: &str, value: i64, second: Option<i64>) -> NamedBar {
        NamedBar { name: name.to_owned(), value, second }
    }

    fn draw(bars: &[NamedBar], whole: Option<i64>) -> Drawing {
        NamedBarChart { bars, whole, figure: &format::money, alt_text: "What brought in most".to_owned() }.draw().desk
    }

    fn classes(drawing: &Drawing) -> Vec<&str> {
        drawing.paths.iter().map(|path| path.class).collect()
    }

    #[test]
    fn each_name_has_its_bar_and_the_longest_its_figure() {
        let bars = [bar("Cut", 90_000, Some(45_000)), bar("Facial", 45_000, Some(0)), bar("Wash", -100, None)];
        let drawing = draw(&bars, None);
        assert_eq!(classes(&drawing), ["bar1", "was", "bar1"], "nothing is drawn of what is not above zero");
        let words: Vec<(&str, bool)> = drawing.words.iter().map(|words| (words.text.as_str(), words.is_tip)).collect();
        assert_eq!(words, [("Cut", false), ("₹900", true), ("Facial", false), ("Wash", false)]);
        assert!(drawing.paths[0].data.starts_with("M0 16h716q4"), "{}", drawing.paths[0].data);
        assert!(drawing.paths[2].data.starts_with("M0 56h356q4"), "{}", drawing.paths[2].data);
    }

    #[test]
    fn a_part_lies_in_its_whole() {
        let drawing = draw(&[bar("Meera", 5_000, None)], Some(10_000));
        assert_eq!(classes(&drawing), ["bar0", "bar1"]);
        assert!(drawing.paths[1].data.starts_with("M0 16h356q4"), "{}", drawing.paths[1].data);
    }

    #[test]
    fn a_long_name_is_cut_off() {
        let drawing = draw(&[bar(&"ä".repeat(37), 100, None)], None);
        assert_eq!(drawing.words[0].text, format!("{}…", "ä".repeat(35)));
    }

    #[test]
    fn without_figures_there_are_lines_without_names() {
        for bars in [vec![], vec![bar("Cut", 0, Some(0))]] {
            let drawing = draw(&bars, None);
            assert!(drawing.words.is_empty() && drawing.paths.is_empty() && drawing.hairlines.len() == 4);
        }
    }
}
