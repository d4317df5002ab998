//! Gems expire a year after they were earned.

use parlour_domain::gems::{GemsTransactionType, withdraw_expired};
use parlour_domain::ids::UserId;
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use super::wording::EXPIRED;
use crate::request_context::RequestContext;

/// The gems that one customer has lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiredGems {
    pub user_id: UserId,
    pub gems: i64,
}

/// Expires the rest of at most `limit` due lots. To be repeated until it returns `None`. It may run twice or concurrently:
/// every lot expires once. A step that found due lots which another run expired first returns an empty list, because
/// there may be more.
pub fn expire_due(tx: &mut Tx<'_>, context: &RequestContext, limit: i64) -> Result<Option<Vec<ExpiredGems>>, DbError> {
    let mut owners = gems_accounts::list_owners_of_due_lots(tx, context.now, limit)?;
    if owners.is_empty() {
        return Ok(None);
    }
    // Concurrent runs lock accounts in the same order, so that they do not wait for each other.
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
    // Read after the lock: others may have spent gems before it.
    let lots = gems_accounts::list_open_lots(tx, user)?;
    let mut total = 0;
    for share in withdraw_expired(&lots, context.now) {
        gems_accounts::take_from_lot(tx, user, &share)?;
        let transaction = NewGemsTransaction {
            id: &context.new_id(),
            user_id: user,
            kind: GemsTransactionType::Expired,
            gems_amount: -share.gems,
            description: EXPIRED,
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
