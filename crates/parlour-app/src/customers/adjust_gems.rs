//! A manager adds gems to a customer's account, or removes some.

use std::num::NonZeroI64;

use parlour_domain::ids::UserId;
use parlour_store::customers::customer_records;
use parlour_store::gems::gems_accounts::GemsSummary;
use parlour_store::{DbError, Tx};

use crate::gems::{SpendRefusal, adjust};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum GrantGemsRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error("the customer does not have that many gems")]
    InsufficientBalance,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SpendRefusal> for GrantGemsRefusal {
    fn from(refusal: SpendRefusal) -> Self {
        match refusal {
            SpendRefusal::InsufficientBalance => Self::InsufficientBalance,
            SpendRefusal::Db(error) => Self::Db(error),
        }
    }
}

pub fn adjust_gems(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    amount: NonZeroI64,
    reason: &str,
) -> Result<GemsSummary, GrantGemsRefusal> {
    if !customer_records::lock_customer(tx, customer)? {
        return Err(GrantGemsRefusal::Unknown);
    }
    Ok(adjust(tx, context, customer, amount, reason)?)
}
