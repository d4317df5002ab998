//! The e-mail with an invoice.

use parlour_domain::billing::invoice::{PaymentMethod, pdf_file_name};
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentPayment, InvoiceDocument};
use parlour_texts::{BillEmailTexts, Texts};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_money, one_line};
use super::{EmailAttachment, EmailMessage, EmailRecipient, SalonContact};

/// What the document is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DocumentName {
    Invoice,
    BillOfSupply,
    SessionSlip,
}

impl DocumentName {
    fn of(document: &InvoiceDocument) -> Self {
        match document.kind {
            DocumentKind::MembershipSession => Self::SessionSlip,
            DocumentKind::BillOfSupply => Self::BillOfSupply,
            DocumentKind::MembershipSale if !document.seller.gst_registered => Self::BillOfSupply,
            DocumentKind::TaxInvoice | DocumentKind::MembershipSale | DocumentKind::CreditNote => Self::Invoice,
        }
    }

    fn title(self, text: BillEmailTexts) -> &'static str {
        match self {
            Self::Invoice => text.invoice(),
            Self::BillOfSupply => text.bill_of_supply(),
            Self::SessionSlip => text.session_slip(),
        }
    }

    fn button(self, text: BillEmailTexts) -> &'static str {
        match self {
            Self::Invoice => text.open_invoice(),
            Self::BillOfSupply => text.open_bill(),
            Self::SessionSlip => text.open_slip(),
        }
    }

    /// Says where to find the document.
    fn place(self, pdf: &PdfSource, text: BillEmailTexts) -> &'static str {
        match (self, pdf) {
            (Self::Invoice, PdfSource::Attached(_)) => text.invoice_attached(),
            (Self::BillOfSupply, PdfSource::Attached(_)) => text.bill_attached(),
            (Self::SessionSlip, PdfSource::Attached(_)) => text.slip_attached(),
            (Self::Invoice, PdfSource::Link(_)) => text.invoice_in_app(),
            (Self::BillOfSupply, PdfSource::Link(_)) => text.bill_in_app(),
            (Self::SessionSlip, PdfSource::Link(_)) => text.slip_in_app(),
        }
    }
}

/// Whether the customer has paid or gets money back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoneyFlow {
    Paid,
    Refunded,
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
    let (texts, text) = (reader.texts, reader.texts.bill_email());
    let (name, number) = (DocumentName::of(document), document.number.as_str());
    let mut facts = vec![
        LabelledValue::new(name.title(text), number),
        LabelledValue::new(text.date(), texts.format_long_date(document.date)),
    ];
    facts.extend(billed_to(document, text).map(|customer| LabelledValue::new(text.billed_to(), customer)));
    facts.extend(membership_facts(document, texts));
    facts.extend(payment_facts(document, text));
    if document.gems_earned > 0 {
        facts.push(LabelledValue::new(text.gems_earned(), document.gems_earned.to_string()));
    }
    let opening = match (document.voided_on, document.kind) {
        (Some(date), _) => text.session_reversed(&texts.format_long_date(date)),
        (None, DocumentKind::MembershipSale) => text.thanks_member().to_owned(),
        (None, _) => text.thanks_visit().to_owned(),
    };
    let total = total_label(document, text.total(), |gst| text.total_with_gst(gst));
    let message = MessageTemplate {
        subject: text.subject(name.title(text), number, &one_line(&salon.name)),
        title: text.title(name.title(text), number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("{opening} {}", name.place(&pdf, text))],
        facts,
        lines: bill_lines(document, text),
        total: Some(LabelledValue::new(total, format_money(document.totals.total_paise))),
        button: pdf.button(name.button(text)),
        ..MessageTemplate::default()
    };
    let mut email = message.render_email(salon, texts, None);
    email.attachments.extend(pdf.into_attachment(number));
    email
}

/// What a business needs on its invoice. None for a customer without billing details.
fn billed_to(document: &InvoiceDocument, text: BillEmailTexts) -> Option<String> {
    let customer = &document.customer;
    let gstin = customer.gstin.as_ref().map(|gstin| text.gstin(gstin));
    let address = customer.address.as_deref().unwrap_or_default().lines();
    let details = customer.legal_name.as_deref().into_iter().chain(address).chain(gstin.as_deref());
    let details: Vec<&str> =
        details.map(|text| text.trim().trim_end_matches(',')).filter(|text| !text.is_empty()).collect();
    (!details.is_empty()).then(|| one_line(&details.join(", ")))
}

fn membership_facts(document: &InvoiceDocument, texts: Texts) -> Vec<LabelledValue> {
    let Some(membership) = &document.membership else { return Vec::new() };
    let (shared, total) = (texts.email(), texts.format_minutes(membership.total_minutes));
    let mut facts = match membership.minutes_left {
        Some(_) if document.voided_on.is_some() => Vec::new(),
        Some(left) => {
            let left = shared.part_of(&texts.format_minutes(left), &total);
            vec![LabelledValue::new(texts.bill_email().hours_left(), left)]
        }
        None => vec![
            LabelledValue::new(shared.hours(), total),
            LabelledValue::new(shared.valid_from(), texts.format_long_date(membership.valid_from)),
        ],
    };
    facts.push(LabelledValue::new(shared.valid_until(), texts.format_long_date(membership.valid_until)));
    facts
}

/// The method alone where it paid everything, else each payment with its amount.
fn payment_facts(document: &InvoiceDocument, text: BillEmailTexts) -> Vec<LabelledValue> {
    let totals = &document.totals;
    let paid_by = |method: String| LabelledValue::new(text.paid_by(), method);
    match document.payments.as_slice() {
        // The desk enters a payment method also where there is nothing to pay.
        [] if totals.total_paise == 0 && totals.redeemed_value_paise > 0 => vec![paid_by(text.gems().to_owned())],
        [] if totals.total_paise == 0 => Vec::new(),
        [] => {
            let method = document.payment_method.map(|method| payment_method_name(method, text).to_owned());
            method.map(paid_by).into_iter().collect()
        }
        [payment] => vec![paid_by(with_reference(payment_method_name(payment.method, text), payment, text))],
        payments => payments.iter().map(|payment| payment_fact(MoneyFlow::Paid, payment, text)).collect(),
    }
}

/// `Paid by cash: ₹500`.
pub(super) fn payment_fact(flow: MoneyFlow, payment: &DocumentPayment, text: BillEmailTexts) -> LabelledValue {
    let label = match (flow, payment.method) {
        (MoneyFlow::Paid, PaymentMethod::Cash) => text.paid_by_cash(),
        (MoneyFlow::Paid, PaymentMethod::Upi) => text.paid_by_upi(),
        (MoneyFlow::Paid, PaymentMethod::Card) => text.paid_by_card(),
        (MoneyFlow::Refunded, PaymentMethod::Cash) => text.refunded_by_cash(),
        (MoneyFlow::Refunded, PaymentMethod::Upi) => text.refunded_by_upi(),
        (MoneyFlow::Refunded, PaymentMethod::Card) => text.refunded_by_card(),
    };
    LabelledValue::new(label, with_reference(&format_money(payment.amount_paise), payment, text))
}

fn with_reference(words: &str, payment: &DocumentPayment, text: BillEmailTexts) -> String {
    match &payment.reference {
        Some(reference) => text.with_reference(words, &one_line(reference)),
        None => words.to_owned(),
    }
}

/// The prices, and what was subtracted from them or added.
fn bill_lines(document: &InvoiceDocument, text: BillEmailTexts) -> Vec<LabelledValue> {
    let totals = &document.totals;
    let price = |name: &str, paise| LabelledValue::new(one_line(name), format_money(paise));
    let mut lines: Vec<_> = document.lines.iter().map(|line| price(&line.description, line.price_paise)).collect();
    if totals.discount_paise > 0 {
        let cause = totals.discount_reason.as_ref().or(totals.offer_name.as_ref());
        let label = cause.map_or_else(|| text.discount().to_owned(), |cause| text.discount_for(cause));
        lines.push(price(&label, -totals.discount_paise));
    }
    if totals.redeemed_value_paise > 0 {
        lines.push(price(text.redeemed(), -totals.redeemed_value_paise));
    }
    lines.extend(rounding_line(document, text));
    lines
}

pub(super) fn rounding_line(document: &InvoiceDocument, text: BillEmailTexts) -> Option<LabelledValue> {
    let paise = document.totals.rounding_paise;
    (paise != 0).then(|| LabelledValue::new(text.rounding(), format_money(paise)))
}

/// The label of a total; where it contains tax, the label that names the tax.
pub(super) fn total_label(document: &InvoiceDocument, plain: &str, with_gst: impl Fn(&str) -> String) -> String {
    let gst_paise = document.totals.cgst_paise + document.totals.sgst_paise;
    if gst_paise > 0 { with_gst(&format_money(gst_paise)) } else { plain.to_owned() }
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

pub(super) fn payment_method_name(method: PaymentMethod, text: BillEmailTexts) -> &'static str {
    match method {
        PaymentMethod::Cash => text.cash(),
        PaymentMethod::Upi => text.upi(),
        PaymentMethod::Card => text.card(),
    }
}
