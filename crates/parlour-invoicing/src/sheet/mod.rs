//! A document laid out: page by page, from the top down.

mod head;
mod parties;
mod rows;
mod sums;

use parlour_domain::invoice_document::InvoiceDocument;

use crate::ink::{PALE, Palette};
use crate::logo::Logo;
use crate::page::{Align, CONTENT, HEIGHT, MARGIN, Page, Style, WIDTH};
use crate::wording::Wording;

/// Where the foot begins.
const FLOOR: f32 = HEIGHT - 54.0;

pub(crate) struct Sheet<'a> {
    document: &'a InvoiceDocument,
    logo: Option<&'a Logo>,
    palette: Palette,
    wording: Wording,
    done: Vec<Page>,
    page: Page,
    /// How far down this page is filled.
    y: f32,
}

/// Every page of a document.
pub(crate) fn pages(document: &InvoiceDocument, logo: Option<&Logo>) -> Vec<Page> {
    let mut sheet = Sheet {
        document,
        logo,
        palette: Palette::of(document.brand.colour),
        wording: Wording::of(document),
        done: Vec::new(),
        page: Page::default(),
        y: 0.0,
    };
    sheet.head();
    sheet.together(Sheet::parties);
    sheet.together(Sheet::reason);
    sheet.rows();
    sheet.together(Sheet::sums);
    sheet.finish()
}

impl Sheet<'_> {
    fn has_room(&self, height: f32) -> bool {
        self.y + height <= FLOOR
    }

    /// On one page: what ends below it is taken back and put on the next.
    fn together(&mut self, part: fn(&mut Self)) {
        let before = self.page.marks.len();
        part(self);
        if self.y > FLOOR {
            self.page.marks.truncate(before);
            self.turn();
            part(self);
        }
    }

    fn turn(&mut self) {
        self.done.push(std::mem::take(&mut self.page));
        self.short_head();
    }

    /// The foot of each page says how many there are.
    fn finish(mut self) -> Vec<Page> {
        self.done.push(self.page);
        let count = self.done.len();
        for (page, number) in self.done.iter_mut().zip(1..) {
            page.rule(MARGIN, FLOOR + 16.0, CONTENT, PALE);
            let style = Style::muted(7.5);
            page.text((MARGIN, FLOOR + 22.0), Align::Left, style, &self.wording.note);
            let counted = format!("Page {number} of {count}");
            page.text((WIDTH - MARGIN, FLOOR + 22.0), Align::Right, style, &counted);
        }
        self.done
    }

    /// A heading in small capitals, in the salon's colour.
    fn label(&mut self, (x, top): (f32, f32), text: &str) -> f32 {
        let style = Style::bold(7.0).in_colour(self.palette.accent);
        self.page.text((x, top), Align::Left, style, &text.to_uppercase());
        top + style.leading() + 1.5
    }
}
