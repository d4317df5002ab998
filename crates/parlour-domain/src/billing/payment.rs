//! Payments, refunds and tips.

use std::cmp::Reverse;

use serde::Serialize;
use utoipa::ToSchema;

use super::invoice::PaymentMethod;

/// An invoice has at most as many payments, and a credit note as many refunds.
pub const MAX_PAYMENTS: usize = 5;
/// A checkout has at most as many tips.
pub const MAX_TIPS: usize = 10;
/// The longest reference of a payment, such as the number of a UPI transaction.
pub const MAX_REFERENCE_LENGTH: usize = 64;

/// Fewer letters of a UPI transaction's number find no payment again. Pages ask for as many; programs may send less.
const MIN_TYPED_UPI_REFERENCE_LENGTH: usize = 6;

/// Whether somebody has typed too little of the number of a UPI transaction.
pub fn is_reference_too_short(method: PaymentMethod, reference: &str) -> bool {
    method == PaymentMethod::Upi && reference.chars().count() < MIN_TYPED_UPI_REFERENCE_LENGTH
}

/// Money that was paid by one method, or refunded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    pub method: PaymentMethod,
    pub amount_paise: i64,
    /// Such as the number of a UPI transaction.
    pub reference: Option<String>,
}

/// How a sale is paid, as it was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tender {
    /// Everything by one method. Nothing is paid if nothing is due.
    Whole(PaymentMethod),
    /// At least one payment.
    Parts(Vec<Payment>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the payments must add up to {due_paise} paise")]
pub struct PaymentsDoNotAddUp {
    pub due_paise: i64,
}

impl Tender {
    /// How a sale is paid if perhaps nothing is named: as if by cash where nothing is due. `None` where something is due.
    pub fn requested_or_nothing_due(requested: Option<&Self>, due_paise: i64) -> Option<Self> {
        match requested {
            Some(tender) => Some(tender.clone()),
            None => (due_paise == 0).then_some(Self::Whole(PaymentMethod::Cash)),
        }
    }

    /// The payments of what is due: none if it is nothing.
    pub fn payments_for(&self, due_paise: i64) -> Result<Vec<Payment>, PaymentsDoNotAddUp> {
        match self {
            Self::Whole(_) if due_paise == 0 => Ok(Vec::new()),
            Self::Whole(method) => Ok(vec![Payment { method: *method, amount_paise: due_paise, reference: None }]),
            Self::Parts(payments) if adds_up(payments, due_paise) => Ok(payments.clone()),
            Self::Parts(_) => Err(PaymentsDoNotAddUp { due_paise }),
        }
    }

    /// The method that stands for all payments: that of the largest, the first of equal ones.
    pub fn main_method(&self) -> PaymentMethod {
        match self {
            Self::Whole(method) => *method,
            Self::Parts(payments) => main_method(payments).unwrap_or(PaymentMethod::Cash),
        }
    }
}

/// The method of the largest payment, the first of equal ones.
pub fn main_method(payments: &[Payment]) -> Option<PaymentMethod> {
    // `min_by_key` returns the first of equal elements, `max_by_key` the last.
    payments.iter().min_by_key(|payment| Reverse(payment.amount_paise)).map(|payment| payment.method)
}

/// Whether the payments are exactly what is due.
pub fn adds_up(payments: &[Payment], due_paise: i64) -> bool {
    let sum = payments.iter().try_fold(0_i64, |sum, payment| sum.checked_add(payment.amount_paise));
    sum == Some(due_paise)
}

/// The refunds of a credit note that names none: the last listed payment is given back first, as far as it was not
/// refunded by its method before.
pub fn default_refunds(payments: &[Payment], refunded: &[Payment], amount_paise: i64) -> Vec<Payment> {
    let mut refunded: Vec<(PaymentMethod, i64)> =
        refunded.iter().map(|refund| (refund.method, refund.amount_paise)).collect();
    let mut outstanding = amount_paise;
    let mut refunds: Vec<Payment> = Vec::new();
    for payment in payments.iter().rev() {
        let mut left = payment.amount_paise;
        for (method, paise) in &mut refunded {
            let already = if *method == payment.method { left.min(*paise) } else { 0 };
            left -= already;
            *paise -= already;
        }
        let amount = left.min(outstanding);
        outstanding -= amount;
        match refunds.iter_mut().find(|refund| refund.method == payment.method) {
            Some(refund) => refund.amount_paise += amount,
            None if amount > 0 => {
                refunds.push(Payment { method: payment.method, amount_paise: amount, reference: None });
            }
            None => {}
        }
    }
    // More was refunded by a method than was paid by it.
    if outstanding > 0 {
        refunds.push(Payment { method: PaymentMethod::Cash, amount_paise: outstanding, reference: None });
    }
    refunds
}

#[cfg(test)]
mod tests {
    use PaymentMethod::{Card, Cash, Upi};

    use super::*;

    fn paid(method: PaymentMethod, amount_paise: i64) -> Payment {
        Payment { method, amount_paise, reference: None }
    }

    #[test]
    fn payments_must_be_what_is_due() {
        let parts = Tender::Parts(vec![paid(Cash, 500), paid(Upi, 700)]);
        assert_eq!(parts.payments_for(1_200).unwrap().len(), 2);
        assert_eq!(parts.payments_for(1_201), Err(PaymentsDoNotAddUp { due_paise: 1_201 }));
        assert!(parts.payments_for(0).is_err());
        assert_eq!(Tender::Whole(Card).payments_for(0), Ok(Vec::new()));
        assert_eq!(Tender::Whole(Card).payments_for(9), Ok(vec![paid(Card, 9)]));
        assert!(!adds_up(&[paid(Cash, i64::MAX), paid(Cash, 1)], i64::MIN));
    }

    #[test]
    fn the_first_of_the_largest_payments_gives_the_method() {
        assert_eq!(main_method(&[paid(Cash, 500), paid(Upi, 700), paid(Card, 700)]), Some(Upi));
        assert_eq!(main_method(&[]), None);
        assert_eq!(Tender::Whole(Card).main_method(), Card);
        assert_eq!(Tender::requested_or_nothing_due(None, 0), Some(Tender::Whole(Cash)));
        assert_eq!(Tender::requested_or_nothing_due(None, 1), None);
    }

    #[test]
    fn the_last_payment_is_refunded_first() {
        let payments = [paid(Cash, 500), paid(Upi, 700)];
        assert_eq!(default_refunds(&payments, &[], 600), [paid(Upi, 600)]);
        assert_eq!(default_refunds(&payments, &[paid(Upi, 600)], 600), [paid(Upi, 100), paid(Cash, 500)]);
        // A refund by another method leaves what was paid by this one.
        assert_eq!(default_refunds(&payments, &[paid(Card, 600)], 600), [paid(Upi, 600)]);
        // Two payments by one method are one refund.
        assert_eq!(
            default_refunds(&[paid(Cash, 1), paid(Upi, 2), paid(Cash, 3)], &[], 6),
            [paid(Cash, 4), paid(Upi, 2)]
        );
    }
}
