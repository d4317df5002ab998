//! The table of document lines, on as many pages as needed.

use parlour_domain::billing::amount_format::format_amount;
use parlour_domain::billing::invoice_document::{DocumentLine, InvoiceDocument};
use parlour_texts::DocumentTexts;

use super::InvoiceLayout;
use crate::page::{Align, Area, CONTENT_WIDTH, MARGIN, TextStyle};
use crate::palette::RULE_GREY;
use crate::text::ShapedLine;

const TITLE_STYLE: TextStyle = TextStyle::bold(7.5);
const CELL_STYLE: TextStyle = TextStyle::regular(8.5);
const DESCRIPTION_STYLE: TextStyle = TextStyle::regular(9.0);
const DETAIL_STYLE: TextStyle = TextStyle::muted(7.5);
/// The space to the left and right of the text in a cell.
const CELL_PADDING_X: f32 = 6.0;
const CELL_PADDING_Y: f32 = 6.0;
const HEADER_HEIGHT: f32 = 28.0;
const MIN_DESCRIPTION_WIDTH: f32 = 70.0;
/// The space below the header of an otherwise empty page.
const FULL_PAGE_HEIGHT: f32 = 680.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnContent {
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
    cell: ColumnContent,
    /// One line or two.
    title: [&'static str; 2],
    x: f32,
    width: f32,
    /// Below 1 if large amounts force all columns to be narrower.
    width_factor: f32,
}

impl ColumnContent {
    fn title(self, document: &InvoiceDocument, text: DocumentTexts) -> [&'static str; 2] {
        match self {
            Self::Number => [text.column_number(), ""],
            Self::Description => [text.column_description(), ""],
            Self::Sac => [text.column_sac(), ""],
            Self::Quantity => [text.column_quantity(), ""],
            Self::Price if document.shows_tax() => [text.column_price(), text.column_price_with_gst()],
            Self::Price => [text.column_price(), ""],
            Self::Discount => [text.column_discount(), text.column_discount_unit()],
            Self::Taxable => [text.column_taxable(), text.column_taxable_unit()],
            Self::Gst => [text.column_gst(), ""],
            Self::Amount => [text.column_amount(), ""],
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
            Self::Price => format_amount(line.price_paise),
            Self::Discount => format_amount(line.discount_paise + line.redeemed_value_paise),
            Self::Taxable => format_amount(line.taxable_value_paise),
            Self::Gst => format_amount(line.cgst_paise + line.sgst_paise),
            Self::Amount => format_amount(line.total_paise),
        }
    }
}

/// The columns that this document needs.
fn shown_columns(document: &InvoiceDocument) -> Vec<ColumnContent> {
    let is_taxed = document.shows_tax();
    let is_reduced = document.totals.discount_paise + document.totals.redeemed_value_paise > 0;
    let mut cells =
        vec![ColumnContent::Number, ColumnContent::Description, ColumnContent::Sac, ColumnContent::Quantity];
    if is_taxed || is_reduced {
        cells.push(ColumnContent::Price);
    }
    if is_reduced {
        cells.push(ColumnContent::Discount);
    }
    if is_taxed {
        cells.extend([ColumnContent::Taxable, ColumnContent::Gst]);
    }
    cells.push(ColumnContent::Amount);
    cells
}

/// Every column is as wide as its content; the description takes the rest.
fn lay_out_columns(document: &InvoiceDocument, text: DocumentTexts) -> Vec<Column> {
    let width = |cell: ColumnContent| {
        let titles = cell.title(document, text).map(|title| TITLE_STYLE.width_of(title)).into_iter();
        // Digits have one width: the longest text is the widest.
        let texts = document.lines.iter().zip(1..).map(|(line, number)| cell.text(number, line));
        let longest = texts.max_by_key(|text| text.chars().count()).unwrap_or_default();
        titles.chain([CELL_STYLE.width_of(&longest)]).fold(0.0, f32::max) + 2.0 * CELL_PADDING_X
    };
    let mut columns: Vec<Column> = shown_columns(document)
        .into_iter()
        .map(|cell| {
            let width = if cell == ColumnContent::Description { 0.0 } else { width(cell) };
            Column { cell, title: cell.title(document, text), x: 0.0, width, width_factor: 1.0 }
        })
        .collect();
    let taken: f32 = columns.iter().map(|column| column.width).sum();
    let width_factor = ((CONTENT_WIDTH - MIN_DESCRIPTION_WIDTH) / taken).min(1.0);
    let mut x = MARGIN;
    for column in &mut columns {
        column.width_factor = width_factor;
        column.width *= width_factor;
        if column.cell == ColumnContent::Description {
            column.width = CONTENT_WIDTH - taken * width_factor;
        }
        column.x = x;
        x += column.width;
    }
    columns
}

impl InvoiceLayout<'_> {
    pub(super) fn draw_rows(&mut self) {
        let columns = lay_out_columns(self.document, self.texts.document());
        let document = self.document;
        if !self.has_room(HEADER_HEIGHT + 60.0) {
            self.start_next_page();
        }
        self.draw_table_header(&columns);
        for (line, number) in document.lines.iter().zip(1..) {
            self.draw_row(&columns, number, line);
        }
        self.y += 16.0;
    }

    fn draw_table_header(&mut self, columns: &[Column]) {
        let band = Area::new(MARGIN, self.y, CONTENT_WIDTH, HEADER_HEIGHT);
        self.page.draw_fill(band, 3.0, self.palette.block);
        for column in columns {
            let [first, second] = column.title;
            let (x, align) = column.edge();
            let style = column.scaled(TITLE_STYLE).in_colour(self.palette.on_block);
            let lines = if second.is_empty() { 1.0 } else { 2.0 };
            let top = self.y + (HEADER_HEIGHT - lines * TITLE_STYLE.leading()) / 2.0;
            self.page.draw_text((x, top), align, style, first);
            if !second.is_empty() {
                self.page.draw_text((x, top + TITLE_STYLE.leading()), align, style, second);
            }
        }
        self.y += HEADER_HEIGHT;
    }

    /// Draws a row on one page, unless the row is longer than a page.
    fn draw_row(&mut self, columns: &[Column], number: usize, line: &DocumentLine) {
        let Some(description_column) = columns.iter().find(|column| column.cell == ColumnContent::Description) else {
            return;
        };
        let lines = description_lines(line, description_column.width - 2.0 * CELL_PADDING_X, self.texts.document());
        let height = lines.iter().map(|(style, _)| style.leading()).sum::<f32>() + 2.0 * CELL_PADDING_Y;
        if !self.has_room(height.min(FULL_PAGE_HEIGHT)) {
            self.start_next_page();
            self.draw_table_header(columns);
        }
        for column in columns.iter().filter(|column| column.cell != ColumnContent::Description) {
            let (x, align) = column.edge();
            // 0.5 lower: the baseline of the description, whose font is larger.
            let style = column.scaled(CELL_STYLE);
            self.page.draw_text((x, self.y + CELL_PADDING_Y + 0.5), align, style, &column.cell.text(number, line));
        }
        let (x, align) = description_column.edge();
        self.y += CELL_PADDING_Y;
        for (style, line) in lines {
            if !self.has_room(style.leading() + CELL_PADDING_Y) {
                self.start_next_page();
                self.draw_table_header(columns);
                self.y += CELL_PADDING_Y;
            }
            self.page.draw_line((x, self.y), align, style, line);
            self.y += style.leading();
        }
        self.y += CELL_PADDING_Y;
        self.page.draw_rule(MARGIN, self.y, CONTENT_WIDTH, RULE_GREY);
    }
}

impl Column {
    fn scaled(&self, style: TextStyle) -> TextStyle {
        TextStyle { size: style.size * self.width_factor, ..style }
    }

    /// The end of the text that is aligned: left or right.
    fn edge(&self) -> (f32, Align) {
        match self.cell.align() {
            Align::Left => (self.x + CELL_PADDING_X, Align::Left),
            Align::Right => (self.x + self.width - CELL_PADDING_X, Align::Right),
        }
    }
}

/// The description, and below it in small print the details.
fn description_lines(line: &DocumentLine, width: f32, text: DocumentTexts) -> Vec<(TextStyle, ShapedLine)> {
    let gems = line.redeemed_with_gems.then_some(text.redeemed());
    let detail: Vec<&str> = line.detail.as_deref().into_iter().chain(gems).collect();
    let detail = DETAIL_STYLE.wrap_text(&detail.join(" · "), width).into_iter().map(|line| (DETAIL_STYLE, line));
    let description =
        DESCRIPTION_STYLE.wrap_text(&line.description, width).into_iter().map(|line| (DESCRIPTION_STYLE, line));
    description.chain(detail).collect()
}
