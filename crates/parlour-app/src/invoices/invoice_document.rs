//! The printed form of an invoice.

use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::billing::invoice_document::{
    ADDRESS_REQUIRED_FROM_PAISE, Branding, Colour, DocumentCustomer, DocumentKind, DocumentLine, DocumentMembership,
    DocumentReference, DocumentSeller, DocumentTotals, DocumentUpi, InvoiceDocument,
};
use parlour_domain::billing::upi::{UpiPayee, upi_uri};
use parlour_domain::customer::Language;
use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::billing::invoice_documents::{self, DocumentContext};
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

use crate::notifications::wording::texts_in;

/// Whether the documents show tax. A registered branch without a known GSTIN records tax, but prints a bill of supply:
/// tax must not be charged without that number.
fn shows_tax(billed: &DeskInvoice) -> bool {
    billed.gst_registered && billed.seller_gstin.is_some()
}

/// The document of an invoice. None if there is no such invoice.
pub(super) fn build_invoice(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceDocument>, DbError> {
    Ok(build_with_context(conn, id)?.map(|(document, _)| document))
}

/// The document of an invoice with a QR code for what is recorded as paid by UPI, but without a reference: the customer
/// is about to pay it. None if nothing of it is left to pay, or the branch has no UPI account.
pub fn build_payable_invoice(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceDocument>, DbError> {
    let Some((mut document, context)) = build_with_context(conn, id)? else { return Ok(None) };
    let payments = document.payments.iter();
    let unconfirmed = payments.filter(|paid| paid.method == PaymentMethod::Upi && paid.reference.is_none());
    let unpaid: i64 = unconfirmed.map(|paid| paid.amount_paise).sum();
    // What was credited is not asked for.
    let amount_paise = unpaid.min(context.uncredited_paise);
    let Some(upi_id) = context.upi_id else { return Ok(None) };
    let payee = UpiPayee { id: &upi_id, name: &context.upi_payee };
    let Some(uri) = upi_uri(payee, amount_paise, payment_reference(&document)) else { return Ok(None) };
    document.upi = Some(DocumentUpi { uri, amount_paise });
    Ok(Some(document))
}

/// What a payment names: the booking, as in a quote, or the membership.
fn payment_reference(document: &InvoiceDocument) -> &str {
    match &document.reference {
        DocumentReference::Booking { number }
        | DocumentReference::Membership { number }
        | DocumentReference::Session { booking_number: number, .. }
        | DocumentReference::CreditedInvoice { number, .. } => number,
    }
}

fn build_with_context(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
) -> Result<Option<(InvoiceDocument, DocumentContext)>, DbError> {
    let Some(billed) = desk_invoices::by_id(conn, id)? else { return Ok(None) };
    let Some(context) = invoice_documents::find_document_context(conn, id)? else { return Ok(None) };
    let language = context.customer_language.unwrap_or(Language::English);
    let texts = texts_in(Some(language));
    let lines = desk_invoices::list_lines(conn, id)?;
    // A membership session prints the minutes that hours paid for each service.
    let minutes = match (&billed.invoice.booking_id, billed.invoice.invoice_type) {
        (Some(booking), InvoiceType::MembershipSession) => invoice_documents::list_session_minutes(conn, booking)?,
        (_, InvoiceType::Service | InvoiceType::MembershipPurchase | InvoiceType::MembershipSession) => Vec::new(),
    };
    let mut minutes = minutes.into_iter();
    let lines = lines.into_iter().map(|line| document_line(line, minutes.next(), texts)).collect();
    let mut document = InvoiceDocument { language, ..build_invoice_document(&billed, &context, lines) };
    document.membership = document_membership(conn, &billed, &context)?;
    if let Some(minutes) = sold_minutes(&document) {
        for line in &mut document.lines {
            line.description = word_package(&line.description, minutes, texts);
        }
    }
    if !document.seller.gst_registered {
        remove_tax(&mut document);
    }
    Ok(Some((document, context)))
}

fn build_invoice_document(
    billed: &DeskInvoice,
    context: &DocumentContext,
    lines: Vec<DocumentLine>,
) -> InvoiceDocument {
    let invoice = &billed.invoice;
    let booking = context.booking_number.clone().unwrap_or_default();
    let membership = context.membership.as_ref().map(|membership| membership.membership_number.clone());
    let membership = membership.unwrap_or_default();
    let (kind, reference) = match invoice.invoice_type {
        InvoiceType::Service if shows_tax(billed) => {
            (DocumentKind::TaxInvoice, DocumentReference::Booking { number: booking })
        }
        InvoiceType::Service => (DocumentKind::BillOfSupply, DocumentReference::Booking { number: booking }),
        InvoiceType::MembershipPurchase => {
            (DocumentKind::MembershipSale, DocumentReference::Membership { number: membership })
        }
        InvoiceType::MembershipSession => (
            DocumentKind::MembershipSession,
            DocumentReference::Session { booking_number: booking, membership_number: membership },
        ),
    };
    InvoiceDocument {
        kind,
        language: Language::English,
        seller: DocumentSeller {
            name: billed.seller_name.clone(),
            address: billed.seller_address.clone(),
            phone: context.branch_phone.clone(),
            gstin: billed.seller_gstin.clone(),
            gst_registered: shows_tax(billed),
        },
        brand: Branding {
            salon_name: context.salon_name.clone().filter(|name| *name != billed.seller_name),
            footer: context.invoice_footer.clone().filter(|footer| !footer.is_empty()),
            colour: context.brand_colour.as_deref().and_then(|colour| Colour::parse(colour).ok()),
            logo: context.logo.clone(),
            uploaded_logo: context.logo_url.as_deref().and_then(|url| url.rsplit('/').next()).map(str::to_owned),
        },
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        customer: DocumentCustomer {
            name: billed.customer_name.clone(),
            phone: context.customer_phone.clone(),
            gstin: billed.customer_gstin.clone(),
            legal_name: context.customer_legal_name.clone(),
            address: customer_address(billed, context),
        },
        reference,
        lines,
        totals: document_totals(billed),
        payment_method: invoice.payment_method,
        payments: invoice.payments.iter().cloned().map(Into::into).collect(),
        upi: None,
        membership: None,
        voided_on: invoice.voided_at.map(Timestamp::ist_date),
        gems_earned: invoice.gems_earned,
        gems_redeemed: billed.gems_redeemed,
    }
}

/// The address of the day; on a large invoice also one that was given later, because the law asks for it.
fn customer_address(billed: &DeskInvoice, context: &DocumentContext) -> Option<String> {
    let is_required = billed.invoice.total_amount_paise >= ADDRESS_REQUIRED_FROM_PAISE;
    let since = context.profile_address.as_ref().filter(|_| is_required);
    context.customer_address.as_ref().or(since).cloned()
}

fn document_membership(
    conn: &mut Conn<'_>,
    billed: &DeskInvoice,
    context: &DocumentContext,
) -> Result<Option<DocumentMembership>, DbError> {
    let (Some(id), Some(terms)) = (&billed.membership_id, &context.membership) else { return Ok(None) };
    let minutes_left = match billed.invoice.invoice_type {
        InvoiceType::MembershipSession => {
            // The slip may be rendered later: it shows what was left then.
            let later = invoice_documents::sum_later_session_minutes(conn, id, billed)?;
            let left = terms.total_hours_minutes - terms.used_hours_minutes + later;
            Some(left.clamp(0, terms.total_hours_minutes))
        }
        InvoiceType::Service | InvoiceType::MembershipPurchase => None,
    };
    Ok(Some(DocumentMembership {
        valid_from: terms.starts_at.ist_date(),
        // It expires at midnight after the last day.
        valid_until: terms.expires_at.plus_millis(-DAY_MS).ist_date(),
        total_minutes: terms.total_hours_minutes,
        minutes_left,
    }))
}

fn document_totals(billed: &DeskInvoice) -> DocumentTotals {
    let invoice = &billed.invoice;
    DocumentTotals {
        subtotal_paise: invoice.subtotal_paise,
        discount_paise: invoice.discount_paise,
        offer_name: billed.offer_name.clone(),
        discount_reason: invoice.discount_reason.clone(),
        redeemed_value_paise: billed.redeemed_value_paise,
        rounding_paise: invoice.rounding_paise,
        total_paise: invoice.total_amount_paise,
        rate_basis_points: billed.gst_rate_basis_points,
        taxable_value_paise: invoice.taxable_value_paise,
        cgst_paise: billed.cgst_paise,
        sgst_paise: billed.sgst_paise,
    }
}

/// The minutes of the membership that the document sells.
pub(super) fn sold_minutes(document: &InvoiceDocument) -> Option<i64> {
    let is_sale = document.kind == DocumentKind::MembershipSale;
    document.membership.as_ref().filter(|_| is_sale).map(|membership| membership.total_minutes)
}

/// The line of a membership, `Membership Gold, 10 h`, in the language of the document: it is kept in English.
pub(super) fn word_package(description: &str, minutes: i64, texts: Texts) -> String {
    const TIER: &str = "\u{fdd0}";
    let kept = Texts::ENGLISH.document().package(TIER, &Texts::ENGLISH.format_minutes(minutes));
    let (before, after) = kept.split_once(TIER).unwrap_or_default();
    let tier = description.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    tier.map_or_else(|| description.to_owned(), |tier| texts.document().package(tier, &texts.format_minutes(minutes)))
}

fn document_line(line: InvoiceLine, minutes: Option<i64>, texts: Texts) -> DocumentLine {
    DocumentLine {
        description: line.description,
        detail: minutes.map(|minutes| texts.formats().minutes(&minutes.to_string())),
        sac: line.sac,
        quantity: 1,
        price_paise: line.price_paise,
        discount_paise: line.discount_paise,
        redeemed_value_paise: line.redeemed_value_paise,
        redeemed_with_gems: line.gems_redeemed > 0,
        total_paise: line.total_amount_paise,
        taxable_value_paise: line.taxable_value_paise,
        cgst_paise: line.cgst_paise,
        sgst_paise: line.sgst_paise,
    }
}

/// Prices include tax, so the total stays the same.
pub(super) fn remove_tax(document: &mut InvoiceDocument) {
    for line in &mut document.lines {
        line.taxable_value_paise = line.total_paise;
        (line.cgst_paise, line.sgst_paise) = (0, 0);
    }
    let totals = &mut document.totals;
    totals.taxable_value_paise = totals.total_paise - totals.rounding_paise;
    (totals.rate_basis_points, totals.cgst_paise, totals.sgst_paise) = (0, 0, 0);
}
