//! A bar chart as a PNG: mail programs show no other kind of picture reliably.

mod canvas;

use parlour_domain::report::axis::{AmountUnit, AxisScale, ShortFigures};
use parlour_texts::ReportEmailTexts;

use crate::emails::figures::ChartBar;
use canvas::{Anchor, Canvas, Colour, Font, Rectangle, Text};

/// Twice the size at which it is shown, for screens with a high resolution.
const WIDTH: i16 = 1_184;
const HEIGHT: i16 = 560;
const LEFT: i16 = 128;
const RIGHT: i16 = 1_152;
const TOP: i16 = 132;
const BOTTOM: i16 = 484;

/// With more bars than this there is no room for their values.
const MAX_BARS_WITH_VALUES: usize = 12;
/// With more bars than this only some are labelled.
const MAX_LABELS: usize = 16;
/// More bars than this are not drawn at all.
const MAX_BARS: usize = 62;

const TEXT_COLOUR: Colour = [0x2b, 0x25, 0x30];
const MUTED_COLOUR: Colour = [0x76, 0x68, 0x6f];
const GRID_COLOUR: Colour = [0xec, 0xe3, 0xdf];
const CURRENT_COLOUR: Colour = [0x8a, 0x2f, 0x5c];
const PREVIOUS_COLOUR: Colour = [0xe3, 0xc3, 0xd3];

const TITLE_FONT: Font = Font { size: 34, is_bold: true };
const LABEL_FONT: Font = Font { size: 24, is_bold: false };
const VALUE_FONT: Font = Font { size: 22, is_bold: true };
/// Smaller letters cannot be read on a phone.
const MIN_FONT_SIZE: u8 = 14;
/// The space between two labels below the bars.
const LABEL_GAP: i16 = 12;

/// The names of the two periods that a chart compares.
#[derive(Debug, Clone, Copy)]
pub struct Legend<'a> {
    pub now: &'a str,
    pub previous: &'a str,
}

/// Draws the bars, each beside that of the previous period. `None` if there are no bars or too many.
pub fn render_png(
    title: &str,
    bars: &[ChartBar],
    legend: Option<Legend<'_>>,
    text: ReportEmailTexts,
) -> Option<Vec<u8>> {
    if bars.is_empty() || bars.len() > MAX_BARS {
        return None;
    }
    let mut canvas = Canvas::new(WIDTH, HEIGHT)?;
    let anchor = Anchor::Start;
    canvas.draw_text(Text { words: title, x: 32, y: 64, anchor, font: TITLE_FONT, colour: TEXT_COLOUR });
    let chart = BarChart::new(bars, &canvas, text);
    if let Some(legend) = legend.filter(|_| chart.has_previous) {
        draw_legend(&mut canvas, legend);
    }
    chart.draw_grid(&mut canvas);
    for index in 0..bars.len() {
        chart.draw_column(&mut canvas, index);
    }
    canvas.encode_png()
}

/// `₹850`, `₹12.5k`, `₹1.25 L`, `₹3.4 Cr`: three figures are enough beside a bar.
fn short_amount(paise: i64, text: ReportEmailTexts) -> String {
    let ShortFigures { sign, digits, unit } = ShortFigures::of_hundredths(paise);
    let figure = format!("{sign}₹{digits}");
    match unit {
        AmountUnit::Ones => figure,
        AmountUnit::Thousands => text.thousands(&figure),
        AmountUnit::Lakhs => text.lakhs(&figure),
        AmountUnit::Crores => text.crores(&figure),
    }
}

/// The font, smaller where the widest of the texts would need more room than there is.
fn fit(canvas: &Canvas, texts: &[String], font: Font, width: i16) -> Font {
    let widest = texts.iter().map(|words| rounded_up(canvas.text_width(words, font))).max().unwrap_or(0);
    if widest <= width {
        return font;
    }
    let size = i32::from(font.size) * i32::from(width) / i32::from(widest);
    Font { size: u8::try_from(size).unwrap_or(font.size).max(MIN_FONT_SIZE), ..font }
}

/// The names of both periods, aligned to the right.
fn draw_legend(canvas: &mut Canvas, legend: Legend<'_>) {
    let mut right = RIGHT;
    for (name, colour) in [(legend.previous, PREVIOUS_COLOUR), (legend.now, CURRENT_COLOUR)] {
        draw_label(canvas, name, [right, 62], Anchor::End);
        let left = right - rounded_up(canvas.text_width(name, LABEL_FONT)) - 34;
        canvas.fill_rounded(Rectangle { x: left, y: 42, width: 22, height: 22 }, [6, 6], colour);
        right = left - 34;
    }
}

fn draw_label(canvas: &mut Canvas, words: &str, [x, y]: [i16; 2], anchor: Anchor) {
    canvas.draw_text(Text { words, x, y, anchor, font: LABEL_FONT, colour: MUTED_COLOUR });
}

#[expect(clippy::cast_possible_truncation, reason = "a width in pixels; larger values saturate")]
fn rounded_up(pixels: f32) -> i16 {
    pixels.ceil() as i16
}

struct BarChart<'a> {
    bars: &'a [ChartBar],
    scale: AxisScale,
    has_previous: bool,
    /// The width of one bar or pair of bars with the space around it.
    column_width: i16,
    text: ReportEmailTexts,
    axis_font: Font,
    value_font: Font,
    /// Of so many bars one is labelled.
    bars_per_label: usize,
}

impl<'a> BarChart<'a> {
    fn new(bars: &'a [ChartBar], canvas: &Canvas, text: ReportEmailTexts) -> Self {
        let amounts = bars.iter().flat_map(|bar| [bar.paise, bar.previous_paise.unwrap_or(0)]);
        let scale = AxisScale::for_maximum(amounts.max().unwrap_or(0), BOTTOM - TOP);
        let column_width = (RIGHT - LEFT) / i16::try_from(bars.len()).unwrap_or(i16::MAX).max(1);
        let ticks: Vec<String> = scale.ticks().map(|paise| short_amount(paise, text)).collect();
        let values: Vec<String> = bars.iter().map(|bar| short_amount(bar.paise, text)).collect();
        let widest = bars.iter().map(|bar| rounded_up(canvas.text_width(&bar.label, LABEL_FONT))).max().unwrap_or(0);
        let label_width = widest.saturating_add(LABEL_GAP).unsigned_abs();
        Self {
            bars,
            scale,
            has_previous: bars.iter().any(|bar| bar.previous_paise.is_some()),
            column_width,
            text,
            axis_font: fit(canvas, &ticks, LABEL_FONT, LEFT - 24),
            value_font: fit(canvas, &values, VALUE_FONT, column_width),
            bars_per_label: bars
                .len()
                .div_ceil(MAX_LABELS)
                .max(usize::from(label_width.div_ceil(column_width.max(1).unsigned_abs()))),
        }
    }

    fn draw_grid(&self, canvas: &mut Canvas) {
        for paise in self.scale.ticks() {
            let y = BOTTOM - self.scale.height(paise);
            let line = Rectangle { x: LEFT, y: y - 1, width: RIGHT - LEFT, height: 2 };
            canvas.fill_rectangle(line, GRID_COLOUR);
            canvas.draw_text(Text {
                words: &short_amount(paise, self.text),
                x: LEFT - 16,
                y: y + 9,
                anchor: Anchor::End,
                font: self.axis_font,
                colour: MUTED_COLOUR,
            });
        }
    }

    fn draw_column(&self, canvas: &mut Canvas, index: usize) {
        let bar = &self.bars[index];
        let middle = LEFT + self.column_width * i16::try_from(index).unwrap_or_default() + self.column_width / 2;
        let share = if self.has_previous { 0.36 } else { 0.6 };
        let width = rounded_up(f32::from(self.column_width) * share).clamp(4, 96);
        let left = if self.has_previous { middle + 2 } else { middle - width / 2 };
        if let Some(previous_paise) = bar.previous_paise {
            self.draw_bar(canvas, [middle - width - 2, width], previous_paise, PREVIOUS_COLOUR);
        }
        self.draw_bar(canvas, [left, width], bar.paise, CURRENT_COLOUR);
        if self.bars.len() <= MAX_BARS_WITH_VALUES {
            canvas.draw_text(Text {
                words: &short_amount(bar.paise, self.text),
                x: left + width / 2,
                y: BOTTOM - self.scale.height(bar.paise) - 12,
                anchor: Anchor::Middle,
                font: self.value_font,
                colour: TEXT_COLOUR,
            });
        }
        if index.is_multiple_of(self.bars_per_label) {
            draw_label(canvas, &bar.label, [middle, BOTTOM + 40], Anchor::Middle);
        }
    }

    /// Rounded at the top only.
    fn draw_bar(&self, canvas: &mut Canvas, [x, width]: [i16; 2], paise: i64, colour: Colour) {
        let height = self.scale.height(paise);
        if height > 0 {
            let area = Rectangle { x, y: BOTTOM - height, width, height };
            canvas.fill_rounded(area, [(width / 6).min(height), 0], colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_texts::Texts;

    use super::*;

    const WEEKS: Legend<'_> = Legend { now: "now", previous: "the week before" };

    fn text(tag: &str) -> ReportEmailTexts {
        Texts::for_tag(tag).unwrap().report_email()
    }

    fn bars(count: i64, previous: bool) -> Vec<ChartBar> {
        let bar = |at: i64| ChartBar {
            label: format!("<{at}> & आशा\0\u{1b}"),
            paise: at * 1_234_567 - 2_000_000,
            previous_paise: previous.then_some(at * 999_999),
        };
        (0..count).map(bar).collect()
    }

    #[test]
    fn bars_become_a_picture() {
        for (count, previous) in [(1, false), (1, true), (7, true), (31, false), (62, true)] {
            for tag in ["en", "hi"] {
                let picture = render_png("\"Takings\" <&> ₹\u{fffe}", &bars(count, previous), Some(WEEKS), text(tag));
                let picture = picture.unwrap_or_else(|| panic!("no picture of {count}"));
                assert_eq!(&picture[1..4], b"PNG");
                assert_eq!(&picture[16..24], [0, 0, 4, 160, 0, 0, 2, 48], "its width and height");
                assert!(picture.len() < 100_000, "{}", picture.len());
            }
        }
    }

    #[test]
    fn no_bars_or_too_many_are_no_picture() {
        assert_eq!(render_png("Takings", &[], None, text("en")), None);
        assert_eq!(render_png("Takings", &bars(63, false), None, text("en")), None);
        let extremes =
            [i64::MIN, 0, i64::MAX].map(|paise| ChartBar { label: String::new(), paise, previous_paise: Some(paise) });
        assert!(render_png("Takings", &extremes, Some(WEEKS), text("en")).is_some());
    }

    #[test]
    fn amounts_are_short_and_in_lakh() {
        for (rupees, english, hindi) in [
            (0, "₹0", "₹0"),
            (850, "₹850", "₹850"),
            (1_000, "₹1k", "₹1 हज़ार"),
            (12_540, "₹12.5k", "₹12.5 हज़ार"),
            (99_999, "₹99.9k", "₹99.9 हज़ार"),
            (125_000, "₹1.25 L", "₹1.25 लाख"),
            (2_000_000, "₹20 L", "₹20 लाख"),
            (34_000_000, "₹3.4 Cr", "₹3.4 करोड़"),
            (-1_500, "−₹1.5k", "−₹1.5 हज़ार"),
        ] {
            assert_eq!(short_amount(rupees * 100, text("en")), english);
            assert_eq!(short_amount(rupees * 100, text("hi")), hindi);
        }
    }

    #[test]
    fn labels_in_hindi_do_not_touch_each_other() {
        let canvas = Canvas::new(WIDTH, HEIGHT).unwrap();
        let hours = |label: &str| -> Vec<ChartBar> {
            let bar = || ChartBar { label: label.to_owned(), paise: 1_250_000, previous_paise: Some(0) };
            std::iter::repeat_with(bar).take(11).collect()
        };
        let (english, hindi) = (hours("10 am"), hours("दोपहर 12 बजे"));
        assert_eq!(BarChart::new(&english, &canvas, text("en")).bars_per_label, 1);
        let chart = BarChart::new(&hindi, &canvas, text("hi"));
        let room = chart.column_width * i16::try_from(chart.bars_per_label).unwrap();
        assert!(rounded_up(canvas.text_width("दोपहर 12 बजे", LABEL_FONT)) + LABEL_GAP <= room);
        let value = rounded_up(canvas.text_width("₹12.5 हज़ार", chart.value_font));
        assert!(value <= chart.column_width, "{value}");
    }
}
