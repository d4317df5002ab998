//! Rows of the page of one invoice.

use parlour_domain::billing::payment::Payment;
use parlour_store::billing::credit_notes::CreditNote;
use parlour_store::billing::desk_invoices::{DeskInvoice, InvoiceLine};

use super::parts::{invoice_path, method_name, payment_list};
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::{PageContext, encode};

pub(crate) struct LineRow {
    pub(crate) description: String,
    pub(crate) sac: String,
    pub(crate) price: String,
    pub(crate) discount: String,
    pub(crate) gems: Option<String>,
    pub(crate) total: String,
}

pub(crate) struct SumRow {
    pub(crate) name: String,
    pub(crate) amount: String,
    pub(crate) is_total: bool,
}

pub(crate) struct PaymentRow {
    pub(crate) method: &'static str,
    pub(crate) amount: String,
    pub(crate) reference: Option<String>,
}

pub(crate) struct NoteRow {
    pub(crate) number: String,
    pub(crate) about: String,
    pub(crate) reason: String,
    pub(crate) total: String,
    /// What was reversed, a sentence each.
    pub(crate) effects: Vec<String>,
    pub(crate) pdf: String,
}

impl LineRow {
    pub(super) fn new(line: &InvoiceLine, texts: Texts) -> Self {
        let text = texts.invoice();
        Self {
            description: line.description.clone(),
            sac: line.sac.clone(),
            price: format::money(line.price_paise),
            discount: if line.discount_paise > 0 { format::money(-line.discount_paise) } else { String::new() },
            gems: (line.gems_redeemed > 0).then(|| text.gems(line.gems_redeemed)),
            total: format::money(line.total_amount_paise),
        }
    }
}

/// From the subtotal to the total, without lines that are 0.
pub(super) fn sums(found: &DeskInvoice, discounted_by: &str, texts: Texts) -> Vec<SumRow> {
    let (invoice, text) = (&found.invoice, texts.invoice());
    let row = |name: String, paise: i64| SumRow { name, amount: format::money(paise), is_total: false };
    let mut rows = vec![row(text.subtotal().to_owned(), invoice.subtotal_paise)];
    if invoice.discount_paise > 0 {
        let name = match (&found.offer_name, &invoice.discount_reason) {
            (Some(offer), _) => text.offer(offer),
            (None, reason) if discounted_by.is_empty() => text.discount_for(reason.as_deref().unwrap_or_default()),
            (None, reason) => text.discount_by(discounted_by, reason.as_deref().unwrap_or_default()),
        };
        rows.push(row(name, -invoice.discount_paise));
    }
    if found.redeemed_value_paise > 0 {
        rows.push(row(text.redeemed(found.gems_redeemed), -found.redeemed_value_paise));
    }
    if found.gst_registered {
        let half = percent(found.gst_rate_basis_points, 2);
        rows.push(row(text.taxable().to_owned(), invoice.taxable_value_paise));
        rows.push(row(text.cgst(&half), found.cgst_paise));
        rows.push(row(text.sgst(&half), found.sgst_paise));
    }
    if invoice.rounding_paise != 0 {
        rows.push(row(text.rounding().to_owned(), invoice.rounding_paise));
    }
    rows.push(SumRow { is_total: true, ..row(text.total().to_owned(), invoice.total_amount_paise) });
    if invoice.credited_paise > 0 {
        rows.push(row(text.credited().to_owned(), -invoice.credited_paise));
    }
    rows
}

/// A part of a rate: `2.5` of 500 basis points.
fn percent(basis_points: i64, part: i64) -> String {
    let hundredths = basis_points / part;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl PaymentRow {
    pub(super) fn new(payment: &Payment, texts: Texts) -> Self {
        Self {
            method: method_name(payment.method, texts),
            amount: format::money(payment.amount_paise),
            reference: payment.reference.clone(),
        }
    }
}

impl NoteRow {
    pub(super) fn new(note: &CreditNote, by: &str, page: &PageContext) -> Self {
        let (texts, text) = (page.texts, page.texts.invoice());
        let mut effects = Vec::new();
        if !note.refunds.is_empty() {
            effects.push(text.note_refund(&payment_list(&note.refunds, texts)));
        }
        if note.gems_taken_back > 0 {
            effects.push(text.note_gems_taken(note.gems_taken_back));
        }
        if note.gems_given_back > 0 {
            effects.push(text.note_gems_given(note.gems_given_back));
        }
        if !note.carries_tax {
            effects.push(text.note_without_tax().to_owned());
        }
        let day = texts.format_date(note.credit_date);
        Self {
            number: note.credit_note_number.clone(),
            // Whoever was erased has no name.
            about: if by.is_empty() { day } else { text.note_about(&day, by) },
            reason: note.reason.clone(),
            total: format::money(note.total_amount_paise),
            effects,
            pdf: format!("{}/pdf?note={}", invoice_path(&note.invoice_id), encode(&note.id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_only_the_digits_that_it_needs() {
        assert_eq!((percent(500, 2), percent(1_800, 2), percent(500, 1)), ("2.5".into(), "9".into(), "5".into()));
        assert_eq!(percent(0, 2), "0");
    }
}
