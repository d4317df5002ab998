//! What makes a document one that may be handed to a customer.

use super::{DocumentLine, InvoiceDocument, Reference};

const MOST_LINES: usize = 1_000;
/// A thousand crore rupees: sums of it stay far from where numbers end.
const LARGEST_PAISE: i64 = 1_000_000_000_000;
/// Of a reference or a telephone.
const LONGEST_NUMBER: usize = 40;
const LONGEST_NAME: usize = 300;
const LONGEST_TEXT: usize = 500;

/// Why not. Names what is wrong and never what was there: that may be somebody's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFault {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0} is too long")]
    TooLong(&'static str),
    #[error("{0} is no GSTIN")]
    NotAGstin(&'static str),
    #[error("there must be 1 to {MOST_LINES} lines")]
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
        if !(1..=MOST_LINES).contains(&self.lines.len()) {
            return Err(DocumentFault::Lines);
        }
        self.lines.iter().try_for_each(DocumentLine::check)?;
        self.check_totals()
    }

    fn check_texts(&self) -> Result<(), DocumentFault> {
        short("the number", &self.number)?;
        present("the seller's name", &self.seller.name)?;
        at_most("the seller's name", &self.seller.name, LONGEST_NAME)?;
        at_most("the seller's address", &self.seller.address, LONGEST_TEXT)?;
        optional("the seller's phone number", self.seller.phone.as_deref(), LONGEST_NUMBER)?;
        gstin("the seller's GSTIN", self.seller.gstin.as_deref())?;
        // Nobody may ask for tax without one.
        if self.seller.gst_registered && self.seller.gstin.is_none() {
            return Err(DocumentFault::Missing("the seller's GSTIN"));
        }
        at_most("the customer's name", &self.customer.name, LONGEST_NAME)?;
        optional("the customer's phone number", self.customer.phone.as_deref(), LONGEST_NUMBER)?;
        gstin("the customer's GSTIN", self.customer.gstin.as_deref())?;
        optional("the offer's name", self.totals.offer_name.as_deref(), LONGEST_NAME)?;
        match &self.reference {
            Reference::Booking { number } | Reference::Membership { number } => {
                short("the reference", number)
            }
            Reference::Session { booking_number, membership_number } => {
                short("the reference", booking_number)?;
                short("the reference", membership_number)
            }
            Reference::CreditedInvoice { number, reason, .. } => {
                short("the reference", number)?;
                text("the reason", reason)
            }
        }
    }

    fn check_totals(&self) -> Result<(), DocumentFault> {
        let totals = &self.totals;
        amount("the subtotal", totals.subtotal_paise)?;
        amount("the discount", totals.discount_paise)?;
        amount("the redeemed value", totals.redeemed_value_paise)?;
        amount("the total", totals.total_paise)?;
        amount("the taxable value", totals.taxable_value_paise)?;
        amount("the tax", totals.cgst_paise)?;
        amount("the tax", totals.sgst_paise)?;
        amount("the gems", self.gems_earned)?;
        amount("the gems", self.gems_redeemed)?;
        if !(0..=10_000).contains(&totals.rate_basis_points) {
            return Err(DocumentFault::OutOfRange("the rate"));
        }
        let sum = |of: fn(&DocumentLine) -> i64| self.lines.iter().map(of).sum::<i64>();
        let adds_up = totals.subtotal_paise - totals.discount_paise - totals.redeemed_value_paise
            == totals.total_paise
            && totals.taxable_value_paise + totals.cgst_paise + totals.sgst_paise == totals.total_paise
            && sum(|line| line.price_paise) == totals.subtotal_paise
            && sum(|line| line.discount_paise) == totals.discount_paise
            && sum(|line| line.redeemed_value_paise) == totals.redeemed_value_paise
            && sum(|line| line.cgst_paise) == totals.cgst_paise
            && sum(|line| line.sgst_paise) == totals.sgst_paise;
        if adds_up { Ok(()) } else { Err(DocumentFault::DoesNotAddUp("the total")) }
    }
}

impl DocumentLine {
    fn check(&self) -> Result<(), DocumentFault> {
        text("a description", &self.description)?;
        optional("a line's detail", self.detail.as_deref(), LONGEST_TEXT)?;
        at_most("a SAC", &self.sac, 8)?;
        let amounts = [
            self.price_paise,
            self.discount_paise,
            self.redeemed_value_paise,
            self.total_paise,
            self.taxable_value_paise,
            self.cgst_paise,
            self.sgst_paise,
        ];
        amounts.into_iter().try_for_each(|paise| amount("a line's amount", paise))?;
        if !(1..=100_000).contains(&self.quantity) {
            return Err(DocumentFault::OutOfRange("a line's quantity"));
        }
        let adds_up = self.price_paise - self.discount_paise - self.redeemed_value_paise == self.total_paise
            && self.taxable_value_paise + self.cgst_paise + self.sgst_paise == self.total_paise;
        if adds_up { Ok(()) } else { Err(DocumentFault::DoesNotAddUp("a line")) }
    }
}

fn short(name: &'static str, given: &str) -> Result<(), DocumentFault> {
    present(name, given)?;
    at_most(name, given, LONGEST_NUMBER)
}

fn text(name: &'static str, given: &str) -> Result<(), DocumentFault> {
    present(name, given)?;
    at_most(name, given, LONGEST_TEXT)
}

fn optional(name: &'static str, given: Option<&str>, longest: usize) -> Result<(), DocumentFault> {
    given.map_or(Ok(()), |given| at_most(name, given, longest))
}

fn present(name: &'static str, given: &str) -> Result<(), DocumentFault> {
    if given.trim().is_empty() { Err(DocumentFault::Missing(name)) } else { Ok(()) }
}

fn at_most(name: &'static str, given: &str, longest: usize) -> Result<(), DocumentFault> {
    if given.chars().count() > longest { Err(DocumentFault::TooLong(name)) } else { Ok(()) }
}

fn gstin(name: &'static str, given: Option<&str>) -> Result<(), DocumentFault> {
    // Whether it is right was asked when it was typed; an old invoice is printed as it was written.
    let has_form = |given: &str| given.len() == 15 && given.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if given.is_none_or(has_form) { Ok(()) } else { Err(DocumentFault::NotAGstin(name)) }
}

fn amount(name: &'static str, paise: i64) -> Result<(), DocumentFault> {
    if (0..=LARGEST_PAISE).contains(&paise) { Ok(()) } else { Err(DocumentFault::OutOfRange(name)) }
}
