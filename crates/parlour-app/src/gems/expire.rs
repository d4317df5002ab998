//! A year has passed.

use parlour_domain::gems::{GemsTransactionType, withdraw_expired};
use parlour_domain::ids::UserId;
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;

/// What one customer has lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiredGems {
    pub user_id: UserId,
    pub gems: i64,
}

/// Takes away what is left of lots that are due: a step for the owners of at most `limit` of them, to be
/// repeated until it answers none. It may run twice or at the same time, every lot is taken away once. Others
/// may have been faster with all that a step has found; there may still be more, so such a step answers with
/// nobody and not with none.
pub fn expire_due(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    limit: i64,
) -> Result<Option<Vec<ExpiredGems>>, DbError> {
    let mut owners = gems_accounts::list_owners_of_due_lots(tx, context.now, limit)?;
    if owners.is_empty() {
        return Ok(None);
    }
    // Two that run at the same time hold accounts in the same order, and neither waits for the other for
    // ever.
    owners.sort();
    owners.dedup();
    let mut expired = Vec::new();
    for user_id in owners {
        let gems = expire_due_of_customer(tx, context, &user_id)?;
        if gems > 0 {
            expired.push(ExpiredGems { user_id, gems });
        }
    }
    Ok(Some(expired))
}

fn expire_due_of_customer(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<i64, DbError> {
    gems_accounts::lock_account(tx, user, context.now)?;
    // Read again: until the account was held, others may have spent from it.
    let lots = gems_accounts::list_open_lots(tx, user)?;
    let mut total = 0;
    for share in withdraw_expired(&lots, context.now) {
        gems_accounts::take_from_lot(tx, user, &share)?;
        let transaction = NewGemsTransaction {
            id: &context.new_id(),
            user_id: user,
            kind: GemsTransactionType::Expired,
            gems_amount: -share.gems,
            description: "Expired after 365 days",
            invoice_id: None,
            expired_transaction_id: Some(&share.lot.transaction_id),
            expires_at: None,
            created_by: None,
        };
        gems_accounts::insert_transaction(tx, &transaction, context.now)?;
        total += share.gems;
    }
    Ok(total)
}
