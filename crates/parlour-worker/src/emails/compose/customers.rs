//! Composes the e-mails about a birthday, a membership, an invoice or a credit note.

use parlour_app::invoices::{BillingDocument, shows_tax};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::ist::DAY_MS;
use parlour_domain::membership::MembershipStatus;
use parlour_domain::offer::OfferDiscount;
use parlour_store::billing::credit_notes::{self, CreditNote};
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::branches::branch_changes;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::{Conn, DbError};

use super::{ComposeInputs, CustomerEmail, default_salon_contact};
use crate::emails::invoice::payment_method_name;
use crate::emails::{
    CreditNoteSummary, CurrentOffer, DocumentName, EmailMessage, InvoiceEmailLine, InvoiceSummary, MembershipSummary,
    PdfSource, SalonContact, birthday_offer_email, membership_created_email, membership_expired_email,
};

pub(super) fn compose_birthday_offer(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let current_offer = |offer: Offer| CurrentOffer {
        name: offer.name,
        discount: OfferDiscount {
            offer_type: offer.offer_type,
            percentage: offer.discount_percentage,
            amount_paise: offer.discount_amount_paise,
            combo_price_paise: offer.combo_price_paise,
        },
        until: offer.end_date,
    };
    let offers: Vec<_> =
        offer_records::list_current(conn, email.inputs.now.ist_date())?.into_iter().map(current_offer).collect();
    Ok(Some(birthday_offer_email(&offers, &default_salon_contact(conn)?, &email.recipient)))
}

pub(super) fn compose_membership_created(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let Some((membership, _)) = find_membership(conn, email)? else { return Ok(None) };
    let (salon, today) = (default_salon_contact(conn)?, email.inputs.now.ist_date());
    Ok(Some(membership_created_email(&membership_summary(membership), today, &salon, &email.recipient)))
}

/// A customer who has another active membership need not renew this one.
pub(super) fn compose_membership_expired(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let Some((membership, has_active)) = find_membership(conn, email)? else { return Ok(None) };
    if has_active {
        return Ok(None);
    }
    let salon = default_salon_contact(conn)?;
    Ok(Some(membership_expired_email(&membership_summary(membership), &salon, &email.recipient)))
}

/// The membership that the e-mail is about, unless it is cancelled, and whether the customer has an active one.
fn find_membership(conn: &mut Conn<'_>, email: &CustomerEmail<'_>) -> Result<Option<(Membership, bool)>, DbError> {
    let id = MembershipId::new(email.outgoing.subject.as_str());
    let own_memberships = membership_records::list_own_memberships(conn, email.user)?;
    let is_active = |membership: &Membership| {
        membership.status == MembershipStatus::Active && membership.expires_at > email.inputs.now
    };
    let has_active = own_memberships.iter().any(is_active);
    let membership = own_memberships.into_iter().find(|membership| membership.id == id);
    let membership = membership.filter(|membership| membership.status != MembershipStatus::Cancelled);
    Ok(membership.map(|membership| (membership, has_active)))
}

fn membership_summary(membership: Membership) -> MembershipSummary {
    MembershipSummary {
        number: membership.membership_number,
        tier: membership.tier_name_snapshot,
        total_minutes: membership.total_hours_minutes,
        used_minutes: membership.used_hours_minutes,
        paid_paise: membership.price_paid_paise,
        starts_on: membership.starts_at.ist_date(),
        // It expires at midnight after the last day.
        ends_on: membership.expires_at.plus_millis(-DAY_MS).ist_date(),
    }
}

pub(super) fn compose_invoice_email(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let CustomerEmail { outgoing, user, recipient, inputs } = email;
    let id = InvoiceId::new(outgoing.subject.as_str());
    let Some((billed, salon)) = own_invoice(conn, &id, user)? else { return Ok(None) };
    let lines = desk_invoices::list_lines(conn, &id)?;
    let bill = invoice_summary(&billed, lines);
    Ok(Some(crate::emails::invoice_email(&bill, pdf_source(inputs, &BillingDocument::Invoice, &id), &salon, recipient)))
}

fn invoice_summary(billed: &DeskInvoice, lines: Vec<InvoiceLine>) -> InvoiceSummary {
    let invoice = &billed.invoice;
    let paid_by = match invoice.total_amount_paise {
        // The desk enters a payment method also where there is nothing to pay.
        0 => (billed.redeemed_value_paise > 0).then_some("Gems"),
        _ => invoice.payment_method.map(payment_method_name),
    };
    InvoiceSummary {
        document: if invoice.invoice_type == InvoiceType::MembershipSession {
            DocumentName::SessionSlip
        } else if shows_tax(billed) {
            DocumentName::Invoice
        } else {
            DocumentName::BillOfSupply
        },
        is_for_membership: invoice.invoice_type == InvoiceType::MembershipPurchase,
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        lines: lines.into_iter().map(invoice_line).collect(),
        deduction_paise: invoice.discount_paise + billed.redeemed_value_paise,
        total_paise: invoice.total_amount_paise,
        gst_paise: if shows_tax(billed) { invoice.gst_amount_paise } else { 0 },
        paid_by,
        gems_earned: invoice.gems_earned,
    }
}

fn invoice_line(line: InvoiceLine) -> InvoiceEmailLine {
    InvoiceEmailLine { name: line.description, price_paise: line.price_paise }
}

pub(super) fn compose_credit_note_email(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let CustomerEmail { outgoing, user, recipient, inputs } = email;
    let id = InvoiceId::new(outgoing.subject.as_str());
    let Some((billed, salon)) = own_invoice(conn, &id, user)? else { return Ok(None) };
    let Some(note) = find_credit_note(conn, &id, &outgoing.period)? else { return Ok(None) };
    let gst_paise = if shows_tax(&billed) { note.gst_amount_paise } else { 0 };
    let credit = CreditNoteSummary {
        is_whole: note.total_amount_paise == billed.invoice.total_amount_paise,
        refunds: note.refunds,
        number: note.credit_note_number,
        date: note.credit_date,
        invoice_number: billed.invoice.invoice_number,
        invoice_date: billed.invoice.invoice_date,
        reason: note.reason,
        total_paise: note.total_amount_paise,
        gst_paise,
        gems_taken_back: note.gems_taken_back,
        gems_given_back: note.gems_given_back,
    };
    let pdf = pdf_source(inputs, &BillingDocument::CreditNote(note.id), &id);
    Ok(Some(crate::emails::credit_note_email(&credit, pdf, &salon, recipient)))
}

/// The credit note with this id. E-mails that were queued before an invoice could have several name none.
fn find_credit_note(conn: &mut Conn<'_>, invoice: &InvoiceId, id: &str) -> Result<Option<CreditNote>, DbError> {
    let notes = credit_notes::list_by_invoice(conn, invoice)?;
    Ok(notes.into_iter().rev().find(|note| id.is_empty() || note.id == id))
}

/// An invoice of this customer, and the branch that wrote it.
fn own_invoice(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    user: &UserId,
) -> Result<Option<(DeskInvoice, SalonContact)>, DbError> {
    let Some(billed) = desk_invoices::by_id(conn, id)?.filter(|billed| billed.invoice.customer_id == *user) else {
        return Ok(None);
    };
    let phone = branch_changes::by_id(conn, &billed.invoice.branch_id)?.and_then(|branch| branch.phone);
    let salon = SalonContact { name: billed.seller_name.clone(), address: billed.seller_address.clone(), phone };
    Ok(Some((billed, salon)))
}

fn pdf_source(inputs: &ComposeInputs, document: &BillingDocument, id: &InvoiceId) -> PdfSource {
    match &inputs.pdf {
        Some(bytes) => PdfSource::Attached(bytes.clone()),
        None => PdfSource::Link(format!("{}{}", inputs.customer_url, document.path(id))),
    }
}
