//! How a document was paid or refunded, and how it can be paid.

use serde::{Deserialize, Deserializer, Serialize};

use crate::billing::invoice::PaymentMethod;
use crate::billing::payment::Payment;
use crate::string_enum::string_enum;

string_enum! {
    /// A QR code that the desk can request on an invoice.
    InvoiceQrCode {
        /// It opens a payment app with the amount that is to be paid by UPI.
        Upi = "upi",
    }
}

/// A payment of an invoice, or a refund of a credit note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentPayment {
    #[serde(deserialize_with = "method")]
    pub method: PaymentMethod,
    pub amount_paise: i64,
    /// Such as the number of a UPI transaction.
    #[serde(default)]
    pub reference: Option<String>,
}

impl From<Payment> for DocumentPayment {
    fn from(Payment { method, amount_paise, reference }: Payment) -> Self {
        Self { method, amount_paise, reference }
    }
}

/// A request for a UPI payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentUpi {
    /// `upi://pay?pa=…`
    pub uri: String,
    pub amount_paise: i64,
}

impl DocumentUpi {
    /// The account that is paid, `salon@okbank`.
    pub fn payee(&self) -> Option<&str> {
        let (_, query) = self.uri.split_once('?')?;
        query.split('&').find_map(|field| field.strip_prefix("pa="))
    }
}

fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PaymentMethod, D::Error> {
    let word = String::deserialize(deserializer)?;
    PaymentMethod::parse(&word).ok_or_else(|| serde::de::Error::custom("no such payment method"))
}

pub(super) fn optional_method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PaymentMethod>, D::Error> {
    let word = Option::<String>::deserialize(deserializer)?;
    let unknown = || serde::de::Error::custom("no such payment method");
    word.map(|word| PaymentMethod::parse(&word).ok_or_else(unknown)).transpose()
}
