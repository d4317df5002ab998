//! Payments and refunds in request bodies.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::billing::payment::{MAX_REFERENCE_LENGTH, Payment};

use crate::prelude::*;

request_shape! {
    pub(crate) struct PaymentBody {
        method: PaymentMethod,
        amount_paise: Int<1, MAX_PAISE>,
        /// Such as the number of a UPI transaction.
        reference: Option<Text<MAX_REFERENCE_LENGTH>>,
    }
}

pub(crate) type ReadablePayments = Vec<(usize, <PaymentBody as RequestShape>::Readable)>;

/// The payments of the field `name`: none if it is absent, `None` if something is wrong with them.
pub(crate) fn payments_of(fields: &Fields, name: &str, readable: Option<&ReadablePayments>) -> Option<Vec<Payment>> {
    if fields.has_error_within(name) {
        return None;
    }
    let payment = |(_, readable): &(usize, <PaymentBody as RequestShape>::Readable)| {
        let PaymentBody { method, amount_paise, reference } = PaymentBody::whole(readable.clone())?;
        Some(Payment { method, amount_paise, reference })
    };
    readable.map_or(Some(Vec::new()), |payments| payments.iter().map(payment).collect())
}
