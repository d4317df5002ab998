//! Lays out a document page by page, from the top down.

mod line_table;
mod page_header;
mod parties;
mod payments;
mod totals;

use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_texts::Texts;

use crate::logo::Logo;
use crate::page::{Align, CONTENT_WIDTH, MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Page, TextStyle};
use crate::palette::{Palette, RULE_GREY};
use crate::wording::Wording;

/// The upper edge of the footer.
const FOOTER_TOP: f32 = PAGE_HEIGHT - 54.0;

pub(crate) struct InvoiceLayout<'a> {
    document: &'a InvoiceDocument,
    logo: Option<&'a Logo>,
    palette: Palette,
    texts: Texts,
    wording: Wording,
    finished_pages: Vec<Page>,
    page: Page,
    /// How far down this page is filled.
    y: f32,
}

/// Lays out all pages of a document.
pub(crate) fn lay_out_pages(document: &InvoiceDocument, logo: Option<&Logo>, texts: Texts) -> Vec<Page> {
    let mut layout = InvoiceLayout {
        document,
        logo,
        palette: Palette::of(document.brand.colour),
        texts,
        wording: Wording::of(document, texts),
        finished_pages: Vec::new(),
        page: Page::default(),
        y: 0.0,
    };
    layout.draw_header();
    layout.draw_on_one_page(InvoiceLayout::draw_parties);
    layout.draw_on_one_page(InvoiceLayout::draw_reason);
    layout.draw_on_one_page(InvoiceLayout::draw_notice);
    layout.draw_rows();
    layout.draw_on_one_page(InvoiceLayout::draw_sums);
    layout.draw_on_one_page(InvoiceLayout::draw_closing);
    layout.finish()
}

impl InvoiceLayout<'_> {
    fn has_room(&self, height: f32) -> bool {
        self.y + height <= FOOTER_TOP
    }

    /// Draws a part on one page: if it does not fit, it is removed and drawn on the next page.
    fn draw_on_one_page(&mut self, part: fn(&mut Self)) {
        let before = self.page.elements.len();
        part(self);
        if self.y > FOOTER_TOP {
            self.page.elements.truncate(before);
            self.start_next_page();
            part(self);
        }
    }

    fn start_next_page(&mut self) {
        self.finished_pages.push(std::mem::take(&mut self.page));
        self.draw_continuation_header();
    }

    /// Draws what the salon says at the end of every document.
    fn draw_closing(&mut self) {
        let Some(closing) = &self.document.brand.footer else { return };
        let style = TextStyle::muted(8.5);
        let draw_line = |y, line: &str| self.page.draw_wrapped((MARGIN, y), style, line, CONTENT_WIDTH);
        self.y = closing.lines().fold(self.y + 14.0, draw_line);
    }

    /// Adds the footers, which contain the number of pages.
    fn finish(mut self) -> Vec<Page> {
        self.finished_pages.push(self.page);
        let count = self.finished_pages.len();
        for (page, number) in self.finished_pages.iter_mut().zip(1_usize..) {
            page.draw_rule(MARGIN, FOOTER_TOP + 16.0, CONTENT_WIDTH, RULE_GREY);
            let style = TextStyle::muted(7.5);
            page.draw_text((MARGIN, FOOTER_TOP + 22.0), Align::Left, style, self.wording.note);
            let page_number = self.texts.document().page_of(&number.to_string(), &count.to_string());
            page.draw_text((PAGE_WIDTH - MARGIN, FOOTER_TOP + 22.0), Align::Right, style, &page_number);
        }
        self.finished_pages
    }

    /// Draws a small heading in the colour of the salon and returns its lower edge.
    fn draw_label(&mut self, (x, top): (f32, f32), text: &str) -> f32 {
        // Only Latin letters have capitals, which can be read at this size.
        let size = if text.is_ascii() { 7.0 } else { 8.0 };
        let style = TextStyle::bold(size).in_colour(self.palette.accent);
        self.page.draw_text((x, top), Align::Left, style, &text.to_uppercase());
        top + style.leading() + 1.5
    }
}
