//! The texts of each kind of document.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentPayment, DocumentReference, InvoiceDocument};

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
            DocumentKind::MembershipSession => ("Session Slip", Some(slip_subtitle(document)), "Slip no.", "Date"),
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

fn slip_subtitle(document: &InvoiceDocument) -> &'static str {
    if document.voided_on.is_some() { "Void" } else { "Paid with a membership" }
}

/// What a reader must not overlook: it stands above the lines.
pub(crate) fn notice(document: &InvoiceDocument) -> Option<(&'static str, String)> {
    if let Some(date) = document.voided_on {
        let text = format!("The session was reversed on {}, and its hours were returned.", format_date(date));
        return Some(("This slip is void", text));
    }
    document.is_too_late_for_tax().then(|| {
        let text = "It was issued after 30 November following the financial year of the invoice. Until then the tax of \
                    an invoice can be corrected (section 34 of the CGST Act).";
        ("This credit note carries no tax", text.to_owned())
    })
}

/// Labels and values that say what the document refers to.
pub(crate) fn reference_fields(document: &InvoiceDocument) -> Vec<(&'static str, String)> {
    let mut fields = reference_numbers(document);
    if let Some(membership) = &document.membership {
        match membership.minutes_left {
            Some(_) if document.voided_on.is_some() => {}
            Some(left) => {
                let (left, total) = (format_duration(left), format_duration(membership.total_minutes));
                fields.push(("Hours left", format!("{left} of {total}")));
            }
            None => {
                fields.push(("Hours", format_duration(membership.total_minutes)));
                fields.push(("Valid from", format_date(membership.valid_from)));
            }
        }
        fields.push(("Valid until", format_date(membership.valid_until)));
    }
    fields
}

fn reference_numbers(document: &InvoiceDocument) -> Vec<(&'static str, String)> {
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

/// `1 h 30 min`.
fn format_duration(minutes: i64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

pub(crate) fn method_name(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "Card",
    }
}

/// `by UPI`, `by cash`, in a sentence.
pub(crate) fn by_method(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "by cash",
        PaymentMethod::Upi => "by UPI",
        PaymentMethod::Card => "by card",
    }
}

/// `by UPI, ref. 412233445566`.
pub(crate) fn by_payment(payment: &DocumentPayment) -> String {
    let reference = payment.reference.as_deref().map(|reference| format!(", ref. {reference}"));
    format!("{}{}", by_method(payment.method), reference.unwrap_or_default())
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
