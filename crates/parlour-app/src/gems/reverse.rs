//! An invoice is credited: its gems go back where they came from.

use parlour_domain::gems::{GemsTransactionType, withdraw_reversed_gain};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::billing::credit_notes;
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use super::account::lock_account;
use crate::request_context::RequestContext;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReversedGems {
    pub given_back: i64,
    pub taken_back: i64,
}

/// Gives back what was redeemed on an invoice; takes back what it earned, as far as the customer still has as many. What
/// is given back comes first, and never expires: which gems had paid is not known any more.
pub fn reverse(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    redeemed: i64,
) -> Result<ReversedGems, DbError> {
    let earned = credit_notes::find_gems_earned_with(tx, invoice)?;
    if redeemed == 0 && earned.is_none() {
        return Ok(ReversedGems::default());
    }
    lock_account(tx, context, user)?;
    if redeemed > 0 {
        write_adjustment(tx, context, (user, invoice), redeemed, "Given back with a credit note")?;
    }
    // Read again: until the account was held, some may have expired.
    let Some(earned) = credit_notes::find_gems_earned_with(tx, invoice)? else {
        return Ok(ReversedGems { given_back: redeemed, taken_back: 0 });
    };
    let lots = gems_accounts::list_open_lots(tx, user)?;
    let shares = withdraw_reversed_gain(&lots, &earned.transaction_id, earned.kept, context.now);
    let taken_back: i64 = shares.iter().map(|share| share.gems).sum();
    for share in &shares {
        gems_accounts::take_from_lot(tx, user, share)?;
    }
    if taken_back > 0 {
        write_adjustment(tx, context, (user, invoice), -taken_back, "Taken back with a credit note")?;
    }
    Ok(ReversedGems { given_back: redeemed, taken_back })
}

fn write_adjustment(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (user, invoice): (&UserId, &InvoiceId),
    gems_amount: i64,
    description: &str,
) -> Result<(), DbError> {
    let adjustment = NewGemsTransaction {
        id: &context.new_id(),
        user_id: user,
        kind: GemsTransactionType::Adjusted,
        gems_amount,
        description,
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: None,
        created_by: context.actor.as_ref().map(|(by, _)| by),
    };
    gems_accounts::insert_transaction(tx, &adjustment, context.now)
}
