//! An invoice as it is printed: what the invoicing service is sent.

mod check;
mod colour;
mod payments;

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize};

use crate::billing::invoice::PaymentMethod;
use crate::customer::Language;

pub use self::check::DocumentFault;
pub use self::colour::{Colour, NotAColour};
pub use self::payments::{DocumentPayment, DocumentUpi, InvoiceQrCode};

/// From ₹50,000 on an invoice must show the customer's address where it is known.
pub const ADDRESS_REQUIRED_FROM_PAISE: i64 = 5_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    TaxInvoice,
    /// Of a seller who may not charge GST.
    BillOfSupply,
    CreditNote,
    /// A tax invoice, or a bill of supply, for a membership.
    MembershipSale,
    /// A slip of 0 rupees: the hours were paid with the membership.
    MembershipSession,
}

/// All contents of the document, so that it is rendered without further reads. Amounts are paise, and prices include
/// GST.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceDocument {
    pub kind: DocumentKind,
    /// Of the labels and sentences: the customer's.
    #[serde(default = "english", deserialize_with = "known_language")]
    pub language: Language,
    pub seller: DocumentSeller,
    #[serde(default)]
    pub brand: Branding,
    pub number: String,
    /// The IST date.
    pub date: NaiveDate,
    pub customer: DocumentCustomer,
    pub reference: DocumentReference,
    /// Of a credit note: what it credits.
    pub lines: Vec<DocumentLine>,
    pub totals: DocumentTotals,
    /// The method of the largest payment. None where nothing was to be paid.
    #[serde(default, deserialize_with = "payments::optional_method")]
    pub payment_method: Option<PaymentMethod>,
    /// All payments, together the total; on a credit note, all refunds. If there are none, `payment_method` paid the
    /// total.
    #[serde(default)]
    pub payments: Vec<DocumentPayment>,
    /// A payment link that is drawn as a QR code.
    #[serde(default)]
    pub upi: Option<DocumentUpi>,
    /// The membership that was sold, or whose hours paid for the session.
    #[serde(default)]
    pub membership: Option<DocumentMembership>,
    /// The IST date on which a session was reversed, which makes its slip void.
    #[serde(default)]
    pub voided_on: Option<NaiveDate>,
    /// Gems that the invoice earned; on a credit note, gems that are taken back.
    #[serde(default)]
    pub gems_earned: i64,
    /// Gems that paid for a line; on a credit note, gems that are returned.
    #[serde(default)]
    pub gems_redeemed: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSeller {
    pub name: String,
    pub address: String,
    pub phone: Option<String>,
    pub gstin: Option<String>,
    pub gst_registered: bool,
}

fn english() -> Language {
    Language::English
}

/// A newer version may send one that this one does not know.
fn known_language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Language, D::Error> {
    Ok(Language::parse(&String::deserialize(deserializer)?).unwrap_or(Language::English))
}

impl InvoiceDocument {
    /// Whether the document states tax: neither a seller without GST does, nor a session slip, nor a credit note that
    /// is too late to correct the tax.
    pub fn shows_tax(&self) -> bool {
        self.seller.gst_registered && self.kind != DocumentKind::MembershipSession && !self.is_too_late_for_tax()
    }

    /// Whether this is a credit note that was issued after the time for correcting the tax of its invoice.
    pub fn is_too_late_for_tax(&self) -> bool {
        matches!(self.reference, DocumentReference::CreditedInvoice { without_tax: true, .. })
    }
}

impl DocumentSeller {
    /// Where the seller is registered, which is where the service was given: `29` for Karnataka.
    pub fn state_code(&self) -> Option<&str> {
        self.gstin.as_deref()?.get(..2)
    }
}

/// The logo and colour of a branch, and what the salon says on every document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Branding {
    /// As customers know the salon, if that is not the name of the seller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salon_name: Option<String>,
    /// The last lines of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footer: Option<String>,
    #[serde(default)]
    pub colour: Option<Colour>,
    /// A PNG or JPEG in base64.
    #[serde(default)]
    pub logo: Option<String>,
    /// The name of a stored picture, which becomes the logo before the document is rendered if there is no other.
    #[serde(skip)]
    pub uploaded_logo: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentCustomer {
    pub name: String,
    pub phone: Option<String>,
    pub gstin: Option<String>,
    /// The registered name of a business, which the invoice is made out to.
    #[serde(default)]
    pub legal_name: Option<String>,
    #[serde(default)]
    pub address: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentMembership {
    /// The first day (IST).
    pub valid_from: NaiveDate,
    /// The last day (IST).
    pub valid_until: NaiveDate,
    pub total_minutes: i64,
    /// What is left after a session. None on the invoice of the membership.
    #[serde(default)]
    pub minutes_left: Option<i64>,
}

/// What the document is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum DocumentReference {
    Booking {
        number: String,
    },
    Membership {
        number: String,
    },
    Session {
        booking_number: String,
        membership_number: String,
    },
    CreditedInvoice {
        number: String,
        date: NaiveDate,
        reason: String,
        /// The time for correcting the tax of the invoice was over.
        #[serde(default)]
        without_tax: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentLine {
    pub description: String,
    /// A second line in small letters, such as the duration.
    #[serde(default)]
    pub detail: Option<String>,
    pub sac: String,
    pub quantity: i64,
    /// Of the whole quantity.
    pub price_paise: i64,
    pub discount_paise: i64,
    /// All of the price where gems paid for it, else 0.
    pub redeemed_value_paise: i64,
    pub redeemed_with_gems: bool,
    pub total_paise: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}

/// subtotal − discount − redeemed value = taxable value + CGST + SGST; that and the rounding are the total.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentTotals {
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    #[serde(default)]
    pub offer_name: Option<String>,
    /// Why the desk gave a discount by hand.
    #[serde(default)]
    pub discount_reason: Option<String>,
    pub redeemed_value_paise: i64,
    /// Added after tax, so that the total is a whole number of rupees.
    #[serde(default)]
    pub rounding_paise: i64,
    pub total_paise: i64,
    /// CGST and SGST together.
    pub rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}
