//! How the document was paid or refunded, and the QR code of a payment link.

use parlour_domain::billing::amount_format::format_rupees;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentPayment};
use parlour_texts::DocumentTexts;

use super::InvoiceLayout;
use crate::page::{Align, Area, PageElement, TextStyle};
use crate::qr_code::QrModules;

const PAYMENT_STYLE: TextStyle = TextStyle::muted(8.5);
/// 32 to 46 mm, so that a square has at least 0.6 mm: phones read it at arm's length.
const MIN_QR_SIZE: f32 = 92.0;
const MAX_QR_SIZE: f32 = 130.0;
const MIN_QR_SQUARE: f32 = 1.8;
/// The free space that a QR code needs around it.
const QR_GAP: f32 = 8.0;

/// What became of the money of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PaymentState {
    Paid,
    /// A payment by UPI without a reference is still to be made if the document has a payment link.
    Open,
    Refunded,
}

impl InvoiceLayout<'_> {
    /// Draws payments or refunds between two edges, below `top`, and returns the lower edge.
    pub(super) fn draw_payments(&mut self, (left, right): (f32, f32), top: f32) -> f32 {
        if let Some(sentence) = self.sentence_of_one_payment() {
            return self.draw_right_aligned((left, right), top, &sentence);
        }
        let mut y = top;
        for payment in &self.document.payments {
            let amount = format_rupees(payment.amount_paise);
            self.page.draw_text((right, y), Align::Right, PAYMENT_STYLE, &amount);
            let width = right - left - PAYMENT_STYLE.width_of(&amount) - 10.0;
            let label = self.payment_label(payment);
            y = self.page.draw_wrapped((left, y), PAYMENT_STYLE, &label, width) + 1.0;
        }
        y
    }

    /// `Paid by cash`, `Refunded by UPI, ref. 412233445566`.
    fn payment_label(&self, payment: &DocumentPayment) -> String {
        let text = self.texts.document();
        let label = match (self.payment_state(payment), payment.method) {
            (PaymentState::Open, _) => text.to_be_paid_by_upi(),
            (PaymentState::Paid, PaymentMethod::Cash) => text.paid_by_cash(),
            (PaymentState::Paid, PaymentMethod::Upi) => text.paid_by_upi(),
            (PaymentState::Paid, PaymentMethod::Card) => text.paid_by_card(),
            (PaymentState::Refunded, PaymentMethod::Cash) => text.refunded_by_cash(),
            (PaymentState::Refunded, PaymentMethod::Upi) => text.refunded_by_upi(),
            (PaymentState::Refunded, PaymentMethod::Card) => text.refunded_by_card(),
        };
        with_reference(label, payment, text)
    }

    fn payment_state(&self, payment: &DocumentPayment) -> PaymentState {
        let is_unconfirmed = payment.method == PaymentMethod::Upi && payment.reference.is_none();
        if self.document.kind == DocumentKind::CreditNote {
            PaymentState::Refunded
        } else if is_unconfirmed && self.document.upi.is_some() {
            PaymentState::Open
        } else {
            PaymentState::Paid
        }
    }

    /// A sentence instead of a list, if there is at most one payment. Empty if nothing was paid.
    fn sentence_of_one_payment(&self) -> Option<String> {
        let (kind, totals, text) = (self.document.kind, &self.document.totals, self.texts.document());
        let has_payments = !matches!(kind, DocumentKind::CreditNote | DocumentKind::MembershipSession);
        Some(match self.document.payments.as_slice() {
            [payment] => match self.payment_state(payment) {
                PaymentState::Paid => with_reference(paid_in_full(payment.method, text), payment, text),
                PaymentState::Open | PaymentState::Refunded => self.payment_label(payment),
            },
            [] if has_payments && totals.total_paise > 0 => {
                let paid = |method| paid_in_full(method, text).to_owned();
                self.document.payment_method.map(paid).unwrap_or_default()
            }
            // A payment method is recorded for every booking, even if its total is 0.
            [] if has_payments && totals.redeemed_value_paise > 0 => text.paid_in_full_with_gems().to_owned(),
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
        #[expect(clippy::cast_precision_loss, reason = "a QR code has at most 177 squares a side")]
        let size = (modules.side as f32 * MIN_QR_SQUARE).clamp(MIN_QR_SIZE, MAX_QR_SIZE);
        let y = self.draw_label((x, top + 8.0), self.texts.document().pay_by_upi());
        let area = Area::new(x, y + QR_GAP - 4.0, size, size);
        self.page.elements.push(PageElement::QrCode { area, modules });
        let (text_x, text_width) = (x + size + 2.0 * QR_GAP, width - size - 2.0 * QR_GAP);
        let (strong, plain) = (TextStyle::bold(13.0), TextStyle::regular(8.5));
        let amount = format_rupees(upi.amount_paise);
        let mut text_y = self.page.draw_wrapped((text_x, area.y + 14.0), strong, &amount, text_width) + 2.0;
        text_y = self.page.draw_wrapped((text_x, text_y), plain, self.texts.document().scan(), text_width);
        if let Some(payee) = upi.payee() {
            let style = plain.shrink_to_fit(payee, text_width, 6.0);
            self.page.draw_wrapped((text_x, text_y), style, payee, text_width);
        }
        area.y + size + QR_GAP
    }
}

fn paid_in_full(method: PaymentMethod, text: DocumentTexts) -> &'static str {
    match method {
        PaymentMethod::Cash => text.paid_in_full_by_cash(),
        PaymentMethod::Upi => text.paid_in_full_by_upi(),
        PaymentMethod::Card => text.paid_in_full_by_card(),
    }
}

fn with_reference(label: &str, payment: &DocumentPayment, text: DocumentTexts) -> String {
    match &payment.reference {
        Some(reference) => text.with_reference(label, reference),
        None => label.to_owned(),
    }
}
