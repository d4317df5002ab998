//! The e-mail with a credit note.

use chrono::NaiveDate;

use super::invoice::PdfSource;
use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

#[derive(Debug, Clone)]
pub struct CreditNoteSummary {
    pub number: String,
    pub date: NaiveDate,
    /// The invoice that it cancels.
    pub invoice_number: String,
    pub invoice_date: NaiveDate,
    /// As a manager typed it.
    pub reason: String,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// Gems that the invoice had earned.
    pub gems_taken_back: i64,
    /// Gems that were redeemed on the invoice.
    pub gems_given_back: i64,
}

pub fn credit_note_email(
    credit: &CreditNoteSummary,
    pdf: PdfSource,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let mut facts = vec![
        LabelledValue::new("Credit note", credit.number.as_str()),
        LabelledValue::new("Date", format_date(credit.date)),
        LabelledValue::new("For", format!("{} of {}", credit.invoice_number, format_date(credit.invoice_date))),
    ];
    let credited = if credit.gst_paise > 0 {
        format!("{}, with {} GST", format_money(credit.total_paise), format_money(credit.gst_paise))
    } else {
        format_money(credit.total_paise)
    };
    facts.push(LabelledValue::new("Credited", credited));
    for (label, gems) in
        [("Gems returned to you", credit.gems_given_back), ("Earned gems removed", credit.gems_taken_back)]
    {
        if gems > 0 {
            facts.push(LabelledValue::new(label, gems.to_string()));
        }
    }
    let where_to_find = match &pdf {
        PdfSource::Attached(_) => "Your credit note is attached.",
        PdfSource::Link(_) => "You can open your credit note in the app.",
    };
    let message = MessageTemplate {
        subject: format!("Credit note {} from {}", credit.number, one_line(&salon.name)),
        title: format!("Credit note {}", credit.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("We have credited invoice {} in full. {where_to_find}", credit.invoice_number)],
        quoted: Some(one_line(&credit.reason)),
        facts,
        button: pdf.button("Open the credit note"),
        ..MessageTemplate::default()
    };
    let mut email = message.render_email(salon, None);
    email.attachments.extend(pdf.into_attachment(&credit.number));
    email
}
