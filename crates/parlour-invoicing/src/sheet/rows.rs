//! The table of what was sold, on as many pages as it takes.

use parlour_domain::amount_in_words::figures;
use parlour_domain::invoice_document::{DocumentKind, DocumentLine, InvoiceDocument};

use super::Sheet;
use crate::ink::PALE;
use crate::page::{Align, Area, CONTENT, MARGIN, Style};
use crate::text::Line;

const TITLE: Style = Style::bold(7.5);
const CELL: Style = Style::regular(8.5);
const DESCRIPTION: Style = Style::regular(9.0);
const DETAIL: Style = Style::muted(7.5);
/// Left and right of what stands in a cell.
const BESIDE: f32 = 6.0;
const ABOVE: f32 = 6.0;
const HEADER: f32 = 28.0;
const NARROWEST_DESCRIPTION: f32 = 70.0;
/// Below the header of a page with nothing else on it.
const ROOM: f32 = 680.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Number,
    Description,
    Sac,
    Quantity,
    Price,
    Discount,
    Taxable,
    Gst,
    Amount,
}

struct Column {
    cell: Cell,
    /// One line or two.
    title: [&'static str; 2],
    x: f32,
    width: f32,
    /// Below 1 where amounts are so large that all columns have to be narrower.
    squeeze: f32,
}

impl Cell {
    fn title(self, document: &InvoiceDocument) -> [&'static str; 2] {
        match self {
            Self::Number => ["#", ""],
            Self::Description => ["Description", ""],
            Self::Sac => ["SAC", ""],
            Self::Quantity => ["Qty", ""],
            Self::Price if document.seller.gst_registered => ["Price (₹)", "incl. GST"],
            Self::Price => ["Price (₹)", ""],
            Self::Discount => ["Discount", "(₹)"],
            Self::Taxable => ["Taxable", "value (₹)"],
            Self::Gst => ["GST (₹)", ""],
            Self::Amount => ["Amount (₹)", ""],
        }
    }

    fn align(self) -> Align {
        if matches!(self, Self::Number | Self::Description | Self::Sac) { Align::Left } else { Align::Right }
    }

    fn text(self, number: usize, line: &DocumentLine) -> String {
        match self {
            Self::Number => number.to_string(),
            Self::Description => line.description.clone(),
            Self::Sac => line.sac.clone(),
            Self::Quantity => line.quantity.to_string(),
            Self::Price => figures(line.price_paise),
            Self::Discount => figures(line.discount_paise + line.redeemed_value_paise),
            Self::Taxable => figures(line.taxable_value_paise),
            Self::Gst => figures(line.cgst_paise + line.sgst_paise),
            Self::Amount => figures(line.total_paise),
        }
    }
}

/// Only those that say something.
fn cells(document: &InvoiceDocument) -> Vec<Cell> {
    let is_slip = document.kind == DocumentKind::MembershipSession;
    let is_taxed = document.seller.gst_registered && !is_slip;
    let is_reduced = document.totals.discount_paise + document.totals.redeemed_value_paise > 0;
    let mut cells = vec![Cell::Number, Cell::Description, Cell::Sac, Cell::Quantity];
    if is_taxed || is_reduced {
        cells.push(Cell::Price);
    }
    if is_reduced {
        cells.push(Cell::Discount);
    }
    if is_taxed {
        cells.extend([Cell::Taxable, Cell::Gst]);
    }
    cells.push(Cell::Amount);
    cells
}

/// Each as wide as what stands in it; the description has the rest.
fn columns(document: &InvoiceDocument) -> Vec<Column> {
    let width = |cell: Cell| {
        let titles = cell.title(document).map(|title| TITLE.width_of(title)).into_iter();
        // Digits have one width: the longest text is the widest.
        let texts = document.lines.iter().zip(1..).map(|(line, number)| cell.text(number, line));
        let longest = texts.max_by_key(|text| text.chars().count()).unwrap_or_default();
        titles.chain([CELL.width_of(&longest)]).fold(0.0, f32::max) + 2.0 * BESIDE
    };
    let mut columns: Vec<Column> = cells(document)
        .into_iter()
        .map(|cell| {
            let width = if cell == Cell::Description { 0.0 } else { width(cell) };
            Column { cell, title: cell.title(document), x: 0.0, width, squeeze: 1.0 }
        })
        .collect();
    let taken: f32 = columns.iter().map(|column| column.width).sum();
    let squeeze = ((CONTENT - NARROWEST_DESCRIPTION) / taken).min(1.0);
    let mut x = MARGIN;
    for column in &mut columns {
        column.squeeze = squeeze;
        column.width *= squeeze;
        if column.cell == Cell::Description {
            column.width = CONTENT - taken * squeeze;
        }
        column.x = x;
        x += column.width;
    }
    columns
}

impl Sheet<'_> {
    pub(super) fn rows(&mut self) {
        let columns = columns(self.document);
        let document = self.document;
        if !self.has_room(HEADER + 60.0) {
            self.turn();
        }
        self.header(&columns);
        for (line, number) in document.lines.iter().zip(1..) {
            self.row(&columns, number, line);
        }
        self.y += 16.0;
    }

    fn header(&mut self, columns: &[Column]) {
        let band = Area::new(MARGIN, self.y, CONTENT, HEADER);
        self.page.fill(band, 3.0, self.palette.block);
        for column in columns {
            let [first, second] = column.title;
            let (x, align) = column.edge();
            let style = column.squeezed(TITLE).in_colour(self.palette.on_block);
            let lines = if second.is_empty() { 1.0 } else { 2.0 };
            let top = self.y + (HEADER - lines * TITLE.leading()) / 2.0;
            self.page.text((x, top), align, style, first);
            if !second.is_empty() {
                self.page.text((x, top + TITLE.leading()), align, style, second);
            }
        }
        self.y += HEADER;
    }

    /// On one page, unless no page is long enough.
    fn row(&mut self, columns: &[Column], number: usize, line: &DocumentLine) {
        let Some(described) = columns.iter().find(|column| column.cell == Cell::Description) else { return };
        let lines = said(line, described.width - 2.0 * BESIDE);
        let height = lines.iter().map(|(style, _)| style.leading()).sum::<f32>() + 2.0 * ABOVE;
        if !self.has_room(height.min(ROOM)) {
            self.turn();
            self.header(columns);
        }
        for column in columns.iter().filter(|column| column.cell != Cell::Description) {
            let (x, align) = column.edge();
            // On the line of the first words, though they are larger.
            let style = column.squeezed(CELL);
            self.page.text((x, self.y + ABOVE + 0.5), align, style, &column.cell.text(number, line));
        }
        let (x, align) = described.edge();
        self.y += ABOVE;
        for (style, line) in lines {
            if !self.has_room(style.leading() + ABOVE) {
                self.turn();
                self.header(columns);
                self.y += ABOVE;
            }
            self.page.line((x, self.y), align, style, line);
            self.y += style.leading();
        }
        self.y += ABOVE;
        self.page.rule(MARGIN, self.y, CONTENT, PALE);
    }
}

impl Column {
    fn squeezed(&self, style: Style) -> Style {
        Style { size: style.size * self.squeeze, ..style }
    }

    /// Where its text begins, or ends.
    fn edge(&self) -> (f32, Align) {
        match self.cell.align() {
            Align::Left => (self.x + BESIDE, Align::Left),
            Align::Right => (self.x + self.width - BESIDE, Align::Right),
        }
    }
}

/// The description, and below it in small letters what else there is to say.
fn said(line: &DocumentLine, width: f32) -> Vec<(Style, Line)> {
    let gems = line.redeemed_with_gems.then_some("Redeemed with gems");
    let detail: Vec<&str> = line.detail.as_deref().into_iter().chain(gems).collect();
    let detail = DETAIL.wrapped(&detail.join(" · "), width).into_iter().map(|line| (DETAIL, line));
    let description =
        DESCRIPTION.wrapped(&line.description, width).into_iter().map(|line| (DESCRIPTION, line));
    description.chain(detail).collect()
}
