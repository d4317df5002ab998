//! A document laid out: page by page, from the top down.

mod line_table;
mod page_header;
mod parties;
mod totals;

use parlour_domain::billing::invoice_document::InvoiceDocument;

use crate::logo::Logo;
use crate::page::{Align, CONTENT_WIDTH, MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Page, TextStyle};
use crate::palette::{Palette, RULE_GREY};
use crate::wording::Wording;

/// Where the foot begins.
const FOOTER_TOP: f32 = PAGE_HEIGHT - 54.0;

pub(crate) struct InvoiceLayout<'a> {
    document: &'a InvoiceDocument,
    logo: Option<&'a Logo>,
    palette: Palette,
    wording: Wording,
    finished_pages: Vec<Page>,
    page: Page,
    /// How far down this page is filled.
    y: f32,
}

/// Every page of a document.
pub(crate) fn lay_out_pages(document: &InvoiceDocument, logo: Option<&Logo>) -> Vec<Page> {
    let mut sheet = InvoiceLayout {
        document,
        logo,
        palette: Palette::of(document.brand.colour),
        wording: Wording::of(document),
        finished_pages: Vec::new(),
        page: Page::default(),
        y: 0.0,
    };
    sheet.head();
    sheet.draw_on_one_page(InvoiceLayout::parties);
    sheet.draw_on_one_page(InvoiceLayout::reason);
    sheet.rows();
    sheet.draw_on_one_page(InvoiceLayout::sums);
    sheet.finish()
}

impl InvoiceLayout<'_> {
    fn has_room(&self, height: f32) -> bool {
        self.y + height <= FOOTER_TOP
    }

    /// On one page: what ends below it is taken back and put on the next.
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

    /// The foot of each page says how many there are.
    fn finish(mut self) -> Vec<Page> {
        self.finished_pages.push(self.page);
        let count = self.finished_pages.len();
        for (page, number) in self.finished_pages.iter_mut().zip(1..) {
            page.rule(MARGIN, FOOTER_TOP + 16.0, CONTENT_WIDTH, RULE_GREY);
            let style = TextStyle::muted(7.5);
            page.text((MARGIN, FOOTER_TOP + 22.0), Align::Left, style, &self.wording.note);
            let counted = format!("Page {number} of {count}");
            page.text((PAGE_WIDTH - MARGIN, FOOTER_TOP + 22.0), Align::Right, style, &counted);
        }
        self.finished_pages
    }

    /// A heading in small capitals, in the salon's colour.
    fn label(&mut self, (x, top): (f32, f32), text: &str) -> f32 {
        let style = TextStyle::bold(7.0).in_colour(self.palette.accent);
        self.page.text((x, top), Align::Left, style, &text.to_uppercase());
        top + style.leading() + 1.5
    }
}
