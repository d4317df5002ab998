//! How the document was paid or refunded, and the QR code of a payment link.

use parlour_domain::billing::amount_format::format_rupees;
use parlour_domain::billing::invoice_document::DocumentKind;

use super::InvoiceLayout;
use crate::page::{Align, Area, PageElement, TextStyle};
use crate::qr_code::QrModules;
use crate::wording::{by_method, by_payment};

const PAYMENT_STYLE: TextStyle = TextStyle::muted(8.5);
/// 32 mm: phones read it at arm's length.
const QR_SIZE: f32 = 92.0;

impl InvoiceLayout<'_> {
    /// Draws payments or refunds between two edges, below `top`, and returns the lower edge.
    pub(super) fn draw_payments(&mut self, (left, right): (f32, f32), top: f32) -> f32 {
        let document = self.document;
        let is_credited = document.kind == DocumentKind::CreditNote;
        let verb = if is_credited { "Refunded" } else { "Paid" };
        if let Some(sentence) = self.sentence_of_one_payment(verb) {
            return self.draw_right_aligned((left, right), top, &sentence);
        }
        let mut y = top;
        for payment in &document.payments {
            let amount = format_rupees(payment.amount_paise);
            self.page.draw_text((right, y), Align::Right, PAYMENT_STYLE, &amount);
            let width = right - left - PAYMENT_STYLE.width_of(&amount) - 10.0;
            let label = format!("{verb} {}", by_payment(payment));
            y = self.page.draw_wrapped((left, y), PAYMENT_STYLE, &label, width) + 1.0;
        }
        y
    }

    /// A sentence instead of a list, if there is at most one payment. Empty if nothing was paid.
    fn sentence_of_one_payment(&self, verb: &str) -> Option<String> {
        let document = self.document;
        let is_credited = document.kind == DocumentKind::CreditNote;
        Some(match document.payments.as_slice() {
            [payment] if is_credited => format!("{verb} {}", by_payment(payment)),
            [payment] => format!("{verb} in full {}", by_payment(payment)),
            [] if is_credited || document.kind == DocumentKind::MembershipSession => String::new(),
            [] if document.totals.total_paise > 0 => {
                document.payment_method.map(|method| format!("Paid in full {}", by_method(method))).unwrap_or_default()
            }
            [] if document.totals.redeemed_value_paise > 0 => "Paid in full with gems".to_owned(),
            // A payment method is recorded for every booking, even if its total is 0.
            [] => String::new(),
            _ => return None,
        })
    }

    fn draw_right_aligned(&mut self, (left, right): (f32, f32), top: f32, text: &str) -> f32 {
        PAYMENT_STYLE.wrap_text(text, right - left).into_iter().fold(top, |y, line| {
            self.page.draw_line((right, y), Align::Right, PAYMENT_STYLE, line);
            y + PAYMENT_STYLE.leading()
        })
    }

    /// Draws the QR code of the payment link, with the amount beside it, and returns the lower edge.
    pub(super) fn draw_upi_request(&mut self, (x, top): (f32, f32), width: f32) -> f32 {
        let Some(upi) = &self.document.upi else { return top };
        // A link that is too long for a QR code is refused before.
        let Some(modules) = QrModules::of(&upi.uri) else { return top };
        let y = self.draw_label((x, top + 8.0), "Pay by UPI");
        let area = Area::new(x, y + 2.0, QR_SIZE, QR_SIZE);
        self.page.elements.push(PageElement::QrCode { area, modules });
        let (text_x, text_width) = (x + QR_SIZE + 14.0, width - QR_SIZE - 14.0);
        let (strong, plain) = (TextStyle::bold(13.0), TextStyle::regular(8.5));
        let amount = format_rupees(upi.amount_paise);
        let mut text_y = self.page.draw_wrapped((text_x, area.y + 14.0), strong, &amount, text_width) + 2.0;
        text_y = self.page.draw_wrapped((text_x, text_y), plain, "Scan with any UPI app.", text_width);
        if let Some(payee) = upi.payee() {
            let style = plain.shrink_to_fit(payee, text_width, 6.0);
            self.page.draw_wrapped((text_x, text_y), style, payee, text_width);
        }
        area.y + QR_SIZE + 8.0
    }
}
