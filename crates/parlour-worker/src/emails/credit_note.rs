//! The e-mail with a credit note.

use parlour_domain::billing::invoice_document::{DocumentReference, InvoiceDocument};

use super::invoice::{MoneyFlow, PdfSource, payment_fact, rounding_line, total_label};
use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_money, one_line};
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
    let (texts, text) = (reader.texts, reader.texts.bill_email());
    let mut facts = vec![
        LabelledValue::new(text.credit_note(), document.number.as_str()),
        LabelledValue::new(text.date(), texts.format_long_date(document.date)),
        LabelledValue::new(text.credit_for(), text.invoice_of_day(invoice, &texts.format_long_date(*invoice_date))),
    ];
    facts.extend(document.payments.iter().map(|refund| payment_fact(MoneyFlow::Refunded, refund, text)));
    for (label, gems) in [(text.gems_returned(), document.gems_redeemed), (text.gems_removed(), document.gems_earned)] {
        if gems > 0 {
            facts.push(LabelledValue::new(label, gems.to_string()));
        }
    }
    let credited = format_money(document.totals.total_paise);
    let where_to_find = match &pdf {
        PdfSource::Attached(_) => text.credit_note_attached(),
        PdfSource::Link(_) => text.credit_note_in_app(),
    };
    let line = |name: &str, paise| LabelledValue::new(one_line(name), format_money(paise));
    let lines = document.lines.iter().map(|credit| line(&credit.description, credit.total_paise));
    let total = total_label(document, text.credited(), |gst| text.credited_with_gst(gst));
    let message = MessageTemplate {
        subject: text.subject(text.credit_note(), &document.number, &one_line(&salon.name)),
        title: text.title(text.credit_note(), &document.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("{} {where_to_find}", text.credited_opening(&credited, invoice))],
        quoted: Some(one_line(reason)),
        facts,
        lines: lines.chain(rounding_line(document, text)).collect(),
        total: Some(LabelledValue::new(total, credited)),
        closing: document.is_too_late_for_tax().then(|| text.too_late_for_tax().to_owned()).into_iter().collect(),
        button: pdf.button(text.open_credit_note()),
    };
    let mut email = message.render_email(salon, texts, None);
    email.attachments.extend(pdf.into_attachment(&document.number));
    Some(email)
}
