//! Gems pay for a service.

use parlour_domain::gems::GemsTransactionType;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::Tx;
use parlour_store::gems::gems_accounts::NewGemsTransaction;

use super::account::{SpendRefusal, lock_account, spend_oldest};
use crate::request_context::RequestContext;

#[derive(Debug, Clone, Copy)]
pub struct Redemption<'a> {
    pub invoice: &'a InvoiceId,
    pub gems: i64,
    /// The customer reads it. It has no personal data, because it outlives an erasure.
    pub description: &'a str,
}

/// Takes the oldest gems first. Due gems cannot be spent, also before the nightly job has expired them.
pub fn redeem(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    redemption: &Redemption<'_>,
) -> Result<(), SpendRefusal> {
    lock_account(tx, context, user)?;
    let transaction = NewGemsTransaction {
        id: &context.new_id(),
        user_id: user,
        kind: GemsTransactionType::Redeemed,
        gems_amount: redemption.gems.saturating_neg(),
        description: redemption.description,
        invoice_id: Some(redemption.invoice),
        expired_transaction_id: None,
        expires_at: None,
        created_by: None,
    };
    spend_oldest(tx, context, &transaction)
}
