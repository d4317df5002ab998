//! The desk completes a booking: it is billed and paid.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::booking::{BookingStatus, COMPLETED_UNTIL_NO_APPROVAL};
use parlour_domain::gems::gems_earned;
use parlour_domain::ids::{BookingId, InvoiceId};
use parlour_store::Tx;
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::{self, Booking};
use parlour_store::bookings::{checkout, occupancy};
use parlour_store::customers::profiles;

use super::bill::{Bill, BillableBooking, Reduction};
use super::complete_refusal::CompleteRefusal;
use super::follow_up_jobs;
use crate::audit::{self, AuditedChange, state_json};
use crate::gems::{self, Redemption};
use crate::invoices::{InvoiceItem, Purchase, Sale, TaxPolicy, issue};
use crate::request_context::RequestContext;

/// How a booking is billed and paid.
#[derive(Debug, Clone)]
pub struct Checkout {
    pub payment_method: PaymentMethod,
    pub reduction: Reduction,
    pub taxes: TaxPolicy,
}

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
    let locked = checkout::lock_booking_for_checkout(tx, id)?.ok_or(CompleteRefusal::Unknown)?;
    if !matches!(locked.status, BookingStatus::Confirmed | BookingStatus::InProgress) {
        return Err(CompleteRefusal::NotConfirmedOrInProgress);
    }
    let customer = &locked.customer_id;
    let before = booking_records::find_own_booking(tx, id, customer)?;
    let services = checkout::list_services_to_bill(tx, id)?;
    let billable = BillableBooking { id, booking: &locked, services };
    let bill = billable.bill(tx, context, &request.reduction)?;
    checkout::complete_booking(tx, id, bill.offer.as_ref().map(|(offer, _)| offer), context.now)?;
    occupancy::release_booking(tx, id)?;
    let invoice = issue_invoice_and_move_gems(tx, context, &billable, request, &bill)?;
    profiles::create_if_missing(tx, &context.new_id(), customer, context.now)?;
    let paid = profiles::CompletedVisit { spent_paise: invoice.total_amount_paise, visited_at: context.now };
    profiles::count_visit(tx, customer, paid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
    follow_up_jobs::withdraw_jobs(tx, id)?;
    follow_up_jobs::schedule_jobs_after_completion(tx, context, id)?;
    let booking = booking_records::find_own_booking(tx, id, customer)?.ok_or(CompleteRefusal::Unknown)?;
    let change = AuditedChange {
        action: AuditAction::BookingComplete,
        record_id: id.as_str(),
        concerns: Some(customer),
        before: before.as_ref().and_then(state_json),
        after: state_json(&booking),
    };
    audit::record(tx, context, change)?;
    let change = AuditedChange {
        action: AuditAction::InvoiceIssue,
        record_id: invoice.id.as_str(),
        concerns: Some(customer),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(CompletedBooking { booking, invoice })
}

/// Writes the invoice, takes the gems that it redeems and gives those that it earns.
fn issue_invoice_and_move_gems(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
    request: &Checkout,
    bill: &Bill,
) -> Result<Invoice, CompleteRefusal> {
    let customer = &billable.booking.customer_id;
    let sale = Sale {
        id: InvoiceId::new(context.new_id()),
        bought: Purchase::Booking(billable.id),
        branch: &billable.booking.branch_id,
        customer,
        items: &bill.items,
        offer: bill.offer.as_ref().map(|(id, name)| (id, name.as_str())),
        payment_method: Some(request.payment_method),
        taxes: request.taxes,
    };
    if gems_earned(bill.items.iter().map(InvoiceItem::total_paise).sum()) > 0 {
        // Always the account before the invoice number: in the other order two checkouts could wait for each other.
        gems::lock_account(tx, context, customer)?;
    }
    let invoice = issue(tx, context, &sale)?;
    if let Some(item) = bill.items.iter().find(|item| item.gems_redeemed > 0) {
        let description = format!("Redeemed for {}", item.description);
        let redemption = Redemption { invoice: &invoice.id, gems: item.gems_redeemed, description: &description };
        gems::redeem(tx, context, customer, &redemption)?;
    }
    gems::earn(tx, context, customer, &invoice.id, invoice.total_amount_paise)?;
    Ok(invoice)
}
