//! A visit was paid.

use parlour_domain::gems::{GemsTransactionType, gems_earned, gems_expire_at};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use super::account::lock_account;
use crate::request_context::RequestContext;

/// Gives what a service invoice earns, and says how much that is. Memberships and their sessions earn
/// nothing: nobody calls this for them. Once per invoice: the database refuses a second time.
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
