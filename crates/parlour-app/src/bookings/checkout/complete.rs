//! The desk completes a booking: it is billed and paid.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::COMPLETED_UNTIL_NO_APPROVAL;
use parlour_domain::ids::{BookingId, InvoiceId};
use parlour_domain::offer::OfferMismatch;
use parlour_store::billing::invoices::Invoice;
use parlour_store::billing::{day_closes, payments};
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::{checkout, occupancy};
use parlour_store::customers::profiles;
use parlour_store::memberships::membership_records;
use parlour_store::{DbError, Tx};

use super::bill::{Bill, BillableBooking, Reduction, check_status};
use super::check_checkout::{AcceptedCheckout, Checkout, NewTip, check_checkout};
use super::complete_refusal::CompleteRefusal;
use crate::audit::{self, AuditedChange, state_json};
use crate::bookings::follow_up_jobs;
use crate::gems::{self, Redemption};
use crate::invoices::{Purchase, Sale, issue};
use crate::memberships::take_minutes;
use crate::page_updates;
use crate::reports::daily_summary;
use crate::request_context::RequestContext;

#[derive(Debug)]
pub struct CompletedBooking {
    pub booking: Booking,
    pub invoice: Invoice,
}

pub fn complete(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    request: &Checkout,
) -> Result<CompletedBooking, CompleteRefusal> {
    let locked = check_status(checkout::lock_booking_for_checkout(tx, id)?)?;
    let customer = locked.customer_id.clone();
    let before = booking_records::find_own_booking(tx, id, &customer)?;
    let billable = BillableBooking::read(tx, context, id, locked)?;
    lock_accounts(tx, context, &billable, &request.reduction)?;
    let AcceptedCheckout { bill, payments } = check_checkout(tx, context, &billable, request)?;
    let booking = complete_and_read_booking(tx, context, &billable, &bill)?;
    let sale = Sale {
        id: InvoiceId::new(context.new_id()),
        bought: match &bill.session {
            Some(session) => Purchase::Session(id, &session.membership.id),
            None => Purchase::Booking(id),
        },
        branch: &billable.branch,
        customer: &customer,
        items: &bill.items,
        offer: bill.offer.as_ref().map(|(id, name)| (id, name.as_str())),
        hand_discount: bill.hand_discount.as_ref(),
        payment_method: payments.method,
        payments: payments.payments,
    };
    let invoice = issue_invoice_and_move_gems(tx, context, &sale, &bill)?;
    insert_tips(tx, context, &invoice, &request.tips)?;
    let paid = profiles::CompletedVisit { spent_paise: invoice.total_amount_paise, visited_at: context.now };
    profiles::count_visit(tx, &customer, paid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
    daily_summary::rewrite_past_appointment_day(tx, context, &booking)?;
    page_updates::note_booking_change(tx, before.as_ref(), &booking);
    let change = AuditedChange {
        action: AuditAction::BookingComplete,
        record_id: id.as_str(),
        concerns: Some(&customer),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    let change = AuditedChange {
        action: AuditAction::InvoiceIssue,
        record_id: invoice.id.as_str(),
        concerns: Some(&customer),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(CompletedBooking { booking, invoice })
}

/// Locks what the bill is computed from, after the booking and always in this order: membership, day, gems. In another
/// order two checkouts could wait for each other.
fn lock_accounts(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
    reduction: &Reduction,
) -> Result<(), CompleteRefusal> {
    if let Reduction::Membership(membership) = reduction {
        membership_records::lock_membership(tx, membership)?;
    }
    if !day_closes::lock_open_day(tx, &billable.booking.branch_id, context.now.ist_date())? {
        return Err(CompleteRefusal::DayClosed);
    }
    if let Reduction::Gems(_) = reduction {
        gems::lock_account(tx, context, &billable.booking.customer_id)?;
    }
    Ok(())
}

/// Does all that needs no invoice number: taking one makes the other checkouts of the branch wait.
fn complete_and_read_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
    bill: &Bill,
) -> Result<Booking, CompleteRefusal> {
    let (id, customer) = (billable.id, &billable.booking.customer_id);
    complete_booking(tx, context, billable, bill)?;
    occupancy::release_booking(tx, id)?;
    if bill.amounts.gems_earned > 0 {
        // Always the account before the profile: in the other order two transactions could wait for each other.
        gems::lock_account(tx, context, customer)?;
    }
    profiles::create_if_missing(tx, &context.new_id(), customer, context.now)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    follow_up_jobs::schedule_jobs_after_completion(tx, context, id)?;
    booking_records::find_own_booking(tx, id, customer)?.ok_or(CompleteRefusal::Unknown)
}

fn complete_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
    bill: &Bill,
) -> Result<(), CompleteRefusal> {
    let (id, customer) = (billable.id, &billable.booking.customer_id);
    if let Some(session) = &bill.session {
        take_minutes(tx, context, &session.membership, session.minutes)?;
        return Ok(checkout::complete_as_session(tx, id, &session.membership.id, session.minutes, context.now)?);
    }
    let offer = bill.offer.as_ref().map(|(offer, _)| offer);
    if let Some(offer) = offer
        && !checkout::record_offer_use(tx, customer, offer, id, context.now)?
    {
        return Err(OfferMismatch::UsedToday.into());
    }
    Ok(checkout::complete_booking(tx, id, offer, context.now)?)
}

/// Writes the invoice, takes the gems that it redeems and gives those that it earns. The account is locked before the
/// number: in the other order two checkouts could wait for each other.
fn issue_invoice_and_move_gems(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &Sale<'_>,
    bill: &Bill,
) -> Result<Invoice, CompleteRefusal> {
    let invoice = issue(tx, context, sale)?;
    if let Some(item) = bill.items.iter().find(|item| item.gems_redeemed > 0) {
        let description = gems::wording::describe_redemption(&item.description);
        let redemption = Redemption { invoice: &invoice.id, gems: item.gems_redeemed, description: &description };
        gems::redeem(tx, context, sale.customer, &redemption)?;
    }
    gems::earn_with_visit(tx, context, sale.customer, &invoice.id, bill.amounts.gems_earned)?;
    Ok(invoice)
}

fn insert_tips(tx: &mut Tx<'_>, context: &RequestContext, invoice: &Invoice, tips: &[NewTip]) -> Result<(), DbError> {
    for tip in tips {
        let row = payments::Tip {
            id: context.new_id(),
            invoice_id: invoice.id.clone(),
            branch_id: invoice.branch_id.clone(),
            staff_id: tip.staff_id.clone(),
            tip_date: invoice.invoice_date,
            method: tip.method,
            amount_paise: tip.amount_paise,
        };
        payments::insert_tip(tx, &row)?;
    }
    Ok(())
}
