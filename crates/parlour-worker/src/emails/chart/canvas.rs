//! Draws rectangles, bars and texts into a picture.

use std::ops::Range;

use harfrust::{Direction, Script, ShapeOptions, ShaperData, UnicodeBuffer, script};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

const REGULAR_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Regular.ttf");
const BOLD_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Bold.ttf");

/// Texts get a white outline, so that they stay readable above lines and bars.
const OUTLINE_WIDTH: f32 = 6.0;

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

pub(super) struct Canvas {
    picture: Pixmap,
    regular: Face,
    bold: Face,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) width: i16,
    pub(super) height: i16,
}

/// A text whose base line is at `y`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) words: &'a str,
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) anchor: Anchor,
    pub(super) font: Font,
    pub(super) colour: Colour,
}

/// Which part of a text is at its `x`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Font {
    pub(super) size: u8,
    pub(super) is_bold: bool,
}

impl Canvas {
    /// A white picture. `None` if it has no size or a font cannot be read.
    pub(super) fn new(width: i16, height: i16) -> Option<Self> {
        let mut picture = Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
        picture.fill(Color::WHITE);
        let (regular, bold) = (Face::read(REGULAR_FONT)?, Face::read(BOLD_FONT)?);
        Some(Self { picture, regular, bold })
    }

    pub(super) fn encode_png(&self) -> Option<Vec<u8>> {
        self.picture.encode_png().ok()
    }

    pub(super) fn fill_rectangle(&mut self, area: Rectangle, colour: Colour) {
        self.fill_rounded(area, [0, 0], colour);
    }

    /// Fills a rectangle with round corners: `[top, bottom]` are their radii.
    pub(super) fn fill_rounded(&mut self, area: Rectangle, [top, bottom]: [i16; 2], colour: Colour) {
        let [left, upper] = [area.x, area.y].map(f32::from);
        let [right, lower] = [area.x + area.width, area.y + area.height].map(f32::from);
        let [top, bottom] = [top, bottom].map(f32::from);
        let mut path = PathBuilder::new();
        path.move_to(left, upper + top);
        path.quad_to(left, upper, left + top, upper);
        path.line_to(right - top, upper);
        path.quad_to(right, upper, right, upper + top);
        path.line_to(right, lower - bottom);
        path.quad_to(right, lower, right - bottom, lower);
        path.line_to(left + bottom, lower);
        path.quad_to(left, lower, left, lower - bottom);
        path.close();
        if let Some(path) = path.finish() {
            self.fill(&path, colour);
        }
    }

    pub(super) fn draw_text(&mut self, text: Text<'_>) {
        let face = self.face(text.font);
        let shaped = face.shape(text.words, text.font.size);
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => shaped.width / 2.0,
            Anchor::End => shaped.width,
        };
        let origin = [f32::from(text.x) - start, f32::from(text.y)];
        let Some(path) = face.draw(&shaped, text.font.size, origin) else { return };
        let outline = Stroke { width: OUTLINE_WIDTH, line_join: LineJoin::Round, ..Stroke::default() };
        self.picture.stroke_path(&path, &paint([255; 3]), &outline, Transform::identity(), None);
        self.fill(&path, text.colour);
    }

    pub(super) fn text_width(&self, words: &str, font: Font) -> f32 {
        self.face(font).shape(words, font.size).width
    }

    fn face(&self, font: Font) -> &Face {
        if font.is_bold { &self.bold } else { &self.regular }
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        self.picture.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }
}

/// A font, and how the letters of a text become its glyphs.
struct Face {
    font: FontRef<'static>,
    shaper_data: ShaperData,
}

/// The glyphs of a text, in pixels.
#[derive(Debug, Default)]
struct ShapedText {
    glyphs: Vec<PlacedGlyph>,
    width: f32,
}

#[derive(Debug)]
struct PlacedGlyph {
    id: GlyphId,
    /// From the start of the text.
    x: f32,
    /// Above the base line.
    y: f32,
}

impl Face {
    /// None if the file is not a font.
    fn read(file: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(file).ok()?;
        Some(Self { shaper_data: ShaperData::new(&font), font })
    }

    /// In Devanagari letters join, and vowel signs stand before their letter. What the font does not have is left out.
    fn shape(&self, words: &str, size: u8) -> ShapedText {
        let shaper = self.shaper_data.shaper(&self.font).build();
        let pixels = |units: i32| f32::from(size) * ratio(units, shaper.units_per_em());
        let mut shaped = ShapedText::default();
        for (script, range) in script_runs(words) {
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(&words[range]);
            buffer.set_direction(Direction::LeftToRight);
            buffer.set_script(script);
            let run = shaper.shape(buffer, ShapeOptions::new());
            let known = run.glyph_infos().iter().zip(run.glyph_positions()).filter(|(info, _)| info.glyph_id != 0);
            for (info, position) in known {
                shaped.glyphs.push(PlacedGlyph {
                    id: GlyphId::new(info.glyph_id),
                    x: shaped.width + pixels(position.x_offset),
                    y: pixels(position.y_offset),
                });
                shaped.width += pixels(position.x_advance);
            }
        }
        shaped
    }

    /// The outlines of the glyphs. None if there is no ink.
    fn draw(&self, shaped: &ShapedText, size: u8, [x, y]: [f32; 2]) -> Option<Path> {
        let (size, outlines) = (Size::new(f32::from(size)), self.font.outline_glyphs());
        let mut pen = TextPen { path: PathBuilder::new(), x, y };
        for glyph in &shaped.glyphs {
            (pen.x, pen.y) = (x + glyph.x, y - glyph.y);
            if let Some(outline) = outlines.get(glyph.id) {
                outline.draw(DrawSettings::unhinted(size, LocationRef::default()), &mut pen).ok()?;
            }
        }
        pen.path.finish()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a glyph has a few thousand units")]
fn ratio(units: i32, units_per_em: i32) -> f32 {
    units as f32 / units_per_em as f32
}

/// The parts of a text that are in one script. What belongs to none, such as a digit, continues a part.
fn script_runs(words: &str) -> Vec<(Script, Range<usize>)> {
    let mut runs: Vec<(Script, Range<usize>)> = Vec::new();
    for (at, letter) in words.char_indices() {
        let end = at + letter.len_utf8();
        let found = match letter {
            '\u{900}'..='\u{963}' | '\u{966}'..='\u{97F}' => Some(script::DEVANAGARI),
            letter => letter.is_alphabetic().then_some(script::LATIN),
        };
        match runs.last_mut() {
            Some((last, range)) if found.is_none_or(|found| found == *last) => range.end = end,
            _ => runs.push((found.unwrap_or(script::LATIN), at..end)),
        }
    }
    runs
}

fn paint([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// Moves outlines to their place. Fonts count upwards, pictures downwards.
struct TextPen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for TextPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, control_x: f32, control_y: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + control_x, self.y - control_y, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, from_x: f32, from_y: f32, to_x: f32, to_y: f32, x: f32, y: f32) {
        let [from_x, to_x, x] = [from_x, to_x, x].map(|x| self.x + x);
        let [from_y, to_y, y] = [from_y, to_y, y].map(|y| self.y - y);
        self.path.cubic_to(from_x, from_y, to_x, to_y, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_have_every_letter_of_a_chart() {
        let canvas = Canvas::new(1, 1).unwrap();
        for is_bold in [false, true] {
            for letter in "₹0123456789.,−LkCr MonTueWedThuFriSatSun am pm".chars() {
                let width = canvas.text_width(&letter.to_string(), Font { size: 24, is_bold });
                assert!(width > 0.0, "{letter} cannot be drawn");
            }
        }
    }

    #[test]
    fn devanagari_is_shaped() {
        let canvas = Canvas::new(1, 1).unwrap();
        for face in [&canvas.regular, &canvas.bold] {
            let ids = |words: &str| -> Vec<u32> {
                face.shape(words, 24).glyphs.iter().map(|glyph| glyph.id.to_u32()).collect()
            };
            // A conjunct is fewer glyphs than it has characters.
            assert!(ids("क्ष").len() < "क्ष".chars().count());
            assert!(ids("शुक्र").len() < "शुक्र".chars().count());
            // The vowel sign is drawn before its letter.
            let (bare, with_sign) = (ids("क"), ids("कि"));
            assert_eq!((with_sign.len(), with_sign.last()), (2, bare.last()));
            for words in ["कमाई", "पिछला हफ़्ता", "सुबह 10 बजे", "मंगल 12", "₹1.25 लाख", "₹50 हज़ार", "₹3.4 करोड़"]
            {
                let shaped = face.shape(words, 24);
                assert!(shaped.width > 0.0 && face.draw(&shaped, 24, [0.0, 0.0]).is_some(), "{words}");
            }
        }
    }

    #[test]
    fn what_the_font_does_not_have_is_left_out() {
        let canvas = Canvas::new(1, 1).unwrap();
        let font = Font { size: 24, is_bold: false };
        let width = |words: &str| canvas.text_width(words, font);
        assert!((width("a漢😀b") - width("ab")).abs() < 1.0);
        assert!(canvas.regular.shape("", 24).glyphs.is_empty());
    }
}
