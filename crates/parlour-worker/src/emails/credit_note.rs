//! The e-mail with a credit note.

use parlour_domain::billing::invoice_document::{DocumentReference, InvoiceDocument};

use super::invoice::{PdfSource, payment_fact, rounding_line, total_label};
use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

/// None if the document is not a credit note.
pub fn credit_note_email(
    document: &InvoiceDocument,
    pdf: PdfSource,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> Option<EmailMessage> {
    let DocumentReference::CreditedInvoice { number: invoice, date: invoice_date, reason, .. } = &document.reference
    else {
        return None;
    };
    let mut facts = vec![
        LabelledValue::new("Credit note", document.number.as_str()),
        LabelledValue::new("Date", format_date(document.date)),
        LabelledValue::new("For", format!("{invoice} of {}", format_date(*invoice_date))),
    ];
    facts.extend(document.payments.iter().map(|refund| payment_fact("Refunded by", refund)));
    for (label, gems) in
        [("Gems returned to you", document.gems_redeemed), ("Earned gems removed", document.gems_earned)]
    {
        if gems > 0 {
            facts.push(LabelledValue::new(label, gems.to_string()));
        }
    }
    let credited = format_money(document.totals.total_paise);
    let where_to_find = match &pdf {
        PdfSource::Attached(_) => "Your credit note is attached.",
        PdfSource::Link(_) => "You can open your credit note in the app.",
    };
    let line = |name: &str, paise| LabelledValue::new(one_line(name), format_money(paise));
    let lines = document.lines.iter().map(|credit| line(&credit.description, credit.total_paise));
    let late = "This credit note carries no tax: the time for correcting the tax of the invoice is over.";
    let message = MessageTemplate {
        subject: format!("Credit note {} from {}", document.number, one_line(&salon.name)),
        title: format!("Credit note {}", document.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("We have credited {credited} of invoice {invoice}. {where_to_find}")],
        quoted: Some(one_line(reason)),
        facts,
        lines: lines.chain(rounding_line(document)).collect(),
        total: Some(LabelledValue::new(total_label("Credited", document), credited)),
        closing: document.is_too_late_for_tax().then(|| late.to_owned()).into_iter().collect(),
        button: pdf.button("Open the credit note"),
    };
    let mut email = message.render_email(salon, None);
    email.attachments.extend(pdf.into_attachment(&document.number));
    Some(email)
}
