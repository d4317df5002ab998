//! Who buys, and the particulars of the document.

use parlour_domain::invoice::PaymentMethod;
use parlour_domain::invoice_document::{DocumentKind, InvoiceDocument, Reference};

use super::Sheet;
use crate::page::{Align, CONTENT, MARGIN, Style};
use crate::states;
use crate::wording::{day, references};

/// Of the customer; the particulars have the rest.
const LEFT: f32 = 178.0;
const GAP: f32 = 24.0;
const COLUMNS: usize = 3;
/// Of a number that has no place where it could be broken.
const SMALLEST: f32 = 6.0;

impl Sheet<'_> {
    pub(super) fn parties(&mut self) {
        let top = self.y;
        let left = self.customer(top);
        let right = self.particulars(top);
        self.y = left.max(right) + 16.0;
    }

    pub(super) fn reason(&mut self) {
        if let Reference::CreditedInvoice { reason, .. } = &self.document.reference {
            let style = Style::regular(9.0);
            let y = self.label((MARGIN, self.y - 8.0), "Reason");
            self.y = self.page.lines((MARGIN, y), Align::Left, style, style.wrapped(reason, CONTENT)) + 16.0;
        }
    }

    fn customer(&mut self, top: f32) -> f32 {
        let customer = &self.document.customer;
        let label = self.wording.customer;
        let mut y = self.label((MARGIN, top), label);
        let (bold, regular) = (Style::bold(11.0), Style::regular(8.5));
        let name = if customer.name.trim().is_empty() { "Customer" } else { &customer.name };
        y = self.page.lines((MARGIN, y), Align::Left, bold, bold.wrapped(name, LEFT)) + 1.0;
        if let Some(phone) = &customer.phone {
            y = self.page.lines((MARGIN, y), Align::Left, regular, regular.wrapped(phone, LEFT));
        }
        if let Some(gstin) = &customer.gstin {
            self.page.text((MARGIN, y), Align::Left, regular, &format!("GSTIN {gstin}"));
            y += regular.leading();
        }
        y
    }

    /// Labels over what they label, three in a row.
    fn particulars(&mut self, top: f32) -> f32 {
        let (x, width) = (MARGIN + LEFT + GAP, CONTENT - LEFT - GAP);
        let column = width / 3.0;
        let mut y = top;
        for row in self.facts().chunks(COLUMNS) {
            let mut bottom = y;
            let mut x = x;
            for (label, value) in row {
                let under = self.label((x, y), label);
                let style = Style::regular(9.0).fitted(value, column - 8.0, SMALLEST);
                let lines = style.wrapped(value, column - 8.0);
                bottom = bottom.max(self.page.lines((x, under), Align::Left, style, lines));
                x += column;
            }
            y = bottom + 9.0;
        }
        y - 9.0
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (document, wording) = (self.document, &self.wording);
        let mut facts = vec![(wording.number, document.number.clone()), (wording.date, day(document.date))];
        facts.extend(references(document));
        if document.kind != DocumentKind::MembershipSession {
            let code = document.seller.state_code();
            let state = code.and_then(|code| Some(format!("{} ({code})", states::name_of(code)?)));
            facts.extend(state.map(|state| ("Place of supply", state)));
            if document.seller.gst_registered {
                facts.push(("Reverse charge", "No".to_owned()));
            }
        }
        facts.extend(paid_with(document).map(|means| ("Payment", means.to_owned())));
        facts
    }
}

/// None where nothing was paid: of a credit note, of a slip, and where an offer took everything off.
pub(super) fn paid_with(document: &InvoiceDocument) -> Option<&'static str> {
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
