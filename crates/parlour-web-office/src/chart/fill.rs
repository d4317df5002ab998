//! How full the next days are: each a bar inside its whole.

use super::drawing::{Anchor, Drawing, Layout, Path, bar_path};

/// From so many per cent on, hardly anybody can book any more.
const NEARLY_FULL_PERCENT: i64 = 90;

const COLUMN: i32 = 400;
const BAR: i32 = 260;
const RADIUS: i32 = 60;
const LAYOUT: Layout = Layout { width: 2_800, height: 1_320, left: 0, top: 180, base: 1_100, max_labels: 7, class: "" };

#[derive(Debug, Clone)]
pub(crate) struct FullDay {
    pub(crate) label: String,
    /// None where nobody works.
    pub(crate) percent: Option<i64>,
}

pub(crate) fn is_nearly_full(percent: i64) -> bool {
    percent >= NEARLY_FULL_PERCENT
}

/// A week of days.
pub(crate) struct FillChart<'a> {
    pub(crate) days: &'a [FullDay],
    /// For those who do not see the chart.
    pub(crate) alt_text: String,
}

impl FillChart<'_> {
    pub(crate) fn draw(&self) -> Drawing {
        let mut drawing = Drawing::new(&LAYOUT, &self.alt_text);
        let mut x = (COLUMN - BAR) / 2;
        for day in self.days {
            let middle = x + BAR / 2;
            if let Some(percent) = day.percent {
                let whole = LAYOUT.base - LAYOUT.top;
                let height = i32::try_from(percent.clamp(0, 100)).unwrap_or(0) * whole / 100;
                let class = if is_nearly_full(percent) { "hot" } else { "bar1" };
                for (class, height) in [("bar0", whole), (class, height)].into_iter().filter(|(_, height)| *height > 0)
                {
                    let data = bar_path((x, BAR), (LAYOUT.base, height), RADIUS);
                    drawing.paths.push(Path { class, data });
                }
                drawing.add_words(format!("{percent}%"), (middle, LAYOUT.top - 60), Anchor::Middle);
            }
            drawing.add_words(day.label.clone(), (middle, LAYOUT.base + 160), Anchor::Middle);
            x += COLUMN;
        }
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_filled_as_far_as_it_is_booked() {
        let days =
            [Some(54), Some(0), None, Some(90), Some(100)].map(|percent| FullDay { label: "Tue".to_owned(), percent });
        let drawing = FillChart { days: &days, alt_text: "How full the next days are".to_owned() }.draw();
        let classes: Vec<&str> = drawing.paths.iter().map(|path| path.class).collect();
        assert_eq!(classes, ["bar0", "bar1", "bar0", "bar0", "hot", "bar0", "hot"]);
        let words: Vec<&str> = drawing.words.iter().map(|words| words.text.as_str()).collect();
        assert_eq!(words, ["54%", "Tue", "0%", "Tue", "Tue", "90%", "Tue", "100%", "Tue"]);
    }
}
