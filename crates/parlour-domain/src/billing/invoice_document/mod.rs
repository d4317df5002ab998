//! An invoice as it is printed: what the invoicing service is sent.

mod check;
mod colour;

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize};

use crate::billing::invoice::PaymentMethod;

pub use self::check::DocumentFault;
pub use self::colour::Colour;

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
    pub seller: DocumentSeller,
    #[serde(default)]
    pub brand: Branding,
    pub number: String,
    /// The IST date.
    pub date: NaiveDate,
    pub customer: DocumentCustomer,
    pub reference: DocumentReference,
    /// Of a credit note: those of the invoice that it credits, as far as it does.
    pub lines: Vec<DocumentLine>,
    pub totals: DocumentTotals,
    /// None where nothing was to be paid.
    #[serde(default, deserialize_with = "payment_method")]
    pub payment_method: Option<PaymentMethod>,
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

impl DocumentSeller {
    /// Where the seller is registered, which is where the service was given: `29` for Karnataka.
    pub fn state_code(&self) -> Option<&str> {
        self.gstin.as_deref()?.get(..2)
    }
}

/// The logo and colour of a branch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Branding {
    #[serde(default)]
    pub colour: Option<Colour>,
    /// A PNG or JPEG in base64.
    #[serde(default)]
    pub logo: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentCustomer {
    pub name: String,
    pub phone: Option<String>,
    pub gstin: Option<String>,
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
        /// False if the time for correcting the tax was over.
        #[serde(default = "carries_tax")]
        carries_tax: bool,
        #[serde(default)]
        refunds: Vec<DocumentRefund>,
    },
}

/// Money that was given back by one method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRefund {
    #[serde(deserialize_with = "required_payment_method")]
    pub method: PaymentMethod,
    pub amount_paise: i64,
}

fn carries_tax() -> bool {
    true
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

/// subtotal − discount − redeemed value + rounding = total = taxable value + CGST + SGST + rounding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentTotals {
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    #[serde(default)]
    pub offer_name: Option<String>,
    pub redeemed_value_paise: i64,
    #[serde(default)]
    pub rounding_paise: i64,
    pub total_paise: i64,
    /// CGST and SGST together.
    pub rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
}

fn required_payment_method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PaymentMethod, D::Error> {
    payment_method(deserializer)?.ok_or_else(|| serde::de::Error::custom("a payment method is required"))
}

fn payment_method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PaymentMethod>, D::Error> {
    let word = Option::<String>::deserialize(deserializer)?;
    let unknown = || serde::de::Error::custom("no such payment method");
    word.map(|word| PaymentMethod::parse(&word).ok_or_else(unknown)).transpose()
}
