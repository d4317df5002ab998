//! Composes the e-mails about a birthday, a membership, an invoice or a credit note.

use parlour_app::hindi_names::translate_for;
use parlour_app::invoices::{BillingDocument, build_document};
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::ist::DAY_MS;
use parlour_domain::membership::MembershipStatus;
use parlour_domain::offer::OfferDiscount;
use parlour_store::billing::{credit_notes, desk_invoices, payments};
use parlour_store::branches::branch_changes;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::notifications::email_recipients::BranchContact;
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::{Conn, DbError};

use super::inputs::{ComposeInputs, CustomerEmail, default_salon_contact, salon_contact};
use crate::emails::{
    CurrentOffer, EmailMessage, MembershipSummary, PdfSource, SalonContact, birthday_offer_email,
    membership_created_email, membership_expired_email,
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
    let mut offers = offer_records::list_current(conn, email.inputs.now.ist_date())?;
    translate_for(conn, email.recipient.texts, &mut offers)?;
    let offers: Vec<_> = offers.into_iter().map(current_offer).collect();
    Ok(Some(birthday_offer_email(&offers, &default_salon_contact(conn)?, &email.recipient)))
}

pub(super) fn compose_membership_created(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let Some((membership, _)) = find_membership(conn, email)? else { return Ok(None) };
    let (salon, today) = (default_salon_contact(conn)?, email.inputs.now.ist_date());
    let payments = payments::list_payments(conn, &membership.invoice_id)?.into_iter().map(Into::into).collect();
    let membership = MembershipSummary { payments, ..membership_summary(membership) };
    Ok(Some(membership_created_email(&membership, today, &salon, &email.recipient)))
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
    let mut membership = membership.filter(|membership| membership.status != MembershipStatus::Cancelled);
    translate_for(conn, email.recipient.texts, &mut membership)?;
    Ok(membership.map(|membership| (membership, has_active)))
}

fn membership_summary(membership: Membership) -> MembershipSummary {
    MembershipSummary {
        number: membership.membership_number,
        tier: membership.tier_name_snapshot,
        total_minutes: membership.total_hours_minutes,
        used_minutes: membership.used_hours_minutes,
        paid_paise: membership.price_paid_paise,
        payments: Vec::new(),
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
    let Some(salon) = find_seller_of_own_invoice(conn, &id, user)? else { return Ok(None) };
    let Some(document) = build_document(conn, &id, &BillingDocument::Invoice)? else { return Ok(None) };
    let pdf = pdf_source(inputs, &BillingDocument::Invoice, &id);
    Ok(Some(crate::emails::invoice_email(&document, pdf, &salon, recipient)))
}

pub(super) fn compose_credit_note_email(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let CustomerEmail { outgoing, user, recipient, inputs } = email;
    let id = InvoiceId::new(outgoing.subject.as_str());
    let Some(salon) = find_seller_of_own_invoice(conn, &id, user)? else { return Ok(None) };
    let Some(note) = find_credit_note(conn, &id, &outgoing.period)? else { return Ok(None) };
    let Some(document) = build_document(conn, &id, &note)? else { return Ok(None) };
    let pdf = pdf_source(inputs, &note, &id);
    Ok(crate::emails::credit_note_email(&document, pdf, &salon, recipient))
}

/// The credit note with this id. E-mails that were queued before an invoice could have several name none.
fn find_credit_note(conn: &mut Conn<'_>, invoice: &InvoiceId, id: &str) -> Result<Option<BillingDocument>, DbError> {
    let notes = credit_notes::list_by_invoice(conn, invoice)?;
    let found = notes.into_iter().rev().find(|note| id.is_empty() || note.id == id);
    Ok(found.map(|note| BillingDocument::CreditNote(note.id)))
}

/// The branch that wrote an invoice of this customer.
fn find_seller_of_own_invoice(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    user: &UserId,
) -> Result<Option<SalonContact>, DbError> {
    let Some(billed) = desk_invoices::by_id(conn, id)?.filter(|billed| billed.invoice.customer_id == *user) else {
        return Ok(None);
    };
    let phone = branch_changes::by_id(conn, &billed.invoice.branch_id)?.and_then(|branch| branch.phone);
    let seller = BranchContact { name: billed.seller_name, address: billed.seller_address, phone };
    salon_contact(conn, seller).map(Some)
}

fn pdf_source(inputs: &ComposeInputs, document: &BillingDocument, id: &InvoiceId) -> PdfSource {
    match &inputs.pdf {
        Some(bytes) => PdfSource::Attached(bytes.clone()),
        None => PdfSource::Link(format!("{}{}", inputs.customer_url, document.path(id))),
    }
}
