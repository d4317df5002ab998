//! Invoices: what was sold, and how it was paid.

use chrono::{Datelike, NaiveDate};

use crate::string_enum::string_enum;

string_enum! {
    InvoiceType {
        Service = "service",
        MembershipPurchase = "membership_purchase",
        /// A slip of 0 rupees: the hours were paid with the membership.
        MembershipSession = "membership_session",
    }
}

string_enum! {
    PaymentMethod {
        Cash = "cash",
        Upi = "upi",
        Card = "card",
    }
}

string_enum! {
    PaymentStatus {
        Pending = "pending",
        Paid = "paid",
        Refunded = "refunded",
    }
}

string_enum! {
    /// The number series of invoices, session slips and credit notes. Each is numbered separately, without gaps.
    InvoiceSeries {
        Invoice = "invoice",
        /// Slips of 0 rupees.
        Session = "session",
        CreditNote = "credit_note",
    }
}

/// `2627` is April 2026 to March 2027.
pub fn financial_year(date: NaiveDate) -> String {
    let starts = if date.month() >= 4 { date.year() } else { date.year() - 1 };
    format!("{:02}{:02}", starts.rem_euclid(100), (starts + 1).rem_euclid(100))
}

/// `BLR/2627/000042`, session slips `BLR/2627/S00042`, credit notes `BLR/2627/C00042`: at most the 16 characters that the
/// law allows. None once the digits have run out.
pub fn invoice_number(branch_code: &str, year: &str, series: InvoiceSeries, number: i64) -> Option<String> {
    number_suffix(series, number).map(|counted| format!("{branch_code}/{year}/{counted}"))
}

fn number_suffix(series: InvoiceSeries, number: i64) -> Option<String> {
    let counted = match series {
        InvoiceSeries::Invoice => format!("{number:06}"),
        InvoiceSeries::Session => format!("S{number:05}"),
        InvoiceSeries::CreditNote => format!("C{number:05}"),
    };
    Some(counted).filter(|counted| number > 0 && counted.len() == 6)
}

/// The storage key of a document's PDF: `invoices/BLR/2627/{id}.pdf`.
pub fn pdf_storage_key(number: &str, id: &str) -> String {
    let series = number.rsplit_once('/').map_or("other", |(series, _)| series);
    format!("invoices/{series}/{id}.pdf")
}

/// The file name of a downloaded PDF: `BLR-2627-000042.pdf`.
pub fn pdf_file_name(number: &str) -> String {
    format!("{}.pdf", number.replace('/', "-"))
}

/// The longest reason that a credit note gives.
pub const MAX_CREDIT_REASON_LENGTH: usize = 500;

/// Whether a credit note has anything to give back, money or gems.
pub fn is_creditable(total_paise: i64, gems_redeemed: i64) -> bool {
    total_paise > 0 || gems_redeemed > 0
}

/// The invoice numbers that match a typed part of a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InvoiceNumberSearch {
    /// The typed prefix in upper case; empty if no invoice number can begin with it.
    pub prefix: String,
    /// The last six characters of an invoice number, if the running number was typed.
    pub invoice_suffix: Option<String>,
    /// The last six characters of the number of a session slip, if the running number was typed.
    pub session_suffix: Option<String>,
}

impl InvoiceNumberSearch {
    /// `blr/26`, or the count alone: `42`, `000042`, `S42`.
    pub fn read(typed: &str) -> Self {
        let capitals = typed.to_ascii_uppercase();
        let is_part = capitals.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'/'));
        if !is_part {
            return Self::default();
        }
        let (is_session, digits) = match capitals.strip_prefix('S') {
            Some(digits) => (true, digits),
            None => (false, capitals.as_str()),
        };
        let counted = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok());
        let count = counted.flatten().filter(|count| *count > 0);
        Self {
            invoice_suffix: count
                .and_then(|count| number_suffix(InvoiceSeries::Invoice, count))
                .filter(|_| !is_session),
            session_suffix: count.and_then(|count| number_suffix(InvoiceSeries::Session, count)),
            prefix: capitals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_date;

    #[test]
    fn typed_text_is_a_prefix_or_a_count() {
        let read = |typed: &str| {
            let InvoiceNumberSearch { prefix, invoice_suffix, session_suffix } = InvoiceNumberSearch::read(typed);
            (prefix, invoice_suffix.unwrap_or_default(), session_suffix.unwrap_or_default())
        };
        for (typed, prefix, invoice, session) in [
            ("42", "42", "000042", "S00042"),
            ("000042", "000042", "000042", "S00042"),
            ("s42", "S42", "", "S00042"),
            ("S00042", "S00042", "", "S00042"),
            ("123456", "123456", "123456", ""),
            ("1234567", "1234567", "", ""),
            ("99999999999999999999", "99999999999999999999", "", ""),
            ("0", "0", "", ""),
            ("s", "S", "", ""),
            ("blr/2627/0000", "BLR/2627/0000", "", ""),
            ("Asha", "ASHA", "", ""),
            ("Asha Rao", "", "", ""),
            ("émilie", "", "", ""),
            ("50%", "", "", ""),
            ("+42", "", "", ""),
        ] {
            assert_eq!(read(typed), (prefix.into(), invoice.into(), session.into()), "{typed}");
        }
    }

    #[test]
    fn zero_slip_is_not_creditable() {
        assert!(is_creditable(1, 0) && is_creditable(0, 1));
        assert!(!is_creditable(0, 0));
    }

    #[test]
    fn a_financial_year_begins_in_april() {
        for (date, year) in [
            ("2026-03-31", "2526"),
            ("2026-04-01", "2627"),
            ("2027-03-31", "2627"),
            ("2027-04-01", "2728"),
            ("2099-12-31", "9900"),
        ] {
            assert_eq!(financial_year(parse_date(date).unwrap()), year, "{date}");
        }
    }

    #[test]
    fn pdf_storage_keys_contain_branch_and_year() {
        assert_eq!(pdf_storage_key("BLR/2627/C00042", "0196"), "invoices/BLR/2627/0196.pdf");
        assert_eq!(pdf_storage_key("42", "0196"), "invoices/other/0196.pdf");
        assert_eq!(pdf_file_name("BLR/2627/000042"), "BLR-2627-000042.pdf");
    }

    #[test]
    fn numbers_have_at_most_16_characters() {
        let number = |series, count| invoice_number("MGRD", "2627", series, count);
        assert_eq!(number(InvoiceSeries::Invoice, 42).as_deref(), Some("MGRD/2627/000042"));
        assert_eq!(number(InvoiceSeries::Session, 42).as_deref(), Some("MGRD/2627/S00042"));
        assert_eq!(number(InvoiceSeries::CreditNote, 99_999).as_deref(), Some("MGRD/2627/C99999"));
        assert_eq!(number(InvoiceSeries::Invoice, 999_999).map(|number| number.len()), Some(16));
        assert_eq!(number(InvoiceSeries::Invoice, 1_000_000), None);
        assert_eq!(number(InvoiceSeries::Session, 100_000), None);
        assert_eq!(number(InvoiceSeries::Invoice, 0), None);
    }
}
