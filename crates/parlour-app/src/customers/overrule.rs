//! A manager knows better than the counters.

use parlour_domain::ids::UserId;
use parlour_store::profiles::Profile;
use parlour_store::{DbError, Tx, customers, profiles};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// What is to change; what is absent stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct Overruling {
    pub noshow_count: Option<i64>,
    pub booking_requires_approval: Option<bool>,
}

#[derive(Debug, thiserror::Error)]
pub enum OverruleRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn overrule(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    wish: Overruling,
) -> Result<Profile, OverruleRefusal> {
    if !customers::hold(tx, customer)? {
        return Err(OverruleRefusal::Unknown);
    }
    let before = profiles::of_user(tx, customer)?.ok_or(OverruleRefusal::Unknown)?;
    let Overruling { noshow_count, booking_requires_approval } = wish;
    if noshow_count.is_none() && booking_requires_approval.is_none() {
        return Ok(before);
    }
    customers::overrule(tx, customer, noshow_count, booking_requires_approval, occasion.now)?;
    let after = profiles::of_user(tx, customer)?.ok_or(OverruleRefusal::Unknown)?;
    let change = Change {
        action: "customer.overrule",
        record_id: customer.as_str(),
        concerns: Some(customer),
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
