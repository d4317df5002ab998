//! The e-mail with an invoice.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::{PaymentMethod, pdf_file_name};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailAttachment, EmailMessage, EmailRecipient, SalonContact};

/// What the document is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentName {
    Invoice,
    BillOfSupply,
    /// For a booking that was paid with the hours of a membership.
    SessionSlip,
}

impl DocumentName {
    fn title(self) -> &'static str {
        match self {
            Self::Invoice => "Invoice",
            Self::BillOfSupply => "Bill of supply",
            Self::SessionSlip => "Session slip",
        }
    }

    /// The short name in running text.
    fn short_name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::BillOfSupply => "bill",
            Self::SessionSlip => "slip",
        }
    }

    fn button(self) -> &'static str {
        match self {
            Self::Invoice => "Open the invoice",
            Self::BillOfSupply => "Open the bill",
            Self::SessionSlip => "Open the slip",
        }
    }
}

/// A service or membership on an invoice.
#[derive(Debug, Clone)]
pub struct InvoiceEmailLine {
    pub name: String,
    /// GST included.
    pub price_paise: i64,
}

#[derive(Debug, Clone)]
pub struct InvoiceSummary {
    pub document: DocumentName,
    pub is_for_membership: bool,
    pub number: String,
    pub date: NaiveDate,
    pub lines: Vec<InvoiceEmailLine>,
    /// The discount of the offer and the value of redeemed gems.
    pub deduction_paise: i64,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// `UPI`; `None` where nothing was paid.
    pub paid_by: Option<&'static str>,
    pub gems_earned: i64,
}

/// Where the recipient finds the PDF.
#[derive(Debug, Clone)]
pub enum PdfSource {
    Attached(Vec<u8>),
    /// It could not be rendered in time; this link will open it.
    Link(String),
}

pub fn invoice_email(
    bill: &InvoiceSummary,
    pdf: PdfSource,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let mut lines: Vec<_> = bill
        .lines
        .iter()
        .map(|line| LabelledValue::new(one_line(&line.name), format_money(line.price_paise)))
        .collect();
    if bill.deduction_paise > 0 {
        lines.push(LabelledValue::new("Offer and gems", format_money(-bill.deduction_paise)));
    }
    let (name, short) = (bill.document.title(), bill.document.short_name());
    let mut facts =
        vec![LabelledValue::new(name, bill.number.as_str()), LabelledValue::new("Date", format_date(bill.date))];
    facts.extend(bill.paid_by.map(|method| LabelledValue::new("Paid by", method)));
    if bill.gems_earned > 0 {
        facts.push(LabelledValue::new("Gems earned", bill.gems_earned.to_string()));
    }
    let thanks = if bill.is_for_membership { "Thank you for becoming a member." } else { "Thank you for your visit." };
    let opening = match &pdf {
        PdfSource::Attached(_) => format!("{thanks} Your {short} is attached."),
        PdfSource::Link(_) => format!("{thanks} Your {short} can be opened in the app."),
    };
    let message = MessageTemplate {
        subject: format!("{name} {} from {}", bill.number, one_line(&salon.name)),
        title: format!("{name} {}", bill.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts,
        lines,
        total: Some(LabelledValue::new(total_label(bill.gst_paise), format_money(bill.total_paise))),
        button: pdf.button(bill.document.button()),
        ..MessageTemplate::default()
    };
    let mut email = message.render_email(salon, None);
    email.attachments.extend(pdf.into_attachment(&bill.number));
    email
}

impl PdfSource {
    pub(super) fn button(&self, label: &'static str) -> Option<Button> {
        match self {
            Self::Attached(_) => None,
            Self::Link(url) => Some(Button { label, url: url.clone() }),
        }
    }

    pub(super) fn into_attachment(self, number: &str) -> Option<EmailAttachment> {
        let Self::Attached(bytes) = self else { return None };
        Some(EmailAttachment { name: pdf_file_name(number), content_type: "application/pdf".to_owned(), bytes })
    }
}

fn total_label(gst_paise: i64) -> String {
    if gst_paise > 0 { format!("Total, with {} GST", format_money(gst_paise)) } else { "Total".to_owned() }
}

pub(super) fn payment_method_name(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "Card",
    }
}
