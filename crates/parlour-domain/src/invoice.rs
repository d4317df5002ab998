//! Invoices: what was sold, and how it was paid.

use chrono::{Datelike, NaiveDate};

use crate::words::words;

words! {
    InvoiceType {
        Service = "service",
        MembershipPurchase = "membership_purchase",
        /// A slip of 0 rupees: the hours were paid with the membership.
        MembershipSession = "membership_session",
    }
}

words! {
    PaymentMethod {
        Cash = "cash",
        Upi = "upi",
        Card = "card",
    }
}

words! {
    PaymentStatus {
        Pending = "pending",
        Paid = "paid",
        Refunded = "refunded",
    }
}

words! {
    /// Each counts for itself, without gaps.
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
    let counted = match series {
        InvoiceSeries::Invoice => format!("{number:06}"),
        InvoiceSeries::Session => format!("S{number:05}"),
        InvoiceSeries::CreditNote => format!("C{number:05}"),
    };
    (number > 0 && counted.len() == 6).then(|| format!("{branch_code}/{year}/{counted}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::parse_date;

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
