//! Payments and tips as requests name them.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::billing::payment::{MAX_REFERENCE_LENGTH, Payment, Tender};
use parlour_domain::ids::StaffId;

use crate::prelude::*;

request_shape! {
    pub(crate) struct PaymentBody {
        method: PaymentMethod,
        amount_paise: Int<1, MAX_PAISE>,
        /// Such as the number of a UPI transaction.
        reference: Option<Text<MAX_REFERENCE_LENGTH>>,
    }

    pub(crate) struct TipBody {
        staff_id: StaffId,
        method: PaymentMethod,
        amount_paise: Int<1, MAX_PAISE>,
    }
}

/// A payment as far as it could be read, with its index in the list that was sent.
pub(crate) type ReadPayment = (usize, <PaymentBody as RequestShape>::Partial);

/// The payments of a list without errors.
pub(crate) fn complete_payments(read: &[ReadPayment]) -> Option<Vec<Payment>> {
    let whole = |(_, payment): &ReadPayment| {
        let PaymentBody { method, amount_paise, reference } = PaymentBody::complete(payment.clone())?;
        Some(Payment { method, amount_paise, reference })
    };
    read.iter().map(whole).collect()
}

/// The payments of the field `name`: none if it is absent, `None` if something is wrong with them.
pub(crate) fn payments_of(fields: &Fields, name: &str, read: Option<&Vec<ReadPayment>>) -> Option<Vec<Payment>> {
    if fields.has_error_in(name) { None } else { complete_payments(read.map_or(&[], Vec::as_slice)) }
}

/// A field about the payment is wrong, and its error is recorded.
pub(crate) struct WrongPayment;

/// How something is paid, if the request says so: by one method, or in parts, never both.
pub(crate) fn read_tender(
    fields: &mut Fields,
    method: Option<PaymentMethod>,
    payments: Option<&[ReadPayment]>,
) -> Result<Option<Tender>, WrongPayment> {
    let payments = payments.unwrap_or_default();
    if method.is_some() && !payments.is_empty() {
        fields.add_error::<()>("payments", "cannot be combined with paymentMethod");
    }
    if fields.has_error_in("payments") || fields.has_error("paymentMethod") {
        return Err(WrongPayment);
    }
    if payments.is_empty() {
        return Ok(method.map(Tender::Whole));
    }
    complete_payments(payments).map(|parts| Some(Tender::Parts(parts))).ok_or(WrongPayment)
}
