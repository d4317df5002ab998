//! A manager adds or removes gems.

use std::num::NonZeroI64;

use parlour_domain::audit::AuditAction;
use parlour_domain::gems::GemsTransactionType;
use parlour_domain::ids::UserId;
use parlour_store::Tx;
use parlour_store::gems::gems_accounts::{self, GemsSummary, NewGemsTransaction};

use super::account::{SpendRefusal, lock_account, locked_account_summary, spend_oldest};
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// Added gems never expire and do not count as earned. The oldest are removed first. The customer reads the reason.
pub fn adjust(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    amount: NonZeroI64,
    reason: &str,
) -> Result<GemsSummary, SpendRefusal> {
    lock_account(tx, context, user)?;
    let before = locked_account_summary(tx, user)?;
    let id = context.new_id();
    let adjustment = NewGemsTransaction {
        id: &id,
        user_id: user,
        kind: GemsTransactionType::Adjusted,
        gems_amount: amount.get(),
        description: reason,
        invoice_id: None,
        expired_transaction_id: None,
        expires_at: None,
        created_by: context.actor.as_ref().map(|(by, _)| by),
    };
    if amount.is_positive() {
        gems_accounts::insert_transaction(tx, &adjustment, context.now)?;
    } else {
        spend_oldest(tx, context, &adjustment)?;
    }
    let after = locked_account_summary(tx, user)?;
    let change = AuditedChange {
        action: AuditAction::GemsAdjust,
        record_id: &id,
        concerns: Some(user),
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
