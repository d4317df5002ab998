//! An invoice is credited: its gems go back where they came from.

use parlour_domain::gems::{GemsTransactionType, take_back};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::gems::{self, NewTransaction};
use parlour_store::{DbError, Tx, credit_notes};

use super::account::hold;
use crate::occasion::Occasion;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reversed {
    pub given_back: i64,
    pub taken_back: i64,
}

/// Gives back what was redeemed on an invoice; takes back what it earned, as far as the customer still has as many. What
/// is given back comes first, and never expires: which gems had paid is not known any more.
pub fn reverse(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    invoice: &InvoiceId,
    redeemed: i64,
) -> Result<Reversed, DbError> {
    let earned = credit_notes::gems_earned_with(tx, invoice)?;
    if redeemed == 0 && earned.is_none() {
        return Ok(Reversed::default());
    }
    hold(tx, occasion, user)?;
    if redeemed > 0 {
        write(tx, occasion, (user, invoice), redeemed, "Given back with a credit note")?;
    }
    // Read again: until the account was held, some may have expired.
    let Some(earned) = credit_notes::gems_earned_with(tx, invoice)? else {
        return Ok(Reversed { given_back: redeemed, taken_back: 0 });
    };
    let lots = gems::open_lots(tx, user)?;
    let shares = take_back(&lots, &earned.transaction_id, earned.kept, occasion.now);
    let taken_back: i64 = shares.iter().map(|share| share.gems).sum();
    for share in &shares {
        gems::spend(tx, user, share)?;
    }
    if taken_back > 0 {
        write(tx, occasion, (user, invoice), -taken_back, "Taken back with a credit note")?;
    }
    Ok(Reversed { given_back: redeemed, taken_back })
}

fn write(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (user, invoice): (&UserId, &InvoiceId),
    gems_amount: i64,
    description: &str,
) -> Result<(), DbError> {
    let adjustment = NewTransaction {
        id: &occasion.new_id(),
        user_id: user,
        kind: GemsTransactionType::Adjusted,
        gems_amount,
        description,
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: None,
        created_by: occasion.who.as_ref().map(|(by, _)| by),
    };
    gems::write(tx, &adjustment, occasion.now)
}
