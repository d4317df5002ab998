//! The texts of each kind of document.

use parlour_domain::billing::invoice_document::{DocumentKind, DocumentReference, InvoiceDocument};

pub(crate) struct Wording {
    pub(crate) title: &'static str,
    /// Small print below the title.
    pub(crate) subtitle: Option<&'static str>,
    pub(crate) number: &'static str,
    pub(crate) date: &'static str,
    pub(crate) customer: &'static str,
    pub(crate) total: &'static str,
    /// In the footer of each page.
    pub(crate) note: String,
    pub(crate) closing: Option<&'static str>,
}

const ORIGINAL: Option<&str> = Some("Original for recipient");
const THANKS: Option<&str> = Some("Thank you. We look forward to seeing you again.");

impl Wording {
    pub(crate) fn of(document: &InvoiceDocument) -> Self {
        let is_taxed = document.seller.gst_registered;
        let (title, subtitle, number, date) = match document.kind {
            DocumentKind::TaxInvoice => ("Tax Invoice", ORIGINAL, "Invoice no.", "Invoice date"),
            DocumentKind::MembershipSale if is_taxed => ("Tax Invoice", ORIGINAL, "Invoice no.", "Invoice date"),
            DocumentKind::BillOfSupply | DocumentKind::MembershipSale => {
                ("Bill of Supply", ORIGINAL, "Bill no.", "Bill date")
            }
            DocumentKind::CreditNote => ("Credit Note", None, "Credit note no.", "Date"),
            DocumentKind::MembershipSession => ("Session Slip", Some("Paid with a membership"), "Slip no.", "Date"),
        };
        let (customer, total, closing) = match document.kind {
            DocumentKind::CreditNote => ("Credited to", "Total credited", None),
            DocumentKind::MembershipSession => ("Customer", "To pay", THANKS),
            _ => ("Billed to", "Total", THANKS),
        };
        let note = match document.kind {
            DocumentKind::MembershipSession if is_taxed => {
                "This is a computer-generated slip and no tax invoice: tax was charged when the membership was sold."
                    .to_owned()
            }
            DocumentKind::MembershipSession => "This is a computer-generated slip and needs no signature.".to_owned(),
            _ => format!("This is a computer-generated {} and needs no signature.", title.to_lowercase()),
        };
        Self { title, subtitle, number, date, customer, total, note, closing }
    }
}

/// Labels and values that say what the document refers to.
pub(crate) fn reference_fields(document: &InvoiceDocument) -> Vec<(&'static str, String)> {
    match &document.reference {
        DocumentReference::Booking { number } => vec![("Booking", number.clone())],
        DocumentReference::Membership { number } => vec![("Membership", number.clone())],
        DocumentReference::Session { booking_number, membership_number } => {
            vec![("Booking", booking_number.clone()), ("Membership", membership_number.clone())]
        }
        DocumentReference::CreditedInvoice { number, date, .. } => {
            vec![("Against invoice", number.clone()), ("Invoice date", format_date(*date))]
        }
    }
}

/// `15 November 2026`.
pub(crate) fn format_date(date: chrono::NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

/// Half of a GST rate, for each of the two taxes: 500 basis points give `2.5%`.
pub(crate) fn format_half_rate(basis_points: i64) -> String {
    let thousandths = basis_points * 5;
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tax_has_half_of_the_rate() {
        for (basis_points, half) in [(500, "2.5%"), (1_800, "9%"), (0, "0%"), (25, "0.125%"), (10_000, "50%")] {
            assert_eq!(format_half_rate(basis_points), half);
        }
    }
}
