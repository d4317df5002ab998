//! Who buys, and the details of the document.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentReference, InvoiceDocument};

use super::InvoiceLayout;
use crate::gst_states;
use crate::page::{Align, CONTENT_WIDTH, MARGIN, TextStyle};
use crate::wording::{format_date, reference_fields};

/// Of the customer; the details have the rest.
const CUSTOMER_WIDTH: f32 = 178.0;
const GAP: f32 = 24.0;
const DETAILS_PER_ROW: usize = 3;
/// Of a number that has no place where it could be broken.
const MIN_FONT_SIZE: f32 = 6.0;

impl InvoiceLayout<'_> {
    pub(super) fn parties(&mut self) {
        let top = self.y;
        let left = self.customer(top);
        let right = self.details(top);
        self.y = left.max(right) + 16.0;
    }

    pub(super) fn reason(&mut self) {
        if let DocumentReference::CreditedInvoice { reason, .. } = &self.document.reference {
            let style = TextStyle::regular(9.0);
            let y = self.label((MARGIN, self.y - 8.0), "Reason");
            self.y = self.page.lines((MARGIN, y), Align::Left, style, style.wrap_text(reason, CONTENT_WIDTH))
                + 16.0;
        }
    }

    fn customer(&mut self, top: f32) -> f32 {
        let customer = &self.document.customer;
        let label = self.wording.customer;
        let mut y = self.label((MARGIN, top), label);
        let (bold, regular) = (TextStyle::bold(11.0), TextStyle::regular(8.5));
        let name = if customer.name.trim().is_empty() { "Customer" } else { &customer.name };
        y = self.page.lines((MARGIN, y), Align::Left, bold, bold.wrap_text(name, CUSTOMER_WIDTH)) + 1.0;
        if let Some(phone) = &customer.phone {
            y = self.page.lines((MARGIN, y), Align::Left, regular, regular.wrap_text(phone, CUSTOMER_WIDTH));
        }
        if let Some(gstin) = &customer.gstin {
            self.page.text((MARGIN, y), Align::Left, regular, &format!("GSTIN {gstin}"));
            y += regular.leading();
        }
        y
    }

    /// Labels over what they label, three in a row.
    fn details(&mut self, top: f32) -> f32 {
        let (x, width) = (MARGIN + CUSTOMER_WIDTH + GAP, CONTENT_WIDTH - CUSTOMER_WIDTH - GAP);
        let column = width / 3.0;
        let mut y = top;
        for row in self.detail_fields().chunks(DETAILS_PER_ROW) {
            let mut bottom = y;
            let mut x = x;
            for (label, value) in row {
                let under = self.label((x, y), label);
                let style = TextStyle::regular(9.0).shrink_to_fit(value, column - 8.0, MIN_FONT_SIZE);
                let lines = style.wrap_text(value, column - 8.0);
                bottom = bottom.max(self.page.lines((x, under), Align::Left, style, lines));
                x += column;
            }
            y = bottom + 9.0;
        }
        y - 9.0
    }

    fn detail_fields(&self) -> Vec<(&'static str, String)> {
        let (document, wording) = (self.document, &self.wording);
        let mut detail_fields =
            vec![(wording.number, document.number.clone()), (wording.date, format_date(document.date))];
        detail_fields.extend(reference_fields(document));
        if document.kind != DocumentKind::MembershipSession {
            let code = document.seller.state_code();
            let state = code.and_then(|code| Some(format!("{} ({code})", gst_states::state_name(code)?)));
            detail_fields.extend(state.map(|state| ("Place of supply", state)));
            if document.seller.gst_registered {
                detail_fields.push(("Reverse charge", "No".to_owned()));
            }
        }
        detail_fields.extend(payment_label(document).map(|means| ("Payment", means.to_owned())));
        detail_fields
    }
}

/// None where nothing was paid: of a credit note, of a slip, and where an offer took everything off.
pub(super) fn payment_label(document: &InvoiceDocument) -> Option<&'static str> {
    if matches!(document.kind, DocumentKind::CreditNote | DocumentKind::MembershipSession) {
        return None;
    }
    // The desk says how every visit is paid, also one for which there is nothing to pay.
    if document.totals.total_paise == 0 {
        return (document.totals.redeemed_value_paise > 0).then_some("Gems");
    }
    document.payment_method.map(|method| match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "Card",
    })
}
