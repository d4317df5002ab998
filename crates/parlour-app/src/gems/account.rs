//! A customer's gems account.

use parlour_domain::gems::{NotEnoughGems, withdraw_oldest_first};
use parlour_domain::ids::UserId;
use parlour_store::customers::profiles;
use parlour_store::gems::gems_accounts::{self, GemsSummary, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum SpendRefusal {
    #[error("the gems balance is too low")]
    InsufficientBalance,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<NotEnoughGems> for SpendRefusal {
    fn from(_: NotEnoughGems) -> Self {
        Self::InsufficientBalance
    }
}

/// Creates the account, and the profile that shows its balance, if they do not exist yet.
pub fn open_account(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    // Always the account before the profile: in the other order two transactions could wait for each other.
    if gems_accounts::open_account(tx, user, context.now)? {
        profiles::create_if_missing(tx, &context.new_id(), user, context.now)?;
        gems_accounts::copy_balance_to_profile(tx, user)?;
    }
    Ok(())
}

/// Locks the account until the transaction ends.
pub(crate) fn lock_account(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    if gems_accounts::lock_account(tx, user, context.now)? {
        return Ok(());
    }
    open_account(tx, context, user)?;
    gems_accounts::lock_account(tx, user, context.now).map(drop)
}

/// The balance of a locked account.
pub(super) fn locked_account_summary(tx: &mut Tx<'_>, user: &UserId) -> Result<GemsSummary, DbError> {
    let missing = || DbError::Statement("a locked gems account is missing".into());
    gems_accounts::find_summary(tx, user)?.ok_or_else(missing)
}

/// Takes gems out of a locked account, the oldest first.
pub(super) fn spend_oldest(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    transaction: &NewGemsTransaction<'_>,
) -> Result<(), SpendRefusal> {
    let lots = gems_accounts::list_open_lots(tx, transaction.user_id)?;
    for share in withdraw_oldest_first(&lots, transaction.gems_amount.saturating_neg(), context.now)? {
        gems_accounts::take_from_lot(tx, transaction.user_id, &share)?;
    }
    Ok(gems_accounts::insert_transaction(tx, transaction, context.now)?)
}
