//! The customer, and the details of the document.

use parlour_domain::billing::invoice_document::{DocumentKind, DocumentReference, InvoiceDocument};
use parlour_texts::DocumentTexts;

use super::InvoiceLayout;
use super::page_header::address_lines;
use crate::gst_states;
use crate::page::{Align, Area, CONTENT_WIDTH, MARGIN, PageElement, TextStyle};
use crate::palette::NOTICE_GREY;
use crate::wording::{method_name, notice, reference_fields};

/// The width of the customer block; the details take the rest.
const CUSTOMER_WIDTH: f32 = 178.0;
const GAP: f32 = 24.0;
const DETAILS_PER_ROW: usize = 3;
const NOTICE_PADDING: f32 = 10.0;
/// The smallest size for a long number, which cannot be broken.
const MIN_FONT_SIZE: f32 = 6.0;

impl InvoiceLayout<'_> {
    pub(super) fn draw_parties(&mut self) {
        let top = self.y;
        let left = self.draw_customer(top);
        let right = self.draw_details(top);
        self.y = left.max(right) + 16.0;
    }

    pub(super) fn draw_reason(&mut self) {
        if let DocumentReference::CreditedInvoice { reason, .. } = &self.document.reference {
            let style = TextStyle::regular(9.0);
            let y = self.draw_label((MARGIN, self.y - 8.0), self.texts.document().reason());
            self.y = self.page.draw_wrapped((MARGIN, y), style, reason, CONTENT_WIDTH) + 16.0;
        }
    }

    /// Draws what must not be overlooked, such as that a slip is void.
    pub(super) fn draw_notice(&mut self) {
        let Some((title, text)) = notice(self.document, self.texts) else { return };
        let (bold, regular) = (TextStyle::bold(11.0), TextStyle::regular(9.0));
        let (x, top, width) = (MARGIN + NOTICE_PADDING, self.y - 2.0, CONTENT_WIDTH - 2.0 * NOTICE_PADDING);
        let first_element = self.page.elements.len();
        let y = self.page.draw_wrapped((x, top + NOTICE_PADDING - 2.0), bold, title, width) + 1.0;
        let bottom = self.page.draw_wrapped((x, y), regular, &text, width) + NOTICE_PADDING;
        // The background lies under the text, but its height is known only after it.
        let area = Area::new(MARGIN, top, CONTENT_WIDTH, bottom - top);
        let background = PageElement::Fill { area, radius: 3.0, colour: NOTICE_GREY };
        self.page.elements.insert(first_element, background);
        self.y = bottom + 14.0;
    }

    fn draw_customer(&mut self, top: f32) -> f32 {
        let customer = &self.document.customer;
        let label = self.wording.customer;
        let mut y = self.draw_label((MARGIN, top), label);
        let (bold, regular) = (TextStyle::bold(11.0), TextStyle::regular(8.5));
        let name = if customer.name.trim().is_empty() { self.texts.document().customer() } else { &customer.name };
        let legal_name = customer.legal_name.as_deref().filter(|legal_name| !legal_name.trim().is_empty());
        y = self.page.draw_wrapped((MARGIN, y), bold, legal_name.unwrap_or(name), CUSTOMER_WIDTH) + 1.0;
        if legal_name.is_some_and(|legal_name| legal_name != name) {
            y = self.page.draw_wrapped((MARGIN, y), regular, name, CUSTOMER_WIDTH);
        }
        for line in address_lines(customer.address.as_deref().unwrap_or_default()) {
            y = self.page.draw_wrapped((MARGIN, y), regular, &line, CUSTOMER_WIDTH);
        }
        if let Some(phone) = &customer.phone {
            y = self.page.draw_wrapped((MARGIN, y), regular, phone, CUSTOMER_WIDTH);
        }
        if let Some(gstin) = &customer.gstin {
            self.page.draw_text((MARGIN, y), Align::Left, regular, &self.texts.document().gstin(gstin));
            y += regular.leading();
        }
        y
    }

    /// Draws labels with their values below, three in a row, and returns the lower edge.
    fn draw_details(&mut self, top: f32) -> f32 {
        let (x, width) = (MARGIN + CUSTOMER_WIDTH + GAP, CONTENT_WIDTH - CUSTOMER_WIDTH - GAP);
        let column = width / 3.0;
        let mut y = top;
        for row in self.detail_fields().chunks(DETAILS_PER_ROW) {
            let mut bottom = y;
            let mut x = x;
            for (label, value) in row {
                let under = self.draw_label((x, y), label);
                let style = TextStyle::regular(9.0).shrink_to_fit(value, column - 8.0, MIN_FONT_SIZE);
                bottom = bottom.max(self.page.draw_wrapped((x, under), style, value, column - 8.0));
                x += column;
            }
            y = bottom + 9.0;
        }
        y - 9.0
    }

    fn detail_fields(&self) -> Vec<(&'static str, String)> {
        let (document, wording, texts) = (self.document, &self.wording, self.texts);
        let text = texts.document();
        let mut detail_fields =
            vec![(wording.number, document.number.clone()), (wording.date, texts.format_full_date(document.date))];
        detail_fields.extend(reference_fields(document, texts));
        if document.kind != DocumentKind::MembershipSession {
            let code = document.seller.state_code();
            let state = |code| Some(text.state_and_code(gst_states::state_name(code, texts.state())?, code));
            detail_fields.extend(code.and_then(state).map(|state| (text.place_of_supply(), state)));
            if document.seller.gst_registered {
                detail_fields.push((text.reverse_charge(), text.no().to_owned()));
            }
        }
        detail_fields.extend(payment_methods(document, text).map(|methods| (text.payment(), methods)));
        detail_fields
    }
}

/// The methods by which an invoice was paid. None if nothing was paid: for a credit note, for a slip, and where a
/// discount covers the total.
fn payment_methods(document: &InvoiceDocument, text: DocumentTexts) -> Option<String> {
    if matches!(document.kind, DocumentKind::CreditNote | DocumentKind::MembershipSession) {
        return None;
    }
    // A payment method is recorded for every booking, even if its total is 0.
    if document.totals.total_paise == 0 {
        return (document.totals.redeemed_value_paise > 0).then(|| text.gems().to_owned());
    }
    let mut methods: Vec<&str> = Vec::new();
    for method in document.payments.iter().map(|payment| payment.method).chain(document.payment_method) {
        if !methods.contains(&method_name(method, text)) {
            methods.push(method_name(method, text));
        }
    }
    (!methods.is_empty()).then(|| methods.join(", "))
}
