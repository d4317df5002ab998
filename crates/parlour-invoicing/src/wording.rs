//! The texts of each kind of document.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentReference, InvoiceDocument};
use parlour_texts::{DocumentTexts, Texts};

pub(crate) struct Wording {
    pub(crate) title: &'static str,
    /// The title in English, beside that in another language: the law names the document so.
    pub(crate) legal_title: Option<&'static str>,
    /// Small print below the title; in another language than English also in English, for the same reason.
    pub(crate) subtitle: Option<String>,
    pub(crate) number: &'static str,
    pub(crate) date: &'static str,
    pub(crate) customer: &'static str,
    pub(crate) total: &'static str,
    /// In the footer of each page.
    pub(crate) note: &'static str,
    pub(crate) closing: Option<&'static str>,
}

impl Wording {
    pub(crate) fn of(document: &InvoiceDocument, texts: Texts) -> Self {
        let wording = Self::in_one_language(document, texts.document());
        if texts == Texts::ENGLISH {
            return wording;
        }
        let english = Self::in_one_language(document, Texts::ENGLISH.document());
        let both = |(own, english): (String, String)| format!("{own} / {english}");
        Self { legal_title: Some(english.title), subtitle: wording.subtitle.zip(english.subtitle).map(both), ..wording }
    }

    /// `टैक्स इनवॉइस / Tax Invoice`.
    pub(crate) fn full_title(&self) -> String {
        match self.legal_title {
            Some(legal_title) => format!("{} / {legal_title}", self.title),
            None => self.title.to_owned(),
        }
    }

    fn in_one_language(document: &InvoiceDocument, text: DocumentTexts) -> Self {
        let is_taxed = document.seller.gst_registered;
        let bill = Self {
            title: text.bill_of_supply(),
            legal_title: None,
            subtitle: Some(text.original().to_owned()),
            number: text.bill_number(),
            date: text.bill_date(),
            customer: text.billed_to(),
            total: text.total(),
            note: text.bill_of_supply_note(),
            closing: Some(text.thanks()),
        };
        let invoice = |bill: Self| Self {
            title: text.tax_invoice(),
            number: text.invoice_number(),
            date: text.invoice_date(),
            note: text.tax_invoice_note(),
            ..bill
        };
        match document.kind {
            DocumentKind::TaxInvoice => invoice(bill),
            DocumentKind::MembershipSale if is_taxed => invoice(bill),
            DocumentKind::BillOfSupply | DocumentKind::MembershipSale => bill,
            DocumentKind::CreditNote => Self {
                title: text.credit_note(),
                legal_title: None,
                subtitle: None,
                number: text.credit_note_number(),
                date: text.date(),
                customer: text.credited_to(),
                total: text.total_credited(),
                note: text.credit_note_note(),
                closing: None,
            },
            DocumentKind::MembershipSession => Self {
                title: text.session_slip(),
                subtitle: Some(slip_subtitle(document, text).to_owned()),
                number: text.slip_number(),
                date: text.date(),
                customer: text.customer(),
                total: text.to_pay(),
                note: if is_taxed { text.slip_note_with_tax() } else { text.slip_note() },
                ..bill
            },
        }
    }
}

fn slip_subtitle(document: &InvoiceDocument, text: DocumentTexts) -> &'static str {
    if document.voided_on.is_some() { text.void() } else { text.paid_with_a_membership() }
}

/// What a reader must not overlook: it stands above the lines.
pub(crate) fn notice(document: &InvoiceDocument, texts: Texts) -> Option<(&'static str, String)> {
    let text = texts.document();
    if let Some(date) = document.voided_on {
        return Some((text.slip_void(), text.session_reversed(&texts.format_full_date(date))));
    }
    document.is_too_late_for_tax().then(|| (text.no_tax(), text.no_tax_reason().to_owned()))
}

/// Labels and values that say what the document refers to.
pub(crate) fn reference_fields(document: &InvoiceDocument, texts: Texts) -> Vec<(&'static str, String)> {
    let text = texts.document();
    let mut fields = reference_numbers(document, texts);
    if let Some(membership) = &document.membership {
        let total = texts.format_minutes(membership.total_minutes);
        match membership.minutes_left {
            Some(_) if document.voided_on.is_some() => {}
            Some(left) => fields.push((text.hours_left(), text.left_of_total(&texts.format_minutes(left), &total))),
            None => {
                fields.push((text.hours(), total));
                fields.push((text.valid_from(), texts.format_full_date(membership.valid_from)));
            }
        }
        fields.push((text.valid_until(), texts.format_full_date(membership.valid_until)));
    }
    fields
}

fn reference_numbers(document: &InvoiceDocument, texts: Texts) -> Vec<(&'static str, String)> {
    let text = texts.document();
    match &document.reference {
        DocumentReference::Booking { number } => vec![(text.booking(), number.clone())],
        DocumentReference::Membership { number } => vec![(text.membership(), number.clone())],
        DocumentReference::Session { booking_number, membership_number } => {
            vec![(text.booking(), booking_number.clone()), (text.membership(), membership_number.clone())]
        }
        DocumentReference::CreditedInvoice { number, date, .. } => {
            vec![(text.against_invoice(), number.clone()), (text.invoice_date(), texts.format_full_date(*date))]
        }
    }
}

pub(crate) fn method_name(method: PaymentMethod, text: DocumentTexts) -> &'static str {
    match method {
        PaymentMethod::Cash => text.cash(),
        PaymentMethod::Upi => text.upi(),
        PaymentMethod::Card => text.card(),
    }
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
