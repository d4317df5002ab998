//! The elements of a page before it is written: the number of pages is known only when all are laid out.

use parlour_domain::billing::invoice_document::Colour;

use crate::fonts::Weight;
use crate::palette::{BLACK, GREY};
use crate::qr_code::QrModules;
use crate::text::{LEADING, ShapedLine, wrap_text};

/// A4, in points of 1/72 inch.
pub(crate) const PAGE_WIDTH: f32 = 595.28;
pub(crate) const PAGE_HEIGHT: f32 = 841.89;
pub(crate) const MARGIN: f32 = 40.0;
pub(crate) const CONTENT_WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN;

/// A rectangle, measured from the top left corner of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    pub(crate) const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { x, y, width, height }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct TextStyle {
    pub(crate) weight: Weight,
    pub(crate) size: f32,
    pub(crate) colour: Colour,
}

impl TextStyle {
    pub(crate) const fn regular(size: f32) -> Self {
        Self { weight: Weight::Regular, size, colour: BLACK }
    }

    pub(crate) const fn bold(size: f32) -> Self {
        Self { weight: Weight::Bold, size, colour: BLACK }
    }

    pub(crate) const fn muted(size: f32) -> Self {
        Self { weight: Weight::Regular, size, colour: GREY }
    }

    pub(crate) const fn in_colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The distance between two baselines, in points.
    pub(crate) fn leading(self) -> f32 {
        self.size * LEADING
    }

    pub(crate) fn width_of(self, text: &str) -> f32 {
        ShapedLine::of(text, self.weight).width * self.size
    }

    /// This style at the largest size at which the longest word fits, but not below `smallest`.
    pub(crate) fn shrink_to_fit(self, text: &str, width: f32, smallest: f32) -> Self {
        let widest = text.split_whitespace().map(|word| self.width_of(word)).fold(0.0, f32::max);
        // Slightly smaller, because widths are sums of rounded numbers.
        let fitting = if widest > width { self.size * width / widest - 0.01 } else { self.size };
        Self { size: fitting.max(smallest), ..self }
    }

    pub(crate) fn wrap_text(self, text: &str, width: f32) -> Vec<ShapedLine> {
        wrap_text(text, self.weight, width / self.size)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

#[derive(Debug)]
pub(crate) enum PageElement {
    Fill { area: Area, radius: f32, colour: Colour },
    Text { x: f32, baseline: f32, line: ShapedLine, size: f32, colour: Colour },
    Logo(Area),
    QrCode { area: Area, modules: QrModules },
}

#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) elements: Vec<PageElement>,
}

impl Page {
    pub(crate) fn draw_fill(&mut self, area: Area, radius: f32, colour: Colour) {
        self.elements.push(PageElement::Fill { area, radius, colour });
    }

    /// Draws a thin horizontal line.
    pub(crate) fn draw_rule(&mut self, x: f32, y: f32, width: f32, colour: Colour) {
        self.draw_fill(Area::new(x, y, width, 0.6), 0.0, colour);
    }

    /// Draws one line of text. `x` is its left or right end, `top` its upper edge.
    pub(crate) fn draw_text(&mut self, (x, top): (f32, f32), align: Align, style: TextStyle, text: &str) {
        self.draw_line((x, top), align, style, ShapedLine::of(text, style.weight));
    }

    /// Draws one shaped line. `x` is its left or right end, `top` its upper edge.
    pub(crate) fn draw_line(&mut self, (x, top): (f32, f32), align: Align, style: TextStyle, line: ShapedLine) {
        let TextStyle { size, colour, .. } = style;
        let x = if align == Align::Right { x - line.width * size } else { x };
        self.elements.push(PageElement::Text { x, baseline: top + size * 1.03, line, size, colour });
    }

    /// Draws a text on as many lines as it needs and returns the lower edge of the last.
    pub(crate) fn draw_wrapped(&mut self, (x, top): (f32, f32), style: TextStyle, text: &str, width: f32) -> f32 {
        style.wrap_text(text, width).into_iter().fold(top, |y, line| {
            self.draw_line((x, y), Align::Left, style, line);
            y + style.leading()
        })
    }
}
