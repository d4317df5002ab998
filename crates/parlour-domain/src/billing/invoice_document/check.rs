//! Checks an invoice document before it is rendered.

use super::{DocumentKind, DocumentLine, DocumentReference, InvoiceDocument};
use crate::billing::payment::{MAX_PAYMENTS, MAX_REFERENCE_LENGTH};

const MAX_LINES: usize = 1_000;
/// A thousand crore rupees. Sums of such amounts do not overflow.
const MAX_DOCUMENT_PAISE: i64 = 1_000_000_000_000;
/// The longest reference or telephone number.
const MAX_NUMBER_LENGTH: usize = 40;
const MAX_NAME_LENGTH: usize = 300;
const MAX_TEXT_LENGTH: usize = 500;
/// Tax is computed on all credit notes of an invoice together, so that the part of one line can be below 0 by so much.
const MAX_CREDIT_CORRECTION_PAISE: i64 = 100;

/// Why a document is not rendered. It names the wrong field, not its value, which may be personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFault {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0} is too long")]
    TooLong(&'static str),
    #[error("{0} is no GSTIN")]
    NotAGstin(&'static str),
    #[error("the link is no UPI payment link")]
    NotAUpiLink,
    #[error("there must be 1 to {MAX_LINES} lines")]
    Lines,
    #[error("{0} is out of range")]
    OutOfRange(&'static str),
    #[error("{0} does not add up")]
    DoesNotAddUp(&'static str),
}

impl InvoiceDocument {
    /// An invoice whose figures do not add up is worse than none.
    pub fn check(&self) -> Result<(), DocumentFault> {
        self.check_texts()?;
        if !(1..=MAX_LINES).contains(&self.lines.len()) {
            return Err(DocumentFault::Lines);
        }
        self.lines.iter().try_for_each(|line| line.check(self.kind))?;
        self.check_membership()?;
        self.check_totals()?;
        self.check_payments()
    }

    fn check_texts(&self) -> Result<(), DocumentFault> {
        check_required_number("the number", &self.number)?;
        check_present("the seller's name", &self.seller.name)?;
        check_length("the seller's name", &self.seller.name, MAX_NAME_LENGTH)?;
        check_length("the seller's address", &self.seller.address, MAX_TEXT_LENGTH)?;
        check_optional_text("the salon's name", self.brand.salon_name.as_deref(), MAX_NAME_LENGTH)?;
        check_optional_text("the footer", self.brand.footer.as_deref(), MAX_TEXT_LENGTH)?;
        check_optional_text("the seller's phone number", self.seller.phone.as_deref(), MAX_NUMBER_LENGTH)?;
        check_gstin("the seller's GSTIN", self.seller.gstin.as_deref())?;
        // A seller without a GSTIN may not charge tax.
        if self.seller.gst_registered && self.seller.gstin.is_none() {
            return Err(DocumentFault::Missing("the seller's GSTIN"));
        }
        check_length("the customer's name", &self.customer.name, MAX_NAME_LENGTH)?;
        check_optional_text("the customer's phone number", self.customer.phone.as_deref(), MAX_NUMBER_LENGTH)?;
        check_gstin("the customer's GSTIN", self.customer.gstin.as_deref())?;
        check_optional_text("the customer's legal name", self.customer.legal_name.as_deref(), MAX_NAME_LENGTH)?;
        check_optional_text("the customer's address", self.customer.address.as_deref(), MAX_TEXT_LENGTH)?;
        check_optional_text("the reason of the discount", self.totals.discount_reason.as_deref(), MAX_NAME_LENGTH)?;
        check_optional_text("the offer's name", self.totals.offer_name.as_deref(), MAX_NAME_LENGTH)?;
        match &self.reference {
            DocumentReference::Booking { number } | DocumentReference::Membership { number } => {
                check_required_number("the reference", number)
            }
            DocumentReference::Session { booking_number, membership_number } => {
                check_required_number("the reference", booking_number)?;
                check_required_number("the reference", membership_number)
            }
            DocumentReference::CreditedInvoice { number, reason, .. } => {
                check_required_number("the reference", number)?;
                check_required_text("the reason", reason)
            }
        }
    }

    fn check_totals(&self) -> Result<(), DocumentFault> {
        let totals = &self.totals;
        check_amount("the subtotal", totals.subtotal_paise)?;
        check_amount("the discount", totals.discount_paise)?;
        check_amount("the redeemed value", totals.redeemed_value_paise)?;
        check_amount("the total", totals.total_paise)?;
        check_amount("the taxable value", totals.taxable_value_paise)?;
        check_amount("the tax", totals.cgst_paise)?;
        check_amount("the tax", totals.sgst_paise)?;
        check_amount("the gems", self.gems_earned)?;
        check_amount("the gems", self.gems_redeemed)?;
        if !(0..=10_000).contains(&totals.rate_basis_points) {
            return Err(DocumentFault::OutOfRange("the rate"));
        }
        if !(-49..=50).contains(&totals.rounding_paise) {
            return Err(DocumentFault::OutOfRange("the rounding"));
        }
        let sum = |of: fn(&DocumentLine) -> i64| self.lines.iter().map(of).sum::<i64>();
        let before_rounding = totals.total_paise - totals.rounding_paise;
        let adds_up = totals.subtotal_paise - totals.discount_paise - totals.redeemed_value_paise == before_rounding
            && totals.taxable_value_paise + totals.cgst_paise + totals.sgst_paise == before_rounding
            && sum(|line| line.price_paise) == totals.subtotal_paise
            && sum(|line| line.discount_paise) == totals.discount_paise
            && sum(|line| line.redeemed_value_paise) == totals.redeemed_value_paise
            && sum(|line| line.cgst_paise) == totals.cgst_paise
            && sum(|line| line.sgst_paise) == totals.sgst_paise;
        if adds_up { Ok(()) } else { Err(DocumentFault::DoesNotAddUp("the total")) }
    }

    fn check_payments(&self) -> Result<(), DocumentFault> {
        if self.payments.len() > MAX_PAYMENTS {
            return Err(DocumentFault::OutOfRange("the number of payments"));
        }
        for payment in &self.payments {
            check_optional_text("a payment's reference", payment.reference.as_deref(), MAX_REFERENCE_LENGTH)?;
            check_positive_amount("a payment", payment.amount_paise)?;
        }
        let paid: i64 = self.payments.iter().map(|payment| payment.amount_paise).sum();
        if !self.payments.is_empty() && paid != self.totals.total_paise {
            return Err(DocumentFault::DoesNotAddUp("what was paid"));
        }
        let Some(upi) = &self.upi else { return Ok(()) };
        check_length("the payment link", &upi.uri, MAX_TEXT_LENGTH)?;
        check_positive_amount("the amount of the payment link", upi.amount_paise)?;
        if !upi.uri.starts_with("upi://pay?") || !upi.uri.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(DocumentFault::NotAUpiLink);
        }
        if upi.amount_paise > self.totals.total_paise {
            return Err(DocumentFault::OutOfRange("the amount of the payment link"));
        }
        Ok(())
    }

    fn check_membership(&self) -> Result<(), DocumentFault> {
        let Some(membership) = &self.membership else { return Ok(()) };
        check_amount("the hours of the membership", membership.total_minutes)?;
        if !(0..=membership.total_minutes).contains(&membership.minutes_left.unwrap_or_default()) {
            return Err(DocumentFault::OutOfRange("the hours left"));
        }
        Ok(())
    }
}

impl DocumentLine {
    fn check(&self, kind: DocumentKind) -> Result<(), DocumentFault> {
        check_required_text("a description", &self.description)?;
        check_optional_text("a line's detail", self.detail.as_deref(), MAX_TEXT_LENGTH)?;
        check_length("a SAC", &self.sac, 8)?;
        let amounts = [self.price_paise, self.discount_paise, self.redeemed_value_paise, self.total_paise];
        amounts.into_iter().try_for_each(|paise| check_amount("a line's amount", paise))?;
        let correction = if kind == DocumentKind::CreditNote { MAX_CREDIT_CORRECTION_PAISE } else { 0 };
        let tax = [self.taxable_value_paise, self.cgst_paise, self.sgst_paise];
        tax.into_iter().try_for_each(|paise| check_amount("a line's amount", paise.saturating_add(correction)))?;
        if !(1..=100_000).contains(&self.quantity) {
            return Err(DocumentFault::OutOfRange("a line's quantity"));
        }
        let adds_up = self.price_paise - self.discount_paise - self.redeemed_value_paise == self.total_paise
            && self.taxable_value_paise + self.cgst_paise + self.sgst_paise == self.total_paise;
        if adds_up { Ok(()) } else { Err(DocumentFault::DoesNotAddUp("a line")) }
    }
}

fn check_required_number(name: &'static str, value: &str) -> Result<(), DocumentFault> {
    check_present(name, value)?;
    check_length(name, value, MAX_NUMBER_LENGTH)
}

fn check_required_text(name: &'static str, value: &str) -> Result<(), DocumentFault> {
    check_present(name, value)?;
    check_length(name, value, MAX_TEXT_LENGTH)
}

fn check_optional_text(name: &'static str, value: Option<&str>, max_length: usize) -> Result<(), DocumentFault> {
    value.map_or(Ok(()), |value| check_length(name, value, max_length))
}

fn check_present(name: &'static str, value: &str) -> Result<(), DocumentFault> {
    if value.trim().is_empty() { Err(DocumentFault::Missing(name)) } else { Ok(()) }
}

fn check_length(name: &'static str, value: &str, max_length: usize) -> Result<(), DocumentFault> {
    if value.chars().count() > max_length { Err(DocumentFault::TooLong(name)) } else { Ok(()) }
}

fn check_gstin(name: &'static str, value: Option<&str>) -> Result<(), DocumentFault> {
    // The check character was verified when the number was entered; old invoices are rendered as they were stored.
    let has_form = |value: &str| value.len() == 15 && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if value.is_none_or(has_form) { Ok(()) } else { Err(DocumentFault::NotAGstin(name)) }
}

fn check_amount(name: &'static str, paise: i64) -> Result<(), DocumentFault> {
    if (0..=MAX_DOCUMENT_PAISE).contains(&paise) { Ok(()) } else { Err(DocumentFault::OutOfRange(name)) }
}

fn check_positive_amount(name: &'static str, paise: i64) -> Result<(), DocumentFault> {
    if paise > 0 { check_amount(name, paise) } else { Err(DocumentFault::OutOfRange(name)) }
}
