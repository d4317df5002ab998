//! Bars as a picture, because mail programs show nothing else.

mod scale;

use std::fmt::Write as _;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::report_figures::ChartBar;
use scale::{AxisScale, short_amount};

/// Twice as large as it is shown, for screens that have twice as many dots.
const WIDTH: i64 = 1_184;
const HEIGHT: i64 = 560;
const LEFT: i64 = 128;
const RIGHT: i64 = 1_152;
const TOP: i64 = 132;
const BOTTOM: i64 = 484;

/// More bars than these have no room for their values, and only some of their labels.
const MAX_BARS_WITH_VALUES: usize = 12;
const MAX_LABELS: usize = 16;
/// Who asks for more wants a table.
const MAX_BARS: usize = 62;

const TEXT_COLOUR: &str = "#2b2530";
const MUTED_COLOUR: &str = "#76686f";
const GRID_COLOUR: &str = "#ece3df";
const CURRENT_COLOUR: &str = "#8a2f5c";
const PREVIOUS_COLOUR: &str = "#e3c3d3";

const REGULAR_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Regular.ttf");
const BOLD_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Bold.ttf");

/// Words stay readable where a line or a bar is behind them.
const HALO: &str = r#"stroke="white" stroke-width="6" stroke-linejoin="round" paint-order="stroke""#;

/// The bars as a PNG, beside those of the period before, which has this name. None where there is nothing to show.
pub fn render_png(title: &str, bars: &[ChartBar], previous: Option<&str>) -> Option<Vec<u8>> {
    if bars.is_empty() || bars.len() > MAX_BARS {
        return None;
    }
    let mut options = Options { font_family: "Noto Sans".to_owned(), ..Options::default() };
    // These and no others: the picture is the same on every machine.
    let fonts = options.fontdb_mut();
    fonts.load_font_data(REGULAR_FONT.to_vec());
    fonts.load_font_data(BOLD_FONT.to_vec());
    let tree = Tree::from_str(&render_svg(title, bars, previous), &options).ok()?;
    let mut picture = Pixmap::new(u32::try_from(WIDTH).ok()?, u32::try_from(HEIGHT).ok()?)?;
    resvg::render(&tree, Transform::default(), &mut picture.as_mut());
    picture.encode_png().ok()
}

fn render_svg(title: &str, bars: &[ChartBar], previous: Option<&str>) -> String {
    let highest = bars.iter().flat_map(|bar| [bar.paise, bar.previous_paise.unwrap_or(0)]).max().unwrap_or(0);
    let scale = AxisScale::for_maximum(highest, BOTTOM - TOP);
    let mut drawing = SvgDrawing::default();
    drawing.rectangle((0, 0, WIDTH, HEIGHT), 0, "#ffffff");
    drawing.text((32, 64), "start", (34, 700), TEXT_COLOUR, title);
    draw_legend(&mut drawing, bars, previous);
    for paise in scale.ticks() {
        let y = BOTTOM - scale.height(paise);
        drawing.rectangle((LEFT, y - 1, RIGHT - LEFT, 2), 0, GRID_COLOUR);
        drawing.text((LEFT - 16, y + 9), "end", (24, 400), MUTED_COLOUR, &short_amount(paise));
    }
    for (at, bar) in bars.iter().enumerate() {
        draw_column(&mut drawing, &scale, bars, at, bar);
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{}</svg>"#,
        drawing.0
    )
}

/// From the right: the older, then what the letter is about.
fn draw_legend(drawing: &mut SvgDrawing, bars: &[ChartBar], previous: Option<&str>) {
    let Some(previous) = previous.filter(|_| bars.iter().any(|bar| bar.previous_paise.is_some())) else {
        return;
    };
    // Letters of this size are about this wide.
    let width = 13 * i64::try_from(previous.chars().count()).unwrap_or_default();
    let older = RIGHT - width - 34;
    drawing.rectangle((older, 42, 22, 22), 6, PREVIOUS_COLOUR);
    drawing.text((older + 34, 62), "start", (24, 400), MUTED_COLOUR, previous);
    drawing.rectangle((older - 118, 42, 22, 22), 6, CURRENT_COLOUR);
    drawing.text((older - 84, 62), "start", (24, 400), MUTED_COLOUR, "now");
}

fn draw_column(drawing: &mut SvgDrawing, scale: &AxisScale, bars: &[ChartBar], at: usize, bar: &ChartBar) {
    let count = i64::try_from(bars.len()).unwrap_or(1);
    let place = i64::try_from(at).unwrap_or_default();
    let room = (RIGHT - LEFT) / count;
    let middle = LEFT + room * place + room / 2;
    let has_previous = bars.iter().any(|bar| bar.previous_paise.is_some());
    let thick = (room * if has_previous { 36 } else { 60 } / 100).clamp(4, 96);
    let standing = |drawing: &mut SvgDrawing, x: i64, paise: i64, colour: &str| {
        let height = scale.height(paise);
        if height > 0 {
            drawing.bar((x, BOTTOM - height, thick, height), (thick / 6).min(height), colour);
        }
    };
    if has_previous {
        standing(drawing, middle - thick - 2, bar.previous_paise.unwrap_or(0), PREVIOUS_COLOUR);
        standing(drawing, middle + 2, bar.paise, CURRENT_COLOUR);
    } else {
        standing(drawing, middle - thick / 2, bar.paise, CURRENT_COLOUR);
    }
    if bars.len() <= MAX_BARS_WITH_VALUES {
        let x = if has_previous { middle + 2 + thick / 2 } else { middle };
        let y = BOTTOM - scale.height(bar.paise) - 12;
        drawing.text((x, y), "middle", (22, 700), TEXT_COLOUR, &short_amount(bar.paise));
    }
    let every = bars.len().div_ceil(MAX_LABELS);
    if at.is_multiple_of(every) {
        drawing.text((middle, BOTTOM + 40), "middle", (24, 400), MUTED_COLOUR, &bar.label);
    }
}

#[derive(Debug, Default)]
struct SvgDrawing(String);

impl SvgDrawing {
    fn rectangle(&mut self, (x, y, width, height): (i64, i64, i64, i64), rounded: i64, colour: &str) {
        // Writing to memory does not fail.
        let _ = write!(
            self.0,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{rounded}" fill="{colour}"/>"#
        );
    }

    /// Rounded where it ends, and not where it stands.
    fn bar(&mut self, (x, y, width, height): (i64, i64, i64, i64), rounded: i64, colour: &str) {
        let (right, bottom, shoulder) = (x + width, y + height, y + rounded);
        let (from, to) = (x + rounded, right - rounded);
        let _ = write!(self.0, r#"<path fill="{colour}" d="M{x} {bottom}V{shoulder}Q{x} {y} {from} {y}"#);
        let _ = write!(self.0, r#"H{to}Q{right} {y} {right} {shoulder}V{bottom}Z"/>"#);
    }

    fn text(
        &mut self,
        (x, y): (i64, i64),
        anchor: &str,
        (size, weight): (i64, i64),
        colour: &str,
        words: &str,
    ) {
        let _ = write!(
            self.0,
            r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" {HALO} fill="{colour}">{}</text>"#,
            escape_xml(words)
        );
    }
}

/// What people typed, as far as XML knows the letters.
fn escape_xml(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(count: i64, previous: bool) -> Vec<ChartBar> {
        let bar = |at: i64| ChartBar {
            label: format!("<{at}> & आशा\0\u{1b}"),
            paise: at * 1_234_567 - 2_000_000,
            previous_paise: previous.then_some(at * 999_999),
        };
        (0..count).map(bar).collect()
    }

    #[test]
    fn whatever_is_shown_becomes_a_picture() {
        for (count, previous) in [(1, false), (1, true), (7, true), (31, false), (62, true)] {
            let picture =
                render_png("\"Takings\" <&> ₹\u{fffe}", &bars(count, previous), Some("the week before"));
            let picture = picture.unwrap_or_else(|| panic!("no picture of {count}"));
            assert_eq!(&picture[1..4], b"PNG");
            assert_eq!(&picture[16..24], [0, 0, 4, 160, 0, 0, 2, 48], "its width and height");
            assert!(picture.len() < 100_000, "{}", picture.len());
        }
    }

    #[test]
    fn what_cannot_be_shown_is_no_picture() {
        assert_eq!(render_png("Takings", &[], None), None);
        assert_eq!(render_png("Takings", &bars(63, false), None), None);
        let extremes = [i64::MIN, 0, i64::MAX].map(|paise| ChartBar {
            label: String::new(),
            paise,
            previous_paise: Some(paise),
        });
        assert!(render_png("Takings", &extremes, Some("before")).is_some());
    }

    #[test]
    fn every_letter_of_a_chart_is_in_the_font() {
        let with = |words: &str| {
            let mut drawing = SvgDrawing::default();
            drawing.text((32, 64), "start", (34, 400), TEXT_COLOUR, words);
            drawing.0
        };
        let mut options = Options { font_family: "Noto Sans".to_owned(), ..Options::default() };
        options.fontdb_mut().load_font_data(REGULAR_FONT.to_vec());
        for letter in "₹0123456789.,LkCr Monआशा−".chars().filter(|letter| !letter.is_whitespace()) {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">{}</svg>"#,
                with(&letter.to_string())
            );
            let tree = Tree::from_str(&svg, &options).unwrap();
            assert!(tree.root().has_children(), "{letter} cannot be drawn");
        }
    }
}
