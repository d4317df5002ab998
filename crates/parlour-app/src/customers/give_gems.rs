//! A manager gives a customer gems, or takes some.

use std::num::NonZeroI64;

use parlour_domain::ids::UserId;
use parlour_store::gems::GemsSummary;
use parlour_store::{DbError, Tx, customers};

use crate::gems::{SpendRefusal, adjust};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum GiveRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error("the customer does not have that many gems")]
    InsufficientBalance,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SpendRefusal> for GiveRefusal {
    fn from(refusal: SpendRefusal) -> Self {
        match refusal {
            SpendRefusal::InsufficientBalance => Self::InsufficientBalance,
            SpendRefusal::Db(error) => Self::Db(error),
        }
    }
}

pub fn give_gems(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    amount: NonZeroI64,
    reason: &str,
) -> Result<GemsSummary, GiveRefusal> {
    if !customers::hold(tx, customer)? {
        return Err(GiveRefusal::Unknown);
    }
    Ok(adjust(tx, occasion, customer, amount, reason)?)
}
