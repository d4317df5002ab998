//! The account that gems come into and go out of.

use parlour_domain::gems::{Insufficient, take};
use parlour_domain::ids::UserId;
use parlour_store::gems::{self, GemsSummary, NewTransaction};
use parlour_store::{DbError, Tx, profiles};

use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum SpendRefusal {
    #[error("the gems balance is too low")]
    InsufficientBalance,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<Insufficient> for SpendRefusal {
    fn from(_: Insufficient) -> Self {
        Self::InsufficientBalance
    }
}

/// Opens the account where this is the first that anyone asks for it; the profile too, which shows the
/// balance.
pub fn open(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId) -> Result<(), DbError> {
    // Account before profile, as everywhere: in the other order two that race would wait for each other.
    if gems::open(tx, user, occasion.now)? {
        profiles::open(tx, &occasion.new_id(), user, occasion.now)?;
        gems::show_balance(tx, user)?;
    }
    Ok(())
}

/// Holds the account until the transaction ends.
pub(crate) fn hold(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId) -> Result<(), DbError> {
    if gems::hold(tx, user, occasion.now)? {
        return Ok(());
    }
    open(tx, occasion, user)?;
    gems::hold(tx, user, occasion.now).map(drop)
}

/// What is in an account that is held.
pub(super) fn summary(tx: &mut Tx<'_>, user: &UserId) -> Result<GemsSummary, DbError> {
    let missing = || DbError::Statement("a loyalty account that was just held is missing".into());
    gems::summary(tx, user)?.ok_or_else(missing)
}

/// Takes gems out of an account that is held, the oldest first.
pub(super) fn take_out(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    loss: &NewTransaction<'_>,
) -> Result<(), SpendRefusal> {
    let lots = gems::open_lots(tx, loss.user_id)?;
    for share in take(&lots, loss.gems_amount.saturating_neg(), occasion.now)? {
        gems::spend(tx, loss.user_id, &share)?;
    }
    Ok(gems::write(tx, loss, occasion.now)?)
}
