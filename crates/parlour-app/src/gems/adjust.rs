//! A manager gives or takes gems.

use std::num::NonZeroI64;

use parlour_domain::gems::GemsTransactionType;
use parlour_domain::ids::UserId;
use parlour_store::Tx;
use parlour_store::gems::{self, GemsSummary, NewTransaction};

use super::account::{SpendRefusal, hold, summary, take_out};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// What is given never expires and counts as earned by nobody; what is taken is the oldest. The reason is
/// what the customer reads.
pub fn adjust(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    amount: NonZeroI64,
    reason: &str,
) -> Result<GemsSummary, SpendRefusal> {
    hold(tx, occasion, user)?;
    let before = summary(tx, user)?;
    let id = occasion.new_id();
    let adjustment = NewTransaction {
        id: &id,
        user_id: user,
        kind: GemsTransactionType::Adjusted,
        gems_amount: amount.get(),
        description: reason,
        invoice_id: None,
        expired_transaction_id: None,
        expires_at: None,
        created_by: occasion.who.as_ref().map(|(by, _)| by),
    };
    if amount.is_positive() {
        gems::write(tx, &adjustment, occasion.now)?;
    } else {
        take_out(tx, occasion, &adjustment)?;
    }
    let after = summary(tx, user)?;
    let change = Change {
        action: "gems.adjust",
        record_id: &id,
        concerns: Some(user),
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
