//! A paid service invoice earns gems.

use parlour_domain::gems::{GemsTransactionType, gems_earned, gems_expire_at};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::gems::gems_accounts::{self, NewGemsTransaction};
use parlour_store::{DbError, Tx};

use super::account::lock_account;
use super::wording::EARNED;
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
    let id = context.new_id();
    gems_accounts::insert_transaction(tx, &earning(context, user, invoice, (&id, earned)), context.now)?;
    Ok(earned)
}

/// Adds the gems of an invoice to a locked account. The caller counts the visit afterwards, which updates the profile.
pub(crate) fn earn_with_visit(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    invoice: &InvoiceId,
    earned: i64,
) -> Result<(), DbError> {
    if earned == 0 {
        return Ok(());
    }
    let id = context.new_id();
    gems_accounts::insert_transaction_of_visit(tx, &earning(context, user, invoice, (&id, earned)), context.now)
}

fn earning<'a>(
    context: &RequestContext,
    user: &'a UserId,
    invoice: &'a InvoiceId,
    (id, gems_amount): (&'a str, i64),
) -> NewGemsTransaction<'a> {
    NewGemsTransaction {
        id,
        user_id: user,
        kind: GemsTransactionType::Earned,
        gems_amount,
        description: EARNED,
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: Some(gems_expire_at(context.now)),
        created_by: None,
    }
}
