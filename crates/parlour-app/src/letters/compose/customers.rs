//! Letters about what somebody has with us: a birthday, a membership, an invoice.

use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::invoice::InvoiceType;
use parlour_domain::ist::DAY_MS;
use parlour_domain::letter::LetterKind;
use parlour_domain::membership::MembershipStatus;
use parlour_domain::offer::Discount;
use parlour_store::billing::{BilledInvoice, InvoiceLine};
use parlour_store::letters::Outgoing;
use parlour_store::memberships::{self, Membership};
use parlour_store::offers::{self, Offer};
use parlour_store::{Conn, DbError, billing, branch_changes};

use super::{Surroundings, head};
use crate::invoices::{Paper, shows_tax};
use crate::letters::invoice::method_name;
use crate::letters::{
    Bill, Credit, Letter, PaperName, Pdf, Reader, Running, Salon, Term, birthday_offer, membership_created,
    membership_expired,
};

pub(super) fn birthday(
    conn: &mut Conn<'_>,
    around: &Surroundings,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let running = |offer: Offer| Running {
        name: offer.name,
        discount: Discount {
            offer_type: offer.offer_type,
            percentage: offer.discount_percentage,
            amount_paise: offer.discount_amount_paise,
            combo_price_paise: offer.combo_price_paise,
        },
        until: offer.end_date,
    };
    let offers: Vec<_> = offers::current(conn, around.now.ist_date())?.into_iter().map(running).collect();
    Ok(Some(birthday_offer(&offers, &head(conn)?, reader)))
}

pub(super) fn membership(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    user: &UserId,
    around: &Surroundings,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let id = MembershipId::new(asked.subject.as_str());
    let held = memberships::own(conn, user)?;
    let is_on = |one: &Membership| one.status == MembershipStatus::Active && one.expires_at > around.now;
    let goes_on = held.iter().any(is_on);
    let Some(membership) = held.into_iter().find(|one| one.id == id) else { return Ok(None) };
    let salon = head(conn)?;
    let is_cancelled = membership.status == MembershipStatus::Cancelled;
    Ok(match asked.kind {
        LetterKind::MembershipCreated if !is_cancelled => {
            Some(membership_created(&term(membership), around.now.ist_date(), &salon, reader))
        }
        // Whoever has another need not renew this one.
        LetterKind::MembershipExpired if !is_cancelled && !goes_on => {
            Some(membership_expired(&term(membership), &salon, reader))
        }
        _ => None,
    })
}

fn term(membership: Membership) -> Term {
    Term {
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

pub(super) fn invoice(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    user: &UserId,
    around: &Surroundings,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let id = InvoiceId::new(asked.subject.as_str());
    let Some((billed, salon)) = own(conn, &id, user)? else { return Ok(None) };
    let lines = billing::lines(conn, &id)?;
    let bill = bill(&billed, lines);
    Ok(Some(crate::letters::invoice(&bill, pdf(around, Paper::Invoice, &id), &salon, reader)))
}

fn bill(billed: &BilledInvoice, lines: Vec<InvoiceLine>) -> Bill {
    let invoice = &billed.invoice;
    let paid_by = match invoice.total_amount_paise {
        // The desk says how every visit is paid, also one for which there is nothing to pay.
        0 => (billed.redeemed_value_paise > 0).then_some("Gems"),
        _ => invoice.payment_method.map(method_name),
    };
    Bill {
        paper: match invoice.invoice_type {
            InvoiceType::MembershipSession => PaperName::SessionSlip,
            _ if shows_tax(billed) => PaperName::Invoice,
            _ => PaperName::BillOfSupply,
        },
        is_for_membership: invoice.invoice_type == InvoiceType::MembershipPurchase,
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        lines: lines.into_iter().map(|line| (line.description, line.price_paise)).collect(),
        less_paise: invoice.discount_paise + billed.redeemed_value_paise,
        total_paise: invoice.total_amount_paise,
        gst_paise: if shows_tax(billed) { invoice.gst_amount_paise } else { 0 },
        paid_by,
        gems_earned: invoice.gems_earned,
    }
}

pub(super) fn credit_note(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    user: &UserId,
    around: &Surroundings,
    reader: &Reader,
) -> Result<Option<Letter>, DbError> {
    let id = InvoiceId::new(asked.subject.as_str());
    let Some((billed, salon)) = own(conn, &id, user)? else { return Ok(None) };
    let gst_paise = if shows_tax(&billed) { billed.invoice.gst_amount_paise } else { 0 };
    let Some(note) = billed.credit_note else { return Ok(None) };
    let credit = Credit {
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
    let pdf = pdf(around, Paper::CreditNote, &id);
    Ok(Some(crate::letters::credit_note(&credit, pdf, &salon, reader)))
}

/// Somebody's own, and who has written it.
fn own(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    user: &UserId,
) -> Result<Option<(BilledInvoice, Salon)>, DbError> {
    let Some(billed) = billing::by_id(conn, id)?.filter(|billed| billed.invoice.customer_id == *user) else {
        return Ok(None);
    };
    let phone = branch_changes::by_id(conn, &billed.invoice.branch_id)?.and_then(|branch| branch.phone);
    let salon = Salon { name: billed.seller_name.clone(), address: billed.seller_address.clone(), phone };
    Ok(Some((billed, salon)))
}

fn pdf(around: &Surroundings, paper: Paper, id: &InvoiceId) -> Pdf {
    match &around.pdf {
        Some(bytes) => Pdf::Attached(bytes.clone()),
        None => Pdf::At(format!("{}{}", around.customer_url, paper.path(id))),
    }
}
