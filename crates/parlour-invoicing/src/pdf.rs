//! Writes laid-out pages as a PDF, which contains only the glyphs that are used.

use chrono::Datelike;
use krilla::Document;
use krilla::color::rgb;
use krilla::error::KrillaResult;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use parlour_domain::billing::invoice_document::{Colour, InvoiceDocument};
use parlour_texts::Texts;

use crate::logo::Logo;
use crate::page::{Area, PAGE_HEIGHT, PAGE_WIDTH, Page, PageElement};
use crate::palette::PURE_BLACK;
use crate::qr_code::QrModules;
use crate::text::glyphs_width;
use crate::wording::Wording;

pub(crate) fn write_pdf(
    document: &InvoiceDocument,
    pages: Vec<Page>,
    logo: Option<&Logo>,
    texts: Texts,
) -> KrillaResult<Vec<u8>> {
    let mut pdf = Document::new();
    for page in pages {
        let settings = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).unwrap_or_default();
        let mut pdf_page = pdf.start_page_with(settings);
        let mut surface = pdf_page.surface();
        for element in page.elements {
            draw_element(&mut surface, element, logo);
        }
        surface.finish();
        pdf_page.finish();
    }
    pdf.set_metadata(metadata(document, texts));
    pdf.finish()
}

fn metadata(document: &InvoiceDocument, texts: Texts) -> Metadata {
    let title = texts.document().title_and_number(&Wording::of(document, texts).full_title(), &document.number);
    let (year, month, day) = (document.date.year(), document.date.month(), document.date.day());
    let byte = |number: u32| u8::try_from(number).unwrap_or(1);
    // The date of the document, not of today: the same document must give the same file.
    let created = DateTime::new(u16::try_from(year).unwrap_or_default()).month(byte(month)).day(byte(day));
    Metadata::new()
        .title(title)
        .language(texts.tag().to_owned())
        .authors(vec![document.seller.name.clone()])
        .creator("Parlour".to_owned())
        .creation_date(created)
}

fn draw_element(surface: &mut Surface<'_>, element: PageElement, logo: Option<&Logo>) {
    match element {
        PageElement::Fill { area, radius, colour } => {
            if let Some(path) = rounded_rectangle(area, radius) {
                surface.set_fill(Some(solid_fill(colour)));
                surface.draw_path(&path);
            }
        }
        PageElement::Text { x, baseline, line, size, colour } => {
            surface.set_fill(Some(solid_fill(colour)));
            let mut x = x;
            for run in line.font_runs {
                let glyphs = &line.glyphs[run.glyphs];
                surface.set_stroke(run.needs_synthetic_bold.then(|| synthetic_bold_stroke(colour, size)));
                let start = Point::from_xy(x, baseline);
                surface.draw_glyphs(start, glyphs, run.face.font.clone(), &line.text, size, false);
                x += glyphs_width(glyphs) * size;
            }
            surface.set_stroke(None);
        }
        PageElement::QrCode { area, modules } => {
            if let Some(path) = qr_code_path(area, &modules) {
                surface.set_fill(Some(solid_fill(PURE_BLACK)));
                surface.draw_path(&path);
            }
        }
        PageElement::Logo(area) => {
            if let (Some(logo), Some(size)) = (logo, Size::from_wh(area.width, area.height)) {
                surface.push_transform(&Transform::from_translate(area.x, area.y));
                surface.draw_image(logo.image.clone(), size);
                surface.pop();
            }
        }
    }
}

/// All squares in one path: separate ones would show fine lines between them.
fn qr_code_path(area: Area, modules: &QrModules) -> Option<Path> {
    #[expect(clippy::cast_precision_loss, reason = "a QR code has at most 177 squares a side")]
    let points = |count: i32| count as f32 * area.width / modules.side as f32;
    let mut path = PathBuilder::new();
    for run in &modules.dark_runs {
        let (left, top) = (area.x + points(run.column), area.y + points(run.row));
        path.push_rect(Rect::from_ltrb(left, top, left + points(run.length), top + points(1))?);
    }
    path.finish()
}

fn solid_fill(colour: Colour) -> Fill {
    Fill { paint: rgb::Color::new(colour.red, colour.green, colour.blue).into(), ..Fill::default() }
}

/// An outline that makes a regular letter look bold.
fn synthetic_bold_stroke(colour: Colour, size: f32) -> Stroke {
    Stroke { paint: solid_fill(colour).paint, width: size * 0.03, ..Stroke::default() }
}

fn rounded_rectangle(area: Area, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (left, top, right, bottom) = (area.x, area.y, area.x + area.width, area.y + area.height);
    if radius <= 0.0 {
        path.push_rect(Rect::from_ltrb(left, top, right, bottom)?);
        return path.finish();
    }
    // A quadratic curve is close enough to a quarter of a circle.
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.quad_to(right, top, right, top + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.quad_to(left, bottom, left, bottom - radius);
    path.line_to(left, top + radius);
    path.quad_to(left, top, left + radius, top);
    path.close();
    path.finish()
}
