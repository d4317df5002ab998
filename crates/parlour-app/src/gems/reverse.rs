//! A credit note reverses the gems of its invoice.

use parlour_domain::gems::{GemsTransactionType, withdraw_reversed_gain};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::billing::credit_notes;
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{Conn, DbError, Tx};

use super::account::lock_account;
use super::wording::{GIVEN_BACK, TAKEN_BACK};
use crate::request_context::RequestContext;

/// Gems that a credit note moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReversedGems {
    pub given_back: i64,
    pub taken_back: i64,
}

/// Returns gems that were redeemed on an invoice, and takes back of those that it earned as far as they did not expire,
/// were not taken back before and the balance allows. Returned gems come first and never expire: it is not known which
/// lots had paid.
pub fn reverse(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    requested: ReversedGems,
) -> Result<ReversedGems, DbError> {
    if requested == ReversedGems::default() {
        return Ok(requested);
    }
    give_back(tx, context, user, invoice, requested.given_back)?;
    let taken_back = take_back(tx, context, user, invoice, requested.taken_back)?;
    Ok(ReversedGems { taken_back, ..requested })
}

/// How many gems [`reverse`] would take back at this moment. Nothing is written.
pub fn preview_taken_back(
    conn: &mut Conn<'_>,
    user: &UserId,
    invoice: &InvoiceId,
    requested: ReversedGems,
    now: Timestamp,
) -> Result<i64, DbError> {
    let Some(earned) = credit_notes::find_gems_earned_with(conn, invoice)? else { return Ok(0) };
    let before = credit_notes::sum_credit_notes(conn, invoice)?.gems_taken_back;
    let lots = gems_accounts::list_open_lots(conn, user)?;
    let gems = requested.taken_back.min(earned.kept - before).max(0);
    let shares = withdraw_reversed_gain(&lots, &earned.transaction_id, gems, now);
    let available = shares.iter().map(|share| share.gems).sum::<i64>() + requested.given_back;
    Ok(gems.min(available))
}

/// Returns gems that were redeemed on an invoice.
pub fn give_back(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    gems: i64,
) -> Result<(), DbError> {
    if gems == 0 {
        return Ok(());
    }
    lock_account(tx, context, user)?;
    write_adjustment(tx, context, user, invoice, Adjustment { gems, description: GIVEN_BACK })
}

fn take_back(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    requested: i64,
) -> Result<i64, DbError> {
    if requested == 0 {
        return Ok(0);
    }
    lock_account(tx, context, user)?;
    // Read after the lock: some may have expired before it.
    let Some(earned) = credit_notes::find_gems_earned_with(tx, invoice)? else { return Ok(0) };
    let before = credit_notes::sum_credit_notes(tx, invoice)?.gems_taken_back;
    let lots = gems_accounts::list_open_lots(tx, user)?;
    let gems = requested.min(earned.kept - before).max(0);
    let shares = withdraw_reversed_gain(&lots, &earned.transaction_id, gems, context.now);
    let taken_back: i64 = shares.iter().map(|share| share.gems).sum();
    for share in &shares {
        gems_accounts::take_from_lot(tx, user, share)?;
    }
    if taken_back > 0 {
        let adjustment = Adjustment { gems: -taken_back, description: TAKEN_BACK };
        write_adjustment(tx, context, user, invoice, adjustment)?;
    }
    Ok(taken_back)
}

struct Adjustment<'a> {
    gems: i64,
    description: &'a str,
}

fn write_adjustment(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    Adjustment { gems, description }: Adjustment<'_>,
) -> Result<(), DbError> {
    let transaction = NewGemsTransaction {
        id: &context.new_id(),
        user_id: user,
        kind: GemsTransactionType::Adjusted,
        gems_amount: gems,
        description,
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: None,
        created_by: context.actor.as_ref().map(|(by, _)| by),
    };
    gems_accounts::insert_transaction(tx, &transaction, context.now)
}
