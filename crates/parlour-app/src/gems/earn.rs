//! A paid service invoice earns gems.

use parlour_domain::gems::{GemsTransactionType, gems_earned, gems_expire_at};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use super::account::lock_account;
use crate::request_context::RequestContext;

/// Adds the gems that a service invoice earns, and returns their number. Not called for memberships and their sessions,
/// which earn nothing. A unique index refuses a second call for the same invoice.
pub fn earn(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    total_paise: i64,
) -> Result<i64, DbError> {
    let earned = gems_earned(total_paise);
    if earned == 0 {
        return Ok(0);
    }
    lock_account(tx, context, user)?;
    let transaction = NewGemsTransaction {
        id: &context.new_id(),
        user_id: user,
        kind: GemsTransactionType::Earned,
        gems_amount: earned,
        description: "Earned with your visit",
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: Some(gems_expire_at(context.now)),
        created_by: None,
    };
    gems_accounts::insert_transaction(tx, &transaction, context.now)?;
    Ok(earned)
}
