//! Letters about what somebody has with us: a birthday, a membership, an invoice.

use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::ist::DAY_MS;
use parlour_domain::membership::MembershipStatus;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::offer::OfferDiscount;
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::branches::branch_changes;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::{Conn, DbError};

use super::{ComposeInputs, default_salon_contact};
use crate::emails::invoice::payment_method_name;
use crate::emails::{
    CreditNoteSummary, CurrentOffer, DocumentName, EmailMessage, EmailRecipient, InvoiceSummary,
    MembershipSummary, PdfSource, SalonContact, birthday_offer_email, membership_created_email,
    membership_expired_email,
};
use crate::invoices::{BillingDocument, shows_tax};

pub(super) fn compose_birthday_offer(
    conn: &mut Conn<'_>,
    inputs: &ComposeInputs,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let running = |offer: Offer| CurrentOffer {
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
        offer_records::list_current(conn, inputs.now.ist_date())?.into_iter().map(running).collect();
    Ok(Some(birthday_offer_email(&offers, &default_salon_contact(conn)?, reader)))
}

pub(super) fn compose_membership_email(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    user: &UserId,
    inputs: &ComposeInputs,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let id = MembershipId::new(outgoing.subject.as_str());
    let own_memberships = membership_records::list_own_memberships(conn, user)?;
    let is_active = |one: &Membership| one.status == MembershipStatus::Active && one.expires_at > inputs.now;
    let has_active_membership = own_memberships.iter().any(is_active);
    let Some(membership) = own_memberships.into_iter().find(|one| one.id == id) else { return Ok(None) };
    let salon = default_salon_contact(conn)?;
    let is_cancelled = membership.status == MembershipStatus::Cancelled;
    Ok(match outgoing.kind {
        EmailKind::MembershipCreated if !is_cancelled => Some(membership_created_email(
            &membership_summary(membership),
            inputs.now.ist_date(),
            &salon,
            reader,
        )),
        // Whoever has another need not renew this one.
        EmailKind::MembershipExpired if !is_cancelled && !has_active_membership => {
            Some(membership_expired_email(&membership_summary(membership), &salon, reader))
        }
        _ => None,
    })
}

fn membership_summary(membership: Membership) -> MembershipSummary {
    MembershipSummary {
        number: membership.membership_number,
        tier: membership.tier_name_snapshot,
        total_minutes: membership.total_hours_minutes,
        used_minutes: membership.used_hours_minutes,
        paid_paise: membership.price_paid_paise,
        starts_on: membership.starts_at.ist_date(),
        // It ends at a midnight, and the day before is the last.
        ends_on: membership.expires_at.plus_millis(-DAY_MS).ist_date(),
    }
}

pub(super) fn compose_invoice_email(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    user: &UserId,
    inputs: &ComposeInputs,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let id = InvoiceId::new(outgoing.subject.as_str());
    let Some((billed, salon)) = own_invoice(conn, &id, user)? else { return Ok(None) };
    let lines = desk_invoices::list_lines(conn, &id)?;
    let bill = invoice_summary(&billed, lines);
    Ok(Some(crate::emails::invoice_email(
        &bill,
        pdf_source(inputs, BillingDocument::Invoice, &id),
        &salon,
        reader,
    )))
}

fn invoice_summary(billed: &DeskInvoice, lines: Vec<InvoiceLine>) -> InvoiceSummary {
    let invoice = &billed.invoice;
    let paid_by = match invoice.total_amount_paise {
        // The desk says how every visit is paid, also one for which there is nothing to pay.
        0 => (billed.redeemed_value_paise > 0).then_some("Gems"),
        _ => invoice.payment_method.map(payment_method_name),
    };
    InvoiceSummary {
        paper: match invoice.invoice_type {
            InvoiceType::MembershipSession => DocumentName::SessionSlip,
            _ if shows_tax(billed) => DocumentName::Invoice,
            _ => DocumentName::BillOfSupply,
        },
        is_for_membership: invoice.invoice_type == InvoiceType::MembershipPurchase,
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        lines: lines.into_iter().map(|line| (line.description, line.price_paise)).collect(),
        deduction_paise: invoice.discount_paise + billed.redeemed_value_paise,
        total_paise: invoice.total_amount_paise,
        gst_paise: if shows_tax(billed) { invoice.gst_amount_paise } else { 0 },
        paid_by,
        gems_earned: invoice.gems_earned,
    }
}

pub(super) fn compose_credit_note_email(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    user: &UserId,
    inputs: &ComposeInputs,
    reader: &EmailRecipient,
) -> Result<Option<EmailMessage>, DbError> {
    let id = InvoiceId::new(outgoing.subject.as_str());
    let Some((billed, salon)) = own_invoice(conn, &id, user)? else { return Ok(None) };
    let gst_paise = if shows_tax(&billed) { billed.invoice.gst_amount_paise } else { 0 };
    let Some(note) = billed.credit_note else { return Ok(None) };
    let credit = CreditNoteSummary {
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
    let pdf = pdf_source(inputs, BillingDocument::CreditNote, &id);
    Ok(Some(crate::emails::credit_note_email(&credit, pdf, &salon, reader)))
}

/// Somebody's own, and who has written it.
fn own_invoice(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    user: &UserId,
) -> Result<Option<(DeskInvoice, SalonContact)>, DbError> {
    let Some(billed) = desk_invoices::by_id(conn, id)?.filter(|billed| billed.invoice.customer_id == *user)
    else {
        return Ok(None);
    };
    let phone = branch_changes::by_id(conn, &billed.invoice.branch_id)?.and_then(|branch| branch.phone);
    let salon =
        SalonContact { name: billed.seller_name.clone(), address: billed.seller_address.clone(), phone };
    Ok(Some((billed, salon)))
}

fn pdf_source(inputs: &ComposeInputs, paper: BillingDocument, id: &InvoiceId) -> PdfSource {
    match &inputs.pdf {
        Some(bytes) => PdfSource::Attached(bytes.clone()),
        None => PdfSource::Link(format!("{}{}", inputs.customer_url, paper.path(id))),
    }
}
