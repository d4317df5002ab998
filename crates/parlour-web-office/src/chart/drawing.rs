//! A drawing as SVG, and the parts of which charts consist.

use std::fmt::{self, Display, Formatter};

use askama::Template;
use parlour_domain::report::axis::AxisScale;

use super::axis_label;
use parlour_texts::Texts;

/// A chart as a desk shows it, and drawn narrower for a phone. The stylesheet hides one of them.
#[derive(Debug)]
pub(crate) struct Chart {
    pub(crate) desk: Drawing,
    pub(crate) phone: Drawing,
}

impl Chart {
    /// `add_figures` draws the figures, of which the highest says how far the chart reaches. Where there is none, lines
    /// without numbers are drawn.
    pub(super) fn draw<H: Copy>(
        alt_text: &str,
        highest: Option<H>,
        add_figures: impl Fn(&mut Drawing, &Layout, H),
    ) -> Self {
        let draw_in = |layout: &Layout| {
            let mut drawing = Drawing::new(layout, alt_text);
            match highest {
                Some(highest) => add_figures(&mut drawing, layout, highest),
                None => drawing.add_bare_lines(layout),
            }
            drawing
        };
        Self { desk: draw_in(&Layout::DESK), phone: draw_in(&Layout::PHONE) }
    }
}

/// The place of the highest of these values that is above zero.
pub(super) fn place_of_highest(values: impl Iterator<Item = (usize, i64)>) -> Option<usize> {
    values.filter(|(_, value)| *value > 0).max_by_key(|(_, value)| *value).map(|(place, _)| place)
}

/// A length in tenths of a unit of the drawing. Whole numbers are enough for every place, and are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tenths(pub(super) i32);

impl Display for Tenths {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (units, tenths) = (self.0.abs() / 10, self.0.abs() % 10);
        let sign = if self.0 < 0 { "-" } else { "" };
        if tenths == 0 { write!(formatter, "{sign}{units}") } else { write!(formatter, "{sign}{units}.{tenths}") }
    }
}

/// Where the parts of a drawing are, in tenths of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Where the lines of the axis begin; its labels stand before them.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) base: i32,
    /// With more columns than this, only some are labelled.
    pub(super) max_labels: usize,
    /// Of the drawing itself.
    pub(super) class: &'static str,
}

impl Layout {
    pub(super) const DESK: Self =
        Self { width: 7_200, height: 2_140, left: 460, top: 240, base: 1_900, max_labels: 16, class: "only-wide" };
    pub(super) const PHONE: Self =
        Self { width: 3_300, height: 1_900, left: 400, top: 240, base: 1_660, max_labels: 6, class: "only-phone" };

    pub(super) fn axis(&self, highest: i64) -> AxisScale {
        AxisScale::for_maximum(highest, i16::try_from(self.base - self.top).unwrap_or(i16::MAX))
    }

    /// How many columns have one label.
    pub(super) fn columns_per_label(&self, columns: usize) -> usize {
        columns.div_ceil(self.max_labels).max(1)
    }

    /// How far the part with this number begins from the left edge, where `count` parts share the width.
    pub(super) fn start_of(&self, part: usize, count: usize) -> i32 {
        let [part, count] = [part, count.max(1)].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
        self.left + (self.width - self.left).saturating_mul(part) / count
    }
}

#[derive(Debug, Template)]
#[template(path = "chart/drawing.html")]
pub(crate) struct Drawing {
    class: &'static str,
    width: Tenths,
    height: Tenths,
    alt_text: String,
    pub(super) hairlines: Vec<Hairline>,
    pub(super) paths: Vec<Path>,
    pub(super) circles: Vec<Circle>,
    pub(super) words: Vec<Words>,
}

#[derive(Debug)]
pub(super) struct Hairline {
    pub(super) x: Tenths,
    pub(super) y: Tenths,
}

#[derive(Debug)]
pub(super) struct Path {
    pub(super) class: &'static str,
    pub(super) data: String,
}

#[derive(Debug)]
pub(super) struct Circle {
    pub(super) class: &'static str,
    pub(super) x: Tenths,
    pub(super) y: Tenths,
}

#[derive(Debug)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) x: Tenths,
    pub(super) y: Tenths,
    pub(super) anchor: Anchor,
    /// Whether it is the figure that the chart points out.
    pub(super) is_tip: bool,
}

/// Which part of words is at their `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Display for Anchor {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        })
    }
}

impl Drawing {
    pub(super) fn new(layout: &Layout, alt_text: &str) -> Self {
        Self {
            class: layout.class,
            width: Tenths(layout.width),
            height: Tenths(layout.height),
            alt_text: alt_text.to_owned(),
            hairlines: Vec::new(),
            paths: Vec::new(),
            circles: Vec::new(),
            words: Vec::new(),
        }
    }

    /// In tenths of a unit, where it is not that of the layout.
    pub(super) fn set_height(&mut self, height: i32) {
        self.height = Tenths(height);
    }

    /// The lines of a chart without figures: they have no numbers.
    fn add_bare_lines(&mut self, layout: &Layout) {
        let third = (layout.base - layout.top) / 3;
        let lines = [0, 1, 2, 3].map(|line| layout.base - line * third);
        self.hairlines.extend(lines.map(|y| Hairline { x: Tenths(0), y: Tenths(y) }));
    }

    pub(super) fn add_axis(&mut self, layout: &Layout, scale: &AxisScale, texts: Texts) {
        for value in scale.ticks() {
            let y = layout.base - i32::from(scale.height(value));
            self.hairlines.push(Hairline { x: Tenths(layout.left), y: Tenths(y) });
            self.add_words(axis_label(value, texts), (layout.left - 80, y + 35), Anchor::End);
        }
    }

    pub(super) fn add_words(&mut self, text: String, (x, y): (i32, i32), anchor: Anchor) {
        self.words.push(Words { text, x: Tenths(x), y: Tenths(y), anchor, is_tip: false });
    }

    /// The figure that the chart points out, centred unless it would leave the drawing.
    pub(super) fn add_tip(&mut self, text: String, (x, y): (i32, i32)) {
        const HALF_OF_WORDS: i32 = 450;
        let anchor = match x {
            x if x + HALF_OF_WORDS > self.width.0 => Anchor::End,
            x if x < 2 * HALF_OF_WORDS => Anchor::Start,
            _ => Anchor::Middle,
        };
        self.words.push(Words { text, x: Tenths(x), y: Tenths(y), anchor, is_tip: true });
    }
}

/// A bar whose upper corners are round. `x` and `width`, then `base` and `height`.
pub(super) fn bar_path((x, width): (i32, i32), (base, height): (i32, i32), radius: i32) -> String {
    let radius = radius.min(width / 2).min(height);
    let (left, bottom, r) = (Tenths(x), Tenths(base), Tenths(radius));
    let (upper, across) = (Tenths(base - height + radius), Tenths(width - 2 * radius));
    format!("M{left} {bottom}V{upper}q0-{r} {r}-{r}h{across}q{r} 0 {r} {r}V{bottom}Z")
}

/// A bar that begins at the left, whose right corners are round. `x` and `width`, then `y` of its upper edge and `height`.
pub(super) fn lying_bar_path((x, width): (i32, i32), (y, height): (i32, i32), radius: i32) -> String {
    let radius = radius.min(height / 2).min(width);
    let (left, top, r) = (Tenths(x), Tenths(y), Tenths(radius));
    let (across, down) = (Tenths(width - radius), Tenths(height - 2 * radius));
    format!("M{left} {top}h{across}q{r} 0 {r} {r}v{down}q0 {r}-{r} {r}H{left}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_one_decimal_where_they_need_it() {
        let written = [0, 5, 460, 1_285, -15].map(|tenths| Tenths(tenths).to_string());
        assert_eq!(written, ["0", "0.5", "46", "128.5", "-1.5"]);
    }

    #[test]
    fn a_bar_is_round_at_the_top() {
        assert_eq!(bar_path((610, 210), (1_900, 621), 40), "M61 190V131.9q0-4 4-4h13q4 0 4 4V190Z");
        assert_eq!(bar_path((0, 40), (100, 10), 40), "M0 10V10q0-1 1-1h2q1 0 1 1V10Z", "no rounder than it is high");
    }

    #[test]
    fn a_lying_bar_is_round_at_the_right() {
        assert_eq!(lying_bar_path((0, 600), (160, 120), 40), "M0 16h56q4 0 4 4v4q0 4-4 4H0Z");
        assert_eq!(lying_bar_path((0, 10), (0, 120), 40), "M0 0h0q1 0 1 1v10q0 1-1 1H0Z", "no rounder than it is long");
    }

    #[test]
    fn a_drawing_is_a_picture_with_a_sentence() {
        let mut drawing = Drawing::new(&Layout::DESK, "Taken <each> day");
        drawing.add_bare_lines(&Layout::DESK);
        drawing.add_words("Ann & Co".to_owned(), (10, 20), Anchor::Middle);
        let svg = drawing.to_string();
        assert!(
            svg.starts_with("<svg class=\"only-wide\" viewBox=\"0 0 720 214\" role=\"img\" aria-label=\"Taken "),
            "{svg}"
        );
        assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("<each>") && !svg.contains("Ann & Co"), "{svg}");
        assert_eq!(svg.matches("<line class=\"ax\"").count(), 4);
        assert!(!svg.contains("style="), "the policy of the pages forbids styles of their own");
    }

    #[test]
    fn parts_share_the_whole_width() {
        let layout = Layout::PHONE;
        assert_eq!((layout.start_of(0, 16), layout.start_of(16, 16)), (400, 3_300));
        assert_eq!(layout.columns_per_label(16), 3);
        assert_eq!(Layout::DESK.columns_per_label(16), 1);
        assert_eq!(Layout::DESK.columns_per_label(0), 1);
    }
}
