//! The e-mail with a credit note.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Payment;

use super::invoice::PdfSource;
use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

#[derive(Debug, Clone)]
pub struct CreditNoteSummary {
    pub number: String,
    pub date: NaiveDate,
    /// Whether it credits the whole invoice.
    pub is_whole: bool,
    /// The invoice that it credits.
    pub invoice_number: String,
    pub invoice_date: NaiveDate,
    /// As a manager typed it.
    pub reason: String,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// How the money was given back.
    pub refunds: Vec<Payment>,
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
    for refund in &credit.refunds {
        let text = format!("{} by {}", format_money(refund.amount_paise), refund_method(refund.method));
        facts.push(LabelledValue::new("Given back", text));
    }
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
    let how_much = if credit.is_whole {
        format!("We have credited invoice {} in full.", credit.invoice_number)
    } else {
        format!("We have credited {} of invoice {}.", format_money(credit.total_paise), credit.invoice_number)
    };
    let message = MessageTemplate {
        subject: format!("Credit note {} from {}", credit.number, one_line(&salon.name)),
        title: format!("Credit note {}", credit.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("{how_much} {where_to_find}")],
        quoted: Some(one_line(&credit.reason)),
        facts,
        button: pdf.button("Open the credit note"),
        ..MessageTemplate::default()
    };
    let mut email = message.render_email(salon, None);
    email.attachments.extend(pdf.into_attachment(&credit.number));
    email
}

fn refund_method(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "card",
    }
}
