//! Renders an invoice document as a PDF.

use krilla::error::KrillaError;
use parlour_domain::billing::invoice_document::{DocumentFault, InvoiceDocument};
use parlour_texts::Texts;

use crate::logo::{Logo, NotALogo};
use crate::{layout, pdf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RenderFault {
    #[error("Not a document to hand out: {0}")]
    Document(#[from] DocumentFault),
    #[error(transparent)]
    Logo(#[from] NotALogo),
    /// A fault of this crate, not of the document.
    #[error("The PDF could not be written")]
    Pdf,
}

/// Renders a document. The same document always gives the same bytes.
pub fn render(document: &InvoiceDocument) -> Result<Vec<u8>, RenderFault> {
    document.check()?;
    let logo = document.brand.logo.as_deref().map(Logo::read).transpose()?;
    // In English too where there are no texts of the language.
    let texts = Texts::for_tag(document.language.as_str()).unwrap_or(Texts::ENGLISH);
    let pages = layout::lay_out_pages(document, logo.as_ref(), texts);
    pdf::write_pdf(document, pages, logo.as_ref(), texts).map_err(|error| match error {
        KrillaError::Image(..) | KrillaError::SixteenBitImage(..) => RenderFault::Logo(NotALogo),
        error => {
            tracing::error!(%error, "an invoice could not be written");
            RenderFault::Pdf
        }
    })
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::samples;

    #[test]
    fn the_same_document_is_the_same_file() {
        let document = samples::invoice(&[149_900, 79_900]);
        assert_eq!(render(&document), render(&document));
    }

    #[test]
    fn many_lines_take_many_pages() {
        for texts in [Texts::ENGLISH, Texts::for_tag("hi").expect("Hindi")] {
            let pages = |lines| layout::lay_out_pages(&samples::invoice(&vec![149_900; lines]), None, texts).len();
            assert_eq!(pages(1), 1);
            assert_eq!(pages(12), 1);
            assert!((9..=15).contains(&pages(300)), "{}", pages(300));
        }
    }

    #[test]
    fn figures_that_do_not_add_up_are_not_printed() {
        let refused = |change: fn(&mut InvoiceDocument)| {
            let mut document = samples::invoice(&[149_900, 79_900]);
            change(&mut document);
            render(&document).expect_err("a refusal").to_string()
        };
        let sums = "Not a document to hand out: the total does not add up";
        assert_eq!(refused(|document| document.totals.cgst_paise += 1), sums);
        assert_eq!(refused(|document| document.totals.subtotal_paise += 1), sums);
        assert_eq!(refused(|document| drop(document.lines.pop())), sums);
        let line = "Not a document to hand out: a line does not add up";
        assert_eq!(refused(|document| document.lines[0].discount_paise += 1), line);
        assert_eq!(refused(|document| document.lines[0].sgst_paise += 1), line);
        let range = "Not a document to hand out: a line's amount is out of range";
        assert_eq!(refused(|document| document.lines[0].price_paise = i64::MAX), range);
        assert_eq!(refused(|document| document.lines[0].total_paise = -1), range);
        assert_eq!(
            refused(|document| document.lines.clear()),
            "Not a document to hand out: there must be 1 to 1000 lines"
        );
        assert_eq!(refused(|document| document.number.clear()), "Not a document to hand out: the number is missing");
        let long = "Not a document to hand out: the customer's name is too long";
        assert_eq!(refused(|document| document.customer.name = "x".repeat(301)), long);
        let gstin = "Not a document to hand out: the seller's GSTIN is no GSTIN";
        assert_eq!(refused(|document| document.seller.gstin = Some("अ".repeat(5))), gstin);
    }

    #[test]
    fn undecodable_logos_are_refused() {
        let with_logo = |file: &[u8]| {
            let mut document = samples::invoice(&[149_900]);
            document.brand.logo = Some(STANDARD.encode(file));
            render(&document)
        };
        let valid_png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
            \0\0\0\nIDAT\x78\x9c\x63\xf8\x0f\0\x01\x01\x01\0\xb1\x38\xf6\x14\0\0\0\0IEND\xae\x42\x60\x82";
        assert!(with_logo(valid_png).is_ok());
        for (what, file) in [
            ("nothing", &[][..]),
            ("text", b"<svg/>"),
            ("half of it", &valid_png[..45]),
            ("a beginning", &valid_png[..8]),
        ] {
            assert_eq!(with_logo(file), Err(RenderFault::Logo(NotALogo)), "{what}");
        }
        // 30,000 by 30,000 pixels in a few bytes: refused before it is decoded.
        let mut bomb = valid_png.to_vec();
        bomb.splice(16..24, *b"\0\0\x75\x30\0\0\x75\x30");
        bomb.splice(29..33, *b"\x43\x4c\xa7\x66");
        assert_eq!(with_logo(&bomb), Err(RenderFault::Logo(NotALogo)));
    }
}
