//! The band at the top of the page: the seller and the title of the document.

use super::InvoiceLayout;
use crate::gst_states;
use crate::page::{Align, Area, CONTENT_WIDTH, MARGIN, PAGE_WIDTH, PageElement, TextStyle};
use crate::palette::WHITE;

const PADDING: f32 = 24.0;
const LOGO_HEIGHT: f32 = 62.0;
/// The white frame that makes the logo visible on every colour.
const LOGO_FRAME: f32 = 5.0;
const MAX_ADDRESS_LINES: usize = 5;

impl<'a> InvoiceLayout<'a> {
    pub(super) fn draw_header(&mut self) {
        let first_element = self.page.elements.len();
        let logo_width = self.draw_framed_logo();
        let x = MARGIN + logo_width;
        let (title_width, title_bottom) = self.draw_title();
        let bottom = self.draw_seller(x, PAGE_WIDTH - MARGIN - x - title_width - 20.0);
        let logo_bottom = if self.logo.is_some() { PADDING + LOGO_HEIGHT } else { 0.0 };
        let height = bottom.max(logo_bottom).max(title_bottom).max(PADDING + 46.0) + PADDING - 4.0;
        // The band lies under the other elements, but its height is known only after them.
        let band = self.band(height);
        self.page.elements.splice(first_element..first_element, band);
        self.y = height + 25.0;
    }

    /// The coloured band, with a lower edge that is visible where the band is nearly white.
    fn band(&self, height: f32) -> [PageElement; 2] {
        let fill =
            |y, height, colour| PageElement::Fill { area: Area::new(0.0, y, PAGE_WIDTH, height), radius: 0.0, colour };
        [fill(0.0, height, self.palette.brand), fill(height - 2.0, 2.0, self.palette.block)]
    }

    /// Returns the width that the logo takes, 0 without a logo.
    fn draw_framed_logo(&mut self) -> f32 {
        let Some(logo) = self.logo else { return 0.0 };
        let (width, height) = logo.fit_within(2.0 * LOGO_HEIGHT - 2.0 * LOGO_FRAME, LOGO_HEIGHT - 2.0 * LOGO_FRAME);
        let frame = Area::new(MARGIN, PADDING, width + 2.0 * LOGO_FRAME, LOGO_HEIGHT);
        self.page.draw_fill(frame, 6.0, WHITE);
        let top = PADDING + (LOGO_HEIGHT - height) / 2.0;
        self.page.elements.push(PageElement::Logo(Area::new(MARGIN + LOGO_FRAME, top, width, height)));
        frame.width + 16.0
    }

    /// Draws the title and the small print below it. Returns the width of the longest line and the lower edge.
    fn draw_title(&mut self) -> (f32, f32) {
        let colour = self.palette.on_brand;
        let (style, right) = (TextStyle::bold(21.0).in_colour(colour), PAGE_WIDTH - MARGIN);
        let title = self.wording.title.to_uppercase();
        self.page.draw_text((right, PADDING - 5.0), Align::Right, style, &title);
        let legal_title = self.wording.legal_title.map(|title| (TextStyle::bold(9.0), title.to_uppercase()));
        let subtitle = self.wording.subtitle.clone().map(|subtitle| (TextStyle::regular(8.5), subtitle));
        let (mut width, mut y) = (style.width_of(&title), PADDING + 25.0);
        for (style, text) in legal_title.into_iter().chain(subtitle) {
            self.page.draw_text((right, y), Align::Right, style.in_colour(colour), &text);
            width = width.max(style.width_of(&text));
            y += style.leading();
        }
        (width, y)
    }

    /// Returns the lower edge of the last line.
    fn draw_seller(&mut self, x: f32, width: f32) -> f32 {
        let (seller, colour) = (&self.document.seller, self.palette.on_brand);
        let regular = TextStyle::regular(8.5).in_colour(colour);
        let mut bold = TextStyle::bold(15.0).in_colour(colour);
        let strong = TextStyle { weight: bold.weight, ..regular };
        let heading = self.heading();
        if bold.wrap_text(heading, width).len() > 2 {
            bold.size = 12.0;
        }
        let mut y = self.page.draw_wrapped((x, PADDING - 2.0), bold, heading, width);
        y += 1.0;
        // The law asks for the seller's own name.
        if heading != seller.name {
            y = self.page.draw_wrapped((x, y), strong, &seller.name, width);
        }
        for line in address_lines(&seller.address) {
            y = self.page.draw_wrapped((x, y), regular, &line, width);
        }
        if let Some(phone) = &seller.phone {
            y = self.page.draw_wrapped((x, y), regular, &self.texts.document().phone(phone), width);
        }
        if let Some(gstin) = &seller.gstin {
            let state = seller.state_code().and_then(|code| gst_states::state_name(code, self.texts.state()));
            let text = match state {
                Some(state) => self.texts.document().gstin_and_state(gstin, state),
                None => self.texts.document().gstin(gstin),
            };
            y = self.page.draw_wrapped((x, y + 1.0), strong, &text, width);
        }
        y
    }

    /// The name by which customers know the salon.
    fn heading(&self) -> &'a str {
        let document = self.document;
        document.brand.salon_name.as_deref().unwrap_or(&document.seller.name)
    }

    /// The header of every page except the first.
    pub(super) fn draw_continuation_header(&mut self) {
        let (colour, height) = (self.palette.on_brand, 34.0);
        let band = self.band(height);
        self.page.elements.extend(band);
        let right = TextStyle::regular(9.0).in_colour(colour);
        let text = self.texts.document().title_and_number(&self.wording.full_title(), &self.document.number);
        self.page.draw_text((PAGE_WIDTH - MARGIN, 11.0), Align::Right, right, &text);
        let left = TextStyle::bold(9.0).in_colour(colour);
        let width = CONTENT_WIDTH - right.width_of(&text) - 20.0;
        let name = left.wrap_text(self.heading(), width).into_iter().next();
        if let Some(name) = name {
            self.page.draw_line((MARGIN, 11.0), Align::Left, left, name);
        }
        self.y = height + 20.0;
    }
}

/// The lines of the address as entered, or one line if there are too many.
pub(super) fn address_lines(address: &str) -> Vec<String> {
    let lines: Vec<&str> = address.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() <= MAX_ADDRESS_LINES {
        return lines.into_iter().map(str::to_owned).collect();
    }
    vec![lines.iter().map(|line| line.trim_end_matches(',')).collect::<Vec<_>>().join(", ")]
}
