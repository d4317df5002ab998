//! The e-mail with an invoice.

use parlour_domain::billing::invoice::{PaymentMethod, pdf_file_name};
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentPayment, InvoiceDocument};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_duration, format_money, one_line};
use super::{EmailAttachment, EmailMessage, EmailRecipient, SalonContact};

/// What the document is called.
#[derive(Debug, Clone, Copy)]
struct DocumentName {
    title: &'static str,
    /// In running text.
    short: &'static str,
    button: &'static str,
}

impl DocumentName {
    fn of(document: &InvoiceDocument) -> Self {
        let invoice = Self { title: "Invoice", short: "invoice", button: "Open the invoice" };
        let bill = Self { title: "Bill of supply", short: "bill", button: "Open the bill" };
        match document.kind {
            DocumentKind::MembershipSession => Self { title: "Session slip", short: "slip", button: "Open the slip" },
            DocumentKind::BillOfSupply => bill,
            DocumentKind::MembershipSale if !document.seller.gst_registered => bill,
            DocumentKind::TaxInvoice | DocumentKind::MembershipSale | DocumentKind::CreditNote => invoice,
        }
    }
}

/// Where the recipient finds the PDF.
#[derive(Debug, Clone)]
pub enum PdfSource {
    Attached(Vec<u8>),
    /// It could not be rendered in time; this link will open it.
    Link(String),
}

pub fn invoice_email(
    document: &InvoiceDocument,
    pdf: PdfSource,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let DocumentName { title: name, short, button } = DocumentName::of(document);
    let number = document.number.as_str();
    let mut facts = vec![LabelledValue::new(name, number), LabelledValue::new("Date", format_date(document.date))];
    facts.extend(billed_to(document).map(|customer| LabelledValue::new("Billed to", customer)));
    facts.extend(membership_facts(document));
    facts.extend(payment_facts(document));
    if document.gems_earned > 0 {
        facts.push(LabelledValue::new("Gems earned", document.gems_earned.to_string()));
    }
    let opening = match (document.voided_on, document.kind) {
        (Some(date), _) => format!("The session was reversed on {}: this slip is void.", format_date(date)),
        (None, DocumentKind::MembershipSale) => "Thank you for becoming a member.".to_owned(),
        (None, _) => "Thank you for your visit.".to_owned(),
    };
    let where_to_find = match &pdf {
        PdfSource::Attached(_) => format!("Your {short} is attached."),
        PdfSource::Link(_) => format!("Your {short} can be opened in the app."),
    };
    let message = MessageTemplate {
        subject: format!("{name} {number} from {}", one_line(&salon.name)),
        title: format!("{name} {number}"),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("{opening} {where_to_find}")],
        facts,
        lines: bill_lines(document),
        total: Some(LabelledValue::new(total_label("Total", document), format_money(document.totals.total_paise))),
        button: pdf.button(button),
        ..MessageTemplate::default()
    };
    let mut email = message.render_email(salon, None);
    email.attachments.extend(pdf.into_attachment(number));
    email
}

/// What a business needs on its invoice. None for a customer without billing details.
fn billed_to(document: &InvoiceDocument) -> Option<String> {
    let customer = &document.customer;
    let gstin = customer.gstin.as_ref().map(|gstin| format!("GSTIN {gstin}"));
    let address = customer.address.as_deref().unwrap_or_default().lines();
    let details = customer.legal_name.as_deref().into_iter().chain(address).chain(gstin.as_deref());
    let details: Vec<&str> =
        details.map(|text| text.trim().trim_end_matches(',')).filter(|text| !text.is_empty()).collect();
    (!details.is_empty()).then(|| one_line(&details.join(", ")))
}

fn membership_facts(document: &InvoiceDocument) -> Vec<LabelledValue> {
    let Some(membership) = &document.membership else { return Vec::new() };
    let total = format_duration(membership.total_minutes);
    let mut facts = match membership.minutes_left {
        Some(_) if document.voided_on.is_some() => Vec::new(),
        Some(left) => vec![LabelledValue::new("Hours left", format!("{} of {total}", format_duration(left)))],
        None => vec![
            LabelledValue::new("Hours", total),
            LabelledValue::new("Valid from", format_date(membership.valid_from)),
        ],
    };
    facts.push(LabelledValue::new("Valid until", format_date(membership.valid_until)));
    facts
}

/// The method alone where it paid everything, else each payment with its amount.
fn payment_facts(document: &InvoiceDocument) -> Vec<LabelledValue> {
    let totals = &document.totals;
    match document.payments.as_slice() {
        // The desk enters a payment method also where there is nothing to pay.
        [] if totals.total_paise == 0 && totals.redeemed_value_paise > 0 => vec![LabelledValue::new("Paid by", "Gems")],
        [] if totals.total_paise == 0 => Vec::new(),
        [] => document
            .payment_method
            .map(|method| LabelledValue::new("Paid by", payment_method_name(method)))
            .into_iter()
            .collect(),
        [payment] => vec![LabelledValue::new("Paid by", with_reference(payment_method_name(payment.method), payment))],
        payments => payments.iter().map(|payment| payment_fact("Paid by", payment)).collect(),
    }
}

/// `Paid by cash: ₹500`.
pub(super) fn payment_fact(verb: &str, payment: &DocumentPayment) -> LabelledValue {
    let method = match payment.method {
        PaymentMethod::Cash => "cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "card",
    };
    LabelledValue::new(format!("{verb} {method}"), with_reference(&format_money(payment.amount_paise), payment))
}

fn with_reference(text: &str, payment: &DocumentPayment) -> String {
    match &payment.reference {
        Some(reference) => format!("{text}, ref. {}", one_line(reference)),
        None => text.to_owned(),
    }
}

/// The prices, and what was subtracted from them or added.
fn bill_lines(document: &InvoiceDocument) -> Vec<LabelledValue> {
    let totals = &document.totals;
    let price = |name: &str, paise| LabelledValue::new(one_line(name), format_money(paise));
    let mut lines: Vec<_> = document.lines.iter().map(|line| price(&line.description, line.price_paise)).collect();
    if totals.discount_paise > 0 {
        let cause = totals.discount_reason.as_ref().or(totals.offer_name.as_ref());
        let cause = cause.map(|cause| format!(": {cause}")).unwrap_or_default();
        lines.push(price(&format!("Discount{cause}"), -totals.discount_paise));
    }
    if totals.redeemed_value_paise > 0 {
        lines.push(price("Redeemed with gems", -totals.redeemed_value_paise));
    }
    lines.extend(rounding_line(document));
    lines
}

pub(super) fn rounding_line(document: &InvoiceDocument) -> Option<LabelledValue> {
    let paise = document.totals.rounding_paise;
    (paise != 0).then(|| LabelledValue::new("Rounding", format_money(paise)))
}

/// The label of a total, with the tax that it contains.
pub(super) fn total_label(label: &str, document: &InvoiceDocument) -> String {
    let gst_paise = document.totals.cgst_paise + document.totals.sgst_paise;
    if gst_paise > 0 { format!("{label}, with {} GST", format_money(gst_paise)) } else { label.to_owned() }
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

pub(super) fn payment_method_name(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "Card",
    }
}
