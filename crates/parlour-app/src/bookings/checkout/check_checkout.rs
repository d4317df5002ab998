//! Whether a checkout is possible: its bill, how it is paid, and the tips.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::{Payment, Tender};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::bookings::checkout;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use super::bill::{Bill, BillableBooking, Reduction, check_status};
use super::complete_refusal::{CheckoutFieldError, CompleteRefusal};
use crate::invoices::InvoiceAmounts;
use crate::request_context::RequestContext;

/// How a booking is billed and paid.
#[derive(Debug, Clone)]
pub struct Checkout {
    pub reduction: Reduction,
    /// Not needed where nothing is due, and not allowed where hours pay.
    pub tender: Option<Tender>,
    pub tips: Vec<NewTip>,
}

/// A tip for a staff member. It is no part of the invoice.
#[derive(Debug, Clone)]
pub struct NewTip {
    pub staff_id: StaffId,
    pub method: PaymentMethod,
    pub amount_paise: i64,
}

pub(super) struct AcceptedCheckout {
    pub(super) bill: Bill,
    pub(super) payments: AcceptedPayments,
}

/// The payments of an invoice, together what is due.
pub(super) struct AcceptedPayments {
    /// None where hours pay.
    pub(super) method: Option<PaymentMethod>,
    pub(super) payments: Vec<Payment>,
}

pub(super) fn check_checkout(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
    request: &Checkout,
) -> Result<AcceptedCheckout, CompleteRefusal> {
    let mut errors = tip_errors(conn, request.tips.iter().map(|tip| &tip.staff_id).enumerate())?;
    let bill = match billable.bill(conn, context, &request.reduction) {
        Err(CompleteRefusal::InvalidFields(more)) => {
            errors.extend(more);
            return Err(CompleteRefusal::InvalidFields(errors));
        }
        billed => billed?,
    };
    match accept_payments(request.tender.as_ref(), &bill) {
        Ok(payments) if errors.is_empty() => Ok(AcceptedCheckout { bill, payments }),
        accepted => {
            errors.extend(accepted.err());
            Err(CompleteRefusal::InvalidFields(errors))
        }
    }
}

fn accept_payments(tender: Option<&Tender>, bill: &Bill) -> Result<AcceptedPayments, CheckoutFieldError> {
    if bill.session.is_some() {
        return Ok(AcceptedPayments { method: None, payments: Vec::new() });
    }
    let due = bill.amounts.total_paise();
    let tender = Tender::requested_or_nothing_due(tender, due).ok_or(CheckoutFieldError::NoPayment)?;
    let payments = tender.payments_for(due)?;
    Ok(AcceptedPayments { method: Some(tender.main_method()), payments })
}

fn tip_errors<'s>(
    conn: &mut Conn<'_>,
    tips: impl IntoIterator<Item = (usize, &'s StaffId)>,
) -> Result<Vec<CheckoutFieldError>, DbError> {
    let mut errors = Vec::new();
    for (index, staff) in tips {
        if !staff_records::is_active(conn, staff)? {
            errors.push(CheckoutFieldError::UnknownTipStaff(index));
        }
    }
    Ok(errors)
}

/// A checkout as far as it could be read.
#[derive(Debug, Clone)]
pub struct CheckoutFields {
    /// None if a field of it is wrong.
    pub reduction: Option<Reduction>,
    /// The outer `None` if a field of it is wrong.
    pub tender: Option<Option<Tender>>,
    /// Each with the index in the list that was sent.
    pub tip_staff: Vec<(usize, StaffId)>,
}

/// The field errors of a checkout of which some fields could not be read.
pub fn validate_checkout(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &BookingId,
    fields: &CheckoutFields,
) -> Result<Vec<CheckoutFieldError>, DbError> {
    let mut errors = tip_errors(conn, fields.tip_staff.iter().map(|(index, staff)| (*index, staff)))?;
    let accepted = match &fields.reduction {
        Some(reduction) => bill_readable(conn, context, id, reduction)?,
        None => Ok(None),
    };
    match (accepted, &fields.tender) {
        (Err(found), _) => errors.extend(found),
        (Ok(Some(amounts)), Some(tender)) => {
            let due = amounts.total_paise();
            let tender = Tender::requested_or_nothing_due(tender.as_ref(), due);
            match tender.map(|tender| tender.payments_for(due)) {
                None => errors.push(CheckoutFieldError::NoPayment),
                Some(Err(refusal)) => errors.push(refusal.into()),
                Some(Ok(_)) => {}
            }
        }
        // What is due is unknown, and hardly ever nothing.
        (Ok(None), Some(None)) => errors.push(CheckoutFieldError::NoPayment),
        (Ok(None), Some(Some(_))) | (Ok(_), None) => {}
    }
    Ok(errors)
}

/// The amounts of the bill, or its field errors. `None` where the checkout is refused for another reason.
fn bill_readable(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &BookingId,
    reduction: &Reduction,
) -> Result<Result<Option<InvoiceAmounts>, Vec<CheckoutFieldError>>, DbError> {
    let found = checkout::find_booking_for_checkout(conn, id)?;
    let billed = check_status(found).and_then(|booking| {
        let billable = BillableBooking::read(conn, context, id, booking)?;
        billable.bill(conn, context, reduction)
    });
    match billed {
        Err(CompleteRefusal::InvalidFields(errors)) => Ok(Err(errors)),
        Err(CompleteRefusal::Db(error)) => Err(error),
        billed => Ok(Ok(billed.ok().map(|bill| bill.amounts))),
    }
}
