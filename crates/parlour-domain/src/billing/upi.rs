//! Payment links of the Unified Payments Interface.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that a payment app reads as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'@');

/// Where a branch is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpiPayee<'a> {
    /// `salon@okbank`.
    pub id: &'a str,
    pub name: &'a str,
}

/// A link that opens a payment app with the amount filled in: none if nothing is due.
pub fn upi_uri(payee: UpiPayee<'_>, amount_paise: i64, booking_number: &str) -> Option<String> {
    let encode = |text| utf8_percent_encode(text, ENCODED);
    let (id, name, number) = (encode(payee.id), encode(payee.name), encode(booking_number));
    let (rupees, paise) = (amount_paise / 100, amount_paise % 100);
    (amount_paise > 0)
        .then(|| format!("upi://pay?pa={id}&pn={name}&am={rupees}.{paise:02}&cu=INR&tn={number}&tr={number}"))
}

/// Whether this is the address of a UPI account: `name@bank`.
pub fn is_upi_id(text: &str) -> bool {
    let is_name = |part: &str| {
        part.len() >= 2 && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    text.len() <= 255 && text.split_once('@').is_some_and(|(name, bank)| is_name(name) && is_name(bank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_payee_amount_and_booking() {
        let payee = UpiPayee { id: "salon@okbank", name: "Parlour & Co" };
        assert_eq!(
            upi_uri(payee, 123_450, "BLR-1").as_deref(),
            Some("upi://pay?pa=salon@okbank&pn=Parlour%20%26%20Co&am=1234.50&cu=INR&tn=BLR-1&tr=BLR-1")
        );
        assert_eq!(upi_uri(payee, 0, "BLR-1"), None);
    }

    #[test]
    fn an_account_is_a_name_at_a_bank() {
        assert!(is_upi_id("salon.jp-nagar@okhdfcbank") && is_upi_id("9845012345@upi"));
        for text in ["", "salon", "salon@", "@upi", "a b@upi", "salon@ok@bank"] {
            assert!(!is_upi_id(text), "{text}");
        }
    }
}
