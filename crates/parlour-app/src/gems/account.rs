//! The account that gems come into and go out of.

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

/// Opens the account where this is the first that anyone asks for it; the profile too, which shows the
/// balance.
pub fn open_account(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    // Account before profile, as everywhere: in the other order two that race would wait for each other.
    if gems_accounts::open_account(tx, user, context.now)? {
        profiles::create_if_missing(tx, &context.new_id(), user, context.now)?;
        gems_accounts::copy_balance_to_profile(tx, user)?;
    }
    Ok(())
}

/// Holds the account until the transaction ends.
pub(crate) fn lock_account(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    if gems_accounts::lock_account(tx, user, context.now)? {
        return Ok(());
    }
    open_account(tx, context, user)?;
    gems_accounts::lock_account(tx, user, context.now).map(drop)
}

/// What is in an account that is held.
pub(super) fn locked_account_summary(tx: &mut Tx<'_>, user: &UserId) -> Result<GemsSummary, DbError> {
    let missing = || DbError::Statement("a loyalty account that was just held is missing".into());
    gems_accounts::find_summary(tx, user)?.ok_or_else(missing)
}

/// Takes gems out of an account that is held, the oldest first.
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
