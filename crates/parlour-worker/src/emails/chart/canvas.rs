//! Draws rectangles, bars and texts into a picture.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

const REGULAR_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Regular.ttf");
const BOLD_FONT: &[u8] = include_bytes!("../../../../parlour-invoicing/fonts/NotoSans-Bold.ttf");

/// Texts get a white outline, so that they stay readable above lines and bars.
const OUTLINE_WIDTH: f32 = 6.0;

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

pub(super) struct Canvas {
    picture: Pixmap,
    regular: FontRef<'static>,
    bold: FontRef<'static>,
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
        let (regular, bold) = (FontRef::new(REGULAR_FONT).ok()?, FontRef::new(BOLD_FONT).ok()?);
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
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.text_width(text.words, text.font) / 2.0,
            Anchor::End => self.text_width(text.words, text.font),
        };
        let Some(path) = self.text_path(&text, f32::from(text.x) - start) else { return };
        let outline = Stroke { width: OUTLINE_WIDTH, line_join: LineJoin::Round, ..Stroke::default() };
        self.picture.stroke_path(&path, &paint([255; 3]), &outline, Transform::identity(), None);
        self.fill(&path, text.colour);
    }

    pub(super) fn text_width(&self, words: &str, font: Font) -> f32 {
        let face = self.face(font);
        let metrics = face.glyph_metrics(Size::new(f32::from(font.size)), LocationRef::default());
        let glyphs = words.chars().filter_map(|letter| face.charmap().map(letter));
        glyphs.filter_map(|glyph| metrics.advance_width(glyph)).sum()
    }

    /// The outlines of all letters that the font has.
    fn text_path(&self, text: &Text<'_>, start: f32) -> Option<Path> {
        let face = self.face(text.font);
        let size = Size::new(f32::from(text.font.size));
        let metrics = face.glyph_metrics(size, LocationRef::default());
        let outlines = face.outline_glyphs();
        let mut pen = TextPen { path: PathBuilder::new(), x: start, y: f32::from(text.y) };
        for glyph in text.words.chars().filter_map(|letter| face.charmap().map(letter)) {
            if let Some(outline) = outlines.get(glyph) {
                outline.draw(DrawSettings::unhinted(size, LocationRef::default()), &mut pen).ok()?;
            }
            pen.x += metrics.advance_width(glyph).unwrap_or_default();
        }
        pen.path.finish()
    }

    fn face(&self, font: Font) -> &FontRef<'static> {
        if font.is_bold { &self.bold } else { &self.regular }
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        self.picture.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }
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
}
